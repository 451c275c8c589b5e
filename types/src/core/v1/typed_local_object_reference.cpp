// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/typed_local_object_reference.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(TypedLocalObjectReference, KUBEXX_FIELD(apiGroup), KUBEXX_FIELD(kind), KUBEXX_FIELD(name))

}  // namespace kubexx::corev1

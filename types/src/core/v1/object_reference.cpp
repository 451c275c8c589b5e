// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/object_reference.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(ObjectReference, KUBEXX_FIELD(kind), KUBEXX_FIELD_AS(namespace_, "namespace", false), KUBEXX_FIELD(name),
             KUBEXX_FIELD(uid), KUBEXX_FIELD(apiVersion), KUBEXX_FIELD(resourceVersion), KUBEXX_FIELD(fieldPath))

}  // namespace kubexx::corev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/binding.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(Binding, KUBEXX_FIELD(metadata), KUBEXX_FIELD(target))

}  // namespace kubexx::corev1

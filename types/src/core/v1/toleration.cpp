// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/toleration.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(Toleration, KUBEXX_FIELD(key), KUBEXX_FIELD_AS(operator_, "operator", false), KUBEXX_FIELD(value),
             KUBEXX_FIELD(effect), KUBEXX_FIELD(tolerationSeconds))

}  // namespace kubexx::corev1

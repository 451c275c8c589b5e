// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/resource_field_selector.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(ResourceFieldSelector, KUBEXX_FIELD(containerName), KUBEXX_FIELD(resource),
             KUBEXX_FIELD_AS(divisor, "divisor", true))

}  // namespace kubexx::corev1

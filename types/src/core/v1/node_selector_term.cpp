// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/node_selector_term.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(NodeSelectorRequirement, KUBEXX_FIELD(key), KUBEXX_FIELD_AS(operator_, "operator", false),
             KUBEXX_FIELD(values))

KUBEXX_TABLE(NodeSelectorTerm, KUBEXX_FIELD(matchExpressions), KUBEXX_FIELD(matchFields))

}  // namespace kubexx::corev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/container_restart_rule.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(ContainerRestartRuleOnExitCodes, KUBEXX_FIELD_AS(operator_, "operator", false), KUBEXX_FIELD(values))

KUBEXX_TABLE(ContainerRestartRule, KUBEXX_FIELD(action), KUBEXX_FIELD(exitCodes))

}  // namespace kubexx::corev1

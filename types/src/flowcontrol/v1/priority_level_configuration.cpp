// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/flowcontrol/v1/priority_level_configuration.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::flowcontrolv1 {

KUBEXX_TABLE(ExemptPriorityLevelConfiguration, KUBEXX_FIELD(nominalConcurrencyShares), KUBEXX_FIELD(lendablePercent))

KUBEXX_TABLE(QueuingConfiguration, KUBEXX_FIELD(queues), KUBEXX_FIELD(handSize), KUBEXX_FIELD(queueLengthLimit))

KUBEXX_TABLE(LimitResponse, KUBEXX_FIELD(type), KUBEXX_FIELD(queuing))

KUBEXX_TABLE(LimitedPriorityLevelConfiguration, KUBEXX_FIELD(nominalConcurrencyShares), KUBEXX_FIELD(limitResponse),
             KUBEXX_FIELD(lendablePercent), KUBEXX_FIELD(borrowingLimitPercent))

KUBEXX_TABLE(PriorityLevelConfigurationSpec, KUBEXX_FIELD(type), KUBEXX_FIELD(limited), KUBEXX_FIELD(exempt))

KUBEXX_TABLE(PriorityLevelConfigurationCondition, KUBEXX_FIELD(type), KUBEXX_FIELD(status),
             KUBEXX_FIELD(lastTransitionTime), KUBEXX_FIELD(reason), KUBEXX_FIELD(message))

KUBEXX_TABLE(PriorityLevelConfigurationStatus, KUBEXX_FIELD_MORE(conditions, "conditions", by_type))

KUBEXX_TABLE(PriorityLevelConfiguration, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::flowcontrolv1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/flowcontrol/v1/flow_schema.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::flowcontrolv1 {

KUBEXX_TABLE(FlowDistinguisherMethod, KUBEXX_FIELD(type))

KUBEXX_TABLE(PriorityLevelConfigurationReference, KUBEXX_FIELD(name))

KUBEXX_TABLE(UserSubject, KUBEXX_FIELD(name))

KUBEXX_TABLE(GroupSubject, KUBEXX_FIELD(name))

KUBEXX_TABLE(ServiceAccountSubject, KUBEXX_FIELD_AS(namespace_, "namespace", false), KUBEXX_FIELD(name))

KUBEXX_TABLE(Subject, KUBEXX_FIELD(kind), KUBEXX_FIELD(user), KUBEXX_FIELD(group), KUBEXX_FIELD(serviceAccount))

KUBEXX_TABLE(ResourcePolicyRule, KUBEXX_FIELD(verbs), KUBEXX_FIELD(apiGroups), KUBEXX_FIELD(resources),
             KUBEXX_FIELD_AS(clusterScope, "clusterScope", true), KUBEXX_FIELD(namespaces))

KUBEXX_TABLE(NonResourcePolicyRule, KUBEXX_FIELD(verbs), KUBEXX_FIELD(nonResourceURLs))

KUBEXX_TABLE(PolicyRulesWithSubjects, KUBEXX_FIELD(subjects), KUBEXX_FIELD(resourceRules),
             KUBEXX_FIELD(nonResourceRules))

KUBEXX_TABLE(FlowSchemaSpec, KUBEXX_FIELD(priorityLevelConfiguration), KUBEXX_FIELD(matchingPrecedence),
             KUBEXX_FIELD(distinguisherMethod), KUBEXX_FIELD(rules))

KUBEXX_TABLE(FlowSchemaCondition, KUBEXX_FIELD(type), KUBEXX_FIELD(status), KUBEXX_FIELD(lastTransitionTime),
             KUBEXX_FIELD(reason), KUBEXX_FIELD(message))

KUBEXX_TABLE(FlowSchemaStatus, KUBEXX_FIELD_MORE(conditions, "conditions", by_type))

KUBEXX_TABLE(FlowSchema, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::flowcontrolv1

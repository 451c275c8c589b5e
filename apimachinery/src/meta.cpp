// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/meta.hpp"

#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx {

namespace {
constexpr std::string_view by_uid_names[] = {"uid"};
constexpr detail::FieldMore by_uid{.accessor = nullptr, .merge_keys = by_uid_names};
constexpr detail::Field always(detail::Field field)
{
  field.required = true;
  return field;
}
constexpr detail::FieldMore reason_text{.accessor = nullptr, .merge_keys = {}, .text_limit = Condition::reason_limit};
constexpr detail::FieldMore message_text{.accessor = nullptr, .merge_keys = {}, .text_limit = Condition::message_limit};
}  // namespace

KUBEXX_TABLE(OwnerReference, KUBEXX_FIELD(apiVersion), KUBEXX_FIELD(kind), KUBEXX_FIELD(name), KUBEXX_FIELD(uid),
             KUBEXX_FIELD(controller), KUBEXX_FIELD(blockOwnerDeletion))
KUBEXX_TABLE(ObjectMeta, KUBEXX_FIELD(name), KUBEXX_FIELD(generateName),
             KUBEXX_FIELD_AS(namespace_, "namespace", false), KUBEXX_FIELD(uid), KUBEXX_FIELD(resourceVersion),
             KUBEXX_FIELD(generation), KUBEXX_FIELD(creationTimestamp), KUBEXX_FIELD(deletionTimestamp),
             KUBEXX_FIELD(deletionGracePeriodSeconds), KUBEXX_FIELD(labels), KUBEXX_FIELD(annotations),
             KUBEXX_FIELD_MORE(ownerReferences, "ownerReferences", by_uid), KUBEXX_FIELD(finalizers))
KUBEXX_TABLE(LabelSelectorRequirement, KUBEXX_FIELD(key), KUBEXX_FIELD_AS(operator_, "operator", false),
             KUBEXX_FIELD(values))
KUBEXX_TABLE(MetaLabelSelector, KUBEXX_FIELD(matchLabels), KUBEXX_FIELD(matchExpressions))
KUBEXX_TABLE(Condition, always(KUBEXX_FIELD(type)), always(KUBEXX_FIELD(status)), KUBEXX_FIELD(observedGeneration),
             KUBEXX_FIELD(lastTransitionTime), always(KUBEXX_FIELD_MORE(reason, "reason", reason_text)),
             always(KUBEXX_FIELD_MORE(message, "message", message_text)))

}  // namespace kubexx

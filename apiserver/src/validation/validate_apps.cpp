// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "validation/internal_text.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* mismatch = "`selector` does not match template `labels`";

/// Labels as Go shows them: a map that was never there is null.
Json shown_labels_of(const FieldValue& labels)
{
  return labels.present() ? labels.value() : Json();
}

void check_template_policy(const FieldValue& pod_template, const char* kind)
{
  const auto policy = pod_template["spec"]["restartPolicy"];
  if (!policy.is("Always")) policy.unsupported({"Always"});
  const auto deadline = pod_template["spec"]["activeDeadlineSeconds"];
  if (deadline.present()) deadline.forbidden(std::string("activeDeadlineSeconds in ") + kind + " is not Supported");
}

void check_matching(const FieldValue& selector, const FieldValue& pod_template)
{
  const auto labels = pod_template["metadata"]["labels"];
  if (!selects(selector.value(), labels.value())) labels.invalid(shown_labels_of(labels), mismatch);
}

bool is_empty(const FieldValue& selector)
{
  return selector["matchLabels"].size() + selector["matchExpressions"].size() == 0;
}

/// The selector of a Deployment or ReplicaSet, and the template that must match it.
void check_selector_and_template(const FieldValue& spec, const char* kind, const std::string& unusable)
{
  const auto selector = spec["selector"];
  const auto pod_template = spec["template"];
  bool usable = true;
  if (!selector.present()) {
    selector.required();
  } else {
    usable = selector.label_selector();
    if (is_empty(selector)) selector.invalid(std::string("empty selector is invalid for ") + kind);
  }
  if (!usable) {
    selector.invalid(unusable);
    return;
  }
  if (!selector.present() || !is_empty(selector)) check_matching(selector, pod_template);
  validate_pod_template(pod_template);
}

/// getIntOrPercentValue: what is neither a number nor a percentage is 0, too.
bool is_zero_amount(const FieldValue& amount)
{
  if (!amount.value().is_string()) return amount.zero();
  const auto text = amount.text();
  const auto digits = std::string_view(text).substr(0, text.empty() ? 0 : text.size() - 1);
  const bool percent =
      text.ends_with('%') && !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  return !percent || digits.find_first_not_of('0') == std::string_view::npos;
}

void check_strategy(const FieldValue& strategy)
{
  const auto rolling = strategy["rollingUpdate"];
  if (strategy["type"].is("Recreate")) {
    if (rolling.present()) rolling.forbidden("may not be specified when strategy `type` is 'Recreate'");
  } else if (strategy["type"].is("RollingUpdate")) {
    const auto unavailable = rolling["maxUnavailable"];
    const auto surge = rolling["maxSurge"];
    unavailable.number_or_percent();
    surge.number_or_percent();
    if (is_zero_amount(unavailable) && is_zero_amount(surge)) {
      unavailable.invalid("may not be 0 when `maxSurge` is 0");
    }
    unavailable.at_most_all();
  } else {
    strategy.unsupported({"Recreate", "RollingUpdate"});
  }
}

bool changed(const Json& object, const Json* current, const char* member)
{
  return current != nullptr && object.value(member, Json()) != current->value(member, Json());
}

/// `counts` may not be negative; `bounded` not more than replicas.
void check_counts(const FieldValue& status, std::initializer_list<const char*> counts,
                  std::initializer_list<const char*> bounded)
{
  for (const char* count : counts) status[count].not_negative();
  for (const char* count : bounded) {
    if (status[count].number() > status["replicas"].number()) {
      status[count].invalid(status[count].number(), "cannot be greater than status.replicas");
    }
  }
  if (status["availableReplicas"].number() > status["readyReplicas"].number()) {
    status["availableReplicas"].invalid(status["availableReplicas"].number(), "cannot be greater than readyReplicas");
  }
}

}  // namespace

void validate_deployment(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  if (changed(object, current, "status")) {
    return check_counts(place["status"],
                        {"observedGeneration", "replicas", "updatedReplicas", "readyReplicas", "availableReplicas",
                         "unavailableReplicas", "terminatingReplicas", "collisionCount"},
                        {"updatedReplicas", "readyReplicas", "availableReplicas"});
  }
  const auto spec = place["spec"];
  spec["replicas"].not_negative();
  check_selector_and_template(spec, "deployment", "invalid label selector");
  if (spec["selector"].errors().empty() || errors.back().field != "spec.selector" ||
      errors.back().body.find("invalid label selector") == std::string::npos) {
    check_template_policy(spec["template"], "ReplicaSet");
  }
  check_strategy(spec["strategy"]);
  spec["minReadySeconds"].not_negative();
  spec["revisionHistoryLimit"].not_negative();
  const auto deadline = spec["progressDeadlineSeconds"];
  deadline.not_negative();
  if (deadline.present() && deadline.number() <= spec["minReadySeconds"].number()) {
    deadline.invalid("must be greater than minReadySeconds");
  }
  if (current != nullptr) spec["selector"].immutable(FieldValue(current, "", errors)["spec"]["selector"]);
}

void validate_replica_set(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  if (changed(object, current, "status")) {
    return check_counts(place["status"],
                        {"replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas", "observedGeneration",
                         "terminatingReplicas"},
                        {"fullyLabeledReplicas", "readyReplicas", "availableReplicas"});
  }
  const auto spec = place["spec"];
  spec["replicas"].not_negative();
  spec["minReadySeconds"].not_negative();
  check_selector_and_template(spec, "deployment", "invalid label selector");
  check_template_policy(spec["template"], "ReplicaSet");
  if (current != nullptr) spec["selector"].immutable(FieldValue(current, "", errors)["spec"]["selector"]);
}

void validate_replication_controller(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  if (changed(object, current, "status")) {
    return check_counts(
        place["status"],
        {"replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas", "observedGeneration"},
        {"fullyLabeledReplicas", "readyReplicas", "availableReplicas"});
  }
  const auto spec = place["spec"];
  spec["minReadySeconds"].not_negative();
  if (spec["selector"].size() == 0) spec["selector"].required();
  spec["replicas"].not_negative();
  const auto pod_template = spec["template"];
  if (!pod_template.present()) return pod_template.required();
  if (spec["selector"].size() > 0) {
    const Json selector{{"matchLabels", spec["selector"].value()}};
    const auto labels = pod_template["metadata"]["labels"];
    if (!selects(selector, labels.value())) labels.invalid(shown_labels_of(labels), mismatch);
  }
  validate_pod_template(pod_template);
  check_template_policy(pod_template, "ReplicationController");
}

void validate_daemon_set(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  if (changed(object, current, "status")) {
    for (const auto& [name, value] : place["status"].value().items()) {
      if (value.is_number_integer()) place["status"][name].not_negative();
    }
    return;
  }
  const auto spec = place["spec"];
  const auto selector = spec["selector"];
  const auto pod_template = spec["template"];
  if (current != nullptr) selector.immutable(FieldValue(current, "", errors)["spec"]["selector"]);
  const bool usable = selector.label_selector();
  if (usable) check_matching(selector, pod_template);
  if (selector.present() && is_empty(selector)) selector.invalid("empty selector is invalid for daemonset");
  validate_pod_template(pod_template);
  check_template_policy(pod_template, "DaemonSet");
  spec["minReadySeconds"].not_negative();
  const auto strategy = spec["updateStrategy"];
  const auto rolling = strategy["rollingUpdate"];
  if (strategy["type"].is("RollingUpdate")) {
    const auto unavailable = rolling["maxUnavailable"];
    const auto surge = rolling["maxSurge"];
    unavailable.number_or_percent();
    surge.number_or_percent();
    unavailable.at_most_all();
    surge.at_most_all();
    if (!is_zero_amount(unavailable) && !is_zero_amount(surge)) {
      surge.invalid("may not be set when maxUnavailable is non-zero");
    }
    if (is_zero_amount(unavailable) && is_zero_amount(surge)) unavailable.required("cannot be 0 when maxSurge is 0");
  } else if (!strategy["type"].is("OnDelete")) {
    strategy.unsupported({"RollingUpdate", "OnDelete"});
  }
  spec["revisionHistoryLimit"].not_negative();
}

void validate_stateful_set(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  if (changed(object, current, "status")) {
    return check_counts(place["status"],
                        {"replicas", "readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas",
                         "observedGeneration", "collisionCount"},
                        {"readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"});
  }
  const auto spec = place["spec"];
  const auto management = spec["podManagementPolicy"];
  if (!management.is("OrderedReady") && !management.is("Parallel")) {
    management.invalid("must be 'OrderedReady' or 'Parallel'");
  }
  const auto strategy = spec["updateStrategy"];
  const auto rolling = strategy["rollingUpdate"];
  if (strategy["type"].is("OnDelete")) {
    if (rolling.present()) {
      rolling.invalid("only allowed for updateStrategy 'RollingUpdate'");
    }
  } else if (strategy["type"].is("RollingUpdate")) {
    rolling["partition"].not_negative();
    if (const auto unavailable = rolling["maxUnavailable"]; unavailable.present()) {
      unavailable.number_or_percent();
      if (is_zero_amount(unavailable)) unavailable.invalid("cannot be 0");
      unavailable.at_most_all();
    }
  } else {
    strategy.invalid("must be 'RollingUpdate' or 'OnDelete'");
  }
  const auto retention = spec["persistentVolumeClaimRetentionPolicy"];
  for (const char* when : {"whenDeleted", "whenScaled"}) retention[when].one_of({"Retain", "Delete"});
  if (current == nullptr) {
    for (const auto& claim : spec["volumeClaimTemplates"].items()) validate_claim_spec(claim["spec"]);
  }
  spec["replicas"].not_negative();
  spec["minReadySeconds"].not_negative();
  spec["ordinals"]["start"].named("spec.ordinals.start").not_negative();
  if (const auto name = spec["serviceName"]; current == nullptr && !name.zero()) name.dns_label();
  const auto selector = spec["selector"];
  bool usable = true;
  if (!selector.present()) {
    selector.required();
  } else {
    usable = selector.label_selector();
    if (is_empty(selector)) selector.invalid("empty selector is invalid for statefulset");
  }
  Json with_claims = object.at("spec").value("template", Json::object());
  // The controller overwrites these.
  if (auto* pod = find(with_claims, {"spec"}); pod != nullptr && pod->is_object()) {
    for (const char* member : {"hostname", "subdomain"}) pod->erase(member);
  }
  std::set<std::string> claimed;
  for (const auto& claim : spec["volumeClaimTemplates"].items()) {
    const auto name = claim["metadata"]["name"].text();
    auto& volumes = with_claims["spec"]["volumes"];
    if (!volumes.is_array()) volumes = Json::array();
    if (!claimed.insert(name).second) continue;
    volumes.push_back({{"name", name}, {"persistentVolumeClaim", {{"claimName", name}}}});
  }
  const FieldValue pod_template(&with_claims, "spec.template", errors);
  if (!usable) {
    selector.invalid("");
  } else {
    if (!selector.present() || !is_empty(selector)) check_matching(selector, pod_template);
    validate_pod_template(pod_template);
  }
  check_template_policy(pod_template, "StatefulSet");
  if (current == nullptr) return;
  const auto old = FieldValue(current, "", errors)["spec"];
  spec["selector"].immutable(old["selector"]);
  const auto claims = spec["volumeClaimTemplates"];
  if (claims.value() != old["volumeClaimTemplates"].value()) {
    std::string shown;
    for (const auto& claim : claims.items()) {
      shown += (shown.empty() ? "" : ",") + internal_text("core.PersistentVolumeClaim", claim.value());
    }
    claims.invalid_text(claims.present() ? "[" + shown + "]" : "null", "field is immutable");
  }
  for (const char* member : {"serviceName", "podManagementPolicy"}) spec[member].immutable(old[member]);
}

void validate_controller_revision(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const auto data = place["data"];
  if (current == nullptr && !data.value().is_object()) {
    data.required(data.present() ? "data must be a valid JSON object" : "data is mandatory");
  }
  place["revision"].not_negative();
  if (current != nullptr) data.immutable(FieldValue(current, "", errors)["data"]);
}

}  // namespace kubexx::apiserver

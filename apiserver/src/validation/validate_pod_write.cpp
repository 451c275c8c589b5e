// SPDX-License-Identifier: Apache-2.0
// What may change in a pod, and what a create decides.
#include <algorithm>
#include <set>

#include "admission/pod_amounts.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "validation/internal_text.hpp"
#include "validation/pod_annotations.hpp"
#include "validation/pod_level_resources.hpp"
#include "validation/text_diff.hpp"
#include "validation/validate.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* best_effort = "BestEffort";
constexpr const char* burstable = "Burstable";

/// Of one of the resources that decide: pkg/apis/core/helper/qos of Kubernetes, as are the two below.
const char* quality_of(const Json& resources, const char* name)
{
  const auto amount = [&](const char* list) {
    const auto text = string_at(resources, {list, name});
    return text.empty() ? Quantity(0) : Quantity::parse(text);
  };
  const auto limit = amount("limits");
  if (amount("requests") != limit) return burstable;
  return limit == Quantity(0) ? best_effort : "Guaranteed";
}

const char* quality_of(const Json& resources)
{
  const std::string_view cpu = quality_of(resources, "cpu");
  return cpu == quality_of(resources, "memory") ? cpu.data() : burstable;
}

std::string quality_of_service(const Json& pod)
{
  if (has_pod_level_resources(pod)) return quality_of(json_at(pod, {"spec", "resources"}));
  std::string_view of_all;
  for (const char* list : {"initContainers", "containers"}) {
    for (const auto& container : array_at(pod, {"spec", list})) {
      const std::string_view quality = quality_of(json_at(container, {"resources"}));
      if (!of_all.empty() && quality != of_all) return burstable;
      of_all = quality;
    }
  }
  return of_all.empty() ? best_effort : std::string(of_all);
}

Json member_or_null(const Json& object, const char* member)
{
  const auto found = object.find(member);
  return found == object.end() ? Json() : *found;
}

void keep_member(Json& spec, const Json& old, const char* member)
{
  spec.erase(member);
  if (old.contains(member)) spec[member] = old.at(member);
}

/// Only these may change in a stored pod.
Json without_mutable(Json spec, const Json& old)
{
  for (const char* list : {"containers", "initContainers"}) {
    if (!spec.contains(list) || !old.contains(list) || spec[list].size() != old.at(list).size()) continue;
    for (std::size_t index = 0; index < spec[list].size(); ++index) {
      spec[list][index]["image"] = old.at(list)[index].at("image");
    }
  }
  for (const char* member : {"activeDeadlineSeconds", "tolerations", "schedulingGates"}) keep_member(spec, old, member);
  return spec;
}

/// Of a pod that is not yet scheduled, some more may become narrower.
void check_gated(const FieldValue& spec, Json& munged, const Json& old)
{
  if (member_or_null(munged, "nodeSelector") != member_or_null(old, "nodeSelector")) {
    const auto given = member_or_null(munged, "nodeSelector");
    if (old.contains("nodeSelector")) {
      for (const auto& [key, value] : old.at("nodeSelector").items()) {
        if (given.is_object() && given.value(key, Json()) == value) continue;
        spec["nodeSelector"].invalid("only additions to spec.nodeSelector are allowed (no mutations or deletions)");
        break;
      }
    }
    keep_member(munged, old, "nodeSelector");
  }
}

bool is_kept(const Json& toleration, const Json& given)
{
  return std::any_of(given.begin(), given.end(), [&](Json one) {
    auto old = toleration;
    one.erase("tolerationSeconds");
    old.erase("tolerationSeconds");
    return one == old;
  });
}

void check_added_tolerations(const FieldValue& tolerations, const FieldValue& old)
{
  const auto& given = tolerations.value().is_array() ? tolerations.value() : Json::array();
  for (const auto& toleration : old.items()) {
    if (is_kept(toleration.value(), given)) continue;
    return tolerations.forbidden("existing toleration can not be modified except its tolerationSeconds");
  }
  validate_tolerations(tolerations);
}

void check_deleted_gates(const FieldValue& gates, const FieldValue& old)
{
  std::set<std::string> known;
  for (const auto& gate : old.items()) known.insert(gate["name"].text());
  for (const auto& gate : gates.items()) {
    const auto name = gate["name"].text();
    if (!known.contains(name)) {
      gate["name"].forbidden("only deletion is allowed, but found new scheduling gate '" + name + "'");
    }
  }
}

void check_update(const FieldValue& spec, const FieldValue& old)
{
  for (const char* list : {"containers", "initContainers"}) {
    if (spec[list].size() != old[list].size()) {
      spec[list].forbidden("pod updates may not add or remove containers");
      return;
    }
  }
  const auto deadline = spec["activeDeadlineSeconds"];
  const auto old_deadline = old["activeDeadlineSeconds"];
  if (deadline.present()) {
    if (deadline.number() < 0 || deadline.number() > INT32_MAX) {
      return deadline.invalid("must be between 0 and 2147483647, inclusive");
    }
    if (old_deadline.present() && old_deadline.number() < deadline.number()) {
      return deadline.invalid("must be less than or equal to previous value");
    }
  } else if (old_deadline.present()) {
    deadline.invalid("must not update from a positive integer to nil value");
  }
  check_added_tolerations(spec["tolerations"], old["tolerations"]);
  check_deleted_gates(spec["schedulingGates"], old["schedulingGates"]);
  if (spec.value() == old.value()) return;
  auto munged = without_mutable(spec.value(), old.value());
  if (old["schedulingGates"].size() > 0) check_gated(spec, munged, old.value());
  if (munged == old.value()) return;
  spec.forbidden(
      "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,"
      "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),"
      "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n" +
      unified_diff(internal_lines("core.PodSpec", old.value()), internal_lines("core.PodSpec", munged)));
}

}  // namespace

void validate_pod(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue pod(&object, "", errors);
  const auto spec = pod["spec"];
  validate_pod_metadata_and_spec(pod);
  if (current != nullptr) {
    const FieldValue old(current, "", errors);
    validate_pod_annotation_updates(pod, old);
    return check_update(spec, old["spec"]);
  }
  if (spec["ephemeralContainers"].size() > 0) spec["ephemeralContainers"].forbidden("cannot be set on create");
  if (!spec["nodeName"].zero() && spec["schedulingGates"].size() > 0) {
    spec["nodeName"].forbidden("cannot be set until all schedulingGates have been cleared");
  }
  validate_annotated_profiles(pod["metadata"]["annotations"], spec);
}

void add_default_tolerations(Json& spec)
{
  auto& tolerations = spec["tolerations"];
  if (!tolerations.is_array()) tolerations = Json::array();
  for (const char* key : {"node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"}) {
    const bool has = std::any_of(tolerations.begin(), tolerations.end(), [key](const Json& one) {
      const auto effect = string_at(one, {"effect"});
      const auto name = string_at(one, {"key"});
      return (name == key || name.empty()) && (effect == "NoExecute" || effect.empty());
    });
    if (has) continue;
    tolerations.push_back({{"key", key}, {"operator", "Exists"}, {"effect", "NoExecute"}, {"tolerationSeconds", 300}});
  }
}

void prepare_pod(Json& pod)
{
  auto& spec = ensure_object(pod, "spec");
  set_default(spec, "priority", 0);
  set_default(spec, "preemptionPolicy", "PreemptLowerPriority");
  add_default_tolerations(spec);
  copy_app_armor_annotations(pod);
  default_pod_level_resources(pod);
  pod["status"] = {{"phase", "Pending"}, {"qosClass", quality_of_service(pod)}};
  if (const auto* gates = find(spec, {"schedulingGates"}); gates != nullptr && !gates->empty()) {
    pod["status"]["conditions"] =
        Json::array({{{"type", "PodScheduled"},
                      {"status", "False"},
                      {"lastProbeTime", nullptr},
                      {"lastTransitionTime", pod["metadata"]["creationTimestamp"]},
                      {"reason", "SchedulingGated"},
                      {"message", "Scheduling is blocked due to non-empty scheduling gates"}}});
  }
}

}  // namespace kubexx::apiserver

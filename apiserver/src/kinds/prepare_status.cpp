// SPDX-License-Identifier: Apache-2.0
#include "kinds/prepare_status.hpp"

#include <string_view>
#include <vector>

namespace kubexx::apiserver {
namespace {

/// Puts back what is missing.
void keep(Json& object, const Json& current, const char* part, const char* member)
{
  const auto* kept = find(current, {part, member});
  if (kept == nullptr) return;
  auto& whole = ensure_object(object, part);
  if (const auto* given = find(whole, {member}); given == nullptr || *given == "") whole[member] = *kept;
}

/// What belongs to a feature that is off stays if it is there already.
void drop_disabled_status(Json& object, const Json& current, const char* member)
{
  auto* status = find(object, {"status"});
  if (status != nullptr && status->is_object() && find(current, {"status", member}) == nullptr) status->erase(member);
}

/// metav1.ResetObjectMetaForStatus.
void reset_metadata(Json& object, const Json& current)
{
  for (const char* member : {"labels", "annotations", "finalizers", "ownerReferences", "deletionTimestamp"}) {
    if (const auto* kept = find(current, {"metadata", member})) {
      object["metadata"][member] = *kept;
    } else {
      object["metadata"].erase(member);
    }
  }
}

void prepare_volume(Json& volume, const Json& current, const std::string& now)
{
  const auto* is = find(volume, {"status", "lastPhaseTransitionTime"});
  const auto* was = find(current, {"status", "lastPhaseTransitionTime"});
  const bool same_phase = string_at(volume, {"status", "phase"}) == string_at(current, {"status", "phase"});
  if (same_phase) {
    if (is == nullptr && was != nullptr) ensure_object(volume, "status")["lastPhaseTransitionTime"] = *was;
  } else if (is == nullptr || (was != nullptr && *is == *was)) {
    ensure_object(volume, "status")["lastPhaseTransitionTime"] = now;
  }
}

std::vector<Json*> conditions_of(Json& object, std::string_view type)
{
  std::vector<Json*> found;
  if (!array_at(object, {"status", "conditions"}).empty()) {
    for (auto& condition : object["status"]["conditions"]) {
      if (string_at(condition, {"type"}) == type) found.push_back(&condition);
    }
  }
  return found;
}

/// When they are as many as there were, they are what they were; otherwise validation refuses them.
void keep_conditions(Json& object, const Json& current, std::string_view type)
{
  auto before = current;
  const auto old = conditions_of(before, type);
  const auto given = conditions_of(object, type);
  if (old.size() != given.size()) return;
  for (std::size_t index = 0; index < old.size(); ++index) *given[index] = *old[index];
}

void set_condition_times(Json& object, const Json& current, const std::string& now)
{
  if (array_at(object, {"status", "conditions"}).empty()) return;
  for (auto& condition : object["status"]["conditions"]) {
    if (string_at(condition, {"lastUpdateTime"}).empty()) condition["lastUpdateTime"] = now;
    if (!string_at(condition, {"lastTransitionTime"}).empty()) continue;
    condition["lastTransitionTime"] = now;
    for (const auto& old : array_at(current, {"status", "conditions"})) {
      const bool same = string_at(old, {"type"}) == string_at(condition, {"type"}) &&
                        string_at(old, {"status"}) == string_at(condition, {"status"});
      if (!same || string_at(old, {"lastTransitionTime"}).empty()) continue;
      condition["lastTransitionTime"] = old.at("lastTransitionTime");
      break;
    }
  }
}

}  // namespace

void prepare_status(const std::string& kind, Json& object, const Json& current, const std::string& now)
{
  if (kind == "/pods") {
    if (const auto* owners = find(current, {"metadata", "ownerReferences"})) {
      object["metadata"]["ownerReferences"] = *owners;
    } else {
      object["metadata"].erase("ownerReferences");
    }
    for (const char* member : {"qosClass", "resourceClaimStatuses", "extendedResourceClaimStatus",
                               "nodeAllocatableResourceClaimStatuses", "observedGeneration"}) {
      keep(object, current, "status", member);
    }
  } else if (kind == "/nodes") {
    drop_disabled_status(object, current, "config");
  } else if (kind == "/persistentvolumeclaims") {
    drop_disabled_status(object, current, "healthStatus");
  } else if (kind == "/persistentvolumes") {
    prepare_volume(object, current, now);
  } else if (kind == "apps/daemonsets") {
    // Go's conversion writes the annotation from the spec, which is the one before.
    constexpr std::string_view generation = "deprecated.daemonset.template.generation";
    const auto* kept = find(current, {"metadata", "annotations", generation});
    if (kept != nullptr) ensure_object(object["metadata"], "annotations")[std::string(generation)] = *kept;
  } else if (kind == "storage.k8s.io/volumeattachments" || kind == "networking.k8s.io/servicecidrs" ||
             kind == "certificates.k8s.io/podcertificaterequests") {
    reset_metadata(object, current);
  }
}

void prepare_request_status(Json& object, const Json& current, bool approval, const std::string& now)
{
  if (!approval) {
    for (const char* type : {"Approved", "Denied"}) keep_conditions(object, current, type);
    set_condition_times(object, current, now);
    return;
  }
  set_condition_times(object, current, now);
  auto conditions = array_at(object, {"status", "conditions"});
  const auto* status = find(current, {"status"});
  object["status"] = status == nullptr ? Json::object() : *status;
  object["status"].erase("conditions");
  if (!conditions.empty()) object["status"]["conditions"] = std::move(conditions);
}

}  // namespace kubexx::apiserver

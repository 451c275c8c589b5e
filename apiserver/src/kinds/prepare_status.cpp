// SPDX-License-Identifier: Apache-2.0
#include "kinds/prepare_status.hpp"

#include <algorithm>

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

/// The conditions of that type as they were, when there are as many.
void keep_decisions(Json& object, const Json& current, std::string_view type)
{
  auto* conditions = find(object, {"status", "conditions"});
  if (conditions == nullptr || !conditions->is_array()) return;
  const auto is = [type](const Json& one) { return string_at(one, {"type"}) == type; };
  const auto& before = array_at(current, {"status", "conditions"});
  if (std::count_if(conditions->begin(), conditions->end(), is) != std::count_if(before.begin(), before.end(), is))
    return;
  auto kept = before.begin();
  for (auto& condition : *conditions) {
    if (!is(condition)) continue;
    kept = std::find_if(kept, before.end(), is);
    condition = *kept++;
  }
}

}  // namespace

void fill_request_times(Json& object, const Json& current, const std::string& now)
{
  auto* conditions = find(object, {"status", "conditions"});
  if (conditions == nullptr || !conditions->is_array()) return;
  for (auto& condition : *conditions) {
    if (string_at(condition, {"lastUpdateTime"}).empty()) condition["lastUpdateTime"] = now;
    if (!string_at(condition, {"lastTransitionTime"}).empty()) continue;
    condition["lastTransitionTime"] = now;
    for (const auto& before : array_at(current, {"status", "conditions"})) {
      const auto time = string_at(before, {"lastTransitionTime"});
      const bool same = string_at(before, {"type"}) == string_at(condition, {"type"}) &&
                        string_at(before, {"status"}) == string_at(condition, {"status"});
      if (!same || time.empty()) continue;
      condition["lastTransitionTime"] = time;
      break;
    }
  }
}

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
  } else if (kind == "certificates.k8s.io/certificatesigningrequests") {
    for (const char* type : {"Approved", "Denied"}) keep_decisions(object, current, type);
    fill_request_times(object, current, now);
  } else if (kind == "storage.k8s.io/volumeattachments" || kind == "networking.k8s.io/servicecidrs") {
    reset_metadata(object, current);
  }
}

}  // namespace kubexx::apiserver

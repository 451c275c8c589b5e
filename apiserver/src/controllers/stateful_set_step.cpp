// SPDX-License-Identifier: Apache-2.0
// kubernetes/pkg/controller/statefulset: one pod after the other, by their ordinals.
#include <algorithm>
#include <charconv>
#include <map>

#include "controllers/revisions.hpp"
#include "controllers/workload_steps.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* pod_hash_label = "controller-revision-hash";

struct Replica {
  StoredPtr stored;
  Json pod;
  [[nodiscard]] bool ready() const { return is_true(pod, "Ready"); }
  [[nodiscard]] std::string hash() const { return string_at(pod, {"metadata", "labels", pod_hash_label}); }
};
using Replicas = std::map<std::int64_t, Replica>;  // by ordinal

struct StatefulSync {
  Server& server;
  const Resource pods;
  const Stored& set;
  const Json& object;
  const Json reference;
  std::string revision;  // of the template: "NAME-HASH"
};

Replicas find_replicas(const StatefulSync& sync)
{
  Replicas found;
  const auto prefix = sync.set.name + "-";
  for (auto& stored : controlled(sync.server, sync.pods, sync.set)) {
    if (!stored->name.starts_with(prefix)) continue;
    std::int64_t ordinal = 0;
    const auto* end = stored->name.data() + stored->name.size();
    if (std::from_chars(stored->name.data() + prefix.size(), end, ordinal).ptr != end) continue;
    auto pod = stored->json();
    found.emplace(ordinal, Replica{std::move(stored), std::move(pod)});
  }
  return found;
}

/// The claims of volumeClaimTemplates, which stay when the pod goes.
void make_claims(const StatefulSync& sync, std::int64_t ordinal, Json& pod)
{
  const auto* patterns = find(sync.object, {"spec", "volumeClaimTemplates"});
  if (patterns == nullptr) return;
  const auto claims = resource_of(sync.server, "", "persistentvolumeclaims");
  auto volumes = pod["spec"].contains("volumes") ? pod["spec"]["volumes"] : Json::array();
  for (const auto& pattern : *patterns) {
    const auto name = string_at(pattern, {"metadata", "name"});
    const auto claim_name = name + "-" + sync.set.name + "-" + std::to_string(ordinal);
    std::erase_if(volumes.get_ref<Json::array_t&>(),
                  [&](const Json& volume) { return string_at(volume, {"name"}) == name; });
    volumes.push_back({{"name", name}, {"persistentVolumeClaim", {{"claimName", claim_name}}}});
    if (claims.collection->objects.contains(key_of(sync.set.namespace_, claim_name))) continue;
    Json claim{{"metadata", {{"name", claim_name}, {"namespace", sync.set.namespace_}}}, {"spec", pattern.at("spec")}};
    if (const auto* labels = find(sync.object, {"spec", "selector", "matchLabels"})) {
      claim["metadata"]["labels"] = *labels;
    }
    (void)create_object_of(sync.server, claims, std::move(claim));
  }
  pod["spec"]["volumes"] = std::move(volumes);
}

void create_replica(const StatefulSync& sync, std::int64_t ordinal)
{
  const auto name = sync.set.name + "-" + std::to_string(ordinal);
  auto pod = pod_of_template(sync.object, sync.reference, name);
  auto& labels = ensure_object(pod["metadata"], "labels");
  labels[pod_hash_label] = sync.revision;
  labels["apps.kubernetes.io/pod-index"] = std::to_string(ordinal);
  labels["statefulset.kubernetes.io/pod-name"] = name;
  pod["spec"]["hostname"] = name;
  if (const auto service = string_at(sync.object, {"spec", "serviceName"}); !service.empty()) {
    pod["spec"]["subdomain"] = service;
  }
  make_claims(sync, ordinal, pod);
  (void)create_object_of(sync.server, sync.pods, std::move(pod));
}

/// Changes one pod, or as many as podManagementPolicy allows at once.
void manage(const StatefulSync& sync, const Replicas& replicas)
{
  const auto first = number_at(sync.object, {"spec", "ordinals", "start"}, 0);
  const auto wanted = std::min<std::int64_t>(number_at(sync.object, {"spec", "replicas"}, 1), most_pods);
  const bool ordered = string_at(sync.object, {"spec", "podManagementPolicy"}) != "Parallel";
  for (auto ordinal = first; ordinal < first + wanted; ++ordinal) {
    const auto found = replicas.find(ordinal);
    if (found == replicas.end()) create_replica(sync, ordinal);
    if (ordered && (found == replicas.end() || !found->second.ready() || found->second.stored->deleting)) return;
  }
  for (auto at = replicas.rbegin(); at != replicas.rend(); ++at) {
    if (at->first >= first && at->first < first + wanted) continue;
    if (!at->second.stored->deleting) delete_object_of(sync.server, sync.pods, at->second.stored);
    if (ordered) return;
  }
  if (string_at(sync.object, {"spec", "updateStrategy", "type"}) == "OnDelete") return;
  const auto partition = number_at(sync.object, {"spec", "updateStrategy", "rollingUpdate", "partition"}, 0);
  for (auto at = replicas.rbegin(); at != replicas.rend(); ++at) {
    if (at->first < partition) return;
    if (at->second.hash() != sync.revision && !at->second.stored->deleting) {
      return delete_object_of(sync.server, sync.pods, at->second.stored);
    }
    if (!at->second.ready()) return;
  }
}

}  // namespace

void stateful_set_step(Server& server, const Resource& sets, const StoredPtr& set)
{
  if (set->deleting) return;
  auto object = set->json();
  const auto reference = controller_reference(sets, "v1", *set);
  const auto hash = current_revision(server, object, *set, reference, "controller.kubernetes.io/hash");
  const StatefulSync sync{server, resource_of(server, "", "pods"), *set, object, reference, set->name + "-" + hash};
  manage(sync, find_replicas(sync));
  std::int64_t ready = 0;
  std::int64_t updated = 0;
  std::int64_t there = 0;
  for (const auto& [ordinal, replica] : find_replicas(sync)) {
    if (replica.stored->deleting) continue;
    ++there;
    if (replica.ready()) ++ready;
    if (replica.hash() == sync.revision) ++updated;
  }
  auto status = object.contains("status") ? object["status"] : Json::object();
  if (string_at(status, {"currentRevision"}).empty() || (updated == there && ready == there)) {
    status["currentRevision"] = sync.revision;
  }
  const bool rolled_out = status["currentRevision"] == sync.revision;
  status["updateRevision"] = sync.revision;
  status["observedGeneration"] = number_at(object, {"metadata", "generation"}, 1);
  status["replicas"] = there;
  status["availableReplicas"] = ready;
  status["collisionCount"] = 0;
  set_count(status, "readyReplicas", ready);
  set_count(status, "updatedReplicas", updated);
  set_count(status, "currentReplicas", rolled_out ? updated : there - updated);
  object["status"] = std::move(status);
  (void)update_status_of(server, sets, set, std::move(object));
}

}  // namespace kubexx::apiserver

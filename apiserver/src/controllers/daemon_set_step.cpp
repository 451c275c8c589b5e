// SPDX-License-Identifier: Apache-2.0
// kubernetes/pkg/controller/daemon: a pod for each node, whatever the node's labels and taints are.
#include <map>

#include "controllers/revisions.hpp"
#include "controllers/workload_steps.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* daemon_hash_label = "controller-revision-hash";

struct Daemon {
  StoredPtr stored;
  Json pod;
};

}  // namespace

void daemon_set_step(Server& server, const Resource& sets, const StoredPtr& set)
{
  if (set->deleting) return;
  auto object = set->json();
  const auto reference = controller_reference(sets, "v1", *set);
  const auto hash = current_revision(server, object, *set, reference, daemon_hash_label);
  const auto pods = resource_of(server, "", "pods");
  const auto nodes = resource_of(server, "", "nodes");
  std::map<std::string, Daemon> by_node;
  for (auto& stored : controlled(server, pods, *set)) {
    auto pod = stored->json();
    const auto node = string_at(pod, {"spec", "nodeName"});
    by_node.insert_or_assign(node, Daemon{std::move(stored), std::move(pod)});
  }
  std::int64_t desired = 0;
  std::int64_t ready = 0;
  std::int64_t updated = 0;
  std::int64_t scheduled = 0;
  bool replaces = string_at(object, {"spec", "updateStrategy", "type"}) != "OnDelete";
  for (auto at = nodes.collection->objects.begin(); at != nodes.collection->objects.end(); ++at) {
    if (++desired > static_cast<std::int64_t>(most_pods)) break;
    const auto& node = at->second->name;
    const auto found = by_node.find(node);
    if (found == by_node.end()) {
      auto pod = pod_of_template(object, reference, "");
      ensure_object(pod["metadata"], "labels")[daemon_hash_label] = hash;
      pod["spec"]["nodeName"] = node;
      (void)create_object_of(server, pods, std::move(pod));
      replaces = false;
      continue;
    }
    const auto& [stored, pod] = found->second;
    if (stored->deleting) continue;
    ++scheduled;
    const bool is_ready = is_true(pod, "Ready");
    if (is_ready) ++ready;
    if (string_at(pod, {"metadata", "labels", daemon_hash_label}) == hash) {
      ++updated;
      replaces = replaces && is_ready;
    } else if (replaces) {
      delete_object_of(server, pods, stored);
      replaces = false;
    }
    by_node.erase(found);
  }
  for (const auto& [node, daemon] : by_node) {
    const bool node_is_there = nodes.collection->objects.contains(node);
    if (!node_is_there && !daemon.stored->deleting) delete_object_of(server, pods, daemon.stored);
  }
  auto& status = ensure_object(object, "status");
  status["currentNumberScheduled"] = scheduled;
  status["desiredNumberScheduled"] = desired;
  status["numberMisscheduled"] = 0;
  status["numberReady"] = ready;
  set_count(status, "numberAvailable", ready);
  set_count(status, "numberUnavailable", desired - ready);
  set_count(status, "updatedNumberScheduled", updated);
  status["observedGeneration"] = number_at(object, {"metadata", "generation"}, 1);
  (void)update_status_of(server, sets, set, std::move(object));
}

}  // namespace kubexx::apiserver

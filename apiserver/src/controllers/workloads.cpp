// SPDX-License-Identifier: Apache-2.0
#include "controllers/workloads.hpp"

#include <array>

#include "admission/quota.hpp"
#include "controllers/workload_steps.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

struct Controller {
  const char* group;
  const char* plural;
  void (*step)(Server&, const Resource&, const StoredPtr&);
  bool looks_at_nodes;
};
constexpr std::array controllers{
    Controller{"", "pods", pod_step, false},
    Controller{"apps", "replicasets", replica_set_step, false},
    Controller{"apps", "deployments", deployment_step, false},
    Controller{"apps", "statefulsets", stateful_set_step, false},
    Controller{"apps", "daemonsets", daemon_set_step, true},
    Controller{"batch", "jobs", job_step, false},
};

const Controller* controller_for(const std::string& collection)
{
  for (const auto& controller : controllers) {
    const std::string_view group = controller.group;
    if (collection.size() == group.size() + 1 + std::string_view(controller.plural).size() &&
        collection.starts_with(group) && collection.ends_with(controller.plural)) {
      return &controller;
    }
  }
  return nullptr;
}

void note(Server& server, const std::string& uid)
{
  const auto place = server.store.find_uid(uid);
  if (!place || controller_for(place->collection->id) == nullptr) return;
  if (server.workloads_noted.insert(uid).second) server.workloads.push_back(uid);
}

/// Who has a pod on each node looks again.
void note_all_for_nodes(Server& server)
{
  for (const auto& controller : controllers) {
    if (!controller.looks_at_nodes) continue;
    const auto resource = resource_of(server, controller.group, controller.plural);
    auto& objects = resource.collection->objects;
    for (auto at = objects.begin(); at != objects.end(); ++at) note(server, at->second->uid);
  }
}

void look_at(Server& server, const std::string& uid)
{
  const auto place = server.store.find_uid(uid);
  if (!place) return;
  const auto* controller = controller_for(place->collection->id);
  const auto resource = resource_of(server, controller->group, controller->plural);
  const auto object = place->collection->objects.get(place->key);
  try {
    controller->step(server, resource, object);
  } catch (const Failure&) {
    // What cannot be written, in a namespace that goes for instance, is left until the object is written again.
  }
}

/// Who was refused a pod looks again.
void note_all_in(Server& server, const std::string& namespace_)
{
  const auto prefix = namespace_ + "/";
  for (const auto& controller : controllers) {
    if (std::string_view(controller.plural) == "pods") continue;
    const auto& objects = resource_of(server, controller.group, controller.plural).collection->objects;
    for (auto at = objects.lower_bound(prefix); at != objects.end() && at->first.starts_with(prefix); ++at) {
      note(server, at->second->uid);
    }
  }
}

/// Admission charges what is made, so a quota is counted again for what goes, ends or changes alone.
void note_quotas(Server& server, const Stored& object, const Collection* collection, bool removed)
{
  if (collection == nullptr || !has_quotas(server, object.namespace_)) return;
  bool counts_again = removed || collection->id == "/services" || collection->id == "/persistentvolumeclaims";
  if (collection->id == "/pods" && !removed) {
    const auto phase = string_at(object.json(), {"status", "phase"});
    counts_again = phase == "Succeeded" || phase == "Failed";
  }
  if (collection->id == "/resourcequotas" && !removed) {
    const auto quota = object.json();
    counts_again = json_at(quota, {"spec", "hard"}) != json_at(quota, {"status", "hard"}) ||
                   !json_at(quota, {"status", "used"}).is_object();
  }
  if (counts_again) server.quotas_stale.insert(object.namespace_);
}

void count_quotas(Server& server, const std::string& namespace_)
{
  const auto quotas = resource_of(server, "", "resourcequotas");
  const auto prefix = namespace_ + "/";
  std::vector<StoredPtr> found;
  const auto& objects = quotas.collection->objects;
  for (auto at = objects.lower_bound(prefix); at != objects.end() && at->first.starts_with(prefix); ++at) {
    found.push_back(at->second);
  }
  bool changed = false;
  for (const auto& quota : found) {
    try {
      changed = quota_step(server, quotas, quota) || changed;
    } catch (const Failure&) {
      // Left as it is until something of the namespace changes.
    }
  }
  if (changed) note_all_in(server, namespace_);
}

}  // namespace

void install_fake_node(Server& server)
{
  if (!server.options.simulate_controllers) return;
  const auto nodes = resource_of(server, "", "nodes");
  const auto now = now_text(server);
  const auto stored = create_object_of(
      server, nodes,
      {{"metadata",
        {{"name", fake_node},
         {"labels",
          {{"kubernetes.io/hostname", fake_node}, {"kubernetes.io/os", "linux"}, {"kubernetes.io/arch", "amd64"}}}}},
       {"spec", Json::object()}});
  auto node = stored->json();
  const Json amounts{{"cpu", "64"}, {"memory", "256Gi"}, {"pods", "10000"}, {"ephemeral-storage", "1Ti"}};
  node["status"] = {
      {"addresses",
       {{{"type", "InternalIP"}, {"address", "10.0.0.1"}}, {{"type", "Hostname"}, {"address", fake_node}}}},
      {"capacity", amounts},
      {"allocatable", amounts},
      {"conditions",
       {{{"type", "Ready"},
         {"status", "True"},
         {"reason", "KubeletReady"},
         {"message", "pods of this node are made up"},
         {"lastHeartbeatTime", now},
         {"lastTransitionTime", now}}}}};
  (void)update_status_of(server, nodes, stored, std::move(node), "kubelet");
}

void note_workload(Server& server, const Stored& object, const Collection* removed_from)
{
  if (!server.options.simulate_controllers) return;
  note(server, object.uid);
  for (const auto& owner : object.owners) note(server, owner);
  const auto place = server.store.find_uid(object.uid);
  const auto* collection = place ? place->collection : removed_from;
  if (collection != nullptr && collection->id == "/nodes") note_all_for_nodes(server);
  note_quotas(server, object, collection, removed_from != nullptr);
}

void note_vain_charge(Server& server, const std::string& namespace_)
{
  if (server.options.simulate_controllers) server.quotas_stale.insert(namespace_);
}

void run_workloads(Server& server)
{
  constexpr int steps_of_a_request = 5000;
  int steps = 0;
  while (!(server.workloads.empty() && server.quotas_stale.empty()) && steps++ < steps_of_a_request) {
    if (server.workloads.empty()) {
      // A quota is counted once all is done that the writes so far led to.
      const auto namespace_ = server.quotas_stale.extract(server.quotas_stale.begin()).value();
      count_quotas(server, namespace_);
      continue;
    }
    const auto uid = std::move(server.workloads.front());
    server.workloads.pop_front();
    server.workloads_noted.erase(uid);
    look_at(server, uid);
  }
}

}  // namespace kubexx::apiserver

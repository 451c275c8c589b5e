// SPDX-License-Identifier: Apache-2.0
// What a scheduler and a kubelet write: kubernetes/pkg/kubelet/status, with every container that starts at once.
#include <algorithm>

#include "controllers/gc.hpp"
#include "controllers/graceful.hpp"
#include "controllers/workload_steps.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* fake_node_address = "10.0.0.1";

/// Another one for each pod, of 10.128.0.0/9.
std::string next_address(Server& server)
{
  const auto number = ++server.pod_addresses % (1U << 23U);
  return "10." + std::to_string(128 + (number >> 16U)) + "." + std::to_string((number >> 8U) % 256) + "." +
         std::to_string(number % 256);
}

void set_pod_condition(Json& status, const char* type, bool holds, const std::string& now, std::int64_t generation,
                       const char* reason = nullptr)
{
  Json condition{{"type", type},
                 {"status", holds ? "True" : "False"},
                 {"observedGeneration", generation},
                 {"lastProbeTime", nullptr},
                 {"lastTransitionTime", now}};
  if (reason != nullptr) condition["reason"] = reason;
  auto& conditions = status["conditions"];
  if (!conditions.is_array()) conditions = Json::array();
  const auto same = std::find_if(conditions.begin(), conditions.end(),
                                 [&](const Json& one) { return string_at(one, {"type"}) == type; });
  if (same == conditions.end()) {
    conditions.push_back(std::move(condition));
  } else {
    *same = std::move(condition);
  }
}

void bind_to_node(Server& server, const Resource& pods, const StoredPtr& stored)
{
  auto pod = stored->json();
  pod["spec"]["nodeName"] = fake_node;
  set_pod_condition(ensure_object(pod, "status"), "PodScheduled", true, now_text(server),
                    number_at(pod, {"metadata", "generation"}, 1));
  note_written(server, *server.store.put(*pods.collection, std::move(pod)));
}

/// `ended`: the container has done its work.
Json container_status(const Json& container, const std::string& pod_uid, const std::string& now, bool ended)
{
  const auto name = string_at(container, {"name"});
  const auto image = string_at(container, {"image"});
  const auto id = "fake://" + hash_of(pod_uid + "/" + name);
  Json state;
  if (ended) {
    state["terminated"] = {
        {"exitCode", 0}, {"reason", "Completed"}, {"startedAt", now}, {"finishedAt", now}, {"containerID", id}};
  } else {
    state["running"] = {{"startedAt", now}};
  }
  return {{"name", name},
          {"state", std::move(state)},
          {"lastState", Json::object()},
          {"ready", !ended},
          {"started", !ended},
          {"restartCount", 0},
          {"image", image},
          {"imageID", "fake://" + image},
          {"containerID", id}};
}

Json statuses(const Json& pod, const char* member, const std::string& now, bool ended)
{
  Json list = Json::array();
  const auto* containers = find(pod, {"spec", member});
  if (containers == nullptr) return list;
  for (const auto& container : *containers) {
    list.push_back(container_status(container, string_at(pod, {"metadata", "uid"}), now, ended));
  }
  return list;
}

/// A sidecar goes on; other init containers have ended when the pod runs.
Json init_statuses(const Json& pod, const std::string& now)
{
  Json list = Json::array();
  const auto* containers = find(pod, {"spec", "initContainers"});
  if (containers == nullptr) return list;
  for (const auto& container : *containers) {
    const bool sidecar = string_at(container, {"restartPolicy"}) == "Always";
    auto one = container_status(container, string_at(pod, {"metadata", "uid"}), now, !sidecar);
    one["ready"] = true;
    list.push_back(std::move(one));
  }
  return list;
}

void run(Server& server, const Resource& pods, const StoredPtr& stored, Json pod, bool ends)
{
  const auto now = now_text(server);
  const auto generation = number_at(pod, {"metadata", "generation"}, 1);
  auto& status = ensure_object(pod, "status");
  status["phase"] = ends ? "Succeeded" : "Running";
  const char* const reason = ends ? "PodCompleted" : nullptr;
  set_pod_condition(status, "PodReadyToStartContainers", !ends, now, generation);
  set_pod_condition(status, "Initialized", true, now, generation, reason);
  set_pod_condition(status, "Ready", !ends, now, generation, reason);
  set_pod_condition(status, "ContainersReady", !ends, now, generation, reason);
  if (condition_of(pod, "PodScheduled") == nullptr) set_pod_condition(status, "PodScheduled", true, now, generation);
  if (string_at(status, {"podIP"}).empty()) {
    const auto* host = find(pod, {"spec", "hostNetwork"});
    const auto address = host != nullptr && *host == true ? fake_node_address : next_address(server);
    status["podIP"] = address;
    status["podIPs"] = Json::array({{{"ip", address}}});
    status["hostIP"] = fake_node_address;
    status["hostIPs"] = Json::array({{{"ip", fake_node_address}}});
    status["startTime"] = now;
  }
  status["observedGeneration"] = generation;
  status["containerStatuses"] = statuses(pod, "containers", now, ends);
  if (auto init = init_statuses(pod, now); !init.empty()) status["initContainerStatuses"] = std::move(init);
  (void)update_status_of(server, pods, stored, std::move(pod), "kubelet");
}

bool is_owned_by_job(const Json& pod)
{
  const auto* owners = find(pod, {"metadata", "ownerReferences"});
  if (owners == nullptr) return false;
  return std::any_of(owners->begin(), owners->end(), [](const Json& owner) {
    return string_at(owner, {"kind"}) == "Job" && string_at(owner, {"apiVersion"}).starts_with("batch/");
  });
}

/// The containers stop at once; then only finalizers hold the pod.
void stop(Server& server, const Resource& pods, const StoredPtr& stored)
{
  if (remaining_grace(stored->json()) == 0) return;
  DeleteRequest now;
  now.grace = 0;
  (void)delete_stored(server, *pods.collection, stored, now);
}

}  // namespace

void pod_step(Server& server, const Resource& pods, const StoredPtr& stored)
{
  if (stored->deleting) return stop(server, pods, stored);
  auto pod = stored->json();
  const auto phase = string_at(pod, {"status", "phase"});
  if (phase == "Succeeded" || phase == "Failed") return;
  if (string_at(pod, {"spec", "nodeName"}).empty()) {
    const auto* gates = find(pod, {"spec", "schedulingGates"});
    if (gates != nullptr && !gates->empty()) return;
    return bind_to_node(server, pods, stored);
  }
  if (phase == "Running") return;
  const bool ends = is_owned_by_job(pod);
  run(server, pods, stored, std::move(pod), ends);
}

}  // namespace kubexx::apiserver

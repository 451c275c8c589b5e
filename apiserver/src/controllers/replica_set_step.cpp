// SPDX-License-Identifier: Apache-2.0
// kubernetes/pkg/controller/replicaset, without its expectations: here nothing happens meanwhile.
#include <algorithm>

#include "controllers/workload_steps.hpp"
#include "core/sorted.hpp"

namespace kubexx::apiserver {
namespace {

struct Counted {
  std::int64_t replicas = 0, labelled = 0, ready = 0, terminating = 0;
};

/// Those that are not ready go first, then the youngest.
std::vector<StoredPtr> surplus(std::vector<std::pair<StoredPtr, Json>> pods, std::size_t count)
{
  pods = sorted(std::move(pods),
                [](const auto& a, const auto& b) { return !is_true(a.second, "Ready") && is_true(b.second, "Ready"); });
  const auto first_ready =
      std::find_if(pods.begin(), pods.end(), [](const auto& pod) { return is_true(pod.second, "Ready"); });
  std::reverse(first_ready, pods.end());
  std::vector<StoredPtr> chosen;
  for (std::size_t index = 0; index < std::min(count, pods.size()); ++index) chosen.push_back(pods[index].first);
  return chosen;
}

bool has_labels(const Stored& pod, const Json* labels)
{
  if (labels == nullptr) return true;
  for (const auto& [key, value] : labels->items()) {
    const auto found = pod.labels.find(key);
    if (found == pod.labels.end() || value != found->second) return false;
  }
  return true;
}

Counted count(Server& server, const Resource& pods, const Stored& set, const Json& object)
{
  Counted counted;
  const auto* labels = find(object, {"spec", "template", "metadata", "labels"});
  for (const auto& stored : controlled(server, pods, set)) {
    const auto pod = stored->json();
    if (stored->deleting) ++counted.terminating;
    if (!is_active_pod(*stored, pod)) continue;
    ++counted.replicas;
    if (is_true(pod, "Ready")) ++counted.ready;
    if (has_labels(*stored, labels)) ++counted.labelled;
  }
  return counted;
}

/// `message` is why pods are missing; empty: none are.
void write_failure(Json& status, const std::string& message, const std::string& now)
{
  auto conditions = status.contains("conditions") ? status["conditions"] : Json::array();
  const auto old = std::find_if(conditions.begin(), conditions.end(), [](const Json& condition) {
    return string_at(condition, {"type"}) == "ReplicaFailure";
  });
  if (!message.empty() && old == conditions.end()) {
    conditions.push_back({{"type", "ReplicaFailure"},
                          {"status", "True"},
                          {"reason", "FailedCreate"},
                          {"message", message},
                          {"lastTransitionTime", now}});
  } else if (message.empty() && old != conditions.end()) {
    conditions.erase(old);
  }
  if (conditions.empty()) {
    status.erase("conditions");
  } else {
    status["conditions"] = std::move(conditions);
  }
}

}  // namespace

void replica_set_step(Server& server, const Resource& sets, const StoredPtr& set)
{
  const auto pods = resource_of(server, "", "pods");
  auto object = set->json();
  const auto reference = controller_reference(sets, "v1", *set);
  const auto wanted = number_at(object, {"spec", "replicas"}, 1);
  std::string failure;
  if (wanted > static_cast<std::int64_t>(most_pods)) {
    failure = "simulated controllers run at most " + std::to_string(most_pods) + " pods of one object";
  }
  if (!set->deleting) {
    const auto generation = number_at(object, {"metadata", "generation"}, 1);
    if (number_at(object, {"status", "observedGeneration"}, 0) != generation) {
      adopt(server, pods, object.at("spec").at("selector"), *set, reference);
    }
    std::vector<std::pair<StoredPtr, Json>> active;
    for (auto& stored : controlled(server, pods, *set)) {
      auto pod = stored->json();
      if (is_active_pod(*stored, pod)) active.emplace_back(std::move(stored), std::move(pod));
    }
    const auto there = active.size();
    const auto target = std::min(static_cast<std::size_t>(std::max<std::int64_t>(wanted, 0)), most_pods);
    try {
      for (auto index = there; index < target; ++index) {
        (void)create_object_of(server, pods, pod_of_template(object, reference, ""));
      }
    } catch (const Failure& refused) {
      failure = refused.what();
    }
    if (there > target) {
      for (const auto& pod : surplus(std::move(active), there - target)) delete_object_of(server, pods, pod);
    }
  }
  const auto counted = count(server, pods, *set, object);
  auto& status = ensure_object(object, "status");
  status["replicas"] = counted.replicas;
  set_count(status, "fullyLabeledReplicas", counted.labelled);
  set_count(status, "readyReplicas", counted.ready);
  set_count(status, "availableReplicas", counted.ready);
  status["terminatingReplicas"] = counted.terminating;
  status["observedGeneration"] = number_at(object, {"metadata", "generation"}, 1);
  write_failure(status, failure, now_text(server));
  (void)update_status_of(server, sets, set, std::move(object));
}

}  // namespace kubexx::apiserver

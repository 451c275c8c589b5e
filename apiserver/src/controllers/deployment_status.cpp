// SPDX-License-Identifier: Apache-2.0
// kubernetes/pkg/controller/deployment, progress.go and the counts of sync.go.
#include <algorithm>

#include "controllers/deployment_state.hpp"

namespace kubexx::apiserver {
namespace {

std::int64_t strategy_value(const DeploymentState& state, std::string_view name, bool round_up)
{
  return scaled_value(find(state.object, {"spec", "strategy", "rollingUpdate", name}), state.replicas(), round_up);
}

/// Keeps the time of the last transition while the status stays.
void put_condition(Json& status, const char* type, const char* holds, const std::string& reason,
                   const std::string& message, const std::string& now)
{
  Json condition{{"type", type},       {"status", holds},       {"reason", reason},
                 {"message", message}, {"lastUpdateTime", now}, {"lastTransitionTime", now}};
  auto& conditions = status["conditions"];
  if (!conditions.is_array()) conditions = Json::array();
  const auto old = std::find_if(conditions.begin(), conditions.end(),
                                [&](const Json& one) { return string_at(one, {"type"}) == type; });
  if (old == conditions.end()) {
    conditions.push_back(std::move(condition));
    return;
  }
  if ((*old)["status"] == holds) {
    if ((*old)["reason"] == reason && (*old)["message"] == message) return;
    condition["lastTransitionTime"] = (*old)["lastTransitionTime"];
  }
  *old = std::move(condition);
}

void drop_condition(Json& status, std::string_view type)
{
  if (!status.contains("conditions")) return;
  std::erase_if(status["conditions"].get_ref<Json::array_t&>(),
                [&](const Json& one) { return string_at(one, {"type"}) == type; });
}

bool is_complete(const DeploymentState& state, const Json& status)
{
  const auto wanted = state.replicas();
  return number_at(status, {"updatedReplicas"}, 0) == wanted && number_at(status, {"replicas"}, 0) == wanted &&
         number_at(status, {"availableReplicas"}, 0) == wanted;
}

bool has_progressed(const Json& before, const Json& after)
{
  const auto count = [](const Json& status, std::string_view name) { return number_at(status, {name}, 0); };
  return count(after, "updatedReplicas") > count(before, "updatedReplicas") ||
         count(after, "replicas") - count(after, "updatedReplicas") <
             count(before, "replicas") - count(before, "updatedReplicas") ||
         count(after, "readyReplicas") > count(before, "readyReplicas") ||
         count(after, "availableReplicas") > count(before, "availableReplicas");
}

void set_progressing(const DeploymentState& state, const Json& before, Json& status, const std::string& now)
{
  const auto* present = condition_of(state.object, "Progressing");
  const bool was_complete = present != nullptr && string_at(*present, {"reason"}) == "NewReplicaSetAvailable" &&
                            number_at(status, {"replicas"}, 0) == number_at(status, {"updatedReplicas"}, 0);
  if (was_complete) return;
  const auto subject = state.current ? "ReplicaSet \"" + state.current->stored->name + "\""
                                     : "Deployment \"" + state.stored->name + "\"";
  if (is_complete(state, status)) {
    put_condition(status, "Progressing", "True", "NewReplicaSetAvailable", subject + " has successfully progressed.",
                  now);
  } else if (has_progressed(before, status)) {
    put_condition(status, "Progressing", "True", "ReplicaSetUpdated", subject + " is progressing.", now);
  }
}

void copy_failure(const DeploymentState& state, Json& status, const std::string& now)
{
  const Json* failure = state.current ? condition_of(state.current->object, "ReplicaFailure") : nullptr;
  for (const auto& set : state.old) {
    if (failure == nullptr) failure = condition_of(set.object, "ReplicaFailure");
  }
  if (failure == nullptr) return drop_condition(status, "ReplicaFailure");
  put_condition(status, "ReplicaFailure", "True", string_at(*failure, {"reason"}), string_at(*failure, {"message"}),
                now);
}

}  // namespace

std::int64_t DeploymentState::max_surge() const
{
  return recreates() ? 0 : strategy_value(*this, "maxSurge", true);
}

std::int64_t DeploymentState::max_unavailable() const
{
  if (recreates() || replicas() == 0) return 0;
  const auto value = strategy_value(*this, "maxUnavailable", false);
  return std::min(value == 0 && max_surge() == 0 ? 1 : value, replicas());
}

std::int64_t DeploymentState::total_replicas() const
{
  std::int64_t sum = current ? current->replicas() : 0;
  for (const auto& set : old) sum += set.replicas();
  return sum;
}

std::int64_t DeploymentState::total(std::string_view status_member) const
{
  std::int64_t sum = current ? current->count(status_member) : 0;
  for (const auto& set : old) sum += set.count(status_member);
  return sum;
}

void write_deployment_status(Server& server, const Resource& deployments, DeploymentState& state,
                             const Progress& progress)
{
  const auto now = now_text(server);
  const auto* present = find(state.object, {"status"});
  const auto before = present == nullptr ? Json::object() : *present;
  auto status = before;
  const auto available = state.total("availableReplicas");
  status["observedGeneration"] = number_at(state.object, {"metadata", "generation"}, 1);
  set_count(status, "replicas", state.total("replicas"));
  set_count(status, "updatedReplicas", state.current ? state.current->count("replicas") : 0);
  set_count(status, "readyReplicas", state.total("readyReplicas"));
  set_count(status, "availableReplicas", available);
  set_count(status, "unavailableReplicas", std::max<std::int64_t>(state.total_replicas() - available, 0));
  status["terminatingReplicas"] = state.total("terminatingReplicas");
  if (available >= state.replicas() - state.max_unavailable()) {
    put_condition(status, "Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability.", now);
  } else {
    put_condition(status, "Available", "False", "MinimumReplicasUnavailable",
                  "Deployment does not have minimum availability.", now);
  }
  if (find(state.object, {"spec", "progressDeadlineSeconds"}) == nullptr) {
    drop_condition(status, "Progressing");
  } else if (!progress.reason.empty()) {
    const bool paused = progress.reason == "DeploymentPaused" || progress.reason == "DeploymentResumed";
    put_condition(status, "Progressing", paused ? "Unknown" : "True", progress.reason, progress.message, now);
  } else if (!progress.paused) {
    set_progressing(state, before, status, now);
  }
  copy_failure(state, status, now);
  auto object = state.object;
  object["status"] = std::move(status);
  state.stored = update_status_of(server, deployments, state.stored, std::move(object));
}

}  // namespace kubexx::apiserver

// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "columns/cells.hpp"
#include "kubexx/apimachinery/human_duration.hpp"

namespace kubexx::apiserver {
namespace {

const Json& pod_list_at(const Json& object, JsonPath path)
{
  static const Json none = Json::array();
  const auto* found = find(object, path);
  return found != nullptr && found->is_array() ? *found : none;
}

/// Why a container has ended.
std::string end_of(const Json& terminated, const std::string& prefix)
{
  if (const auto reason = string_at(terminated, {"reason"}); !reason.empty()) return prefix + reason;
  if (const auto signal = number_at(terminated, {"signal"}); signal != 0) {
    return prefix + "Signal:" + std::to_string(signal);
  }
  return prefix + "ExitCode:" + std::to_string(number_at(terminated, {"exitCode"}));
}

bool is_set(const Json& object, const char* member)
{
  const auto* value = find(object, {member});
  return value != nullptr && *value == true;
}

/// What the states of a pod's containers say of it as a whole.
class PodSummary {
public:
  explicit PodSummary(const Json& pod) : pod_(pod)
  {
    reason = text_or(pod, {"status", "reason"}, string_at(pod, {"status", "phase"}));
    for (const auto& condition : pod_list_at(pod, {"status", "conditions"})) {
      if (string_at(condition, {"type"}) == "PodScheduled" && string_at(condition, {"reason"}) == "SchedulingGated") {
        reason = "SchedulingGated";
      }
    }
    total = pod_list_at(pod, {"spec", "containers"}).size();
    for (const auto& container : pod_list_at(pod, {"spec", "initContainers"})) {
      if (string_at(container, {"restartPolicy"}) != "Always") continue;
      sidecars_.insert(string_at(container, {"name"}));
      ++total;
    }
    const bool initializing = look_at_init_containers();
    if (!initializing || has_condition(pod, "Initialized")) look_at_containers();
    const auto phase = string_at(pod, {"status", "phase"});
    if (find(pod, {"metadata", "deletionTimestamp"}) == nullptr) return;
    if (string_at(pod, {"status", "reason"}) == "NodeLost") {
      reason = "Unknown";
    } else if (phase != "Failed" && phase != "Succeeded") {
      reason = "Terminating";
    }
  }

  [[nodiscard]] std::string shown_restarts(WallTime now) const
  {
    auto text = std::to_string(restarts_);
    if (restarts_ != 0 && !last_restart_.empty()) text += " (" + human_age(last_restart_, now) + " ago)";
    return text;
  }

  std::string reason;
  std::size_t ready = 0, total = 0;

private:
  static void note_restart(const Json& status, std::int64_t& count, std::string& last)
  {
    count += number_at(status, {"restartCount"});
    const auto at = string_at(status, {"lastState", "terminated", "finishedAt"});
    if (last < at) last = at;  // times of one form sort as text
  }

  bool look_at_init_containers()
  {
    std::size_t index = 0;
    for (const auto& status : pod_list_at(pod_, {"status", "initContainerStatuses"})) {
      const auto here = index++;
      const bool sidecar = sidecars_.contains(string_at(status, {"name"}));
      note_restart(status, restarts_, last_restart_);
      if (sidecar) note_restart(status, sidecar_restarts_, last_sidecar_restart_);
      const auto* ended = find(status, {"state", "terminated"});
      if (ended != nullptr && number_at(*ended, {"exitCode"}) == 0) continue;
      if (sidecar && is_set(status, "started")) {
        if (is_set(status, "ready")) ++ready;
        continue;
      }
      const auto waiting = string_at(status, {"state", "waiting", "reason"});
      if (ended != nullptr) {
        reason = end_of(*ended, "Init:");
      } else if (!waiting.empty() && waiting != "PodInitializing") {
        reason = "Init:" + waiting;
      } else {
        reason =
            "Init:" + std::to_string(here) + "/" + std::to_string(pod_list_at(pod_, {"spec", "initContainers"}).size());
      }
      return true;
    }
    return false;
  }

  void look_at_containers()
  {
    restarts_ = sidecar_restarts_;
    last_restart_ = last_sidecar_restart_;
    bool running = false;
    std::string failure;
    const auto& statuses = pod_list_at(pod_, {"status", "containerStatuses"});
    for (auto status = statuses.rbegin(); status != statuses.rend(); ++status) {
      note_restart(*status, restarts_, last_restart_);
      const auto* ended = find(*status, {"state", "terminated"});
      if (const auto waiting = string_at(*status, {"state", "waiting", "reason"}); !waiting.empty()) {
        reason = waiting;
      } else if (ended != nullptr) {
        reason = end_of(*ended, "");
        if (number_at(*ended, {"exitCode"}) != 0) failure = reason;
      } else if (is_set(*status, "ready") && find(*status, {"state", "running"}) != nullptr) {
        running = true;
        ++ready;
      }
    }
    if (reason != "Completed") return;
    if (running && has_condition(pod_, "Ready")) {
      reason = "Running";
    } else if (!failure.empty()) {
      reason = failure;
    } else if (running) {
      reason = "NotReady";
    }
  }

  const Json& pod_;
  std::set<std::string> sidecars_;
  std::int64_t restarts_ = 0, sidecar_restarts_ = 0;
  std::string last_restart_, last_sidecar_restart_;
};

std::string readiness_gates(const Json& pod)
{
  const auto& gates = pod_list_at(pod, {"spec", "readinessGates"});
  if (gates.empty()) return "<none>";
  std::size_t open = 0;
  for (const auto& gate : gates) open += has_condition(pod, string_at(gate, {"conditionType"})) ? 1U : 0U;
  return std::to_string(open) + "/" + std::to_string(gates.size());
}

}  // namespace

Json pod_cells(const Json& pod, WallTime now)
{
  const PodSummary summary(pod);
  const auto& addresses = pod_list_at(pod, {"status", "podIPs"});
  return Json::array({name_cell(pod), std::to_string(summary.ready) + "/" + std::to_string(summary.total),
                      summary.reason, summary.shown_restarts(now), age_cell(pod, now),
                      addresses.empty() ? "<none>" : text_or(addresses.front(), {"ip"}, "<none>"),
                      text_or(pod, {"spec", "nodeName"}, "<none>"),
                      text_or(pod, {"status", "nominatedNodeName"}, "<none>"), readiness_gates(pod)});
}

}  // namespace kubexx::apiserver

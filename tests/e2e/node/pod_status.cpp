// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "running_pod.hpp"

namespace kubexx::e2e::node {
namespace {

Time now_in_seconds()
{
  return Time(std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now()));
}

// The time of a condition is that of its last change.
void set(std::vector<corev1::PodCondition>& conditions, const std::string& type, bool holds, const std::string& reason)
{
  auto found = std::find_if(conditions.begin(), conditions.end(), [&](const auto& one) { return one.type == type; });
  if (found == conditions.end()) {
    found = conditions.insert(conditions.end(), corev1::PodCondition());
    found->type = type;
  }
  const std::string status = holds ? "True" : "False";
  if (found->status != status) found->lastTransitionTime = now_in_seconds();
  found->status = status;
  found->reason = holds ? "" : reason;
}

corev1::ContainerStateTerminated terminated(const Container::Ended& ended, Time started)
{
  corev1::ContainerStateTerminated state;
  state.exitCode = ended.code;
  state.reason = ended.code == 0 ? "Completed" : "Error";
  state.startedAt = started;
  state.finishedAt = ended.at;
  return state;
}

}  // namespace

corev1::ContainerStatus RunningPod::status(const Part& part) const
{
  corev1::ContainerStatus status;
  status.name = part.container.name;
  status.image = part.container.image;
  status.imageID = part.image_id;
  status.restartCount = part.restarts;
  status.ready = is_ready(part);
  status.started = part.process && !part.process->ended() && part.startup->succeeded();
  if (part.process && !part.process->ended()) {
    corev1::ContainerStateRunning running;
    running.startedAt = part.process->started();
    status.state.running = running;
    if (part.last) status.lastState.terminated = terminated(*part.last, part.last->at);
    return status;
  }
  if (part.process && !part.restart_at) {
    status.state.terminated = terminated(*part.process->ended(), part.process->started());
    return status;
  }
  corev1::ContainerStateWaiting waiting;
  waiting.reason = part.restart_at ? "CrashLoopBackOff" : part.waiting;
  waiting.message = part.restart_at ? "it ended with " + std::to_string(part.last->code) : part.message;
  status.state.waiting = waiting;
  if (part.last) status.lastState.terminated = terminated(*part.last, part.last->at);
  return status;
}

corev1::PodStatus RunningPod::status(const corev1::Pod& pod) const
{
  corev1::PodStatus status = pod.status;
  status.containerStatuses.clear();
  bool ready = !parts_.empty(), started = false, good = true;
  for (const auto& part : parts_) {
    status.containerStatuses.push_back(this->status(part));
    ready = ready && is_ready(part);
    started = started || part.process;
    good = good && (!part.last || part.last->code == 0);
  }
  if (ended() && started) {
    status.phase = good ? corev1::PodPhase::Succeeded : corev1::PodPhase::Failed;
  } else {
    status.phase = started ? corev1::PodPhase::Running : corev1::PodPhase::Pending;
  }
  if (!status.startTime) status.startTime = now_in_seconds();
  status.hostIP = Bridge::address();
  if (status.hostIPs.empty()) status.hostIPs.emplace_back().ip = status.hostIP;
  if (network_) {
    status.podIP = network_->address();
    status.podIPs.resize(1);
    status.podIPs[0].ip = status.podIP;
  }
  const std::string reason = ended() ? "PodCompleted" : "ContainersNotReady";
  set(status.conditions, "PodReadyToStartContainers", network_.has_value(), "");
  set(status.conditions, "Initialized", true, "");
  set(status.conditions, "ContainersReady", ready, reason);
  set(status.conditions, "Ready", ready, reason);
  set(status.conditions, "PodScheduled", true, "");
  return status;
}

}  // namespace kubexx::e2e::node

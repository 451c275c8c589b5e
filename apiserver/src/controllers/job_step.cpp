// SPDX-License-Identifier: Apache-2.0
// kubernetes/pkg/controller/job, for pods that all succeed; they have no finalizer, because nothing is counted late.
#include <algorithm>
#include <set>

#include "controllers/workload_steps.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* index_name = "batch.kubernetes.io/job-completion-index";

struct JobPods {
  std::int64_t active = 0, ready = 0, succeeded = 0;
  std::set<std::int64_t> indexes;  // taken
};

JobPods look_at_pods(Server& server, const Resource& pods, const Stored& job)
{
  JobPods found;
  for (const auto& stored : controlled(server, pods, job)) {
    const auto pod = stored->json();
    std::int64_t index = -1;
    const auto text = string_at(pod, {"metadata", "annotations", index_name});
    if (read_number(text, index) == nullptr) found.indexes.insert(index);
    if (string_at(pod, {"status", "phase"}) == "Succeeded") {
      ++found.succeeded;
    } else if (is_active_pod(*stored, pod)) {
      ++found.active;
      if (is_true(pod, "Ready")) ++found.ready;
    }
  }
  return found;
}

void create_pods(Server& server, const Resource& pods, const Json& job, const Json& reference, JobPods& present,
                 std::int64_t count)
{
  const bool indexed = string_at(job, {"spec", "completionMode"}) == "Indexed";
  std::int64_t index = 0;
  for (; count > 0; --count, ++present.active) {
    auto pod = pod_of_template(job, reference, "");
    if (indexed) {
      while (present.indexes.contains(index)) ++index;
      present.indexes.insert(index);
      const auto text = std::to_string(index);
      ensure_object(pod["metadata"], "annotations")[index_name] = text;
      ensure_object(pod["metadata"], "labels")[index_name] = text;
      pod["spec"]["hostname"] = string_at(job, {"metadata", "name"}) + "-" + text;
      pod["metadata"]["generateName"] = string_at(job, {"metadata", "name"}) + "-" + text + "-";
    }
    (void)create_object_of(server, pods, std::move(pod));
  }
}

void set_job_condition(Json& status, const char* type, bool holds, const char* reason, const char* message,
                       const std::string& now)
{
  auto& conditions = status["conditions"];
  if (!conditions.is_array()) conditions = Json::array();
  const char* const text = holds ? "True" : "False";
  const auto old = std::find_if(conditions.begin(), conditions.end(),
                                [&](const Json& one) { return string_at(one, {"type"}) == type; });
  if (old != conditions.end() && (*old)["status"] == text) return;
  Json condition{{"type", type},       {"status", text},       {"reason", reason},
                 {"message", message}, {"lastProbeTime", now}, {"lastTransitionTime", now}};
  if (old == conditions.end()) {
    conditions.push_back(std::move(condition));
  } else {
    *old = std::move(condition);
  }
}

}  // namespace

void job_step(Server& server, const Resource& jobs, const StoredPtr& stored)
{
  auto job = stored->json();
  if (stored->deleting || is_true(job, "Complete") || is_true(job, "Failed")) return;
  const auto pods = resource_of(server, "", "pods");
  const auto now = now_text(server);
  const auto* suspended = find(job, {"spec", "suspend"});
  const bool suspend = suspended != nullptr && *suspended == true;
  const auto* completions = find(job, {"spec", "completions"});
  const auto parallel = number_at(job, {"spec", "parallelism"}, 1);
  auto present = look_at_pods(server, pods, *stored);
  // Without a number of completions the first success is enough.
  const auto wanted = completions == nullptr ? (present.succeeded > 0 ? 0 : parallel)
                                             : completions->get<std::int64_t>() - present.succeeded;
  const auto more = std::min({wanted, parallel, static_cast<std::int64_t>(most_pods)}) - present.active;
  if (!suspend && more > 0) create_pods(server, pods, job, controller_reference(jobs, "v1", *stored), present, more);
  auto& status = ensure_object(job, "status");
  if (suspend) {
    set_job_condition(status, "Suspended", true, "JobSuspended", "Job suspended", now);
  } else {
    if (condition_of(job, "Suspended") != nullptr) {
      set_job_condition(status, "Suspended", false, "JobResumed", "Job resumed", now);
    }
    set_default(status, "startTime", now);
  }
  set_count(status, "active", present.active);
  status["ready"] = present.ready;
  status["terminating"] = 0;
  set_count(status, "succeeded", present.succeeded);
  status["uncountedTerminatedPods"] = Json::object();
  if (!suspend && wanted <= 0 && present.active == 0) {
    constexpr const char* reached = "Reached expected number of succeeded pods";
    set_job_condition(status, "SuccessCriteriaMet", true, "CompletionsReached", reached, now);
    set_job_condition(status, "Complete", true, "CompletionsReached", reached, now);
    status["completionTime"] = now;
    if (string_at(job, {"spec", "completionMode"}) == "Indexed" && present.succeeded > 0) {
      const auto last = present.succeeded - 1;
      status["completedIndexes"] = last == 0 ? "0" : "0-" + std::to_string(last);
    }
  }
  (void)update_status_of(server, jobs, stored, std::move(job));
}

}  // namespace kubexx::apiserver

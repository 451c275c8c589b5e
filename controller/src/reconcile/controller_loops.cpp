// SPDX-License-Identifier: Apache-2.0
// Holds back keys whose reconciles trigger themselves by what they write.
#include <algorithm>

#include "diagnostics/shown_duration.hpp"
#include "reconcile/controller_impl.hpp"
#include "reconcile/request_log.hpp"

namespace kubexx {

namespace {

// Whether the object is as that write left it, but for a status that others write.
bool is_as_left(const Object& object, const HotLoopGuard::Write& write)
{
  if (!object) return false;
  if (object.resource_version() == write.version) return true;
  const bool wrote_status = std::any_of(write.fields.begin(), write.fields.end(),
                                        [](const auto& field) { return field.starts_with("/status"); });
  return !wrote_status && write.generation != 0 && object.generation() == write.generation;
}

}  // namespace

bool Controller::Impl::is_self_triggered(const Job& job, const HotLoopGuard::Trace& trace) const
{
  Cause own = 0;
  for (const auto& source : sources()) {
    if (source->is_removed() || source->cluster() != job.request.cluster) continue;
    for (const auto& write : trace.writes) {
      if (source->resource() != write.resource) continue;
      if (!is_as_left(source->object(write.key), write)) return false;
      own |= source->cause_of_changes();
    }
  }
  return own != 0 && (job.causes & ~own) == 0;
}

bool Controller::Impl::hold_back(Job& job)
{
  if (loops_.empty()) return false;
  const SteadyTime now = runtime_.clock->now();
  const auto trace = loops_.trace(job.request, now);
  job.self_triggered = trace && is_self_triggered(job, *trace);
  if (!job.self_triggered || !trace->is_loop() || trace->held_until <= now) return false;
  queue_.add_after(job.request, trace->held_until - now, job.causes, job.priority);
  return true;
}

void Controller::Impl::watch_for_loop(const Job& job, SteadyTime start, SteadyTime end)
{
  std::vector<HotLoopGuard::Write> writes;
  for (auto& change : calls_[job.worker]->changes(job.request.cluster)) {
    for (const auto& source : sources()) {
      const bool triggers = !source->is_removed() && source->cause_of_changes() != 0 &&
                            source->cluster() == job.request.cluster && source->resource() == change.resource;
      if (!triggers) continue;
      const Object object = source->object(change.key);
      const bool seen = object && object.resource_version() == change.version;
      writes.push_back(
          {change.resource, change.key, change.version, seen ? object.generation() : 0, std::move(change.fields)});
      break;
    }
  }
  const auto loop = loops_.add(job.request, job.self_triggered, std::move(writes), start, end);
  if (loop) report_loop(job, *loop, end);
}

void Controller::Impl::report_loop(const Job& job, const HotLoopGuard::Trace& loop, SteadyTime now) const
{
  const std::string text = "reconciling it writes " + loop.fields() +
                           ", which queues it again: " + std::to_string(loop.count) + " times in a row within " +
                           shown(now - loop.since) +
                           ". Does the value depend on the time, or does another write it back?";
  with_request(log_, job.request)
      .warn("hot loop: " + text,
            {{"held_back", loop.held_until - now}, {"cause", causes::text(job.causes, services_->watches())}});
  if (runtime_.metrics != nullptr) {
    const auto& write = loop.writes.front();
    runtime_.metrics
        ->counter("kubexx_controller_hot_loops_total",
                  "Reports of keys that trigger themselves by what their reconciles write to this field.",
                  {{"controller", options_.name}, {"resource", write.resource}, {"field", write.fields.front()}})
        ->increment();
  }
  for (const auto& source : sources()) {
    if (!source->is_own_kind() || source->cluster() != job.request.cluster) continue;
    const Object object = source->object(job.request.key());
    if (object) return job.access->events.warning(object, "HotLoop", "Reconcile", text);
  }
}

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
// Holds back keys whose reconciles trigger each other by what they write.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/detail/shown_duration.hpp"
#include "reconcile/controller_impl.hpp"
#include "reconcile/object_state.hpp"
#include "reconcile/request_log.hpp"

namespace kubexx {

namespace {

constexpr Duration kPatienceForName = std::chrono::seconds(2);

bool wrote_status(const WriteLog::Entry& writer)
{
  return std::any_of(writer.covering.begin(), writer.covering.end(),
                     [](const auto& path) { return path.starts_with("/status"); });
}

bool equal_within(const Transition& of, const StateScope& scope)
{
  return state_hash(of.old, scope) == state_hash(of.object, scope);
}

// Whether the controller of the object's kind has only noted that it saw the change, and the rest differs at most in
// `written`.
bool only_observed(const Transition& of, WallTime now, std::vector<std::string> written = {})
{
  StateScope scope;
  scope.without = std::move(written);
  scope.without.emplace_back("/status/observedGeneration");
  scope.times_are_equal_in = "/status";
  scope.now = now;
  return equal_within(of, scope);
}

// What a write of the key itself is to it: more when somebody else's change came between what the writer had read and
// its write, or when the informer shows both as one. Then more has changed than the writer asked for.
Trigger disturbance(const Transition& of, const WriteLog::Entry& writer, WallTime now)
{
  if (of.type != Transition::Type::updated || writer.covering.empty()) return 0;
  StateScope scope;
  scope.without = writer.covering;
  if (equal_within(of, scope)) return 0;
  scope.without.emplace_back("/status");
  if (wrote_status(writer) || !equal_within(of, scope)) return triggers::kForeign | triggers::kUnrelated;
  return only_observed(of, now, writer.covering) ? 0 : triggers::kForeign;
}

// "/status", "/metadata/annotations": what of a JSON pointer depends on the kind, not on the object.
std::string root_of(const std::string& pointer)
{
  const bool metadata = pointer.starts_with("/metadata/");
  return pointer.substr(0, pointer.find('/', metadata ? std::string_view("/metadata/").size() : 1));
}

bool owns(JsonView fields, std::string_view pointer)
{
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const auto end = std::min(pointer.find('/'), pointer.size());
    const JsonView below = fields.member("f:" + std::string(pointer.substr(0, end)));
    if (!below) return false;
    if (below.type() != JsonView::Type::object || !below.children().next()) return true;
    fields = below;
    pointer.remove_prefix(end);
  }
  return true;
}

// The manager that wrote last of those that own one of the fields, without `own`.
std::string owner_of(const Object& object, const std::vector<std::string>& pointers, const std::set<std::string>& own)
{
  std::string name;
  std::string latest;
  for (auto entry = object.at("/metadata/managedFields").children(); entry.next();) {
    const JsonView fields = entry.value().member("fieldsV1");
    const bool is_owner =
        std::any_of(pointers.begin(), pointers.end(), [&](const auto& pointer) { return owns(fields, pointer); });
    const std::string time = entry.value().member("time").as_string().value_or("");
    std::string manager = entry.value().member("manager").as_string().value_or("");
    if (!is_owner || time < latest || own.contains(manager)) continue;
    latest = time;
    name = std::move(manager);
  }
  return name;
}

}  // namespace

Trigger Controller::Impl::relation(const Request& request, const ObjectRef& object, const Transition& of,
                                   const WriteLog::Entry* writer)
{
  if (writer != nullptr && writer->controller == options_.name && writer->request == request) {
    // The first write of a row breaks nothing, so it need not be looked at.
    const bool matters = writer->gave_up || loops_.knows(request, runtime_.clock->now());
    return matters ? disturbance(of, *writer, runtime_.clock->wall_now()) : 0;
  }
  const auto meaning = loops_.meaning(request, object, of.old, of.object, runtime_.clock->now());
  const bool undoes = meaning == HotLoopGuard::Meaning::undoes;
  if (writer != nullptr) {
    if (!undoes) return triggers::kUnrelated;
    const bool own = writer->controller == options_.name;
    loops_.add_opponent(
        request, own ? "the reconcile of " + writer->request.to_string() : "controller '" + writer->controller + "'");
    return 0;
  }
  if (undoes) loops_.add_opponent(request, {});
  if (meaning == HotLoopGuard::Meaning::unrelated) return triggers::kForeign | triggers::kUnrelated;
  return !undoes && only_observed(of, runtime_.clock->wall_now()) ? 0 : triggers::kForeign;
}

bool Controller::Impl::hold_back(Job& job)
{
  if (loops_.empty()) return false;
  const SteadyTime now = runtime_.clock->now();
  const auto trace = loops_.trace(job.request, now);
  constexpr Trigger kOtherTriggers =
      triggers::kFirstList | triggers::kEnqueued | triggers::kPeriodic | triggers::kChannel | triggers::kUnrelated;
  job.self_triggered = trace && (job.triggers & triggers::kEvents) != 0 && (job.triggers & kOtherTriggers) == 0;
  if (!job.self_triggered) return false;
  const bool is_foreign = (job.triggers & triggers::kForeign) != 0;
  if (is_foreign || !trace->is_loop() || trace->held_until <= now) {
    // While the value of the other stands: after a write of this controller managedFields name this one.
    job.name_opponent =
        is_foreign && trace->undone_by_foreigner && trace->opponents.empty() && trace->may_be_reported_next();
    return false;
  }
  queue_.add_after(job.request, trace->held_until - now, job.triggers, job.priority);
  return true;
}

// A list, which the permission to watch allows, unlike a get.
awaitable<void> Controller::Impl::name_opponent(std::shared_ptr<Impl> self, Job job)
{
  const auto trace = self->loops_.trace(job.request, self->runtime_.clock->now());
  if (!trace || trace->writes.empty()) co_return;
  const ApiCalls::Change& change = trace->writes.front();
  std::optional<ResourceType> type;
  for (const auto& source : self->sources()) {
    if (source->cluster() == change.object.cluster && source->resource() == change.object.resource)
      type = source->type();
  }
  if (!type) co_return;
  ListOptions options;
  options.namespace_ = change.object.key.namespace_;
  options.field_selector = "metadata.name=" + change.object.key.name;
  options.keep_managed_fields = true;
  options.timeout = kPatienceForName;
  options.stop = self->stop_.get_token();
  std::string manager;
  try {
    const ObjectList found = co_await job.access->client.async_list(*type, std::move(options));
    if (found.items.size() == 1) {
      manager = owner_of(found.items.front(), change.paths.covering, {self->options_.name, change.manager});
    }
  } catch (const std::exception& error) {
    self->log_.debug("cannot determine who reverts the writes of a reconcile", {{"error", error.what()}});
  }
  self->loops_.add_opponent(job.request, manager.empty() ? "another client" : "the field manager \"" + manager + "\"");
}

std::optional<std::uint64_t> Controller::Impl::state_after(const Job& job, const HotLoopGuard::Writes& writes) const
{
  StateScope scope;
  scope.without = {"/status/observedGeneration"};
  scope.times_are_equal_in = "";
  scope.now = runtime_.clock->wall_now();
  std::uint64_t hash = 0;
  for (const auto& write : writes) {
    for (const auto& source : sources()) {
      if (source->is_removed() || source->cluster() != job.request.cluster) continue;
      if (source->resource() != write.object.resource) continue;
      hash = hash * 31 + state_hash(source->object(write.object.key), scope);
      break;
    }
  }
  return hash;
}

void Controller::Impl::watch_for_loop(const Job& job, SteadyTime start, SteadyTime end)
{
  if (!options_.hot_loop_guard) return;
  HotLoopGuard::Writes writes = calls_[job.worker]->changes(job.request.cluster);
  std::vector<std::shared_ptr<EventSource>> watched;
  if (!writes.empty()) watched = sources();
  std::erase_if(writes, [&](const ApiCalls::Change& change) {
    return std::none_of(watched.begin(), watched.end(), [&](const auto& source) {
      return !source->is_removed() && source->adds_keys() && source->cluster() == job.request.cluster &&
             source->resource() == change.object.resource;
    });
  });
  std::optional<std::uint64_t> state;
  if (job.self_triggered && !writes.empty()) state = state_after(job, writes);
  const auto loop = loops_.add(job.request, job.self_triggered, std::move(writes), state, start, end);
  if (loop) report_loop(job, *loop, end);
}

void Controller::Impl::report_loop(const Job& job, const HotLoopGuard::Trace& loop, SteadyTime now)
{
  std::string opponents;
  for (const auto& one : loop.opponents) opponents += (opponents.empty() ? "" : " and ") + one;
  const std::string times =
      std::to_string(loop.count) + " times in a row within " + detail::shown_duration(now - loop.since);
  const std::string text = opponents.empty()
                               ? "its reconcile writes " + loop.fields() + ", which enqueues it again: " + times +
                                     ". Does the value depend on the time, or does the API server change it?"
                               : "controller '" + options_.name + "' writes " + loop.fields() + ", and " + opponents +
                                     " writes another value: " + times + ". Which of them should own the field?";
  with_request(log_, job.request)
      .warn("hot loop: " + text,
            {{"held_back", loop.held_until - now}, {"trigger", triggers::text(job.triggers, services_->watches())}});
  const ApiCalls::Change& write = loop.writes.front();
  metrics_.looped(write.object.resource, root_of(write.paths.shown.front()));
  if (!options_.hot_loop_events) return;
  for (const auto& source : sources()) {
    if (!source->is_own_kind() || source->cluster() != job.request.cluster) continue;
    const Object object = source->object(job.request.key());
    if (object) return job.access->events.warning(object, "HotLoop", "Reconcile", text);
  }
}

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
// Why a key is reconciled, or is not.
#include <algorithm>
#include <string_view>

#include "kubexx/apimachinery/detail/shown_duration.hpp"
#include "kubexx/workqueue/snapshot.hpp"
#include "reconcile/controller_impl.hpp"

namespace kubexx {

namespace {

std::string for_long(Duration duration)
{
  return " for " + detail::shown_duration(duration);
}

// What a call that runs waits for.
Explanation::Reason reason_of(const ApiCalls::Open& open, SteadyTime now)
{
  const std::string call =
      std::string(to_string(open.call.verb)) + " " + open.call.resource + " " + open.call.key.to_string();
  if (!open.sent) {
    return {"throttled", "its call " + call + " has been waiting" + for_long(now - open.began) +
                             " for the rate limiter of the client or for a connection"};
  }
  std::string text = "it has been waiting" + for_long(now - *open.sent) + " for the response to " + call;
  if (open.attempts > 1) text += ", attempt " + std::to_string(open.attempts);
  return {"reconciling", std::move(text)};
}

}  // namespace

void Controller::Impl::explain_work(Explanation& to, const FlightRecorder::History& history, SteadyTime now) const
{
  if (const auto reconcile = active_->find(to.key)) {
    std::string text = "its reconcile has been running" + for_long(now - reconcile->since);
    if (reconcile->superseded) text += " and is being cancelled, because an event has enqueued its key";
    to.now.push_back({"reconciling", std::move(text)});
    for (const auto& open : calls_[reconcile->worker]->open()) to.now.push_back(reason_of(open, now));
  }
  if (const auto loop = loops_.trace(to.key, now); loop && loop->is_loop() && loop->held_until > now) {
    to.now.push_back({"held_back", "it is held back for " + detail::shown_duration(loop->held_until - now) +
                                       ": each of its last " + std::to_string(loop->count) + " reconciles wrote " +
                                       loop->fields() + ", which enqueued it again"});
  }
  if (const auto waits = shares_->explain(to.key, now)) to.now.push_back({"queued", *waits});
  const auto state = state_of(*queue_, to.key);
  if (!state) return;
  // Result::requeue() is no failure.
  const bool waits = !history.reconciles.empty() &&
                     std::string_view(history.reconciles.back().result) == label_of(Outcome::Kind::requeue);
  std::string failed;
  if (state->failures > 0) failed = waits ? ", after a requeue" : ", after a failure";
  if (state->failures > 1) {
    failed = ", after " + std::to_string(state->failures) + (waits ? " requeues in a row" : " failures in a row");
  }
  if (state->queued) {
    std::string text = state->queued_for ? "it has been queued" : "it is queued";
    if (state->processing) text += " again";
    if (state->queued_for) text += for_long(*state->queued_for);
    text += state->processing ? ", and waits for the current reconcile"
                              : ", queue length " + std::to_string(queue_->size());
    to.now.push_back({"queued", text + failed});
  }
  if (state->delayed && state->due) {
    const Duration left = std::max(*state->due - now, Duration::zero());
    const bool again = (state->triggers & triggers::kRetry) != 0 || state->failures > 0;
    to.now.push_back(
        {again ? "back_off" : "requeue", (again ? "it is retried in " : "its reconciler has requeued it, due in ") +
                                             detail::shown_duration(left) + failed});
  }
}

void Controller::Impl::explain_sources(Explanation& to, const FlightRecorder::History& history) const
{
  bool watched = false;
  bool own = false;
  bool present = false;
  for (const auto& source : sources()) {
    if (source->is_removed()) continue;
    const auto trouble = source->trouble();
    if (trouble) to.now.push_back({trouble->failing ? "watch_failing" : "watch_syncing", "watch of " + trouble->text});
    if (source->is_own_kind() && source->cluster() == to.key.cluster) {
      own = true;
      if (!source->watches(to.key.namespace_)) continue;
      watched = true;
      present = present || source->holds(to.key.key());
    } else if (const auto filtered = source->filtered_for(to.key)) {
      to.now.push_back({"filtered", text_of(*filtered)});
    }
  }
  if (history.filtered) to.now.push_back({"filtered", text_of(*history.filtered)});
  if (!own) return;
  if (!watched) {
    to.now.push_back({"not_watched", "its namespace is not watched"});
  } else if (!present) {
    const bool known = history.total > 0;
    to.now.push_back({known ? "deleted" : "unknown_key",
                      known ? "it was deleted: the object is no longer in the cache"
                            : "the object is not in the cache, and nothing is known about this key"});
  }
}

Explanation Controller::Impl::explain(Request key) const
{
  Explanation to;
  to.controller = options_.name;
  to.key = std::move(key);
  to.at = runtime_.clock->wall_now();
  FlightRecorder::History history;
  if (recorder_) history = recorder_->history(options_.name, to.key);
  if (stopping_.stop_requested()) to.now.push_back({"stopping", "the controller is stopping"});
  if (!services_->cluster(to.key.cluster)) {
    to.now.push_back({"unknown_cluster", "there is no cluster '" + to.key.cluster + "'"});
  }
  explain_work(to, history, runtime_.clock->now());
  const bool busy = !to.now.empty();
  const ControllerStatus state = status();
  if (!state.started) {
    to.now.push_back({"not_started", "the controller has not been started"});
  } else if (!state.running) {
    to.now.push_back({"not_started", "the controller is waiting for its watches"});
  }
  explain_sources(to, history);
  if (!busy && !history.reconciles.empty() && history.reconciles.back().final) {
    to.now.push_back({"gave_up", "its last reconcile failed, and it is not retried until something changes: " +
                                     history.reconciles.back().error});
  }
  if (to.now.empty()) {
    std::string text = "nothing has changed since it was reconciled";
    if (history.total == 0) text = "nothing has enqueued it, at least not recently";
    to.now.push_back({"idle", std::move(text)});
  }
  to.total = history.total;
  const std::vector<std::string> watches = services_->watches();
  for (auto record = history.reconciles.rbegin(); record != history.reconciles.rend(); ++record) {
    auto texts = triggers::describe(record->triggers, watches);
    to.past.push_back({std::move(*record), std::move(texts)});
  }
  return to;
}

}  // namespace kubexx

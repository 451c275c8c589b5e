// SPDX-License-Identifier: Apache-2.0
// The stop, in order and within the grace period.
#include <algorithm>
#include <atomic>
#include <set>

#include "manager/ignoring_result.hpp"
#include "manager/manager_impl.hpp"
#include "manager/within.hpp"

namespace kubexx {

namespace {

// What is left of the grace period for everything after the workers.
constexpr Duration kAfterWorkers = std::chrono::seconds(2);
constexpr Duration kFlushEvents = std::chrono::seconds(3);
// How long the events of an unresponsive server may keep the Lease from the next leader.
constexpr Duration kFlushLeadersEvents = std::chrono::seconds(1);

}  // namespace

void Manager::Impl::listen(StopListener listener)
{
  bool began = false;
  bool ended = false;
  {
    const std::lock_guard lock(mutex_);
    ended = stage_ == Stage::stopped;
    began = ended || stage_ == Stage::stopping;
    if (!ended) stop_listeners_.push_back(listener);
  }
  if (began && listener.began) listener.began();
  if (ended && listener.ended) listener.ended(stopped_well_);
}

awaitable<bool> Manager::Impl::stop(std::shared_ptr<Impl> self)
{
  self->begin_stop();
  OneShot ended;
  std::function<void(bool)> fire = [ended](bool) { ended.fire(); };
  self->listen({{}, std::move(fire)});
  co_await ended.wait();
  const std::lock_guard lock(self->mutex_);
  co_return self->stopped_well_;
}

void Manager::Impl::begin_stop()
{
  std::vector<StopListener> listeners;
  {
    const std::lock_guard lock(mutex_);
    if (stage_ == Stage::stopping || stage_ == Stage::stopped) return;
    stage_ = Stage::stopping;
    listeners = stop_listeners_;
  }
  for (const auto& listener : listeners) {
    if (listener.began) listener.began();
  }
  spawn(runtime.executor, stop_and_tell(shared_from_this()));
}

awaitable<void> Manager::Impl::stop_and_tell(std::shared_ptr<Impl> self)
{
  const bool well = co_await self->stop_in_order();
  bool let_go = false;
  std::vector<StopListener> listeners;
  {
    const std::lock_guard lock(self->mutex_);
    self->stage_ = Stage::stopped;
    self->stopped_well_ = well;
    let_go = self->let_go_;
    listeners.swap(self->stop_listeners_);
  }
  for (const auto& listener : listeners) {
    if (listener.ended) listener.ended(well);
  }
  if (let_go) self->end_threads();
}

void Manager::Impl::request_stop()
{
  std::vector<StopListener> listeners;
  {
    const std::lock_guard lock(mutex_);
    listeners = stop_listeners_;
  }
  for (const auto& listener : listeners) {
    if (listener.began) listener.began();
  }
  spawn(runtime.executor, ignoring_result(stop(shared_from_this())));
}

namespace {

// A listener and what outlives it.
struct Served {
  std::shared_ptr<OwnThread> thread;
  std::shared_ptr<HttpListener> listener;
};

// Drains the webhooks beside everything else.
awaitable<void> stop_webhooks(std::shared_ptr<void> owner, ManagedWebhooks* webhooks, Runtime runtime, SteadyTime end,
                              OneShot ended)
{
  const bool in_time =
      co_await within(runtime, saturating_add(end, std::chrono::milliseconds(100)), webhooks->async_stop(end));
  if (!in_time) runtime.log.error("the webhook server did not stop in time");
  ended.fire();
  owner.reset();
}

// Goes on alone when it is late.
awaitable<void> close_listener(Served served)
{
  co_await served.listener->async_stop();
}

}  // namespace

awaitable<bool> Manager::Impl::stop_in_order()
{
  stop_waiting_.request_stop();
  const SteadyTime now = runtime.clock->now();
  const SteadyTime end = saturating_add(now, options.grace);
  OneShot webhooks_ended;
  // A second before the end, so that there is time for what is left.
  const SteadyTime webhooks_end = now + (end - now) / 10 * 9;
  spawn(runtime.executor, stop_webhooks(shared_from_this(), &webhooks, runtime, webhooks_end, webhooks_ended));
  bool well = co_await stop_work();
  const bool lost = has_lost();
  const auto clusters = all_clusters();
  bool flushed = true;
  if (elector_ && !threads_ended_) {
    // While the fence still lets them through.
    const SteadyTime by = std::min(end, saturating_add(runtime.clock->now(), kFlushLeadersEvents));
    for (const auto& cluster : clusters) {
      const bool all = co_await cluster->leader_events.async_stop(by);
      flushed = flushed && all;
    }
    // A worker that still runs could write beside the next leader.
    co_await elector_->async_stop(well && !lost, end);
  }

  bool watches = true;
  for (const auto& cluster : clusters) {
    const bool ended = co_await within(runtime, end, cluster->async_stop());
    watches = watches && ended;
  }
  if (!watches) runtime.log.error("a watch did not stop in time");
  const SteadyTime flushed_by = std::min(end, saturating_add(runtime.clock->now(), kFlushEvents));
  for (const auto& cluster : clusters) {
    const bool all = co_await cluster->events.async_stop(flushed_by);
    flushed = flushed && all;
  }
  if (!flushed) runtime.log.warn("some events were not sent");

  co_await webhooks_ended.wait();
  const SteadyTime halfway = runtime.clock->now() + (end - runtime.clock->now()) / 2;
  std::set<RunnableGroup> servers{RunnableGroup::servers};
  const bool served = co_await RunnableSet::async_stop(runnables_, std::move(servers), halfway, end);
  well = well && served;
  std::vector<std::shared_ptr<HttpListener>> listeners;
  {
    const std::lock_guard lock(mutex_);
    listeners.swap(listeners_);
  }
  if (threads_ended_) listeners.clear();
  for (const auto& listener : listeners) {
    Served closing{serving_thread_, listener};
    const bool closed = co_await within(runtime, end, close_listener(std::move(closing)));
    if (!closed) runtime.log.error("a listener did not close in time", {{"url", listener->url()}});
    well = well && closed;
  }
  well = well && watches;
  const std::string why = failure();
  if (!why.empty()) {
    runtime.log.error("stopped: " + why);
  } else if (well) {
    runtime.log.info("stopped", {{"took", runtime.clock->now() - now}});
  } else {
    runtime.log.error("the grace period is over, but something is still running",
                      {{"grace", options.grace}, {"took", runtime.clock->now() - now}});
  }
  co_return well&& why.empty();
}

struct Manager::Impl::StopTally {
  // Takes note of one stop.
  static awaitable<void> await_one(awaitable<bool> stop, std::shared_ptr<StopTally> tally)
  {
    const bool well = co_await std::move(stop);
    if (!well) tally->well = false;
    if (--tally->left == 0) tally->ended.fire();
  }

  std::atomic<std::size_t> left{0};
  std::atomic<bool> well{true};
  OneShot ended;
};

Duration Manager::Impl::grace_of_work() const
{
  if (has_lost()) return std::min(options.grace, kAfterWorkers);
  return std::max(options.grace - kAfterWorkers, options.grace / 2);
}

std::shared_ptr<Manager::Impl::StopTally> Manager::Impl::begin_to_stop_work()
{
  const SteadyTime now = runtime.clock->now();
  const Duration drain = has_lost() ? Duration::zero() : options.drain;
  Controller::StopLimits limits{};
  limits.end = saturating_add(now, grace_of_work());
  limits.drain = std::min(limits.end, saturating_add(now, drain));
  if (has_lost()) {
    runtime.log.error("stopping: leadership was lost");
  } else {
    runtime.log.info("stopping: draining the queues", {{"at_most", drain}});
  }
  std::vector<Controller> controllers;
  {
    const std::lock_guard lock(mutex_);
    controllers = controllers_;
  }
  auto tally = std::make_shared<StopTally>();
  tally->left = controllers.size() + 1;
  for (const auto& controller : controllers) {
    spawn(runtime.executor, StopTally::await_one(controller.async_stop(limits), tally));
  }
  std::set<RunnableGroup> groups{RunnableGroup::leader, RunnableGroup::every_replica};
  auto runnables = RunnableSet::async_stop(runnables_, std::move(groups), limits.drain, limits.end);
  spawn(runtime.executor, StopTally::await_one(std::move(runnables), tally));
  return tally;
}

awaitable<bool> Manager::Impl::stop_work()
{
  const bool lost_before = has_lost();
  auto tally = begin_to_stop_work();
  if (!lost_before) {
    std::function<void()> sooner = [ended = tally->ended] { ended.fire(); };
    const std::stop_callback on_loss(lost_leadership_.get_token(), sooner);
    co_await tally->ended.wait();
    if (tally->left == 0) co_return tally->well.load();
    tally = begin_to_stop_work();  // what has been asked to end goes on doing so
  }
  co_await tally->ended.wait();
  co_return tally->well.load();
}

}  // namespace kubexx

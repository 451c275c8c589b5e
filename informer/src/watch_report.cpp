// SPDX-License-Identifier: Apache-2.0
#include "watch_report.hpp"

#include <utility>

#include "reflector_metrics.hpp"

namespace kubexx {

namespace {

WatchState coarse(Reflector::State state)
{
  switch (state) {
    case Reflector::State::idle:
      return WatchState::idle;
    case Reflector::State::choosing:
    case Reflector::State::waiting:
      return WatchState::starting;
    case Reflector::State::listing:
      return WatchState::listing;
    case Reflector::State::opening_stream_list:
    case Reflector::State::receiving_stream_list:
      return WatchState::syncing;
    case Reflector::State::opening_watch:
    case Reflector::State::watching:
      return WatchState::streaming;
    case Reflector::State::stopped:
      break;
  }
  return WatchState::stopped;
}

}  // namespace

WatchReport::WatchReport(const Runtime& runtime, const std::string& resource, const std::string& namespace_,
                         std::shared_ptr<const ReflectorMetrics> metrics)
    : clock_(*runtime.clock),
      log_(namespace_.empty() ? runtime.log.with({{"resource", resource}})
                              : runtime.log.with({{"resource", resource}, {"namespace", namespace_}})),
      metrics_(std::move(metrics))
{
}

WatchStatus WatchReport::status() const
{
  const std::lock_guard lock(mutex_);
  return status_;
}

Reflector::State WatchReport::state() const
{
  const std::lock_guard lock(mutex_);
  return state_;
}

void WatchReport::entered(Reflector::State state)
{
  const std::lock_guard lock(mutex_);
  state_ = state;
  if (!status_.failing_since || state == Reflector::State::stopped) status_.state = coarse(state);
}

void WatchReport::list_begins(bool over_watch)
{
  list_began_ = clock_.now();
  bool again = false;
  {
    const std::lock_guard lock(mutex_);
    if (over_watch) ++status_.watches;
    ++status_.lists;
    again = complete_;
    if (again) ++status_.relists;
  }
  if (!metrics_) return;
  metrics_->list_began(again);
  if (over_watch) metrics_->watch_began();
}

void WatchReport::watch_begins()
{
  {
    const std::lock_guard lock(mutex_);
    ++status_.watches;
    of_watch_ = 0;
  }
  if (metrics_) metrics_->watch_began();
}

void WatchReport::watch_ends(Duration lived, bool is_short)
{
  if (!metrics_) return;
  std::unique_lock lock(mutex_);
  const std::size_t events = std::exchange(of_watch_, 0);
  lock.unlock();
  metrics_->watch_ended(lived, events, is_short);
}

void WatchReport::list_done(std::size_t objects, const std::string& version)
{
  log_.debug("listed", {{"objects", objects}, {"resource_version", version}});
  if (metrics_) metrics_->list_ended(clock_.now() - list_began_, objects);
  const std::lock_guard lock(mutex_);
  complete_ = true;
  of_watch_ = 0;
}

void WatchReport::data(std::size_t objects)
{
  if (metrics_) metrics_->received(objects);
  const std::lock_guard lock(mutex_);
  status_.last_data = clock_.now();
  status_.events += objects;
  of_watch_ += objects;
}

void WatchReport::undecodable(std::size_t events)
{
  if (metrics_) metrics_->undecodable(events);
  const std::lock_guard lock(mutex_);
  status_.undecodable += events;
}

void WatchReport::left_out(const std::string& which, const std::string& problem)
{
  bool first = false;
  {
    const std::lock_guard lock(mutex_);
    first = status_.last_undecodable.empty();
    status_.last_undecodable = which + ": " + problem;
  }
  const LogLevel level = first ? LogLevel::warn : LogLevel::debug;
  log_.write(level, "an object is left out of the cache", {{"object", which}, {"problem", problem}});
}

void WatchReport::unidentified()
{
  if (metrics_) metrics_->unidentified();
  const std::lock_guard lock(mutex_);
  ++status_.unidentified;
}

void WatchReport::duplicates(std::size_t items)
{
  if (items == 0) return;
  if (metrics_) metrics_->duplicates(items);
  const std::lock_guard lock(mutex_);
  status_.duplicates += items;
}

void WatchReport::sharded(bool by_server)
{
  const std::lock_guard lock(mutex_);
  status_.sharded = by_server;
}

void WatchReport::failed(unsigned code, const std::string& text)
{
  if (metrics_) metrics_->failed();
  {
    const std::lock_guard lock(mutex_);
    if (!status_.failing_since) status_.failing_since = clock_.now();
    status_.state = WatchState::failing;
    status_.last_error_code = code;
    if (status_.last_error == text) return;
    status_.last_error = text;
  }
  log_.warn(text + "; retrying");
}

void WatchReport::recovered()
{
  std::optional<SteadyTime> since;
  {
    const std::lock_guard lock(mutex_);
    since = std::exchange(status_.failing_since, std::nullopt);
    if (!since) return;
    status_.last_error.clear();
    status_.last_error_code = 0;
    status_.state = coarse(state_);
  }
  log_.info("the watch has recovered", {{"after", clock_.now() - *since}});
}

}  // namespace kubexx

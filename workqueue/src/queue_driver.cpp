// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/queue_driver.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "queue_metrics.hpp"

namespace kubexx::detail {

namespace {

/// No more keys are taken with one hold of the lock.
constexpr std::size_t kMostTaken = 256;

Clock& required_clock(const QueueOptions& options)
{
  if (!options.clock) throw std::invalid_argument("kubexx workqueue: QueueOptions::clock must be set");
  return *options.clock;
}

bool measured(const QueueOptions& options)
{
  return options.metrics && !options.name.empty();
}

/// So that nothing can fail between the first dispatch and its place in the batch.
void reserve_batch(std::vector<Dispatch>& batch, std::size_t limit)
{
  if (limit == 0) throw std::invalid_argument("kubexx workqueue: the limit of a batch must be at least 1");
  if (batch.capacity() == 0) batch.reserve(1);
}

}  // namespace

QueueDriver::QueueDriver(const QueueOptions& options, RecordTable& records, std::unique_ptr<ReadyOrder> order,
                         QueueState::Entries entries)
    : clock_(required_clock(options)),
      records_(records),
      state_(records, std::move(order), entries, measured(options) || options.introspection),
      waiters_(mutex_, clock_, *this)
{
  if (!measured(options)) return;
  metrics_ = std::make_unique<QueueMetrics>(*this, options);
  state_.measure(*metrics_);
}

QueueDriver::~QueueDriver()
{
  Observer no_observer;  // what these refer to may be gone already
  observe(no_observer);
  OnDropped no_callback;
  on_dropped(no_callback);
  shut_down();
  waiters_.detach();
  metrics_.reset();
}

void QueueDriver::observe(Observer& observer) noexcept
{
  const BackoffLock lock(mutex_);
  observer_.swap(observer);
  observed_.store(static_cast<bool>(observer_), std::memory_order_relaxed);
  listen();
}

void QueueDriver::on_dropped(OnDropped& callback) noexcept
{
  const BackoffLock lock(mutex_);
  on_dropped_.swap(callback);
  listen();
}

void QueueDriver::on_step(const QueueStep& step) noexcept
{
  try {
    if (step.operation == QueueOperation::dropped && on_dropped_) on_dropped_(step.key);
  } catch (...) {  // NOLINT(bugprone-empty-catch): the key is dropped, whatever the callback makes of it
  }
  try {
    if (observer_) observer_(step);
  } catch (...) {  // NOLINT(bugprone-empty-catch): the step has happened, whatever the observer makes of it
  }
}

void QueueDriver::promote() noexcept
{
  count_touched();
  state_.set_time(clock_.now());
  state_.promote();
}

void QueueDriver::count_retry(Duration delay) noexcept
{
  if (metrics_ && (delay > Duration::zero() || !state_.merged())) metrics_->retried();
}

std::uint32_t QueueDriver::most_touched()
{
  const BackoffLock lock(mutex_);
  return most_touched_;
}

// Taking and giving back.

EmptyReason QueueDriver::take(const std::stop_token& stop, const std::optional<SteadyTime>& deadline, Dispatch& place)
{
  Effects effects;
  std::unique_lock lock(mutex_);
  return waiters_.take(lock, effects, stop, deadline, &place);
}

EmptyReason QueueDriver::take_batch(std::vector<Dispatch>& batch, std::size_t limit, const std::stop_token& stop,
                                    std::optional<SteadyTime> deadline)
{
  reserve_batch(batch, limit);
  const EmptyReason ready =
      stop.stop_requested() ? (done(batch), EmptyReason::stopped) : try_take_batch(batch, limit, true);
  if (ready != EmptyReason::empty) return ready;
  Dispatch first;
  const EmptyReason why = take(stop, deadline, first);
  if (why != EmptyReason::none) return why;
  batch.push_back(first);
  try_take_batch(batch, limit, false);
  return EmptyReason::none;
}

EmptyReason QueueDriver::try_take_batch(std::vector<Dispatch>& batch, std::size_t limit, bool give_back)
{
  reserve_batch(batch, limit);
  while (give_back && batch.size() > QueueState::kMostMoved) {
    Operation operation(*this);
    this->give_back(batch, QueueState::kMostMoved);
  }
  Operation operation(*this);
  if (give_back) this->give_back(batch, batch.size());
  fill(batch, limit);
  return batch.empty() ? why_empty() : EmptyReason::none;
}

void QueueDriver::done(std::vector<Dispatch>& batch)
{
  while (!batch.empty()) {
    Operation operation(*this);
    give_back(batch, std::min<std::size_t>(batch.size(), QueueState::kMostMoved));
  }
}

// The first ones come first.
void QueueDriver::give_back(std::vector<Dispatch>& batch, std::size_t count)
{
  const auto end = batch.begin() + static_cast<std::ptrdiff_t>(count);
  for (auto dispatch = batch.begin(); dispatch != end; ++dispatch) state_.done(*dispatch);
  batch.erase(batch.begin(), end);
  records_.touched += static_cast<std::uint32_t>(count);
}

void QueueDriver::fill(std::vector<Dispatch>& batch, std::size_t limit)
{
  limit = std::min({limit, batch.size() + state_.ready(), kMostTaken});
  try {
    batch.reserve(limit);
  } catch (const std::bad_alloc&) {
    limit = std::min(limit, batch.capacity());  // the rest waits for the next batch
  }
  for (; batch.size() < limit; ++records_.touched) {
    Dispatch next;
    try {
      dispatch(next);
    } catch (...) {  // of an OrderPolicy
      // No key is taken. A queue that ends takes none back: then the batch is what was taken before.
      if (state_.shutting_down() && !batch.empty()) return;
      while (!batch.empty()) {
        const Dispatch& last = batch.back();
        state_.add(last.record, last.triggers, last.priority);
        state_.done(last);
        batch.pop_back();
      }
      throw;
    }
    batch.push_back(next);
  }
}

// The end.

std::uint64_t QueueDriver::close(bool hard)
{
  std::uint64_t cut = 0;
  const SteadyTime asked = clock_.now();
  for (bool closed = false; !closed;) {
    Operation operation(*this);
    if (state_.due(asked)) continue;  // it has made some ready
    if (hard && !state_.idle()) {
      ++cut_drains_;
      operation.effects_.call(std::move(when_drained_), DrainResult::shut_down);
    }
    state_.close(hard && state_.merged());
    cut = cut_drains_;
    closed = true;
  }
  for (bool more = true; more;) {
    Operation operation(*this);
    more = state_.drop_some();
    more = waiters_.close(QueueState::kMostMoved, operation.effects_) || more;
  }
  return cut;
}

void QueueDriver::shut_down()
{
  close(true);
  Operation operation(*this);
  state_.announce(QueueOperation::shut_down);
  drained_.wake();
}

std::uint64_t QueueDriver::begin_drain()
{
  const std::uint64_t cut = close(false);
  Operation operation(*this);
  state_.announce(QueueOperation::drain_begun);
  return cut;
}

DrainResult QueueDriver::drain(const std::stop_token& stop, std::optional<SteadyTime> deadline)
{
  const std::uint64_t before = begin_drain();
  std::unique_lock lock(mutex_);
  const Waiters::Blocked blocked(waiters_);
  for (;;) {
    if (cut_drains_ != before) return DrainResult::shut_down;
    if (state_.drained()) return DrainResult::drained;
    if (stop.stop_requested()) return DrainResult::stopped;
    if (deadline && *deadline <= clock_.now()) return DrainResult::deadline;
    drained_.sleep(lock, clock_, deadline, stop);
  }
}

std::uint64_t QueueDriver::on_drained(std::function<void(DrainResult)> callback, std::optional<std::uint64_t> begun)
{
  auto called = std::make_unique<Effects::Rest>();
  Operation operation(*this);
  called->callbacks.push_back({drain_number_ + 1, std::move(callback)});
  if (begun && cut_drains_ != *begun) {
    operation.effects_.call(std::move(called), DrainResult::shut_down);
  } else if (!when_drained_) {
    when_drained_ = std::move(called);
  } else {
    when_drained_->callbacks.splice(when_drained_->callbacks.end(), called->callbacks);
  }
  return ++drain_number_;
}

void QueueDriver::ignore_drained(std::uint64_t number) noexcept
{
  std::list<Effects::DrainCallback> ignored;  // destroyed without the lock
  Operation operation(*this);
  if (!when_drained_) return;
  auto& callbacks = when_drained_->callbacks;
  const auto found =
      std::find_if(callbacks.begin(), callbacks.end(), [number](const auto& one) { return one.number == number; });
  if (found != callbacks.end()) ignored.splice(ignored.begin(), callbacks, found);
}

std::size_t QueueDriver::drain_callbacks()
{
  const BackoffLock lock(mutex_);
  return when_drained_ ? when_drained_->callbacks.size() : 0;
}

void QueueDriver::end_drains(Effects& effects) noexcept
{
  if (!state_.drained()) return;
  drained_.wake();
  effects.call(std::move(when_drained_), DrainResult::drained);
}

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "kubexx/workqueue/detail/queue_core.hpp"
#include "queue_metrics.hpp"

// Taking keys, and the shutdown.
namespace kubexx::detail {

QueueCore::~QueueCore()
{
  {
    const std::lock_guard lock(mutex);
    observer = nullptr;  // what it refers to may be gone already
  }
  shut_down();
  room_.vacate();
  metrics_.reset();
}

HandOut QueueCore::try_take(EmptyReason& why)
{
  AfterUnlock after;
  const std::lock_guard lock(mutex);
  promote_for_taker(after);
  why = EmptyReason::none;
  if (ready_ != 0) return pop_for_taker(after);
  why = shutting_down_ ? EmptyReason::shut_down : EmptyReason::empty;
  return {};
}

HandOut QueueCore::take(const std::stop_token& stop, std::optional<SteadyTime> deadline, EmptyReason& why)
{
  HandOut handed;
  AfterUnlock after;
  std::unique_lock lock(mutex);
  promote_for_taker(after);
  why = EmptyReason::none;
  if (ready_ != 0 && !stop.stop_requested()) {
    handed = pop_for_taker(after);
    room_.pass_on(after);
  } else {
    why = room_.take(lock, after, stop, deadline, &handed);
  }
  return handed;
}

void QueueCore::begin_shutdown(AfterUnlock& after)
{
  promote(after);
  shutting_down_ = true;
  while (!delays_.empty()) {
    const RecordIndex index = delays_.first();
    delays_.pop();
    ++dropped_;
    take_delayed_causes(index);
    note(QueueOperation::dropped, index);
    less_busy(index);
  }
  room_.close(after);
}

void QueueCore::shut_down()
{
  AfterUnlock after;
  const std::lock_guard lock(mutex);
  begin_shutdown(after);
  if (observer) observer(QueueOperation::shut_down, nullptr, {}, nullptr, 0, ready_);
  ++shut_downs_;
  drained_.notify_all();
  after.call(std::exchange(when_drained_, {}), drained() ? DrainResult::drained : DrainResult::shut_down);
}

void QueueCore::begin_drain()
{
  AfterUnlock after;
  const std::lock_guard lock(mutex);
  start_drain(after);
}

void QueueCore::start_drain(AfterUnlock& after)
{
  begin_shutdown(after);
  if (observer) observer(QueueOperation::drain_begun, nullptr, {}, nullptr, 0, ready_);
  tell_drained(after);
}

DrainResult QueueCore::drain(const std::stop_token& stop, std::optional<SteadyTime> deadline)
{
  AfterUnlock after;
  std::unique_lock lock(mutex);
  start_drain(after);
  const std::uint64_t before = shut_downs_;
  const WaitingRoom::Visit visit(room_);
  DrainResult result = DrainResult::drained;
  while (!drained()) {
    if (shut_downs_ != before) {
      result = DrainResult::shut_down;
    } else if (stop.stop_requested()) {
      result = DrainResult::stopped;
    } else if (deadline && *deadline <= clock_.now()) {
      result = DrainResult::deadline;
    } else if (after.pending()) {
      lock.unlock();
      after.run();
      lock.lock();
      continue;
    } else {
      clock_.wait_until(lock, drained_, deadline, stop);
      continue;
    }
    break;
  }
  return result;
}

void QueueCore::on_drained(std::function<void(DrainResult)> callback)
{
  AfterUnlock after;
  const std::lock_guard lock(mutex);
  when_drained_.push_back(std::move(callback));
  tell_drained(after);
}

void QueueCore::tell_drained(AfterUnlock& after)
{
  if (!shutting_down_ || !drained()) return;
  drained_.notify_all();
  if (!when_drained_.empty()) after.call(std::exchange(when_drained_, {}), DrainResult::drained);
}

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "key_times.hpp"
#include "kubexx/workqueue/detail/queue_core.hpp"
#include "queue_metrics.hpp"

// Taking keys, and the shutdown.
namespace kubexx::detail {

namespace {

/// So that nothing can fail between the first hand-out and its place in the batch.
void reserve_batch(std::vector<HandOut>& batch, std::size_t limit)
{
  if (limit == 0) throw std::invalid_argument("kubexx workqueue: the limit of a batch must be at least 1");
  if (batch.capacity() == 0) batch.reserve(1);
}

}  // namespace

QueueCore::~QueueCore()
{
  {
    Observer none;  // what the observer refers to may be gone already
    const PatientLock lock(mutex);
    observe(none);
  }
  shut_down();
  room_.vacate();
  metrics_.reset();
}

EmptyReason QueueCore::why_empty()
{
  const PatientLock lock(mutex);
  return shutting_down_ ? EmptyReason::shut_down : EmptyReason::empty;
}

EmptyReason QueueCore::take(const std::stop_token& stop, const std::optional<SteadyTime>& deadline, HandOut& place)
{
  AfterUnlock after;
  std::unique_lock lock(mutex);
  return room_.take(lock, after, stop, deadline, &place);
}

EmptyReason QueueCore::take_batch(std::vector<HandOut>& batch, std::size_t limit, const std::stop_token& stop,
                                  std::optional<SteadyTime> deadline)
{
  reserve_batch(batch, limit);
  AfterUnlock after;
  std::unique_lock lock(mutex);
  promote_for_taker(after);
  finish_locked(batch, after);
  if (ready_ == 0 || stop.stop_requested()) {
    HandOut first;
    const EmptyReason why = room_.take(lock, after, stop, deadline, &first);
    if (why != EmptyReason::none) return why;
    batch.push_back(first);
  }
  fill(batch, limit, after);
  return EmptyReason::none;
}

EmptyReason QueueCore::try_take_batch(std::vector<HandOut>& batch, std::size_t limit, bool give_back)
{
  reserve_batch(batch, limit);
  AfterUnlock after;
  const PatientLock lock(mutex);
  promote_for_taker(after);
  if (give_back) finish_locked(batch, after);
  fill(batch, limit, after);
  if (!batch.empty()) return EmptyReason::none;
  return shutting_down_ ? EmptyReason::shut_down : EmptyReason::empty;
}

void QueueCore::finish(std::vector<HandOut>& batch)
{
  AfterUnlock after;
  const PatientLock lock(mutex);
  promote(after);
  finish_locked(batch, after);
}

void QueueCore::finish_locked(std::vector<HandOut>& batch, AfterUnlock& after)
{
  for (const HandOut& handed : batch) finish_locked(handed, after);
  batch.clear();
}

void QueueCore::fill(std::vector<HandOut>& batch, std::size_t limit, AfterUnlock& after)
{
  limit = std::min(limit, batch.size() + ready_);
  try {
    batch.reserve(limit);
  } catch (const std::bad_alloc&) {
    limit = std::min(limit, batch.capacity());  // the rest waits for the next batch
  }
  while (ready_ != 0 && batch.size() < limit) {
    HandOut next;
    take_for_taker(next, after);
    batch.push_back(next);
  }
  room_.pass_on(after);
}

void QueueCore::begin_shutdown(AfterUnlock& after)
{
  promote(after);
  shutting_down_ = true;
  while (!delays_.empty()) {
    const RecordIndex index = delays_.first();
    delays_.pop();
    take_delayed_causes(index);
    drop(index);
  }
  room_.close(after);
}

void QueueCore::drop(RecordIndex index)
{
  ++dropped_;
  note(QueueOperation::dropped, index);
  less_busy(index);
}

void QueueCore::drop_queued()
{
  order_->clear();
  ready_ = 0;
  for (RecordIndex index = 0; queued_ != 0; ++index) {
    Record& record = records_[index];
    if (!record.in_use || !record.queued) continue;
    record.queued = 0;
    record.causes = 0;
    --queued_;
    drop(index);
  }
}

void QueueCore::shut_down()
{
  AfterUnlock after;
  const PatientLock lock(mutex);
  begin_shutdown(after);
  const bool complete = drained();
  if (!complete) ++cut_drains_;
  if (merged_) drop_queued();
  show(QueueOperation::shut_down, nullptr, {}, nullptr, 0);
  drained_.wake();
  after.call(std::move(when_drained_), complete ? DrainResult::drained : DrainResult::shut_down);
}

void QueueCore::begin_drain()
{
  AfterUnlock after;
  const PatientLock lock(mutex);
  start_drain(after);
}

void QueueCore::start_drain(AfterUnlock& after)
{
  begin_shutdown(after);
  show(QueueOperation::drain_begun, nullptr, {}, nullptr, 0);
  tell_drained(after);
}

DrainResult QueueCore::drain(const std::stop_token& stop, std::optional<SteadyTime> deadline)
{
  AfterUnlock after;
  std::unique_lock lock(mutex);
  start_drain(after);
  const std::uint64_t before = cut_drains_;
  const WaitingRoom::Visit visit(room_);
  DrainResult result = DrainResult::drained;
  while (!drained() || cut_drains_ != before) {
    if (cut_drains_ != before) {
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
      drained_.sleep(lock, clock_, deadline, stop);
      continue;
    }
    break;
  }
  return result;
}

void QueueCore::on_drained(std::function<void(DrainResult)> callback)
{
  AfterUnlock after;
  const PatientLock lock(mutex);
  // With all the memory that calling it will need.
  if (!when_drained_) when_drained_ = std::make_unique<AfterUnlock::Rest>();
  when_drained_->callbacks.push_back(std::move(callback));
  tell_drained(after);
}

void QueueCore::tell_drained(AfterUnlock& after)
{
  if (!shutting_down_ || !drained()) return;
  drained_.wake();
  after.call(std::move(when_drained_), DrainResult::drained);
}

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/queue_state.hpp"

#include <algorithm>
#include <utility>

namespace kubexx::detail {

QueueState::QueueState(RecordTable& records, std::unique_ptr<ReadyOrder> order, Entries entries, bool with_times)
    : failures(records),
      records_(records),
      merged_(entries == Entries::merged),
      side_tables_(with_times || order),
      observed_(with_times),
      times_(with_times ? std::make_unique<KeyTimes>(records) : nullptr),
      order_(std::move(order)),
      ready_list_(records),
      delays_(records)
{
}

// So that the steps after it cannot lack memory.
void QueueState::make_room(RecordIndex index, std::int32_t priority)
{
  if (times_) times_->make_room(index);
  if (!order_) return;
  delays_.make_room();
  order_->admit(index, priority);
}

Trigger QueueState::cancel_delay(RecordIndex index, Trigger trigger) noexcept
{
  delays_.cancel(index);
  const Trigger triggers = take_delayed_triggers(index);
  step(QueueOperation::due, index, {}, trigger | triggers);
  return triggers;
}

void QueueState::touch(RecordIndex index, Trigger trigger, ReadyReason reason)
{
  Record& record = records_[index];
  if (order_ && !record.processing) order_->touch(index, reason);
  record.triggers |= trigger;
  step(record.processing ? QueueOperation::collapsed : QueueOperation::touched, index);
}

void QueueState::add_after(RecordIndex index, Duration delay, Trigger trigger, std::int32_t priority)
{
  if (trigger != 0) delayed_triggers_.reserve(index);
  if (side_tables_) make_room(index, priority);
  const Record& record = records_[index];
  if (merged_ && record.queued) return enqueue(index, trigger, ReadyReason::added);
  if (!merged_ && record.delayed && record.ready <= now_) {
    // So many others are due that promote() has not come to it.
    delays_.make_room();
    enqueue(index, cancel_delay(index, 0), ReadyReason::due, record.ready);
  }
  const SteadyTime ready = saturating_add(now_, delay);
  const bool kept = record.delayed && record.ready <= ready;
  if (!kept) delays_.set(index, ready);
  if (trigger != 0) delayed_triggers_[index] |= trigger;
  if (times_ && !kept) times_->changed(index);
  step(kept ? QueueOperation::delay_kept : QueueOperation::delayed, index, delay);
}

void QueueState::requeue(RecordIndex index) noexcept
{
  Record& record = records_[index];
  make_ready(index, record, ReadyReason::returned);
  step(QueueOperation::returned, index);
  settle(index, record);
}

void QueueState::drop_overdue_failures(RecordIndex index) noexcept
{
  if (!failures.drop_overdue(index)) return;
  step(QueueOperation::forgotten, index);
}

void QueueState::ignore(const void* key, Duration delay, Trigger trigger) noexcept
{
  report({.operation = QueueOperation::ignored,
          .key = key,
          .delay = delay,
          .triggers = trigger,
          .ready = ready_,
          .at = now_});
}

void QueueState::set_failures(RecordIndex index, std::uint32_t number)
{
  if (times_) times_->make_room_for_failure(index);
  failures.reserve(index);
  failures.set(index, number, now_);
  if (times_) times_->changed(index);
}

void QueueState::take_back_failure(RecordIndex index, std::uint32_t number) noexcept
{
  failures.take_back(index, number);
  if (times_) times_->changed(index);
}

void QueueState::forget(RecordIndex index) noexcept
{
  failures.forget(index);
  if (times_) times_->changed(index);
  step(QueueOperation::forgotten, index);
  release_if_idle(index);
}

void QueueState::expire_failures() noexcept
{
  for (std::uint32_t most = kMostMoved; most != 0 && failures.first_expired(now_); --most) {
    ++records_.touched;
    if (const RecordIndex index = failures.drop_first(); index != kNoRecord) forget(index);
  }
}

void QueueState::promote_due() noexcept
{
  for (std::uint32_t most = kMostMoved; most != 0 && due(now_); --most) {
    ++records_.touched;
    const RecordIndex index = delays_.pop();
    if (index == kNoRecord) continue;
    const Trigger triggers = take_delayed_triggers(index);
    step(QueueOperation::due, index, {}, triggers);
    enqueue(index, triggers, ReadyReason::due, records_[index].ready);
  }
}

void QueueState::close(bool discard) noexcept
{
  shutting_down_ = true;
  if (!discard) return;
  discarding_ = true;
  ready_ = 0;
}

bool QueueState::drop_some() noexcept
{
  std::uint32_t most = kMostMoved;
  for (; most != 0 && !delays_.empty(); --most) {
    ++records_.touched;
    const RecordIndex index = delays_.pop();
    if (index == kNoRecord) continue;
    take_delayed_triggers(index);
    drop(index);
  }
  if (discarding_) {
    for (; most != 0 && queued_ != 0 && next_to_drop_ < records_.high_water(); --most) {
      ++records_.touched;
      const RecordIndex index = next_to_drop_++;
      if (records_[index].in_use && records_[index].queued) drop_queued(index);
    }
  }
  return most == 0;
}

void QueueState::drop(RecordIndex index) noexcept
{
  ++dropped_;
  step(QueueOperation::dropped, index);
  settle(index, records_[index]);
}

void QueueState::drop_queued(RecordIndex index) noexcept
{
  Record& record = records_[index];
  order_->remove(index);
  record.queued = 0;
  record.triggers = 0;
  --queued_;
  drop(index);
}

Trigger QueueState::take_delayed_triggers(RecordIndex index) noexcept
{
  return delayed_triggers_.has(index) ? std::exchange(delayed_triggers_[index], 0) : 0;
}

void QueueState::measure_add(RecordIndex index, SteadyTime since) noexcept
{
  if (times_) times_->added(index, since);
  if (meter_) meter_->added();
  step(QueueOperation::added, index);
}

void QueueState::measure_dispatch(Dispatch& place) noexcept
{
  if (times_) {
    place.queued_for = times_->dispatched(place.record, now_);
    if (meter_) meter_->dispatched(place.queued_for);
  }
  step(QueueOperation::dispatched, place.record, {}, place.triggers);
}

void QueueState::measure_done(RecordIndex index) noexcept
{
  if (times_) {
    const Duration processing_for = times_->done(index, now_);
    if (meter_) meter_->done(processing_for);
  }
  step(QueueOperation::done, index);
}

void QueueState::report_step(QueueOperation operation, RecordIndex index, Duration delay, Trigger triggers) noexcept
{
  const Record& record = records_[index];
  QueueStep step{.operation = operation,
                 .key = records_.key(index),
                 .delay = delay,
                 .triggers = triggers | record.triggers,
                 .failures = record.failures,
                 .ready = ready_,
                 .at = now_};
  if (delayed_triggers_.has(index)) step.triggers |= delayed_triggers_[index];
  listener_->on_step(step);
}

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/queue_core.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "key_times.hpp"
#include "queue_metrics.hpp"

// The rule of the queue; taking and the shutdown are in queue_waiting.cpp.
namespace kubexx::detail {

namespace {

Clock& required_clock(const QueueOptions& options)
{
  if (!options.clock) throw std::invalid_argument("kubexx workqueue: QueueOptions::clock must be set");
  return *options.clock;
}

}  // namespace

QueueCore::QueueCore(const QueueOptions& options, RecordTable& records, std::unique_ptr<ReadyOrder> order,
                     Entries entries)
    : failures(records),
      clock_(required_clock(options)),
      records_(records),
      merged_(entries == Entries::merged),
      order_(std::move(order)),
      ready_list_(records),
      delays_(records),
      room_(mutex, clock_, *this)
{
  const bool measured = options.metrics && !options.name.empty();
  if (measured || options.introspection) times_ = std::make_unique<KeyTimes>(records);
  if (measured) metrics_ = std::make_unique<QueueMetrics>(*this, options);
  hooked_ = times_ || order_;
}

void QueueCore::make_room(RecordIndex index, std::int32_t priority)
{
  if (times_) times_->make_room(index);
  if (!order_) return;
  delays_.make_room();
  order_->admit(index, priority);
}

void QueueCore::add_hooked(RecordIndex index, Cause cause, AfterUnlock& after, std::int32_t priority)
{
  make_room(index, priority);
  if (merged_ && records_[index].delayed) {
    delays_.cancel(index);
    cause |= take_delayed_causes(index);
    note(QueueOperation::due, index, {}, cause);
  }
  add_at(index, cause, std::nullopt, after);
}

void QueueCore::add_at(RecordIndex index, Cause cause, std::optional<SteadyTime> at, AfterUnlock& after)
{
  Record& record = records_[index];
  if (record.queued) {
    if (order_ && !record.held) order_->touch(index, at ? Because::due : Because::added);
    record.causes |= cause;
    note(record.held ? QueueOperation::collapsed : QueueOperation::touched, index);
    return;
  }
  if (!record.held) {
    push_ready(index, at ? Because::due : Because::added, at, after);
  } else if (order_) {
    order_->hold_back(index);
  }
  record.causes |= cause;
  record.queued = 1;
  ++queued_;
  if (times_) [[unlikely]]
    time_added(index, at ? *at : clock_.now());
  note(QueueOperation::added, index);
}

void QueueCore::add_after(RecordIndex index, Duration delay, Cause cause, AfterUnlock& after, std::int32_t priority)
{
  if (cause != 0 && delayed_causes_.size() < records_.high_water()) delayed_causes_.resize(records_.high_water());
  make_room(index, priority);
  Record& record = records_[index];
  if (merged_ && record.queued) return add_at(index, cause, std::nullopt, after);
  // With delays pending, promote() has read the clock for this operation.
  const SteadyTime now = delays_.empty() ? clock_.now() : promoted_at_;
  const SteadyTime ready = saturating_add(now, delay);
  if (record.delayed && record.ready <= ready) {
    if (cause != 0) delayed_causes_[index] |= cause;
    note(QueueOperation::delay_kept, index, delay);
    return;
  }
  delays_.set(index, ready);
  if (cause != 0) delayed_causes_[index] |= cause;
  if (times_) times_->changed(index);
  note(QueueOperation::delayed, index, delay);
  room_.watch(after);
}

void QueueCore::done_hooked(RecordIndex index, AfterUnlock& after)
{
  Record& record = records_[index];
  if (times_) time_done(index, clock_.now());
  record.held = 0;
  --held_;
  note(QueueOperation::done, index);
  if (record.queued) {
    push_ready(index, Because::returned, std::nullopt, after);
    note(QueueOperation::returned, index);
  }
  less_busy(index);
  tell_drained(after);
}

void QueueCore::less_busy(RecordIndex index)
{
  if (!records_[index].idle() && failures.drop_overdue(index)) note(QueueOperation::forgotten, index);
  if (times_) times_->changed(index);
  release_if_idle(index);
}

void QueueCore::set_failures(RecordIndex index, std::uint32_t number, SteadyTime now)
{
  if (times_) times_->make_room(index);
  failures.reserve(index);
  failures.set(index, number, now);
  if (times_) times_->changed(index);
}

void QueueCore::take_back_failure(RecordIndex index, std::uint32_t number) noexcept
{
  failures.take_back(index, number);
  if (times_) times_->changed(index);
}

void QueueCore::forget(RecordIndex index)
{
  failures.forget(index);
  if (times_) times_->changed(index);
  note(QueueOperation::forgotten, index);
  release_if_idle(index);
}

void QueueCore::expire_failures()
{
  const SteadyTime now = clock_.now();
  RecordIndex index = kNoRecord;
  while ((index = failures.drop_expired(now)) != kNoRecord) forget(index);
}

void QueueCore::time_added(RecordIndex index, SteadyTime at)
{
  times_->added(index, at);
  times_->changed(index);
  if (metrics_) metrics_->added();
}

void QueueCore::time_handed_out(RecordIndex index, SteadyTime at)
{
  times_->handed_out(index, at);
  if (metrics_) metrics_->handed_out(at - times_->added_at(index));
}

void QueueCore::time_done(RecordIndex index, SteadyTime at)
{
  times_->done(index);
  if (metrics_) metrics_->done(at - times_->handed_out_at(index));
}

void QueueCore::promote_due(AfterUnlock& after)
{
  promoted_at_ = clock_.now();
  while (!delays_.empty() && delays_.earliest() <= promoted_at_) {
    const RecordIndex index = delays_.first();
    delays_.pop();
    const Cause causes = take_delayed_causes(index);
    note(QueueOperation::due, index);
    add_at(index, causes, records_[index].ready, after);
  }
}

Cause QueueCore::take_delayed_causes(RecordIndex index) noexcept
{
  return index < delayed_causes_.size() ? std::exchange(delayed_causes_[index], 0) : 0;
}

void QueueCore::push_ready(RecordIndex index, Because why, std::optional<SteadyTime> since, AfterUnlock& after)
{
  if (!order_) return list_ready(index, after);
  order_->push(index, why, since);
  ++ready_;
  room_.signal(after);
}

void QueueCore::take_hooked(HandOut& place)
{
  const auto [index, priority] = order_ ? order_->pop() : ReadyOrder::Next{ready_list_.pop_front(), 0};
  if (times_) time_handed_out(index, clock_.now());
  hand_out(index, place);
  place.priority = priority;
  note(QueueOperation::handed_out, index, {}, place.causes);
}

void QueueCore::take_hooked_for_taker(HandOut& place, AfterUnlock& after)
{
  try {
    take_hooked(place);
  } catch (...) {
    room_.pass_on(after);
    throw;
  }
}

void QueueCore::count_retry(Duration delay) noexcept
{
  if (metrics_ && (delay > Duration::zero() || !merged_)) metrics_->retried();
}

void QueueCore::tell(QueueOperation operation, RecordIndex index, Duration delay, Cause causes) noexcept
{
  const Record& record = records_[index];
  if (index < delayed_causes_.size()) causes |= delayed_causes_[index];
  show(operation, records_.key(index), delay, &record, causes | record.causes);
}

void QueueCore::note_ignored(const void* key, Duration delay, Cause cause) noexcept
{
  show(QueueOperation::ignored, key, delay, nullptr, cause);
}

void QueueCore::show(QueueOperation operation, const void* key, Duration delay, const Record* record,
                     Cause causes) noexcept
{
  if (!observer_) return;
  try {
    observer_(operation, key, delay, record, causes, ready_);
  } catch (...) {  // NOLINT(bugprone-empty-catch): the step has happened, whatever the observer makes of it
  }
}

}  // namespace kubexx::detail

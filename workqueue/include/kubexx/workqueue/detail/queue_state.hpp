// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/delay_heap.hpp"
#include "kubexx/workqueue/detail/dispatch.hpp"
#include "kubexx/workqueue/detail/failures.hpp"
#include "kubexx/workqueue/detail/key_times.hpp"
#include "kubexx/workqueue/detail/queue_listener.hpp"
#include "kubexx/workqueue/detail/ready_list.hpp"
#include "kubexx/workqueue/detail/ready_order.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/detail/side_table.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx {

struct QueueEntryState;
struct QueueTotals;

namespace detail {

/// The rule of queue.hpp on records: a queue without the type of its keys, a lock, a clock, threads or waiting. Its
/// user sets the time (`set_time`) before an operation if `needs_time`, and then looks at the results: ready(),
/// next_due(), drained(). A listener gets every step. Not thread safe. A member that is not noexcept may throw and then
/// has no effect.
class QueueState {
public:
  /// How the flags queued and delayed are related.
  enum class Entries : std::uint8_t {
    separate,  ///< independent of each other: the rule of queue.hpp
    merged,    ///< at most one of them is set: the rule of priority_queue.hpp; requires an order
  };

  /// No operation touches more records than this, so that no key waits for the lock because there are many others; the
  /// operations that follow do the rest. (The size of a batch or a snapshot is up to its caller.)
  static constexpr std::uint32_t kMostTouched = 1024;
  /// At most this many keys become due, or are dropped, in one operation.
  static constexpr std::uint32_t kMostMoved = 64;

  /// Without an `order`, ready keys are dispatched first added, first out. `with_times`: for metrics and introspection.
  QueueState(RecordTable& records, std::unique_ptr<ReadyOrder> order, Entries entries, bool with_times);
  QueueState(const QueueState&) = delete;
  QueueState& operator=(const QueueState&) = delete;

  Failures failures;  ///< changed only by members of this class

  /// Sets the listener; null: none.
  void listen(QueueListener* listener) noexcept
  {
    listener_ = listener;
    observed_ = listener_ || times_;
  }
  /// Sets the meter: once, before the first operation, and only with times.
  void measure(QueueMeter& meter) noexcept { meter_ = &meter; }

  // Time.
  /// True if the time makes a difference to the next operation, whatever it is.
  [[nodiscard]] bool needs_time() const noexcept { return observed_ || !delays_.empty(); }
  void set_time(SteadyTime now) noexcept { now_ = now; }
  [[nodiscard]] SteadyTime now() const noexcept { return now_; }
  /// Makes ready the keys whose delay is over, in the order of their times, at most kMostMoved. Part of every
  /// operation.
  void promote() noexcept
  {
    if (due(now_)) promote_due();
  }
  /// After promote(): true if more keys are due at `time`.
  [[nodiscard]] bool due(SteadyTime time) const noexcept
  {
    return !shutting_down_ && !delays_.empty() && delays_.earliest() <= time;
  }
  /// When the next key will be due, or earlier.
  [[nodiscard]] std::optional<SteadyTime> next_due() const noexcept
  {
    return delays_.empty() || shutting_down_ ? std::nullopt : std::optional(delays_.earliest());
  }

  // The rule, key by key. No key is added after a shutdown.
  [[gnu::always_inline]] void add(RecordIndex index, Trigger trigger, std::int32_t priority = 0)
  {
    if (side_tables_) [[unlikely]] {
      make_room(index, priority);
      if (merged_ && records_[index].delayed) trigger |= cancel_delay(index, trigger);
    }
    enqueue(index, trigger, ReadyReason::added);
  }
  /// Precondition: delay > 0, and the time is set.
  void add_after(RecordIndex index, Duration delay, Trigger trigger, std::int32_t priority = 0);
  /// Takes the first ready key. Precondition: there is one.
  [[gnu::always_inline]] void dispatch(Dispatch& place)
  {
    ReadyOrder::Next next{.record = ready_list_.first(), .priority = 0};
    if (order_) [[unlikely]]
      next = order_->pop();
    const RecordIndex index = next.record;
    Record& record = records_[index];
    if (!order_) [[likely]]
      ready_list_.pop_front(record);
    --ready_;
    --queued_;
    ++processing_;
    record.queued = 0;
    record.processing = 1;
    record.dispatches = (record.dispatches + 1U) & 0xfffffffU;
    place.record = index;
    place.number = record.dispatches;
    place.triggers = record.triggers;
    place.priority = next.priority;
    place.key = records_.key(record);
    record.triggers = 0;
    if (observed_) [[unlikely]]
      measure_dispatch(place);
  }
  /// Ends the processing of a key; no effect if it is not processing.
  [[gnu::always_inline]] void done(RecordIndex index) noexcept { done(index, records_[index]); }
  /// The same, unless the processing has been ended before, even if the key has been dispatched again since.
  [[gnu::always_inline]] void done(const Dispatch& dispatch) noexcept
  {
    Record& record = records_[dispatch.record];
    if (record.dispatches == dispatch.number) done(dispatch.record, record);
  }
  /// Erases a record without flags and failures.
  void release_if_idle(RecordIndex index) noexcept { release_if_idle(index, records_[index]); }
  /// Reports an add, of any form, that comes after the shutdown.
  void ignore(const void* key, Duration delay, Trigger trigger) noexcept;

  // Failures.
  /// Sets the number of failures. Precondition: the time is set if failures expire.
  void set_failures(RecordIndex index, std::uint32_t number);
  /// Reports that a failure was counted; `delay` is that of the limiter.
  void count_failure(RecordIndex index, Duration delay, Trigger trigger) noexcept
  {
    step(QueueOperation::rate_limited, index, delay, trigger);
  }
  /// Undoes set_failures; `number` is the one before it.
  void take_back_failure(RecordIndex index, std::uint32_t number) noexcept;
  /// Resets the failures to zero.
  void forget(RecordIndex index) noexcept;
  /// Drops failures whose time to live is over, at most kMostMoved. Precondition: the time is set.
  void expire_failures() noexcept;

  // The end.
  /// Accepts no further keys; with `discard` it also dispatches none. Precondition: due keys are promoted. drop_some()
  /// does the rest.
  void close(bool discard) noexcept;
  /// After close: drops some of the keys that will not be dispatched. Returns true if there may be more.
  bool drop_some() noexcept;
  /// Reports a step without a key: drain_begun, shut_down.
  void announce(QueueOperation operation) noexcept { report({.operation = operation, .ready = ready_, .at = now_}); }

  [[nodiscard]] std::size_t ready() const noexcept { return ready_; }
  /// The result of Queue::size().
  [[nodiscard]] std::size_t size() const noexcept { return merged_ ? queued_ : ready_; }
  [[nodiscard]] std::size_t queued() const noexcept { return queued_; }
  [[nodiscard]] std::size_t processing() const noexcept { return processing_; }
  [[nodiscard]] std::size_t delayed() const noexcept { return delays_.size(); }
  [[nodiscard]] bool shutting_down() const noexcept { return shutting_down_; }
  /// True if no key is queued or processing.
  [[nodiscard]] bool idle() const noexcept { return queued_ == 0 && processing_ == 0; }
  /// After close: true if, in addition, nothing is left to be dropped.
  [[nodiscard]] bool drained() const noexcept { return idle() && delays_.empty(); }
  /// The number of keys that shutdowns dropped.
  [[nodiscard]] std::size_t dropped() const noexcept { return dropped_; }
  [[nodiscard]] bool merged() const noexcept { return merged_; }
  [[nodiscard]] ReadyOrder* order() const noexcept { return order_.get(); }
  [[nodiscard]] const KeyTimes* times() const noexcept { return times_.get(); }
  /// For snapshot.hpp. Exceptions of `emit` are passed on. Precondition: the time is set.
  void snapshot(std::size_t limit, QueueTotals& totals,
                const std::function<void(const void* key, const QueueEntryState& state)>& emit) const;
  /// The same for one record.
  [[nodiscard]] QueueEntryState state_of(RecordIndex index) const;

private:
  [[gnu::always_inline]] void done(RecordIndex index, Record& record) noexcept
  {
    if (!record.processing) return;
    if (discarding_ && record.queued) [[unlikely]]
      drop_queued(index);
    record.processing = 0;
    --processing_;
    if (observed_) [[unlikely]]
      measure_done(index);
    if (record.queued) [[unlikely]]
      return requeue(index);
    settle(index, record);
  }
  [[gnu::always_inline]] void release_if_idle(RecordIndex index, const Record& record) noexcept
  {
    if (record.idle()) records_.erase(index);
  }
  void make_room(RecordIndex index, std::int32_t priority);
  Trigger cancel_delay(RecordIndex index, Trigger trigger) noexcept;
  /// Makes the key queued; `since` is when its delay ended, if it was due. Exceptions (of an order's push within an
  /// add) come before any change.
  [[gnu::always_inline]] void enqueue(RecordIndex index, Trigger trigger, ReadyReason reason, SteadyTime since = {})
  {
    Record& record = records_[index];
    if (record.queued) [[unlikely]]
      return touch(index, trigger, reason);
    if (!record.processing) {
      make_ready(index, record, reason, since);
    } else if (order_) {
      order_->hold_back(index);
    }
    record.triggers |= trigger;
    record.queued = 1;
    ++queued_;
    if (observed_) [[unlikely]]
      measure_add(index, reason == ReadyReason::due ? since : now_);
  }
  void touch(RecordIndex index, Trigger trigger, ReadyReason reason);
  [[gnu::always_inline]] void make_ready(RecordIndex index, Record& record, ReadyReason reason, SteadyTime since = {})
  {
    if (order_) [[unlikely]] {
      order_->push(index, reason, reason == ReadyReason::due ? std::optional(since) : std::nullopt);
    } else {
      ready_list_.push_back(index, record);
    }
    ++ready_;
  }
  void promote_due() noexcept;
  void requeue(RecordIndex index) noexcept;
  /// For a record that is no longer processing or delayed.
  [[gnu::always_inline]] void settle(RecordIndex index, const Record& record) noexcept
  {
    if (record.failures != 0) [[unlikely]]
      drop_overdue_failures(index);
    if (observed_ && times_) [[unlikely]]
      times_->changed(index);
    release_if_idle(index, record);
  }
  void drop_overdue_failures(RecordIndex index) noexcept;
  void drop(RecordIndex index) noexcept;
  void drop_queued(RecordIndex index) noexcept;
  Trigger take_delayed_triggers(RecordIndex index) noexcept;

  // The three steps of every key, for times, meter and listener.
  void measure_add(RecordIndex index, SteadyTime since) noexcept;
  void measure_dispatch(Dispatch& place) noexcept;
  void measure_done(RecordIndex index) noexcept;
  /// Any other step of a key.
  void step(QueueOperation operation, RecordIndex index, Duration delay = {}, Trigger triggers = 0) noexcept
  {
    if (listener_) [[unlikely]]
      report_step(operation, index, delay, triggers);
  }
  void report_step(QueueOperation operation, RecordIndex index, Duration delay = {}, Trigger triggers = 0) noexcept;
  void report(const QueueStep& step) noexcept
  {
    if (listener_) listener_->on_step(step);
  }

  RecordTable& records_;
  const bool merged_;       ///< a key is never both queued and delayed
  const bool side_tables_;  ///< there are times_ or an order_
  bool observed_;           ///< there are times_ or a listener_
  bool shutting_down_ = false;
  bool discarding_ = false;                  ///< shutting down, and nothing is dispatched from now on
  const std::unique_ptr<KeyTimes> times_;    ///< null without metrics and introspection
  const std::unique_ptr<ReadyOrder> order_;  ///< the order of the ready keys; null: that of ready_list_
  QueueListener* listener_ = nullptr;
  QueueMeter* meter_ = nullptr;  ///< null without metrics
  SteadyTime now_{};
  ReadyList ready_list_;                 ///< empty if there is an order_
  std::size_t ready_ = 0;                ///< records that are queued and not processing; 0 while discarding
  std::size_t queued_ = 0;               ///< records that are queued
  std::size_t processing_ = 0;           ///< records that are processing
  DelayHeap delays_;                     ///< records that are delayed
  SideTable<Trigger> delayed_triggers_;  ///< triggers of a record's pending add_after calls
  RecordIndex next_to_drop_ = 0;         ///< while discarding: no record before it is queued
  std::size_t dropped_ = 0;
};

}  // namespace detail

}  // namespace kubexx

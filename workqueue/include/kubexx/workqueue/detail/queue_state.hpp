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

/// The rule of queue.hpp on records: a queue without the type of its keys, without lock, clock, thread or waiting.
/// Its user says what time it is (`set_time`) before the operation, if `needs_time`, and then looks at what the
/// operation led to: ready(), next_due(), drained(). Everybody who wants to know more listens to the steps. Not thread
/// safe. What is not noexcept may throw, and has then not happened.
class QueueState {
public:
  /// What a key can be at the same time.
  enum class Entries : std::uint8_t {
    separate,  ///< queued and delayed, independently: the rule of queue.hpp
    merged,    ///< one of them: the rule of priority_queue.hpp; wants an order
  };

  /// No operation touches more records than this, however many keys there are: what is left over is done by the
  /// operations that follow. (Whoever takes a batch or a snapshot decides about its size.)
  static constexpr std::uint32_t kMostTouched = 1024;
  /// So many keys at most become ready by themselves, or are dropped, with one operation.
  static constexpr std::uint32_t kMostMoved = 64;

  /// Without an `order` the ready keys come first added, first out. `with_times`: for metrics and introspection.
  QueueState(RecordTable& records, std::unique_ptr<ReadyOrder> order, Entries entries, bool with_times);
  QueueState(const QueueState&) = delete;
  QueueState& operator=(const QueueState&) = delete;

  Failures failures;  ///< changed by set_failures, forget and expire_failures alone

  /// Null ends it.
  void listen(QueueListener* listener) noexcept
  {
    listener_ = listener;
    observed_ = listener_ || times_;
  }
  /// Once, before the first operation, and with times alone.
  void measure(QueueMeter& meter) noexcept { meter_ = &meter; }

  // Time.
  /// Whether the time makes a difference to whatever operation is next.
  [[nodiscard]] bool needs_time() const noexcept { return observed_ || !delays_.empty(); }
  void set_time(SteadyTime now) noexcept { now_ = now; }
  [[nodiscard]] SteadyTime now() const noexcept { return now_; }
  /// Makes ready the keys whose delay is over, in the order of their times; of many, the first kMostMoved. Part of
  /// every operation.
  void promote() noexcept
  {
    if (due(now_)) promote_due();
  }
  /// After promote(): there are more keys that were due at `time`.
  [[nodiscard]] bool due(SteadyTime time) const noexcept
  {
    return !shutting_down_ && !delays_.empty() && delays_.earliest() <= time;
  }
  /// When the next key will be due, or sooner.
  [[nodiscard]] std::optional<SteadyTime> next_due() const noexcept
  {
    return delays_.empty() || shutting_down_ ? std::nullopt : std::optional(delays_.earliest());
  }

  // The rule, key by key. Adding: not after shutdown.
  [[gnu::always_inline]] void add(RecordIndex index, Cause cause, std::int32_t priority = 0)
  {
    if (side_tables_) [[unlikely]] {
      make_room(index, priority);
      if (merged_ && records_[index].delayed) cause |= cancel_delay(index, cause);
    }
    enqueue(index, cause, ReadyReason::added);
  }
  /// With a delay > 0, and the time set.
  void add_after(RecordIndex index, Duration delay, Cause cause, std::int32_t priority = 0);
  /// Takes the first ready key, of which there is one.
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
    place.causes = record.causes;
    place.priority = next.priority;
    place.key = records_.key(record);
    record.causes = 0;
    if (observed_) [[unlikely]]
      measure_dispatch(place);
  }
  /// The key is no longer processed; harmless if it is not.
  [[gnu::always_inline]] void done(RecordIndex index) noexcept { done(index, records_[index]); }
  /// Unless the key was given back before, and maybe dispatched again since.
  [[gnu::always_inline]] void done(const Dispatch& dispatch) noexcept
  {
    Record& record = records_[dispatch.record];
    if (record.dispatches == dispatch.number) done(dispatch.record, record);
  }
  /// Drops a record of which nothing is left to know.
  void release_if_idle(RecordIndex index) noexcept { release_if_idle(index, records_[index]); }
  /// An add, of any form, that comes too late.
  void ignore(const void* key, Duration delay, Cause cause) noexcept;

  // Failures.
  /// A failure was counted: the delay is what the limiter says, the time is set if failures expire.
  void set_failures(RecordIndex index, std::uint32_t number);
  void count_failure(RecordIndex index, Duration delay, Cause cause) noexcept
  {
    step(QueueOperation::rate_limited, index, delay, cause);
  }
  /// Takes back what set_failures did; `number` were there before.
  void take_back_failure(RecordIndex index, std::uint32_t number) noexcept;
  /// The failures are zero.
  void forget(RecordIndex index) noexcept;
  /// Drops failures whose time to live is over; the time is set.
  void expire_failures() noexcept;

  // The end.
  /// Nothing is accepted any more; with `discard` nothing is dispatched either. What is due was promoted. The rest is
  /// done by drop_some.
  void close(bool discard) noexcept;
  /// After close: drops some of the keys that will not be dispatched. True if there are more.
  bool drop_some() noexcept;
  /// A step of no key: drain_begun, shut_down.
  void announce(QueueOperation operation) noexcept { report({.operation = operation, .ready = ready_, .at = now_}); }

  [[nodiscard]] std::size_t ready() const noexcept { return ready_; }
  /// What size() says.
  [[nodiscard]] std::size_t size() const noexcept { return merged_ ? queued_ : ready_; }
  [[nodiscard]] std::size_t queued() const noexcept { return queued_; }
  [[nodiscard]] std::size_t processing() const noexcept { return processing_; }
  [[nodiscard]] std::size_t delayed() const noexcept { return delays_.size(); }
  [[nodiscard]] bool shutting_down() const noexcept { return shutting_down_; }
  /// No key is queued or processing.
  [[nodiscard]] bool idle() const noexcept { return queued_ == 0 && processing_ == 0; }
  /// After close: the same, and nothing is left to be dropped.
  [[nodiscard]] bool drained() const noexcept { return idle() && delays_.empty(); }
  /// Keys that shutdowns discarded.
  [[nodiscard]] std::size_t dropped() const noexcept { return dropped_; }
  [[nodiscard]] bool merged() const noexcept { return merged_; }
  [[nodiscard]] ReadyOrder* order() const noexcept { return order_.get(); }
  [[nodiscard]] const KeyTimes* times() const noexcept { return times_.get(); }
  /// snapshot.hpp. What `emit` throws is passed on. The time is set.
  void snapshot(std::size_t limit, QueueTotals& totals,
                const std::function<void(const void* key, const QueueEntryState& state)>& emit) const;
  /// The same of one record.
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
  Cause cancel_delay(RecordIndex index, Cause cause) noexcept;
  /// The key is queued, `since` its delay ended, if it was due; what throws (an order's push within an add) comes
  /// before anything has changed.
  [[gnu::always_inline]] void enqueue(RecordIndex index, Cause cause, ReadyReason reason, SteadyTime since = {})
  {
    Record& record = records_[index];
    if (record.queued) [[unlikely]]
      return touch(index, cause, reason);
    if (!record.processing) {
      make_ready(index, record, reason, since);
    } else if (order_) {
      order_->hold_back(index);
    }
    record.causes |= cause;
    record.queued = 1;
    ++queued_;
    if (observed_) [[unlikely]]
      measure_add(index, reason == ReadyReason::due ? since : now_);
  }
  void touch(RecordIndex index, Cause cause, ReadyReason reason);
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
  /// A record that ceased to be processed or delayed.
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
  Cause take_delayed_causes(RecordIndex index) noexcept;

  // What times, meter and listener want to know of the three steps of every key.
  void measure_add(RecordIndex index, SteadyTime since) noexcept;
  void measure_dispatch(Dispatch& place) noexcept;
  void measure_done(RecordIndex index) noexcept;
  /// After any other step of a key.
  void step(QueueOperation operation, RecordIndex index, Duration delay = {}, Cause causes = 0) noexcept
  {
    if (listener_) [[unlikely]]
      report_step(operation, index, delay, causes);
  }
  void report_step(QueueOperation operation, RecordIndex index, Duration delay = {}, Cause causes = 0) noexcept;
  void report(const QueueStep& step) noexcept
  {
    if (listener_) listener_->on_step(step);
  }

  RecordTable& records_;
  const bool merged_;       ///< never both queued and delayed
  const bool side_tables_;  ///< there are times_ or an order_
  bool observed_;           ///< there are times_ or a listener_
  bool shutting_down_ = false;
  bool discarding_ = false;                  ///< shutting down, and nothing is dispatched any more
  const std::unique_ptr<KeyTimes> times_;    ///< null without metrics and introspection
  const std::unique_ptr<ReadyOrder> order_;  ///< the order of the ready keys; null: that of the ready list
  QueueListener* listener_ = nullptr;
  QueueMeter* meter_ = nullptr;  ///< null without metrics
  SteadyTime now_{};
  ReadyList ready_list_;             ///< empty if there is an order_
  std::size_t ready_ = 0;            ///< records with queued and without processing; 0 while discarding
  std::size_t queued_ = 0;           ///< records with queued
  std::size_t processing_ = 0;       ///< records with processing
  DelayHeap delays_;                 ///< records with delayed
  SideTable<Cause> delayed_causes_;  ///< causes of the pending add_after calls of a record
  RecordIndex next_to_drop_ = 0;     ///< while discarding: no record before it is queued
  std::size_t dropped_ = 0;
};

}  // namespace detail

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/delay_heap.hpp"
#include "kubexx/workqueue/detail/failures.hpp"
#include "kubexx/workqueue/detail/hand_out.hpp"
#include "kubexx/workqueue/detail/patient_mutex.hpp"
#include "kubexx/workqueue/detail/ready_list.hpp"
#include "kubexx/workqueue/detail/ready_order.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/detail/waiting_room.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx {

struct QueueEntryState;
struct QueueTotals;

namespace detail {

class KeyTimes;
class QueueMetrics;

/// A queue without the type of its keys: the rule of queue.hpp on records, and the shutdown. Its users lock
/// `mutex`, call `promote`, then the operation; `AfterUnlock` is declared before the lock. Members marked [lock] want
/// the lock held.
class QueueCore final : private Awaited {
public:
  using Observer =
      std::function<void(QueueOperation, const void* key, Duration, const Record*, Cause, std::size_t ready)>;

  /// What a key can be at the same time.
  enum class Entries : std::uint8_t {
    separate,  ///< queued and delayed, independently: the rule of queue.hpp
    merged,    ///< one of them: the rule of priority_queue.hpp; wants an order
  };

  /// Without an `order` the ready keys come first added, first out.
  QueueCore(const QueueOptions& options, RecordTable& records, std::unique_ptr<ReadyOrder> order = nullptr,
            Entries entries = Entries::separate);
  ~QueueCore();
  QueueCore(const QueueCore&) = delete;
  QueueCore& operator=(const QueueCore&) = delete;

  PatientMutex mutex;
  Failures failures;  ///< [lock] changed by set_failures, forget and expire_failures alone

  /// [lock] Swaps the observer.
  void observe(Observer& other) noexcept
  {
    observer_.swap(other);
    observed_.store(static_cast<bool>(observer_), std::memory_order_relaxed);
    hooked_ = observer_ || times_ || order_;
  }

  /// Without the lock: no key has failures, and nobody wants to see that one is forgotten.
  [[nodiscard]] bool nothing_to_forget() const noexcept
  {
    return failures.size() == 0 && !observed_.load(std::memory_order_relaxed);
  }

  /// [lock] Adds the keys whose delay is over, in the order of their times. Part of every operation.
  void promote(AfterUnlock& after) override
  {
    if (!delays_.empty()) promote_due(after);
  }

  /// [lock] The rule for a key that is added; not after shutdown.
  void add(RecordIndex index, Cause cause, AfterUnlock& after, std::int32_t priority = 0)
  {
    Record& record = records_[index];
    if (hooked_ || record.queued) [[unlikely]]
      return add_hooked(index, cause, after, priority);
    record.causes |= cause;
    record.queued = 1;
    ++queued_;
    if (!record.held) list_ready(index, after);
  }
  /// [lock] The same with a delay > 0; not after shutdown, and only after `promote`.
  void add_after(RecordIndex index, Duration delay, Cause cause, AfterUnlock& after, std::int32_t priority = 0);
  /// [lock] Ends the hold; harmless without one.
  void done(RecordIndex index, AfterUnlock& after)
  {
    Record& record = records_[index];
    if (!record.held) return;
    if (hooked_ || shutting_down_ || record.failures != 0) [[unlikely]]
      return done_hooked(index, after);
    record.held = 0;
    --held_;
    if (record.queued) {
      list_ready(index, after);
    } else if (!record.delayed) {
      records_.erase(index);
    }
  }
  /// [lock] Drops a record of which nothing is left to know.
  void release_if_idle(RecordIndex index) noexcept
  {
    if (records_[index].idle()) records_.erase(index);
  }
  /// [lock] A failure was counted; `now` is only looked at if failures expire. Strong guarantee.
  void set_failures(RecordIndex index, std::uint32_t number, SteadyTime now);
  /// [lock] Takes back what set_failures did; `number` were there before.
  void take_back_failure(RecordIndex index, std::uint32_t number) noexcept;
  /// [lock] The failures are zero.
  void forget(RecordIndex index);
  /// [lock] Drops the failures whose time to live is over.
  void expire_failures();
  /// [lock] A call of add_after, for the metrics.
  void count_retry(Duration delay) noexcept;
  /// [lock]
  void note(QueueOperation operation, RecordIndex index, Duration delay = {}, Cause causes = 0) noexcept
  {
    if (observer_) [[unlikely]]
      tell(operation, index, delay, causes);
  }
  /// [lock] An add, of any form, that comes too late.
  void note_ignored(const void* key, Duration delay, Cause cause) noexcept;

  [[nodiscard]] Clock& clock() const noexcept { return clock_; }
  /// [lock] Keys that get would find.
  [[nodiscard]] std::size_t ready() const noexcept { return ready_; }
  /// [lock] What size() says.
  [[nodiscard]] std::size_t size() const noexcept { return merged_ ? queued_ : ready_; }
  /// [lock] Keys whose delay is not over.
  [[nodiscard]] std::size_t delayed() const noexcept { return delays_.size(); }
  /// [lock]
  [[nodiscard]] bool shutting_down() const noexcept { return shutting_down_; }
  /// [lock] Keys that shutdowns discarded.
  [[nodiscard]] std::size_t dropped() const noexcept { return dropped_; }

  // Whole operations: they lock by themselves.
  /// Takes a key to `place` if one is ready.
  bool take_ready(HandOut& place)
  {
    AfterUnlock after;
    const PatientLock lock(mutex);
    if (!delays_.empty()) promote_for_taker(after);
    if (ready_ == 0) return false;
    take_for_taker(place, after);
    room_.pass_on(after);
    return true;
  }
  /// Why take_ready found nothing.
  [[nodiscard]] EmptyReason why_empty();
  /// take_ready for those who wait.
  EmptyReason take(const std::stop_token& stop, const std::optional<SteadyTime>& deadline, HandOut& place);
  void finish(const HandOut& handed)
  {
    AfterUnlock after;
    const PatientLock lock(mutex);
    promote(after);
    finish_locked(handed, after);
  }
  /// Ends the holds of `batch`, then takes at most `limit` keys into it, waiting for the first.
  EmptyReason take_batch(std::vector<HandOut>& batch, std::size_t limit, const std::stop_token& stop,
                         std::optional<SteadyTime> deadline);
  /// The same without waiting; `give_back` false keeps what is in `batch` and fills it up.
  EmptyReason try_take_batch(std::vector<HandOut>& batch, std::size_t limit, bool give_back);
  void finish(std::vector<HandOut>& batch);
  void shut_down();
  void begin_drain();
  DrainResult drain(const std::stop_token& stop, std::optional<SteadyTime> deadline);
  void on_drained(std::function<void(DrainResult)> callback);
  /// snapshot.hpp. What `show` throws is passed on.
  void snapshot(std::size_t limit, QueueTotals& totals,
                const std::function<void(const void* key, const QueueEntryState& state)>& show);
  [[nodiscard]] ReadyOrder* order() noexcept { return order_.get(); }
  /// Where coroutines wait.
  [[nodiscard]] WaitingRoom& room() noexcept { return room_; }

private:
  friend class QueueMetrics;

  [[nodiscard]] bool any_ready() noexcept override { return ready_ != 0; }
  [[nodiscard]] std::optional<SteadyTime> next_due() noexcept override
  {
    return delays_.empty() ? std::nullopt : std::optional(delays_.earliest());
  }
  [[nodiscard]] bool closed() const noexcept override { return shutting_down_; }
  void take_to(void* place) override { take_first(*static_cast<HandOut*>(place)); }

  // The rule while somebody watches, measures or orders, and what is rare.
  void add_hooked(RecordIndex index, Cause cause, AfterUnlock& after, std::int32_t priority);
  void done_hooked(RecordIndex index, AfterUnlock& after);
  void take_hooked(HandOut& place);

  void promote_due(AfterUnlock& after);
  /// A record that is not held or not delayed any more.
  void less_busy(RecordIndex index);
  void add_at(RecordIndex index, Cause cause, std::optional<SteadyTime> at, AfterUnlock& after);
  /// For a record that is added, in any form: what the later steps need, so that they cannot fail.
  void make_room(RecordIndex index, std::int32_t priority);
  // With times_ only.
  void time_added(RecordIndex index, SteadyTime at);
  void time_handed_out(RecordIndex index, SteadyTime at);
  void time_done(RecordIndex index, SteadyTime at);
  void push_ready(RecordIndex index, Because why, std::optional<SteadyTime> since, AfterUnlock& after);
  /// Puts a record that is queued and not held at the end of the ready list.
  void list_ready(RecordIndex index, AfterUnlock& after)
  {
    ready_list_.push_back(index);
    ++ready_;
    room_.signal(after);
  }
  /// The step of a record that is handed out.
  void hand_out(RecordIndex index, HandOut& place) noexcept
  {
    Record& record = records_[index];
    --ready_;
    --queued_;
    ++held_;
    record.queued = 0;
    record.held = 1;
    record.handout = (record.handout + 1U) & 0xfffffffU;
    place.record = index;
    place.number = record.handout;
    place.causes = record.causes;
    place.key = records_.key(index);
    record.causes = 0;
  }
  /// Hands out the first ready key, of which there is one.
  void take_first(HandOut& place)
  {
    if (hooked_) [[unlikely]]
      return take_hooked(place);
    hand_out(ready_list_.pop_front(), place);
  }
  /// The same by one who called promote_for_taker: when it throws, others are told.
  void take_for_taker(HandOut& place, AfterUnlock& after)
  {
    if (hooked_) [[unlikely]]
      return take_hooked_for_taker(place, after);
    take_first(place);
  }
  void take_hooked_for_taker(HandOut& place, AfterUnlock& after);
  void finish_locked(const HandOut& handed, AfterUnlock& after)
  {
    const Record& record = records_[handed.record];
    if (record.held && record.handout == handed.number) done(handed.record, after);
  }
  void finish_locked(std::vector<HandOut>& batch, AfterUnlock& after);
  void fill(std::vector<HandOut>& batch, std::size_t limit, AfterUnlock& after);
  Cause take_delayed_causes(RecordIndex index) noexcept;
  [[nodiscard]] QueueEntryState state_of(RecordIndex index, SteadyTime now) const;
  void tell(QueueOperation operation, RecordIndex index, Duration delay, Cause causes) noexcept;
  void show(QueueOperation operation, const void* key, Duration delay, const Record* record, Cause causes) noexcept;
  /// promote() by one who takes a key himself.
  void promote_for_taker(AfterUnlock& after)
  {
    if (delays_.empty()) return;
    const WaitingRoom::Taker taker(room_);
    promote_due(after);
  }
  void begin_shutdown(AfterUnlock& after);
  void drop(RecordIndex index);
  void drop_queued();
  void start_drain(AfterUnlock& after);
  void tell_drained(AfterUnlock& after);
  [[nodiscard]] bool drained() const noexcept { return queued_ == 0 && held_ == 0; }

  Clock& clock_;
  RecordTable& records_;
  const bool merged_;                      ///< never both queued and delayed
  Observer observer_;                      ///< guarded by mutex
  std::atomic<bool> observed_{false};      ///< there is an observer_
  std::unique_ptr<KeyTimes> times_;        ///< null without metrics and introspection
  std::unique_ptr<QueueMetrics> metrics_;  ///< null without metrics
  std::unique_ptr<ReadyOrder> order_;      ///< the order of the ready keys; null: that of the ready list

  // All below is guarded by mutex.
  bool hooked_;                        ///< there is an observer_, times_ or an order_
  ReadyList ready_list_;               ///< empty if there is an order_
  std::size_t ready_ = 0;              ///< records with queued and without held
  std::size_t queued_ = 0;             ///< records with queued
  std::size_t held_ = 0;               ///< records with held
  DelayHeap delays_;                   ///< records with delayed
  SteadyTime promoted_at_{};           ///< the clock, when delays_ was last looked at
  std::vector<Cause> delayed_causes_;  ///< by record: causes of its pending add_after calls; only as long as needed
  bool shutting_down_ = false;
  std::uint64_t cut_drains_ = 0;  ///< calls of shut_down() that found work left: a drain ends when it changes
  std::size_t dropped_ = 0;

  WaitingRoom room_;
  Sleeper drained_;
  std::unique_ptr<AfterUnlock::Rest> when_drained_;  ///< the callbacks; null without
};

}  // namespace detail

}  // namespace kubexx

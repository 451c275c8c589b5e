// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
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
#include "kubexx/workqueue/detail/ready_order.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/detail/waiting_room.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

class KeyTimes;
class QueueMetrics;

/// What a hand-out gave.
struct HandOut {
  RecordIndex record = kNoRecord;
  std::uint32_t number = 0;  ///< Record::handout
  Cause causes = 0;
  const void* key = nullptr;
};

/// A queue without the type of its keys: the rule of queue.hpp on records, and the shutdown. Its users lock
/// `mutex`, call `promote`, then the operation; `AfterUnlock` is declared before the lock. Members marked [lock] want
/// the lock held.
class QueueCore final : private Awaited {
public:
  using Observer =
      std::function<void(QueueOperation, const void* key, Duration, const Record*, Cause, std::size_t ready)>;

  /// Without an `order` the ready keys come first added, first out.
  QueueCore(const QueueOptions& options, RecordTable& records, std::unique_ptr<ReadyOrder> order = nullptr);
  ~QueueCore();
  QueueCore(const QueueCore&) = delete;
  QueueCore& operator=(const QueueCore&) = delete;

  std::mutex mutex;
  Observer observer;  ///< [lock]
  Failures failures;  ///< [lock] changed by set_failures, forget and expire_failures alone

  /// [lock] Adds the keys whose delay is over, in the order of their times. Part of every operation.
  void promote(AfterUnlock& after) override
  {
    if (!delays_.empty()) promote_due(after);
  }

  /// [lock] The rule for a key that is added; not after shutdown.
  void add(RecordIndex index, Cause cause, AfterUnlock& after);
  /// [lock] The same with a delay > 0; not after shutdown, and only after `promote`.
  void add_after(RecordIndex index, Duration delay, Cause cause, AfterUnlock& after);
  /// [lock] Ends the hold; harmless without one.
  void done(RecordIndex index, AfterUnlock& after);
  /// [lock] Drops a record of which nothing is left to know.
  void release_if_idle(RecordIndex index) noexcept
  {
    if (records_[index].idle()) records_.erase(index);
  }
  /// [lock] A failure was counted; `now` is only looked at if failures expire. Strong guarantee.
  void set_failures(RecordIndex index, std::uint32_t number, SteadyTime now);
  /// [lock] The failures are zero.
  void forget(RecordIndex index);
  /// [lock] Drops the failures whose time to live is over.
  void expire_failures();
  /// [lock] A call of add_after, for the metrics.
  void count_retry() noexcept;
  /// [lock]
  void note(QueueOperation operation, RecordIndex index, Duration delay = {}, Cause causes = 0)
  {
    if (observer) [[unlikely]]
      tell(operation, index, delay, causes);
  }
  /// [lock] An add, of any form, that comes too late.
  void note_ignored(const void* key, Duration delay, Cause cause);

  [[nodiscard]] Clock& clock() const noexcept { return clock_; }
  /// [lock] Keys that get would find.
  [[nodiscard]] std::size_t ready() const noexcept { return ready_; }
  /// [lock] Keys whose delay is not over.
  [[nodiscard]] std::size_t delayed() const noexcept { return delays_.size(); }
  /// [lock]
  [[nodiscard]] bool shutting_down() const noexcept { return shutting_down_; }
  /// [lock] Delayed keys that shutdowns discarded.
  [[nodiscard]] std::size_t dropped() const noexcept { return dropped_; }

  // Whole operations: they lock by themselves.
  HandOut try_take(EmptyReason& why);
  HandOut take(const std::stop_token& stop, std::optional<SteadyTime> deadline, EmptyReason& why);
  void finish(const HandOut& handed);
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
  /// Where coroutines wait.
  [[nodiscard]] WaitingRoom& room() noexcept { return room_; }

private:
  friend class QueueMetrics;

  [[nodiscard]] std::size_t ready(std::size_t /*enough*/) const noexcept override { return ready_; }
  [[nodiscard]] std::optional<SteadyTime> next_due() const noexcept override
  {
    return delays_.empty() ? std::nullopt : std::optional(delays_.earliest());
  }
  [[nodiscard]] bool closed() const noexcept override { return shutting_down_; }
  void take_to(void* place) override { *static_cast<HandOut*>(place) = pop_ready(); }

  void promote_due(AfterUnlock& after);
  /// A record that is not held or not delayed any more.
  void less_busy(RecordIndex index);
  void add_at(RecordIndex index, Cause cause, std::optional<SteadyTime> at, AfterUnlock& after);
  /// For a record that is added, in any form: what the later steps need, so that they cannot fail.
  void make_room(RecordIndex index);
  // With times_ only.
  void time_added(RecordIndex index, SteadyTime at);
  void time_handed_out(RecordIndex index, SteadyTime at);
  void time_done(RecordIndex index, SteadyTime at);
  void push_ready(RecordIndex index, Because why, AfterUnlock& after);
  /// Takes the first ready key out of the list or the order.
  RecordIndex next_ready();
  HandOut pop_ready();
  /// The same by one who called promote_for_taker: what he does not take, others do.
  HandOut pop_for_taker(AfterUnlock& after);
  void finish_locked(const HandOut& handed, AfterUnlock& after);
  void finish_locked(std::vector<HandOut>& batch, AfterUnlock& after);
  void fill(std::vector<HandOut>& batch, std::size_t limit, AfterUnlock& after);
  Cause take_delayed_causes(RecordIndex index) noexcept;
  void tell(QueueOperation operation, RecordIndex index, Duration delay, Cause causes);
  /// promote() by one who takes a key himself.
  void promote_for_taker(AfterUnlock& after)
  {
    if (delays_.empty()) return;
    const WaitingRoom::Taker taker(room_);
    promote_due(after);
  }
  void begin_shutdown(AfterUnlock& after);
  void start_drain(AfterUnlock& after);
  void tell_drained(AfterUnlock& after);
  [[nodiscard]] bool drained() const noexcept { return queued_ == 0 && held_ == 0; }

  Clock& clock_;
  RecordTable& records_;
  std::unique_ptr<KeyTimes> times_;        ///< null without metrics and introspection
  std::unique_ptr<QueueMetrics> metrics_;  ///< null without metrics
  std::unique_ptr<ReadyOrder> order_;      ///< the order of the ready keys; null: that of the ready list

  // All below is guarded by mutex.
  RecordIndex first_ = kNoRecord;  ///< the ready list, first added first; empty if there is an order_
  RecordIndex last_ = kNoRecord;
  std::size_t ready_ = 0;              ///< records with queued and without held
  std::size_t queued_ = 0;             ///< records with queued
  std::size_t held_ = 0;               ///< records with held
  DelayHeap delays_;                   ///< records with delayed
  SteadyTime promoted_at_{};           ///< the clock, when delays_ was last looked at
  std::vector<Cause> delayed_causes_;  ///< by record: causes of its pending add_after calls; only as long as needed
  bool shutting_down_ = false;
  std::uint64_t shut_downs_ = 0;  ///< calls of shut_down(): a drain ends when it changes
  std::size_t dropped_ = 0;

  WaitingRoom room_;
  std::condition_variable_any drained_;
  std::vector<std::function<void(DrainResult)>> when_drained_;
};

}  // namespace kubexx::detail

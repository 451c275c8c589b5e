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
#include "kubexx/workqueue/detail/ready_order.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/detail/waiters.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

class AsyncWaiter;
class QueueMetrics;

/// What a hand-out gave.
struct HandOut {
  RecordIndex record = kNoRecord;
  std::uint32_t number = 0;  ///< Record::handout
  Cause causes = 0;
  const void* key = nullptr;
};

/// A queue without the type of its keys: the rule of queue.hpp on records, the waiting, the shutdown. Its users lock
/// `mutex`, call `promote`, then the operation; `AfterUnlock` is declared before the lock. Members marked [lock] want
/// the lock held.
class QueueCore {
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

  /// [lock] Adds the keys whose delay is over, in the order of their times. Part of every operation.
  void promote(AfterUnlock& after)
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
  void shut_down();
  void begin_drain();
  DrainResult drain(const std::stop_token& stop, std::optional<SteadyTime> deadline);
  void on_drained(std::function<void(DrainResult)> callback);
  /// True when a coroutine need not wait: `handed` or `why` is the answer; otherwise the waiter is in the list. With
  /// `back`, the waiter was in it before.
  bool take_or_wait(const std::shared_ptr<AsyncWaiter>& waiter, bool back, const std::stop_token& stop, HandOut& handed,
                    EmptyReason& why);
  /// A coroutine that will not come back.
  void abandon(AsyncWaiter& waiter);

private:
  friend class QueueMetrics;

  void promote_due(AfterUnlock& after);
  void add_at(RecordIndex index, Cause cause, std::optional<SteadyTime> at, AfterUnlock& after);
  void push_ready(RecordIndex index, AfterUnlock& after);
  /// Takes the first ready key out of the list or the order.
  RecordIndex next_ready();
  HandOut pop_ready();
  void tell(QueueOperation operation, RecordIndex index, Duration delay, Cause causes);
  /// One ready key wakes one waiter; those already on their way count.
  void signal(AfterUnlock& after);
  /// Sees to it that somebody looks at the queue when the first delay ends, if anybody waits.
  void watch(AfterUnlock& after);
  /// For coroutines. It stays armed when the last of them gets a key, who is likely to wait again soon.
  void arm_timer(SteadyTime when, AfterUnlock& after);
  void disarm_timer(AfterUnlock& after);
  void wait(std::unique_lock<std::mutex>& lock, std::shared_ptr<ThreadWaiter>& waiter,
            std::optional<SteadyTime> deadline, const std::stop_token& stop);
  void leave_list(Waiter& waiter) noexcept;
  /// promote() by one who takes a key himself, so that the first key that falls due wakes nobody else.
  void promote_for_taker(AfterUnlock& after);
  void begin_shutdown(AfterUnlock& after);
  void start_drain(AfterUnlock& after);
  void look();
  void tell_drained(AfterUnlock& after);
  [[nodiscard]] bool drained() const noexcept { return queued_ == 0 && held_ == 0; }

  Clock& clock_;
  RecordTable& records_;
  std::unique_ptr<QueueMetrics> metrics_;  ///< null without metrics
  std::unique_ptr<ReadyOrder> order_;      ///< the order of the ready keys; null: that of the ready list

  // All below is guarded by mutex.
  RecordIndex first_ = kNoRecord;  ///< the ready list, first added first; empty if there is an order_
  RecordIndex last_ = kNoRecord;
  std::size_t ready_ = 0;     ///< records with queued and without held
  std::size_t queued_ = 0;    ///< records with queued
  std::size_t held_ = 0;      ///< records with held
  DelayHeap delays_;          ///< records with delayed
  SteadyTime promoted_at_{};  ///< the clock, when delays_ was last looked at
  bool shutting_down_ = false;
  std::uint64_t shut_downs_ = 0;  ///< calls of shut_down(): a drain ends when it changes
  std::size_t dropped_ = 0;

  WaiterList waiters_;
  std::size_t signalled_ = 0;           ///< waiters on their way to a key: never fewer than min(ready keys, waiters)
  Waiter* watcher_ = nullptr;           ///< the waiting thread that looks at the delays, if any
  Timer timer_;                         ///< looks at the delays for waiting coroutines
  std::optional<SteadyTime> timer_at_;  ///< when timer_ fires, until it has
  std::vector<std::shared_ptr<ThreadWaiter>> spare_;  ///< to be used again
  std::vector<std::shared_ptr<AsyncWaiter>> async_;   ///< coroutines that may come back
  std::size_t inside_ = 0;                            ///< threads that wait in take() or drain()
  std::condition_variable left_;                      ///< inside_ became 0
  std::condition_variable_any drained_;
  std::vector<std::function<void(DrainResult)>> when_drained_;
};

/// A suspended coroutine. It may outlive the queue, which then tells it so. The bridge to Asio derives from it.
class AsyncWaiter : public Waiter, public std::enable_shared_from_this<AsyncWaiter> {
public:
  explicit AsyncWaiter(QueueCore& core) : Waiter(false), core_(&core) {}

  /// Takes a key or (again) waits; true when `handed` or `why` is the answer.
  bool take_or_wait(const std::stop_token& stop, HandOut& handed, EmptyReason& why);
  /// The coroutine ends without an answer.
  void abandon();

private:
  friend class QueueCore;
  std::mutex alive_;   ///< taken before the queue's lock
  QueueCore* core_;    ///< guarded by alive_; null once the queue is gone
  bool back_ = false;  ///< it waited before; used by the coroutine alone
};

}  // namespace kubexx::detail

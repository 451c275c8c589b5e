// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <ranges>
#include <stop_token>
#include <type_traits>
#include <utility>

#include "kubexx/workqueue/detail/policy_order.hpp"
#include "kubexx/workqueue/detail/queue_driver.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/lease.hpp"
#include "kubexx/workqueue/lease_batch.hpp"
#include "kubexx/workqueue/options.hpp"
#include "kubexx/workqueue/order_policy.hpp"

// A key's way from `add` to `done`. The first four files are all of it for a queue without order, delay or observer.
//
//   queue.hpp            Queue::add hashes the key, opens a QueueDriver::Operation, finds or makes the key's record
//   queue_driver.hpp     Operation: takes the lock, reads the clock if it matters, promotes what is due
//   queue_state.hpp      QueueState::add: the rule. The record is queued, last in the ready list
//   queue_driver.hpp     ~Operation: Waiters::notify, then the lock is released, then the Effects run
//   waiters.hpp, .cpp    notify: which thread, or which coroutines, to wake; what runs in Effects wakes them
//   queue_driver.hpp     a worker's `get` (try_take, or take if it has to wait): QueueState::dispatch; its Lease
//   queue_driver.hpp     Lease::done: QueueState::done. Added meanwhile: ready again; otherwise the record goes
//
//   beside it            record_table (keys to records), delay_heap (add_after), failures (add_rate_limited),
//                        priority_order and policy_order (orders other than first in, first out),
//                        queue_metrics and key_times (what is measured), asio (waiting coroutines),
//                        backoff_mutex (the lock)
namespace kubexx {

/// A queue of keys for many producers and many workers, after k8s.io/client-go/util/workqueue. Fair: first added, first
/// out. Stingy: a key added many times before it is processed is processed once. One key is never processed by two
/// workers at the same time; a key added while it is processed comes back after `done`. All waiters are notified of the
/// shutdown.
///
/// THE RULE. A key has three independent flags: queued (to be dispatched), processing (dispatched, not done) and
/// delayed (an add_after is pending), and a count of failures. The ready keys are those that are queued and not
/// processing.
///
///   operation             key is                  effect
///   every one             delayed, time has come  first of all: not delayed, then as `add`; in the order of the times,
///                                                 equal times in the order of the calls
///   add                   not queued, and         queued, last of the ready keys; wakes one who waits
///                         not processing
///                         queued                  nothing
///                         processing, not queued  queued; it is not ready before `done`
///   get                   first of the ready      processing, not queued
///   done                  processing, queued      last of the ready keys; wakes one who waits
///                         processing, not queued  not processing
///                         not processing          nothing
///   add_after, d <= 0     any                     as `add`
///   add_after, d > 0      not delayed             delayed until now + d; the other flags stay as they are
///                         delayed                 the earlier time counts
///   add_rate_limited      any                     d = max(limiter(failures), at_least); failures + 1, as add_after(d)
///   forget                any                     failures = 0, nothing else
///   shut_down             delayed                 not delayed: dropped, counted in dropped()
///   shut_down_with_drain  the same, then waits until no key is queued or processing
///   add, add_after        any, after a shutdown   nothing; add_rate_limited still counts the failure
///   get                   after a shutdown        dispatches what is ready, then says so
///
/// A key is known to the queue, and its memory is in use, while a flag is set or failures > 0. An `add` does not cancel
/// a pending add_after; failures outlive `done`.
///
/// Differences from client-go, all of them defects there: `done` of a key that is not processing does nothing, even if
/// it is queued; a drain waits for keys that have not been taken yet, and wakes all its waiters; no producer ever
/// blocks.
///
/// Every operation takes one short lock, and no hold of it touches more than about a thousand records: of many keys
/// that become due together, each operation makes some ready, in the order of their times. The queue has no thread and
/// no periodic work. Thread safe. T is copyable and hashable; equal keys have equal hashes. If hashing, comparing or
/// copying a key throws, or memory runs out, the operation has not happened; giving back, falling due and shutting down
/// cannot fail. Times of any size are meant as they are: a past one is now, one that the clock will not reach is never.
/// The destructor shuts down and waits for threads inside `get` or a drain; coroutines that wait are notified. Leases
/// must be gone by then, and no other call may be in progress.
template <class T, class Hash = std::hash<T>, class Equal = std::equal_to<T>>
class Queue {
public:
  using key_type = T;

  /// With an `order`, the rule's "first of the ready keys" is the one that it chooses.
  explicit Queue(const QueueOptions& options, std::unique_ptr<OrderPolicy<T>> order = nullptr)
      : keys_(seed_of(options)), driver_(options, keys_, detail::order_by(std::move(order), keys_))
  {
  }
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  /// Marks `item` as in need of work; `cause` joins the causes of its next lease.
  void add(const T& item, Cause cause = 0)
  {
    const auto hash = keys_.hash(item);
    Operation operation(driver_);
    if (operation->shutting_down()) return operation->ignore(&item, {}, cause);
    const KnownRecord record(*this, item, hash);
    operation->add(record.index, cause);
  }

  /// The same for each key of a range, in its order, with few locks: for an informer's first list. If hashing or
  /// copying a key throws, only keys before it are added.
  template <std::ranges::forward_range Items>
    requires std::is_same_v<std::ranges::range_value_t<Items>, T>
  void add_all(const Items& items, Cause cause = 0)
  {
    in_batches(
        items,
        [cause](Operation& operation, detail::RecordIndex record, const T& /*item*/) { operation->add(record, cause); },
        [cause](Operation& operation, const T& item) { operation->ignore(&item, {}, cause); });
  }

  /// Waits for a key. Without one: nullopt, and `why` says whether the queue was shut down and has nothing ready,
  /// `stop` was triggered (which wins over a ready key) or `deadline`, on the queue's clock, has passed (a ready key
  /// wins).
  [[nodiscard]] std::optional<Lease<T>> get(std::stop_token stop = {}, std::optional<SteadyTime> deadline = {},
                                            EmptyReason* why = nullptr)
  {
    // Filled where the caller has it: a copy of what was just written would wait for the writes.
    std::optional<Lease<T>> lease(std::in_place);
    EmptyReason reason = stop.stop_requested() ? EmptyReason::stopped : driver_.try_take(lease->place());
    if (reason == EmptyReason::empty) reason = driver_.take(stop, deadline, lease->place());
    if (why) *why = reason;
    reason == EmptyReason::none ? lease->begin(driver_) : lease.reset();
    return lease;
  }

  /// Gives back what is in `batch`, then waits as `get` does and takes at most `limit` keys, and no more than 256:
  /// those that are ready, not waiting for more. False, and nothing in `batch`, without a key. Throws
  /// std::invalid_argument for a limit of 0.
  bool get_batch(LeaseBatch<T>& batch, std::size_t limit, std::stop_token stop = {},
                 std::optional<SteadyTime> deadline = {}, EmptyReason* why = nullptr)
  {
    const EmptyReason reason = driver_.take_batch(batch.fill_for(driver_), limit, stop, deadline);
    if (why) *why = reason;
    return reason == EmptyReason::none;
  }

  /// A key if one is ready.
  [[nodiscard]] std::optional<Lease<T>> try_get(EmptyReason* why = nullptr)
  {
    std::optional<Lease<T>> lease(std::in_place);
    const EmptyReason reason = driver_.try_take(lease->place());
    if (why) *why = reason;
    reason == EmptyReason::none ? lease->begin(driver_) : lease.reset();
    return lease;
  }

  /// Gives back a key that `get` took: the explicit form of Lease::done.
  void done(const T& item)
  {
    const auto hash = keys_.hash(item);
    Operation operation(driver_);
    if (const auto index = keys_.find(item, hash); index != detail::kNoRecord) operation->done(index);
  }

  /// How many keys are ready; when more than 8 192 became due together, at least so many. For information
  /// only: it may have changed when it returns.
  [[nodiscard]] std::size_t size() const
  {
    return driver_.read_promoted([](const detail::QueueState& state) { return state.size(); });
  }

  /// No key is accepted any more, delayed ones are dropped, all who wait are notified; a drain in progress ends.
  void shut_down() { driver_.shut_down(); }

  /// The same without ending drains, then waits until no key is queued or processing: workers must go on taking keys.
  /// A worker that never calls done keeps it waiting until `stop`, `deadline` or shut_down().
  DrainResult shut_down_with_drain(std::stop_token stop = {}, std::optional<SteadyTime> deadline = {})
  {
    return driver_.drain(stop, deadline);
  }

  /// The start of shut_down_with_drain, without the wait.
  void begin_drain() { driver_.begin_drain(); }

  /// Calls `callback` once, outside the lock, when the queue is shutting down with no key queued or processing, or when
  /// shut_down() or the destructor comes first: on the thread that ends the drain, or immediately if it has ended. What
  /// the callback throws is ignored.
  void on_drained(std::function<void(DrainResult)> callback) { driver_.on_drained(std::move(callback)); }

  [[nodiscard]] bool shutting_down() const { return Operation(driver_)->shutting_down(); }

  /// How many keys the shutdown dropped.
  [[nodiscard]] std::size_t dropped() const { return Operation(driver_)->dropped(); }

  /// Shows every further step to `observer`; an empty one ends that.
  void observe(QueueObserver<T> observer)
  {
    detail::QueueDriver::Observer adapted;
    if (observer) {
      adapted = [observer = std::move(observer)](const detail::QueueStep& step) {
        observer({step.operation, static_cast<const T*>(step.key), step.delay, step.causes, step.failures, step.ready,
                  step.at});
      };
    }
    driver_.observe(adapted);
  }

  /// For the bridge to coroutines, and for snapshot().
  [[nodiscard]] detail::QueueDriver& driver() const noexcept { return driver_; }

  /// For state_of() of snapshot.hpp: `read(state, record)` under the lock, if the queue knows `key`.
  template <class Read>
  void look_up(const T& key, const Read& read) const
  {
    const auto hash = keys_.hash(key);
    Operation operation(driver_);
    operation.set_time();
    const detail::RecordIndex index = keys_.find(key, hash);
    if (index != detail::kNoRecord) read(operation.state(), index);
  }

protected:
  using Operation = detail::QueueDriver::Operation;
  using Keys = detail::KeyTable<T, Hash, Equal>;

  /// For a queue with a rule of its own; `make_order` gets the records.
  template <class MakeOrder>
  Queue(const QueueOptions& options, detail::QueueState::Entries entries, const MakeOrder& make_order)
      : keys_(seed_of(options)), driver_(options, keys_, make_order(keys_), entries)
  {
  }

  /// The record of a key for the time of one operation, under the lock; it goes again if nothing needs it.
  struct KnownRecord {
    [[gnu::always_inline]] KnownRecord(Queue& queue, const T& item, std::uint32_t hash)
        : owner(queue), index(queue.keys_.find_or_insert(item, hash)), record(queue.keys_[index])
    {
    }
    KnownRecord(const KnownRecord&) = delete;
    KnownRecord& operator=(const KnownRecord&) = delete;
    ~KnownRecord()
    {
      if (record.idle()) [[unlikely]]
        owner.keys_.erase(index);
    }
    Queue& owner;
    const detail::RecordIndex index;
    const detail::Record& record;
  };

  /// `add(operation, record, item)` for each key of a range, `ignore(operation, item)` after a shutdown: hashed
  /// without the lock, looked up ahead, so many to a lock.
  template <class Items, class Add, class Ignore>
  void in_batches(const Items& items, const Add& add, const Ignore& ignore)
  {
    constexpr std::size_t kAtOnce = 64;
    constexpr std::size_t kAhead = 8;
    std::array<std::uint32_t, kAtOnce> hashes;
    auto next = std::ranges::begin(items);
    const auto end = std::ranges::end(items);
    while (next != end) {
      auto hashed = next;
      std::size_t count = 0;
      for (; count < kAtOnce && hashed != end; ++hashed) hashes[count++] = keys_.hash(*hashed);
      Operation operation(driver_);
      for (std::size_t ahead = 0; ahead < std::min(kAhead, count); ++ahead) keys_.prefetch_hash(hashes[ahead]);
      for (std::size_t at = 0; at < count; ++at, ++next) {
        if (at + kAhead < count) keys_.prefetch_hash(hashes[at + kAhead]);
        const T& item = *next;
        if (operation->shutting_down()) {
          ignore(operation, item);
          continue;
        }
        const KnownRecord record(*this, item, hashes[at]);
        add(operation, record.index, item);
      }
    }
  }

private:
  static detail::HashSeed seed_of(const QueueOptions& options)
  {
    return options.random ? detail::HashSeed(options.random->next()) : detail::HashSeed();
  }

protected:
  mutable Keys keys_;  ///< guarded by the driver's lock, except for hashing
  mutable detail::QueueDriver driver_;
};

}  // namespace kubexx

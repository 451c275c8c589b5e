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

// The path of a key from `add` to `done`. For a queue without an order, delays or an observer, the first four files
// cover all of it.
//
//   queue.hpp            Queue::add hashes the key, opens a QueueDriver::Operation, finds or creates the key's record
//   queue_driver.hpp     Operation takes the lock, reads the clock if the time matters, promotes due keys
//   queue_state.hpp      QueueState::add applies the rule: the record is queued, last in the ready list
//   queue_driver.hpp     ~Operation calls Waiters::notify, releases the lock, then runs the Effects
//   waiters.hpp, .cpp    notify chooses the thread or the coroutines to wake; the Effects wake them
//   queue_driver.hpp     a worker's `get` (try_take, or take if it has to wait) calls QueueState::dispatch: its Lease
//   queue_driver.hpp     Lease::done calls QueueState::done. If the key was added meanwhile, it is ready again; if not,
//                        its record is erased unless the key has failures
//
//   beside it            record_table (keys to records), delay_heap (add_after), failures (add_rate_limited),
//                        priority_order and policy_order (orders other than first in, first out),
//                        queue_metrics and key_times (measurements), asio (waiting coroutines), spin_mutex (the lock)
namespace kubexx {

/// A queue of keys for many producers and many workers, after k8s.io/client-go/util/workqueue. Fair: keys are
/// dispatched in the order in which they were added. Stingy: a key that is added several times before it is processed
/// is processed once. Two workers never process the same key at the same time; a key that is added while it is
/// processing is dispatched again after `done`. A shutdown notifies all waiters.
///
/// THE RULE. A key has three independent flags, queued (to be dispatched), processing (dispatched, not done) and
/// delayed (an add_after is pending), and a count of failures. The ready keys are those that are queued and not
/// processing.
///
///   operation             key is                  effect
///   any                   delayed, time has come  first of all: not delayed, then as `add`; in the order of the times,
///                                                 equal times in call order
///   add                   not queued, and         queued, last of the ready keys; wakes one waiter
///                         not processing
///                         queued                  nothing
///                         processing, not queued  queued; it is not ready before `done`
///   get                   first ready key         processing, not queued
///   done                  processing, queued      last of the ready keys; wakes one waiter
///                         processing, not queued  not processing
///                         not processing          nothing
///   add_after, d <= 0     any                     as `add`
///   add_after, d > 0      not delayed             delayed until now + d; the other flags stay as they are
///                         delayed                 the earlier time counts
///   add_rate_limited      any                     d = max(limiter(failures), at_least); failures + 1; as add_after(d)
///   forget                any                     failures = 0, nothing else
///   shut_down             delayed                 not delayed: dropped, counted in dropped()
///   shut_down_with_drain  as shut_down, then waits until no key is queued or processing
///   add, add_after        any, after a shutdown   nothing; add_rate_limited still counts the failure
///   get                   after a shutdown        dispatches what is ready, then reports the shutdown
///
/// The queue knows a key, and uses memory for it, while a flag is set or failures > 0. An `add` does not cancel a
/// pending add_after. Failures outlive `done`.
///
/// Differences from client-go, where each is a defect: `done` of a key that is not processing does nothing, even if the
/// key is queued; a drain waits for keys that have not been taken yet, and wakes all its waiters; no producer ever
/// blocks.
///
/// Every operation takes one short lock, and no hold of it touches more than about a thousand records: if many keys
/// become due together, each operation makes some of them ready, in the order of their times. The queue has no thread
/// and no periodic work. Thread safe. T must be copyable and hashable, and equal keys must have equal hashes. If
/// hashing, comparing or copying a key throws, or memory runs out, the operation has no effect; `done`, the end of a
/// delay and a shutdown cannot fail. Times saturate: the past means now; beyond the clock's range means never. The
/// destructor shuts the queue down and waits for threads inside `get` or a drain; waiting coroutines are notified.
/// Leases must be gone by then, and no other call may be in progress.
template <class T, class Hash = std::hash<T>, class Equal = std::equal_to<T>>
class Queue {
public:
  using key_type = T;

  /// With an `order`, the "first ready key" of the rule is the one that the order chooses.
  explicit Queue(const QueueOptions& options, std::unique_ptr<OrderPolicy<T>> order = nullptr)
      : keys_(seed_of(options)), driver_(options, keys_, detail::order_by(std::move(order), keys_))
  {
  }
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  /// Adds `item`; its next lease includes `trigger` in its triggers.
  void add(const T& item, Trigger trigger = 0)
  {
    const auto hash = keys_.hash(item);
    Operation operation(driver_);
    if (operation->shutting_down()) return operation->ignore(&item, {}, trigger);
    const KnownRecord record(*this, item, hash);
    operation->add(record.index, trigger);
  }

  /// Adds each key of a range, in its order, with one lock per 64 keys: for an informer's first list. If hashing or
  /// copying a key throws, at most the keys before it are added.
  template <std::ranges::forward_range Items>
    requires std::is_same_v<std::ranges::range_value_t<Items>, T>
  void add_all(const Items& items, Trigger trigger = 0)
  {
    in_batches(
        items,
        [trigger](Operation& operation, detail::RecordIndex record, const T& /*item*/) {
          operation->add(record, trigger);
        },
        [trigger](Operation& operation, const T& item) { operation->ignore(&item, {}, trigger); });
  }

  /// Waits for a key. Returns nullopt if there is none; `why` then is shut_down (shutting down with nothing ready),
  /// stopped (`stop` was triggered; wins over a ready key) or deadline (`deadline`, on the queue's clock, has passed; a
  /// ready key wins).
  [[nodiscard]] std::optional<Lease<T>> get(std::stop_token stop = {}, std::optional<SteadyTime> deadline = {},
                                            EmptyReason* why = nullptr)
  {
    // Filled in place: a copy of what was just written would stall until the writes are complete.
    std::optional<Lease<T>> lease(std::in_place);
    EmptyReason reason = stop.stop_requested() ? EmptyReason::stopped : driver_.try_take(lease->place());
    if (reason == EmptyReason::empty) reason = driver_.take(stop, deadline, lease->place());
    if (why) *why = reason;
    reason == EmptyReason::none ? lease->begin(driver_) : lease.reset();
    return lease;
  }

  /// Calls `done` for the keys in `batch`, then waits as `get` does and takes at most `limit` keys, and at most 256. It
  /// takes the keys that are ready and does not wait for more. Returns false, with an empty `batch`, if there is no
  /// key. Throws std::invalid_argument if `limit` is 0.
  bool get_batch(LeaseBatch<T>& batch, std::size_t limit, std::stop_token stop = {},
                 std::optional<SteadyTime> deadline = {}, EmptyReason* why = nullptr)
  {
    const EmptyReason reason = driver_.take_batch(batch.fill_for(driver_), limit, stop, deadline);
    if (why) *why = reason;
    return reason == EmptyReason::none;
  }

  /// Returns a key if one is ready.
  [[nodiscard]] std::optional<Lease<T>> try_get(EmptyReason* why = nullptr)
  {
    std::optional<Lease<T>> lease(std::in_place);
    const EmptyReason reason = driver_.try_take(lease->place());
    if (why) *why = reason;
    reason == EmptyReason::none ? lease->begin(driver_) : lease.reset();
    return lease;
  }

  /// Ends the processing of a key that `get` returned: the explicit form of Lease::done.
  void done(const T& item)
  {
    const auto hash = keys_.hash(item);
    Operation operation(driver_);
    if (const auto index = keys_.find(item, hash); index != detail::kNoRecord) operation->done(index);
  }

  /// Returns the number of ready keys; a lower bound if more than 8 192 became due together. For information only: it
  /// may have changed when the call returns.
  [[nodiscard]] std::size_t size() const
  {
    return driver_.read_promoted([](const detail::QueueState& state) { return state.size(); });
  }

  /// Accepts no further keys, drops delayed ones and notifies all waiters; a drain in progress ends.
  void shut_down() { driver_.shut_down(); }

  /// As shut_down, but does not end drains; then waits until no key is queued or processing, so workers must keep
  /// taking keys. If a worker never calls `done`, the call waits until `stop`, `deadline` or shut_down().
  DrainResult shut_down_with_drain(std::stop_token stop = {}, std::optional<SteadyTime> deadline = {})
  {
    return driver_.drain(stop, deadline);
  }

  /// Starts shut_down_with_drain, without the wait.
  void begin_drain() { driver_.begin_drain(); }

  /// Calls `callback` once, outside the lock, when the queue is shutting down with no key queued or processing
  /// (`drained`). A later shut_down() that finds keys left, and the destructor, call it with `shut_down` instead. A
  /// callback that is set after shut_down() is called when no key is processing any longer. The call is made on the
  /// thread that ends the drain, or immediately if the drain has ended. Exceptions of the callback are ignored.
  void on_drained(std::function<void(DrainResult)> callback) { driver_.on_drained(std::move(callback)); }

  [[nodiscard]] bool shutting_down() const { return Operation(driver_)->shutting_down(); }

  /// Returns the number of delays that the shutdown dropped. Their keys may have been queued too.
  [[nodiscard]] std::size_t dropped() const { return Operation(driver_)->dropped(); }

  /// Calls `callback` for each key whose delay a later shutdown drops, e.g. to log a job or to save it for the next
  /// start; an empty one ends this. A key that is delayed and also queued is named too, and is still dispatched once.
  /// The call is made under the queue's lock: it must be short and must not call the queue. Its exceptions are ignored.
  /// The destructor does not call it; shut the queue down before.
  void on_dropped(std::function<void(const T& key)> callback)
  {
    detail::QueueDriver::OnDropped adapted;
    if (callback) {
      adapted = [callback = std::move(callback)](const void* key) { callback(*static_cast<const T*>(key)); };
    }
    driver_.on_dropped(adapted);
  }

  /// Passes every further step to `observer`; an empty one ends this.
  void observe(QueueObserver<T> observer)
  {
    detail::QueueDriver::Observer adapted;
    if (observer) {
      adapted = [observer = std::move(observer)](const detail::QueueStep& step) {
        observer({.operation = step.operation,
                  .key = static_cast<const T*>(step.key),
                  .delay = step.delay,
                  .triggers = step.triggers,
                  .failures = step.failures,
                  .ready = step.ready,
                  .at = step.at});
      };
    }
    driver_.observe(adapted);
  }

  /// For the coroutine bridge and snapshot().
  [[nodiscard]] detail::QueueDriver& driver() const noexcept { return driver_; }

  /// For state_of() in snapshot.hpp: calls `read(state, record)` under the lock if the queue knows `key`.
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

  /// For a derived queue with its own rule; `make_order` is called with the records.
  template <class MakeOrder>
  Queue(const QueueOptions& options, detail::QueueState::Entries entries, const MakeOrder& make_order)
      : keys_(seed_of(options)), driver_(options, keys_, make_order(keys_), entries)
  {
  }

  /// The record of a key during one operation, under the lock; it is erased at the end if nothing needs it.
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

  /// Calls `add(operation, record, item)` for each key of a range, or `ignore(operation, item)` after a shutdown.
  /// Hashes kAtOnce keys without the lock, then adds them under one lock. The slots of the hash table are prefetched
  /// kAhead keys ahead, which hides the cache misses: 62 ns per key instead of 201 with a million keys
  /// (docs/internals/design/0009-queue-speed.md).
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

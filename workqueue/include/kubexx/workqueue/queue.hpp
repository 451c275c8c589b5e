// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "kubexx/workqueue/detail/policy_order.hpp"
#include "kubexx/workqueue/detail/queue_core.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/lease.hpp"
#include "kubexx/workqueue/lease_batch.hpp"
#include "kubexx/workqueue/options.hpp"
#include "kubexx/workqueue/order_policy.hpp"

namespace kubexx {

/// A queue of keys for many producers and many workers, after k8s.io/client-go/util/workqueue. Fair: first added, first
/// out. Stingy: a key added many times before it is handed out is handed out once. One key is never held by two
/// workers; a key added while it is held comes back after `done`. Shutdown is announced to everyone who waits.
///
/// THE RULE. A key has three independent flags: queued (to be handed out), held (handed out, not done) and delayed (an
/// add_after is pending), and a count of failures. The ready keys are those that are queued and not held.
///
///   operation             key is                  effect
///   every one             delayed, time has come  first of all: not delayed, then as `add`; in the order of the times,
///                                                 equal times in the order of the calls
///   add                   not queued, not held    queued, last of the ready keys; wakes one who waits
///                         queued                  nothing
///                         held, not queued        queued; it is not ready before `done`
///   get                   first of the ready      held, not queued
///   done                  held, queued            last of the ready keys; wakes one who waits
///                         held, not queued        not held
///                         not held                nothing
///   add_after, d <= 0     any                     as `add`
///   add_after, d > 0      not delayed             delayed until now + d; queued and held stay as they are
///                         delayed                 the earlier time counts
///   add_rate_limited      any                     d = limiter(failures), failures + 1, then as add_after(d)
///   forget                any                     failures = 0, nothing else
///   shut_down             delayed                 not delayed: dropped, counted in dropped()
///   shut_down_with_drain  the same, then waits until no key is queued or held
///   add, add_after        any, after a shutdown   nothing; add_rate_limited still counts the failure
///   get                   after a shutdown        hands out what is ready, then says so
///
/// A key is known to the queue, and its memory is in use, while a flag is set or failures > 0. An `add` does not cancel
/// a pending add_after; failures outlive `done`.
///
/// Differences from client-go, all of them defects there: `done` of a key that is not held does nothing, even if it is
/// queued; a drain waits for keys that nobody took yet, and wakes all who wait for it; no producer ever blocks.
///
/// Every operation holds one short lock; the queue has no thread and no periodic work. Thread safe. T is copyable and
/// hashable; equal keys have equal hashes. If hashing, comparing or copying a key throws, or memory runs out, the
/// operation has not happened; giving back, falling due and shutting down cannot fail. Times of any size are meant as
/// they are: a past one is now, one that the clock will not reach is never.
/// The destructor shuts down and waits for threads inside `get` or a drain; coroutines that wait are told. Leases must
/// be gone by then, and no other call may be in progress.
template <class T, class Hash = std::hash<T>, class Equal = std::equal_to<T>>
class Queue {
public:
  using key_type = T;

  /// With an `order`, the rule's "first of the ready keys" is the one that it chooses.
  explicit Queue(const QueueOptions& options, std::unique_ptr<OrderPolicy<T>> order = nullptr)
      : core_(options, keys_, detail::order_by(std::move(order), keys_))
  {
  }
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  /// Marks `item` as in need of work; `cause` joins the causes of its next lease.
  void add(const T& item, Cause cause = 0)
  {
    const auto hash = keys_.hash(item);
    detail::AfterUnlock after;
    const detail::PatientLock lock(core_.mutex);
    core_.promote(after);
    if (core_.shutting_down()) return core_.note_ignored(&item, {}, cause);
    const KnownRecord record(*this, item, hash);
    core_.add(record.index, cause, after);
  }

  /// Waits for a key. Without one: nullopt, and `why` says whether the queue was shut down and has nothing ready,
  /// `stop` was triggered (which wins over a ready key) or `deadline`, on the queue's clock, has passed (a ready key
  /// wins).
  [[nodiscard]] std::optional<Lease<T>> get(std::stop_token stop = {}, std::optional<SteadyTime> deadline = {},
                                            EmptyReason* why = nullptr)
  {
    // Filled where the caller has it: a copy of what was just written would wait for the writes.
    std::optional<Lease<T>> lease(std::in_place);
    EmptyReason reason = EmptyReason::none;
    if (stop.stop_requested() || !core_.take_ready(lease->place())) {
      reason = core_.take(stop, deadline, lease->place());
    }
    if (why) *why = reason;
    reason == EmptyReason::none ? lease->hold(core_) : lease.reset();
    return lease;
  }

  /// Gives back what is in `batch`, then waits as `get` does and takes at most `limit` keys: those that are ready, not
  /// waiting for more. False, and nothing in `batch`, without a key. Throws std::invalid_argument for a limit of 0.
  bool get_batch(LeaseBatch<T>& batch, std::size_t limit, std::stop_token stop = {},
                 std::optional<SteadyTime> deadline = {}, EmptyReason* why = nullptr)
  {
    const EmptyReason reason = core_.take_batch(batch.fill_for(core_), limit, stop, deadline);
    if (why) *why = reason;
    return reason == EmptyReason::none;
  }

  /// A key if one is ready.
  [[nodiscard]] std::optional<Lease<T>> try_get(EmptyReason* why = nullptr)
  {
    std::optional<Lease<T>> lease(std::in_place);
    const bool taken = core_.take_ready(lease->place());
    if (why) *why = taken ? EmptyReason::none : core_.why_empty();
    taken ? lease->hold(core_) : lease.reset();
    return lease;
  }

  /// Gives back a key that `get` handed out: the explicit form of Lease::done.
  void done(const T& item)
  {
    const auto hash = keys_.hash(item);
    detail::AfterUnlock after;
    const detail::PatientLock lock(core_.mutex);
    core_.promote(after);
    if (const auto index = keys_.find(item, hash); index != detail::kNoRecord) core_.done(index, after);
  }

  /// How many keys are ready. For information only: it may have changed when it returns.
  [[nodiscard]] std::size_t size() const
  {
    detail::AfterUnlock after;
    const detail::PatientLock lock(core_.mutex);
    core_.promote(after);
    return core_.size();
  }

  /// No key is accepted any more, delayed ones are dropped, everyone who waits is told; a drain in progress ends.
  void shut_down() { core_.shut_down(); }

  /// The same without ending drains, then waits until no key is queued or held: workers must go on taking keys. A
  /// worker that never calls done keeps it waiting until `stop`, `deadline` or shut_down().
  DrainResult shut_down_with_drain(std::stop_token stop = {}, std::optional<SteadyTime> deadline = {})
  {
    return core_.drain(stop, deadline);
  }

  /// The start of shut_down_with_drain, without the wait.
  void begin_drain() { core_.begin_drain(); }

  /// Calls `callback`, what it throws is ignored, once, outside the lock, on the thread that ends the drain or at once:
  /// when the queue is shutting down with no key queued or held, or when shut_down() or the destructor comes first.
  void on_drained(std::function<void(DrainResult)> callback) { core_.on_drained(std::move(callback)); }

  [[nodiscard]] bool shutting_down() const
  {
    const detail::PatientLock lock(core_.mutex);
    return core_.shutting_down();
  }

  /// How many keys the shutdown dropped.
  [[nodiscard]] std::size_t dropped() const
  {
    const detail::PatientLock lock(core_.mutex);
    return core_.dropped();
  }

  /// Shows every further step to `observer`; an empty one ends that.
  void observe(QueueObserver<T> observer)
  {
    detail::QueueCore::Observer adapted;
    if (observer) {
      adapted = [this, observer = std::move(observer)](QueueOperation operation, const void* key, Duration delay,
                                                       const detail::Record* record, Cause causes, std::size_t ready) {
        observer({operation, static_cast<const T*>(key), delay, causes, record ? record->failures : 0, ready,
                  core_.clock().now()});
      };
    }
    const detail::PatientLock lock(core_.mutex);
    core_.observe(adapted);
  }

  /// For the bridge to coroutines, and for snapshot().
  [[nodiscard]] detail::QueueCore& core() const noexcept { return core_; }

protected:
  /// For a queue with a rule of its own; `make_order` gets the records.
  template <class MakeOrder>
  Queue(const QueueOptions& options, detail::QueueCore::Entries entries, const MakeOrder& make_order)
      : core_(options, keys_, make_order(keys_), entries)
  {
  }

  /// The record of a key for the time of one operation, under the lock; it goes again if nothing needs it.
  struct KnownRecord {
    KnownRecord(Queue& queue, const T& item, std::uint32_t hash)
        : owner(queue), index(queue.keys_.find_or_insert(item, hash))
    {
    }
    KnownRecord(const KnownRecord&) = delete;
    KnownRecord& operator=(const KnownRecord&) = delete;
    ~KnownRecord() { owner.core_.release_if_idle(index); }
    Queue& owner;
    const detail::RecordIndex index;
  };

  using Keys = detail::KeyTable<T, Hash, Equal>;
  mutable Keys keys_;  ///< guarded by core_.mutex
  mutable detail::QueueCore core_;
};

}  // namespace kubexx

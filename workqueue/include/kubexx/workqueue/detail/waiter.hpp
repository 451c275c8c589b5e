// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/sleeper.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

class WaiterList;
class Waiters;

/// A consumer that waits for a queue: a blocked thread or a suspended coroutine. The queue's lock guards the fields.
class Waiter {
public:
  Waiter() = default;
  virtual ~Waiter() = default;
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;

  /// Makes the waiter try again. Called without the queue's lock, possibly when it no longer waits.
  virtual void wake() noexcept = 0;

  WaiterList* list = nullptr;  ///< the list that it is in, or null
  Waiter* previous = nullptr;
  Waiter* next = nullptr;
  std::shared_ptr<Waiter> self;  ///< while in a list
};

class ThreadWaiter final : public Waiter {
public:
  void wake() noexcept override { sleeper.wake(); }
  Sleeper sleeper;
  bool woken = false;                            ///< woken, and has not tried again yet
  SteadyTime watched_until = SteadyTime::max();  ///< of the leader: when it will read the clock by itself
};

/// The coroutines of one execution context that wait for a queue.
struct ExecutorGroup;

/// A coroutine that waits. It may outlive the queue, and then gets shut_down. The bridge to Asio derives from it.
class AsyncWaiter : public Waiter, public std::enable_shared_from_this<AsyncWaiter> {
public:
  /// `executor` is the address of the execution context: coroutines of different contexts stall independently.
  AsyncWaiter(Waiters& waiters, const void* executor) noexcept : executor_(executor), waiters_(&waiters) {}

  /// Takes a ready thing to `place` and returns `none`, or waits (again) and returns `empty`. Otherwise returns why it
  /// did neither.
  EmptyReason take_or_wait(const std::stop_token& stop, void* place);
  /// Ends the wait of a coroutine that ends without a result.
  void abandon();

private:
  friend class Waiters;
  const void* const executor_;
  ExecutorGroup* group_ = nullptr;  ///< set once it waits
  std::mutex alive_;                ///< locked before the queue's lock
  Waiters* waiters_;                ///< guarded by alive_; null after the result, and once the queue is gone
};

/// Waiters, first come, first served. Guarded by the queue's lock.
class WaiterList {
public:
  WaiterList() = default;
  WaiterList(const WaiterList&) = delete;
  WaiterList& operator=(const WaiterList&) = delete;

  [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }
  [[nodiscard]] Waiter* front() const noexcept { return first_; }
  [[nodiscard]] Waiter* back() const noexcept { return last_; }

  /// Precondition: the waiter is in no list.
  void push_back(std::shared_ptr<Waiter> waiter) noexcept
  {
    Waiter* added = waiter.get();
    added->self = std::move(waiter);
    added->list = this;
    added->previous = last_;
    added->next = nullptr;
    (last_ ? last_->next : first_) = added;
    last_ = added;
  }

  /// Precondition: the waiter is in this list.
  std::shared_ptr<Waiter> remove(Waiter& waiter) noexcept
  {
    (waiter.previous ? waiter.previous->next : first_) = waiter.next;
    (waiter.next ? waiter.next->previous : last_) = waiter.previous;
    waiter.list = nullptr;
    return std::move(waiter.self);
  }

private:
  Waiter* first_ = nullptr;
  Waiter* last_ = nullptr;
};

struct ExecutorGroup {
  explicit ExecutorGroup(const void* of) noexcept : executor(of) {}
  const void* executor;
  WaiterList waiting;        ///< not woken
  WaiterList woken;          ///< woken, and have not tried again yet
  std::size_t promised = 0;  ///< ready things that were offered to `woken` and not taken since
};

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/workqueue/queue.hpp"

namespace kubexx {

/// A Queue whose keys can be added after a delay. An operation on the queue, a blocked `get` or a waiting coroutine
/// notices the end of a delay; nothing else watches the clock.
template <class T, class Hash = std::hash<T>, class Equal = std::equal_to<T>>
class DelayingQueue : public Queue<T, Hash, Equal> {
public:
  using Queue<T, Hash, Equal>::Queue;

  /// Adds `item` after `delay`: immediately if `delay` is zero or negative, and effectively never if it is beyond the
  /// clock's range. See the rule in queue.hpp.
  void add_after(const T& item, Duration delay, Trigger trigger = 0)
  {
    const auto hash = this->keys_.hash(item);
    Operation operation(this->driver_);
    if (operation->shutting_down()) return operation->ignore(&item, delay, trigger);
    const typename Queue<T, Hash, Equal>::KnownRecord record(*this, item, hash);
    add_delayed(operation, record.index, delay, trigger);
  }

  /// Returns the number of delayed keys; an upper bound if more than 8 192 became due together.
  [[nodiscard]] std::size_t delayed() const
  {
    return this->driver_.read_promoted([](const detail::QueueState& state) { return state.delayed(); });
  }

protected:
  using typename Queue<T, Hash, Equal>::Operation;

  void add_delayed(Operation& operation, detail::RecordIndex index, Duration delay, Trigger trigger, int priority = 0)
  {
    if (delay <= Duration::zero()) {
      operation->add(index, trigger, priority);
    } else {
      operation.set_time();
      operation->add_after(index, delay, trigger, priority);
    }
    this->driver_.count_retry(delay);
  }
};

}  // namespace kubexx

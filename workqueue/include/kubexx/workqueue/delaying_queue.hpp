// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/workqueue/queue.hpp"

namespace kubexx {

/// A Queue whose keys can be added later. A delay ends by itself only for those who wait: an operation on the queue, a
/// blocked `get` or a waiting coroutine looks at the clock, nothing else does.
template <class T, class Hash = std::hash<T>, class Equal = std::equal_to<T>>
class DelayingQueue : public Queue<T, Hash, Equal> {
public:
  using Queue<T, Hash, Equal>::Queue;

  /// Adds `item` when `delay` is over; at once when it is not positive; never, in effect, when it is longer than the
  /// clock can count. See the rule in queue.hpp.
  void add_after(const T& item, Duration delay, Cause cause = 0)
  {
    const auto hash = this->keys_.hash(item);
    detail::AfterUnlock after;
    const detail::PatientLock lock(this->core_.mutex);
    this->core_.promote(after);
    if (this->core_.shutting_down()) return this->core_.note_ignored(&item, delay, cause);
    const typename Queue<T, Hash, Equal>::KnownRecord record(*this, item, hash);
    add_after_locked(record.index, delay, cause, after);
  }

  /// How many keys are delayed.
  [[nodiscard]] std::size_t delayed() const
  {
    detail::AfterUnlock after;
    const detail::PatientLock lock(this->core_.mutex);
    this->core_.promote(after);
    return this->core_.delayed();
  }

protected:
  void add_after_locked(detail::RecordIndex index, Duration delay, Cause cause, detail::AfterUnlock& after,
                        int priority = 0)
  {
    if (delay <= Duration::zero()) {
      this->core_.add(index, cause, after, priority);
    } else {
      this->core_.add_after(index, delay, cause, after, priority);
    }
    this->core_.count_retry(delay);
  }
};

}  // namespace kubexx

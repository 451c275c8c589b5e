// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/timer_queue/detail/timer_core.hpp"

namespace kubexx::detail {

TimerCore::Slot TimerCore::close_some(bool& more)
{
  Effects effects;
  const BackoffLock lock(mutex);
  read_clock();
  closed_ = true;
  const std::size_t before = wheel.size();
  const Slot chain = wheel.remove_after(now_, kMostMoved, more);
  dropped_ += before - wheel.size();
  more = waiters_.close(kMostMoved, effects) || more;
  return chain;
}

}  // namespace kubexx::detail

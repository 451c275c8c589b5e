// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/delay_core.hpp"

#include <limits>

namespace kubexx::detail {

DelayCore::Slot DelayCore::close()
{
  Effects effects;
  const std::lock_guard lock(mutex);
  if (closed_) return kNone;
  look();
  closed_ = true;
  const std::size_t before = wheel.size();
  const Slot chain = wheel.remove_after(now_);
  dropped_ = before - wheel.size();
  waiters_.close(std::numeric_limits<std::size_t>::max(), effects);
  return chain;
}

}  // namespace kubexx::detail

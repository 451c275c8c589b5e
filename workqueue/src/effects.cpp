// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/effects.hpp"

#include <new>

#include "kubexx/workqueue/detail/waiter.hpp"

namespace kubexx::detail {

void Effects::run_all() noexcept
{
  const auto rest = std::exchange(rest_, nullptr);
  if (rest) rest->timers.clear();
  if (const auto woken = std::exchange(first_, nullptr)) woken->wake();
  if (!rest) return;
  for (const auto& woken : rest->woken) woken->wake();
  for (const auto& callback : rest->callbacks) {
    try {
      callback.call(rest->result);
    } catch (...) {  // NOLINT(bugprone-empty-catch): nobody could do anything about it
    }
  }
}

void Effects::wake_too(std::shared_ptr<Waiter> waiter) noexcept
{
  try {
    rest().woken.push_back(waiter);
  } catch (const std::bad_alloc&) {
    waiter->wake();  // with the lock, which it will have to wait for
  }
}

void Effects::call(std::unique_ptr<Rest> callbacks, DrainResult result) noexcept
{
  if (!callbacks) return;
  if (!rest_) {
    rest_ = std::move(callbacks);
  } else {
    rest_->callbacks = std::move(callbacks->callbacks);
  }
  rest_->result = result;
}

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/effects.hpp"

#include <new>

#include "kubexx/workqueue/detail/waiter.hpp"

namespace kubexx::detail {

void Effects::run_all() noexcept
{
  const auto [first, rest] = *std::exchange(content_, std::nullopt);
  if (rest) rest->timers.clear();
  if (first) first->wake();
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
  if (!content_) content_.emplace();
  auto& rest = content_->rest;
  if (!rest) {
    rest = std::move(callbacks);
  } else {
    rest->callbacks = std::move(callbacks->callbacks);
  }
  rest->result = result;
}

}  // namespace kubexx::detail

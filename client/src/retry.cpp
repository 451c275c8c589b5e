// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/retry.hpp"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace kubexx {

namespace {

/// The wait before the next try, and the backoff after it.
Duration step(RetryBackoff& backoff, Random& random)
{
  const Duration wait = random.jitter(backoff.duration, backoff.jitter);
  backoff.duration = std::chrono::duration_cast<Duration>(backoff.duration * backoff.factor);
  return wait;
}

void block_for(Clock& clock, Duration delay)
{
  const SteadyTime until = saturating_add(clock.now(), delay);
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  while (clock.now() < until) clock.wait_until(lock, never, until, {});
}

}  // namespace

void retry_on_conflict(const Client& client, const std::function<void()>& work, RetryBackoff backoff)
{
  const Runtime& runtime = client.runtime();
  for (int left = backoff.steps; left > 1; --left) {
    try {
      return work();
    } catch (const ApiError& error) {
      if (!is_conflict(error)) throw;
    }
    const Duration wait = step(backoff, *runtime.random);
    if (!client.answers_inline()) block_for(*runtime.clock, wait);
  }
  work();
}

awaitable<void> async_retry_on_conflict(Client client, std::function<awaitable<void>()> work, RetryBackoff backoff,
                                        std::stop_token stop)
{
  for (int left = backoff.steps; left > 1; --left) {
    bool conflict = false;
    try {
      co_await work();
    } catch (const ApiError& error) {
      if (!is_conflict(error)) throw;
      conflict = true;
    }
    if (!conflict) co_return;
    const Duration wait = step(backoff, *client.runtime().random);
    if (!co_await async_sleep(*client.runtime().clock, wait, stop)) {
      throw TransportError(TransportErrc::cancelled, "cancelled while waiting to try again after a conflict");
    }
  }
  co_await work();
}

}  // namespace kubexx

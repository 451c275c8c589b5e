// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/retry.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace kubexx {

namespace {

/// The wait before the next try, and the backoff after it.
Duration step(RetryBackoff& backoff, Random& random)
{
  const Duration wait = random.jitter(backoff.duration, backoff.jitter);
  backoff.duration = std::chrono::duration_cast<Duration>(backoff.duration * backoff.factor);
  if (backoff.cap > Duration::zero()) backoff.duration = std::min(backoff.duration, backoff.cap);
  return wait;
}

awaitable<void> sleep_until(Clock& clock, SteadyTime until, std::stop_token stop)
{
  (void)co_await async_sleep_until(clock, until, std::move(stop));
}

/// False when `stop` came first. Ends with the runtime, like the verbs.
bool block_for(const Runtime& runtime, Duration delay, const std::stop_token& stop)
{
  if (stop.stop_requested()) return false;
  Clock& clock = *runtime.clock;
  const SteadyTime until = saturating_add(clock.now(), delay);
  std::function<awaitable<void>()> work = [&clock, until, stop] { return sleep_until(clock, until, stop); };
  block_on(runtime.executor, std::move(work), "async_retry_on_error", clock, until);
  return !stop.stop_requested();
}

TransportError cancelled(const ApiError& last)
{
  return {TransportErrc::cancelled, std::string("cancelled while waiting to retry after: ") + last.what()};
}

}  // namespace

void retry_on_error(const Client& client, const Retriable& retriable, const std::function<void()>& work,
                    RetryBackoff backoff, const std::stop_token& stop)
{
  const Runtime& runtime = client.runtime();
  for (int left = backoff.steps; left > 1; --left) {
    try {
      return work();
    } catch (const ApiError& error) {
      if (!retriable(error)) throw;
      const Duration wait = step(backoff, *runtime.random);
      if (!client.answers_inline() && !block_for(runtime, wait, stop)) throw cancelled(error);
    }
  }
  work();
}

awaitable<void> async_retry_on_error(Client client, Retriable retriable, std::function<awaitable<void>()> work,
                                     RetryBackoff backoff, std::stop_token stop)
{
  for (int left = backoff.steps; left > 1; --left) {
    std::optional<ApiError> failed;
    try {
      co_await work();
    } catch (const ApiError& error) {
      if (!retriable(error)) throw;
      failed = error;
    }
    if (!failed) co_return;
    const Duration wait = step(backoff, *client.runtime().random);
    if (!co_await async_sleep(*client.runtime().clock, wait, stop)) throw cancelled(*failed);
  }
  co_await work();
}

void retry_on_conflict(const Client& client, const std::function<void()>& work, RetryBackoff backoff,
                       const std::stop_token& stop)
{
  retry_on_error(client, is_conflict, work, backoff, stop);
}

awaitable<void> async_retry_on_conflict(Client client, std::function<awaitable<void>()> work, RetryBackoff backoff,
                                        std::stop_token stop)
{
  return async_retry_on_error(std::move(client), is_conflict, std::move(work), backoff, std::move(stop));
}

}  // namespace kubexx

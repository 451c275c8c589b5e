// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <functional>
#include <stop_token>
#include <utility>

#include "kubexx/base/asio.hpp"

namespace kubexx::detail {

/// True when `stop` ended before `deadline`; otherwise stops waiting for it. On an executor that runs one thing at a
/// time.
inline awaitable<bool> ends_by(Clock* clock, SteadyTime deadline, awaitable<void> stop)
{
  std::stop_source late;
  std::function<void()> request = [late]() mutable { late.request_stop(); };
  const Timer timer = clock->call_at(deadline, request);
  try {
    co_await async_cancel_on(late.get_token(), std::move(stop));
    co_return true;
  } catch (const std::exception&) {  // it is cancelled at the deadline
    if (!late.stop_requested()) throw;
  }
  co_return false;
}

/// The blocking form of an `async_stop`: true when `stop` ended before `deadline`. Throws what block_on throws.
inline bool stop_by(const Runtime& runtime, SteadyTime deadline, std::function<awaitable<void>()> stop)
{
  std::function<awaitable<bool>()> work = [clock = runtime.clock, deadline, stop = std::move(stop)] {
    return ends_by(clock, deadline, stop());
  };
  return block_on(make_strand_of(runtime.executor), std::move(work), "async_stop", *runtime.clock, deadline);
}

}  // namespace kubexx::detail

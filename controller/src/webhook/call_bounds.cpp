// SPDX-License-Identifier: Apache-2.0
#include "webhook/call_bounds.hpp"

#include <utility>

namespace kubexx::detail {

CallBounds::CallBounds(Clock& clock, CallLimits limits)
    : clock_(clock), limits_(std::move(limits)), end_from_server_(limits_.stop, end())
{
}

awaitable<void> CallBounds::run(awaitable<void> work)
{
  std::optional<Timer> timer;
  if (limits_.deadline) timer = clock_.call_at(*limits_.deadline, end());
  co_await async_cancel_on(stop_.get_token(), std::move(work));
}

std::function<void()> CallBounds::end() const
{
  return [stop = stop_]() mutable { stop.request_stop(); };
}

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "requests/blocking.hpp"
#include "requests/client_impl.hpp"

namespace kubexx::detail {

[[nodiscard]] inline CallOptions bounds_until(const CallOptions& options, std::stop_token stop)
{
  CallOptions bounds = options;
  bounds.stop = std::move(stop);
  return bounds;
}

/// When a verb with these options ends by itself.
[[nodiscard]] inline SteadyTime deadline_of(const ClientAccess::Impl& impl, const CallOptions& options)
{
  return saturating_add(impl.runtime.clock->now(), options.timeout.value_or(impl.options.timeout));
}

/// Runs `start(bounds, may_wait)` to its end on behalf of a blocking verb and returns its result. `start` and its
/// coroutine own what they refer to. `deadline`: when it ends by itself, if at all.
template <class T, class Start>
T run_verb(const ClientAccess::Impl& impl, const CallOptions& options, const char* verb, Start start,
           std::optional<SteadyTime> deadline)
{
  const auto result = std::make_shared<std::optional<T>>();
  BlockingWork work = [result, options, start = std::move(start)](std::stop_token stop, bool may_wait) {
    return store_result<T>(result, start(bounds_until(options, std::move(stop)), may_wait));
  };
  run_blocking(impl.runtime, *impl.transport, options.stop, std::move(work), verb, deadline);
  return std::move(**result);
}

/// The same by the deadline that the options say.
template <class T, class Start>
T run_verb(const ClientAccess::Impl& impl, const CallOptions& options, const char* verb, Start start)
{
  return run_verb<T>(impl, options, verb, std::move(start), deadline_of(impl, options));
}

}  // namespace kubexx::detail

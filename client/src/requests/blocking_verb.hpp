// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// Runs `start(bounds, may_wait)` to its end on behalf of a blocking verb and returns its result.
template <class T, class Start>
T run_verb(const ClientAccess::Impl& impl, const CallOptions& options, const char* verb, Start start)
{
  std::optional<T> result;
  const BlockingWork work = [&](std::stop_token stop, bool may_wait) {
    return store_result(&result, start(bounds_until(options, std::move(stop)), may_wait));
  };
  run_blocking(impl.runtime, *impl.transport, options.stop, work, verb);
  return std::move(*result);
}

}  // namespace kubexx::detail

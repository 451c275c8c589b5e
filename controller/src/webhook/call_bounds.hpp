// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx::detail {

/// The limits of one call.
struct CallLimits {
  CallLimits() = default;
  std::optional<SteadyTime> deadline;
  std::stop_token stop;  // the server ends its calls
};

/// Ends one call of a handler at its deadline, or when the server ends its calls.
class CallBounds {
public:
  /// `clock` outlives it.
  CallBounds(Clock& clock, CallLimits limits);

  /// Requested when the call ends.
  [[nodiscard]] std::stop_token stop_token() const { return stop_.get_token(); }
  [[nodiscard]] std::optional<SteadyTime> deadline() const noexcept { return limits_.deadline; }
  [[nodiscard]] bool is_late() const { return limits_.deadline && clock_.now() >= *limits_.deadline; }
  [[nodiscard]] bool server_stops() const { return limits_.stop.stop_requested(); }
  /// Awaits `work`, which is cancelled when the call ends. This must outlive it.
  [[nodiscard]] awaitable<void> run(awaitable<void> work);

private:
  [[nodiscard]] std::function<void()> end() const;

  Clock& clock_;
  const CallLimits limits_;
  const std::stop_source stop_;
  const std::stop_callback<std::function<void()>> end_from_server_;
};

}  // namespace kubexx::detail

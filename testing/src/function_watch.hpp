// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <utility>

#include "kubexx/base/clock.hpp"

namespace kubexx::testing {

/// Says, once, that a function of the operator does not return: in a simulation nothing else runs meanwhile, so one
/// that waits to be asked to stop waits for ever, and the test would hang without a word.
class FunctionWatch {
public:
  /// `clock` is that of real time; it calls `tell` on its thread.
  FunctionWatch(Clock& clock, std::function<void(const char* text)> tell) : clock_(clock), tell_(std::move(tell)) {}

  /// A function begins or ends, on the thread of the simulation.
  void begin();
  void end() noexcept { timer_.cancel(); }

  static constexpr Duration patience = std::chrono::seconds(10);

private:
  Clock& clock_;
  const std::function<void(const char* text)> tell_;
  Timer timer_;
};

}  // namespace kubexx::testing

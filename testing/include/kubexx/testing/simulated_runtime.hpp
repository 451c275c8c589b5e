// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/manual_clock.hpp"

namespace kubexx::testing {

/// Everything that runs on `runtime()` runs on the calling thread, in an order that the seed decides, and time moves
/// only when nothing else can happen: hours pass in milliseconds, and the same seed gives the same run. Coroutines and
/// pool tasks share one queue. The lines of its log carry virtual time. Use from one thread.
class SimulatedRuntime {
public:
  explicit SimulatedRuntime(std::uint64_t seed, Log log = {}, MetricsProvider* metrics = nullptr);
  ~SimulatedRuntime();
  SimulatedRuntime(const SimulatedRuntime&) = delete;
  SimulatedRuntime& operator=(const SimulatedRuntime&) = delete;

  [[nodiscard]] Runtime runtime() const;
  [[nodiscard]] ManualClock& clock() const;
  /// The random source of the runtime.
  [[nodiscard]] Random& random() const;

  /// Runs what can run without time moving; returns how many handlers ran.
  std::size_t run_ready();
  /// Runs what is ready, then moves time to the next timer if that is not after `limit`, and runs what that made ready.
  /// False when no timer is left before `limit`.
  bool step(SteadyTime limit = SteadyTime::max());
  /// Steps until `done()` holds (true) or `within` has passed in virtual time or nothing is left to happen (false).
  bool run_until(const std::function<bool()>& done, Duration within);
  /// Runs everything that happens in the next `span`, and ends with the clock there.
  void run_for(Duration span);
  /// Runs `work` until it ends and returns whether it ended within `within`; rethrows its exception.
  bool run(std::function<awaitable<void>()> work, Duration within);

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kubexx::testing

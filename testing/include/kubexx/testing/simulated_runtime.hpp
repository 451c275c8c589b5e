// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/testing/test_failure.hpp"

namespace kubexx::testing {

/// A Runtime with virtual time on the calling thread. Time moves only if nothing else can run, so hours pass in
/// milliseconds. The seed picks the next of the ready tasks, as a machine with many threads might; the same seed
/// repeats the same run. Coroutines and pool tasks take turns; a blocking verb in a coroutine throws as it does in
/// production. The random numbers of the runtime and those of the scheduler are independent, so a change to one does
/// not affect the other. Log lines have virtual times. Use it from one thread.
class SimulatedRuntime {
public:
  /// The order and the delays of the tasks, and the limits of a run.
  struct Options {
    std::uint64_t seed = 1;
    /// The probability that the next task is a random ready one instead of the first: 0 keeps their order.
    double disorder = 1;
    /// Returns, for each task that becomes ready, how long it has to wait although it could run, as on a machine with
    /// too few threads. Not set: no delay.
    std::function<Duration()> stall = {};
    Log log = {};
    MetricsProvider* metrics = nullptr;
    /// Limit of tasks that run without time moving, because a loop that takes no virtual time would never end. At the
    /// limit the function that runs the tasks throws SimulationStuck. It also applies to count_call() within one task.
    std::size_t max_tasks = 200'000;
    /// The wall time at which it begins; default: that of ManualClock.
    std::optional<WallTime> start_time = {};
  };
  explicit SimulatedRuntime(Options options);
  ~SimulatedRuntime();
  SimulatedRuntime(const SimulatedRuntime&) = delete;
  SimulatedRuntime& operator=(const SimulatedRuntime&) = delete;

  [[nodiscard]] Runtime runtime() const;
  /// The same for the clients of the user that the test plays, which count as another process: over a transport that
  /// completes inline, their blocking verbs may be called anywhere in the test, even in a coroutine of runtime().
  [[nodiscard]] Runtime user_runtime() const;
  [[nodiscard]] ManualClock& clock() const;
  /// Number of tasks that were picked although they were not the first ready one.
  [[nodiscard]] std::uint64_t reordered() const noexcept;

  /// Lets a failed run end: from now on time moves although tasks are ready, where SimulationStuck would be thrown, and
  /// after fewer tasks.
  void force_time() noexcept;

  /// Call it for each API call that completes within its task, since a function that makes such calls in an endless
  /// loop blocks all other tasks. Above the limit it throws SimulationStuck, and so does the function that runs the
  /// tasks, when this task has ended. Above twice the limit it aborts the program with that text.
  void count_call();

  /// Runs the tasks that can run without time moving and returns their number.
  std::size_t run_ready();
  /// Runs the ready tasks, moves time to the next timer unless that is after `limit`, and runs the tasks that became
  /// ready. Returns false if there is no timer up to `limit`.
  bool step(SteadyTime limit = SteadyTime::max());
  /// Steps until `done()` is true and returns true, or until `within` of virtual time has passed or nothing is left to
  /// run and returns false.
  bool run_until(const std::function<bool()>& done, Duration within);
  /// Runs everything that happens in the next `span`; the clock ends there.
  void run_for(Duration span);
  /// Runs `work` until it ends, at most for `within` of virtual time. Returns true if it has ended; rethrows its
  /// exception.
  bool run(std::function<awaitable<void>()> work, Duration within);
  /// Runs `work` to its end at once, as one atomic step: no time passes and nothing else runs. It counts as a coroutine
  /// of runtime(), so blocking verbs throw in it. May be called within a task. Returns false if `work` had to wait; it
  /// was cancelled then. Rethrows its exception.
  bool run_step(std::function<awaitable<void>()> work);

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kubexx::testing

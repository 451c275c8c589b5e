// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/testing/test_failure.hpp"

namespace kubexx::testing {

/// Everything that runs on `runtime()` runs on the calling thread, and time moves only when nothing else can happen:
/// hours pass in milliseconds. Of the tasks that are ready the seed picks the next one, as a machine with many threads
/// might; the same seed gives the same run. Coroutines and pool tasks take their turns alike; a blocking verb in a
/// coroutine throws what it throws in production. The runtime's random numbers and the scheduler's are two sources, so
/// a change of one leaves the other as it is. The lines of its log carry virtual time. Use from one thread.
class SimulatedRuntime {
public:
  struct Options {
    std::uint64_t seed = 1;
    /// How often the next task is any of those that are ready, instead of the first one: 0 is a queue, 1 pure chance.
    double disorder = 1;
    /// Asked for each task that becomes ready: how long it has to wait although it could run, as on a machine that is
    /// short of threads. Not set: no time.
    std::function<Duration()> stall = {};
    Log log = {};
    MetricsProvider* metrics = nullptr;
    /// How many tasks may run without time moving. With the next one, whatever runs them throws TimeStandsStill: a loop
    /// that takes no virtual time would never end.
    std::size_t most_tasks = 200'000;  // also of count_call() within one task
  };
  explicit SimulatedRuntime(Options options);
  ~SimulatedRuntime();
  SimulatedRuntime(const SimulatedRuntime&) = delete;
  SimulatedRuntime& operator=(const SimulatedRuntime&) = delete;

  [[nodiscard]] Runtime runtime() const;
  /// The same for the clients of a user whom the test plays, who is another process: over a transport that answers
  /// inline, his blocking verbs may be called wherever the test has a say, also within a coroutine of runtime().
  [[nodiscard]] Runtime user_runtime() const;
  [[nodiscard]] ManualClock& clock() const;
  /// Tasks that were not the first of the ready ones when they were picked.
  [[nodiscard]] std::uint64_t reordered() const noexcept;

  /// For the end of a run that has failed: from now on time moves, although tasks are ready, where TimeStandsStill
  /// would be thrown, and after fewer tasks.
  void force_time() noexcept;

  /// To be called for each call that is answered within the task that makes it: a function may make such calls in a
  /// loop without end, and no task after it gets its turn. Throws TimeStandsStill, and so does what runs the tasks when
  /// this one has ended. A function that goes on all the same ends the program with that text.
  void count_call();

  /// Runs what can run without time moving; returns how many tasks ran.
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

// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/simulated_runtime.hpp"

#include <boost/asio/co_spawn.hpp>

#include "task_scheduler.hpp"

namespace kubexx::testing {

namespace {

constexpr std::uint64_t kSchedulerSeed = 0x5c4ed01e5c4ed01eU;  // so that the two sources differ

// "Threads" of a simulation: tasks take their turn with the coroutines.
class TurnTakingPool final : public TaskPool {
public:
  explicit TurnTakingPool(TaskScheduler& scheduler) : scheduler_(scheduler) {}
  void post(std::function<void()> task) override { scheduler_.add(std::move(task)); }

private:
  TaskScheduler& scheduler_;
};

}  // namespace

class SimulatedRuntime::Impl {
public:
  explicit Impl(Options options)
      : log(options.log.with_clock(clock)),
        metrics(options.metrics),
        random(options.seed),
        scheduler(clock, options.seed ^ kSchedulerSeed, options.disorder, std::move(options.stall)),
        pool(scheduler)
  {
  }

  ManualClock clock;
  Log log;
  MetricsProvider* metrics;
  SeededRandom random;
  TaskScheduler scheduler;
  TurnTakingPool pool;
};

SimulatedRuntime::SimulatedRuntime(Options options) : impl_(std::make_unique<Impl>(std::move(options))) {}
SimulatedRuntime::~SimulatedRuntime() = default;

Runtime SimulatedRuntime::runtime() const
{
  return {&impl_->clock, &impl_->random, &impl_->pool, impl_->scheduler.executor(),
          impl_->log,    impl_->metrics, nullptr};
}

ManualClock& SimulatedRuntime::clock() const
{
  return impl_->clock;
}
std::uint64_t SimulatedRuntime::reordered() const noexcept
{
  return impl_->scheduler.reordered();
}

std::size_t SimulatedRuntime::run_ready()
{
  std::size_t ran = 0;
  while (impl_->scheduler.run_one()) ++ran;
  return ran;
}

bool SimulatedRuntime::step(SteadyTime limit)
{
  run_ready();
  const auto due = impl_->clock.next_due();
  if (!due || *due > limit) return false;
  impl_->clock.advance_to_next();
  run_ready();
  return true;
}

bool SimulatedRuntime::run_until(const std::function<bool()>& done, Duration within)
{
  const SteadyTime limit = saturating_add(impl_->clock.now(), within);
  run_ready();
  while (!done()) {
    if (!step(limit)) return done();
  }
  return true;
}

void SimulatedRuntime::run_for(Duration span)
{
  const SteadyTime limit = saturating_add(impl_->clock.now(), span);
  while (step(limit)) {
  }
  impl_->clock.advance(limit - impl_->clock.now());
  run_ready();
}

bool SimulatedRuntime::run(std::function<awaitable<void>()> work, Duration within)
{
  struct Call {
    std::function<awaitable<void>()> work;  // lives as long as its coroutine, which may be a lambda
    bool ended = false;
    std::exception_ptr failure;
  };
  const auto call = std::make_shared<Call>();
  call->work = std::move(work);
  asio::co_spawn(runtime().executor, call->work(), [call](std::exception_ptr error) {
    call->ended = true;
    call->failure = std::move(error);
  });
  const bool in_time = run_until([&] { return call->ended; }, within);
  if (call->failure) std::rethrow_exception(call->failure);
  return in_time;
}

}  // namespace kubexx::testing

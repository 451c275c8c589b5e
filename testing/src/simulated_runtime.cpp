// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/simulated_runtime.hpp"

#include <boost/asio/co_spawn.hpp>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "atomic_step.hpp"
#include "function_watch.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/base/system_clock.hpp"
#include "task_scheduler.hpp"
#include "test_backend.hpp"

namespace kubexx::testing {

namespace {

constexpr std::uint64_t kSchedulerSeed = 0x5c4ed01e5c4ed01eU;  // so that the two sources differ
// Of time that is forced to move.
constexpr std::size_t kForcedTasks = 100;
constexpr Duration kForcedStep = std::chrono::seconds(1);

// "Threads" of a simulation: tasks take their turn with the coroutines.
class TurnTakingPool final : public TaskPool {
public:
  explicit TurnTakingPool(TaskScheduler& scheduler) : scheduler_(scheduler) {}
  void post(std::function<void()> task) override
  {
    scheduler_.add(
        [this, task = std::move(task)] {
          watch_.begin();
          const std::shared_ptr<void> until_here(nullptr, [this](void*) { watch_.end(); });
          task();
        },
        TaskScheduler::Kind::may_block);
  }

private:
  TaskScheduler& scheduler_;
  SystemClock real_time_;
  FunctionWatch watch_{real_time_, [](const char* text) { std::fputs(text, stderr); }};
};

}  // namespace

class SimulatedRuntime::Impl {
public:
  explicit Impl(Options options)
      : clock(options.start_time.value_or(ManualClock().wall_now())),
        log(options.log.with_clock(clock)),
        metrics(options.metrics),
        random(options.seed),
        scheduler(clock, options.seed ^ kSchedulerSeed, options.disorder, std::move(options.stall)),
        pool(scheduler),
        max_tasks(options.max_tasks),
        most_calls_(options.max_tasks)
  {
  }

  // Something has happened. False: time was forced to move.
  bool count()
  {
    const SteadyTime now = clock.now();
    // Steps of nanoseconds are no progress.
    if (now - moment_ >= kMoment) {
      moment_ = now;
      happened_ = 0;
    }
    if (++happened_ < max_tasks) return true;
    happened_ = 0;
    if (forced) {
      clock.advance(kForcedStep);
      return false;
    }
    throw SimulationStuck("the simulation is stuck: " + std::to_string(max_tasks) + " tasks have run at " +
                          MicroTime(clock.wall_now()).to_string() +
                          ": something loops without waiting for time to pass");
  }
  [[nodiscard]] Runtime runtime(TaskScheduler::Executor executor)
  {
    return {&clock, &random, &pool, executor, log, metrics, nullptr};
  }

  ManualClock clock;
  Log log;
  MetricsProvider* metrics;
  SeededRandom random;
  TaskScheduler scheduler;
  TurnTakingPool pool;
  std::size_t max_tasks;
  bool forced = false;

  void count_call()
  {
    if (++calls_ <= most_calls_) return;
    const std::string text = "the simulation is stuck: " + std::to_string(most_calls_) +
                             " calls were made in one task at " + MicroTime(clock.wall_now()).to_string() +
                             ": a function loops without waiting for time to pass";
    if (calls_ > 2 * most_calls_) {
      std::fprintf(stderr, "%s and ignores that its calls fail\n", text.c_str());
      std::abort();
    }
    calls_failed_ = text;
    throw SimulationStuck(text);
  }
  // A task has ended.
  void check_calls()
  {
    calls_ = 0;
    if (calls_failed_) throw SimulationStuck(*std::exchange(calls_failed_, std::nullopt));
  }

private:
  SteadyTime moment_{};       // of what was counted last
  std::size_t happened_ = 0;  // then
  const std::size_t most_calls_;
  std::size_t calls_ = 0;                    // within the task that runs
  std::optional<std::string> calls_failed_;  // because they were too many
};

SimulatedRuntime::SimulatedRuntime(Options options) : impl_(std::make_unique<Impl>(std::move(options))) {}
SimulatedRuntime::~SimulatedRuntime() = default;

Runtime SimulatedRuntime::runtime() const
{
  return impl_->runtime(impl_->scheduler.executor());
}

Runtime SimulatedRuntime::user_runtime() const
{
  return impl_->runtime(impl_->scheduler.outside_executor());
}

ManualClock& SimulatedRuntime::clock() const
{
  return impl_->clock;
}
std::uint64_t SimulatedRuntime::reordered() const noexcept
{
  return impl_->scheduler.reordered();
}

void SimulatedRuntime::force_time() noexcept
{
  impl_->forced = true;
  impl_->max_tasks = kForcedTasks;
}

void SimulatedRuntime::count_call()
{
  impl_->count_call();
}

std::size_t SimulatedRuntime::run_ready()
{
  std::size_t ran = 0;
  while (impl_->scheduler.run_one()) {
    ++ran;
    impl_->check_calls();
    if (!impl_->count()) break;
  }
  return ran;
}

bool SimulatedRuntime::step(SteadyTime limit)
{
  run_ready();
  const auto due = impl_->clock.next_due();
  if (!due || *due > limit) return false;
  impl_->clock.advance_to_next();
  (void)impl_->count();  // a timer may be set for now again and again
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

bool SimulatedRuntime::run_step(std::function<awaitable<void>()> work)
{
  bool ended = false;
  impl_->scheduler.run_as_handler([&] { ended = run_as_one_step(std::move(work)); });
  return ended;
}

}  // namespace kubexx::testing

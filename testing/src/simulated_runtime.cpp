// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/simulated_runtime.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

namespace kubexx::testing {

namespace {

// "Threads" of a simulation: tasks take their turn with the coroutines.
class TurnTakingPool final : public TaskPool {
public:
  explicit TurnTakingPool(asio::io_context& context) : context_(context) {}
  void post(std::function<void()> task) override { asio::post(context_, std::move(task)); }

private:
  asio::io_context& context_;
};

}  // namespace

class SimulatedRuntime::Impl {
public:
  Impl(std::uint64_t seed, const Log& given_log, MetricsProvider* given_metrics)
      : log(given_log.with_clock(clock)), metrics(given_metrics), random(seed), context(1), pool(context)
  {
  }

  ManualClock clock;
  Log log;
  MetricsProvider* metrics;
  SeededRandom random;
  asio::io_context context;
  TurnTakingPool pool;
};

SimulatedRuntime::SimulatedRuntime(std::uint64_t seed, Log log, MetricsProvider* metrics)
    : impl_(std::make_unique<Impl>(seed, log, metrics))
{
}
SimulatedRuntime::~SimulatedRuntime() = default;

Runtime SimulatedRuntime::runtime() const
{
  return {&impl_->clock, &impl_->random, &impl_->pool, impl_->context.get_executor(),
          impl_->log,    impl_->metrics, nullptr};
}

ManualClock& SimulatedRuntime::clock() const
{
  return impl_->clock;
}
Random& SimulatedRuntime::random() const
{
  return impl_->random;
}

std::size_t SimulatedRuntime::run_ready()
{
  impl_->context.restart();
  return impl_->context.poll();
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
  auto ended = std::make_shared<bool>(false);
  auto failure = std::make_shared<std::exception_ptr>();
  asio::co_spawn(impl_->context, work(), [ended, failure](std::exception_ptr error) {
    *ended = true;
    *failure = std::move(error);
  });
  const bool in_time = run_until([&] { return *ended; }, within);
  if (*failure) std::rethrow_exception(*failure);
  return in_time;
}

}  // namespace kubexx::testing

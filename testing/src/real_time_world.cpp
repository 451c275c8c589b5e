// SPDX-License-Identifier: Apache-2.0
#include "real_time_world.hpp"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

namespace kubexx::testing {

namespace {

constexpr Duration kBetweenLooks = std::chrono::milliseconds(10);

void pause(Clock& clock, Duration span)
{
  std::mutex mutex;
  std::condition_variable_any nobody;
  std::unique_lock lock(mutex);
  const SteadyTime end = saturating_add(clock.now(), span);
  while (clock.now() < end) clock.wait_until(lock, nobody, end, {});
}

SystemRuntime::Options system_options(const WorldOptions& options)
{
  SystemRuntime::Options system;
  system.log = options.log;
  system.metrics = options.metrics;
  return system;
}

struct Work {
  std::function<awaitable<void>()> function;
  std::exception_ptr error;
  std::atomic<bool> ended{false};
};

awaitable<void> run_work(std::shared_ptr<Work> work)
{
  try {
    co_await work->function();
  } catch (...) {
    work->error = std::current_exception();
  }
  work->ended = true;
}

}  // namespace

bool poll(const Runtime& runtime, const std::function<bool()>& done, Duration within)
{
  const SteadyTime end = saturating_add(runtime.clock->now(), within);
  while (!done()) {
    if (runtime.clock->now() >= end) return false;
    pause(*runtime.clock, kBetweenLooks);
  }
  return true;
}

RealTimeWorld::RealTimeWorld(const WorldOptions& options) : system_(system_options(options)) {}

bool RealTimeWorld::run_until(const std::function<bool()>& done, Duration within)
{
  return poll(runtime(), done, within);
}

bool RealTimeWorld::run(std::function<awaitable<void>()> function, Duration within)
{
  auto work = std::make_shared<Work>();
  work->function = std::move(function);
  spawn(runtime().executor, run_work(work));
  if (!run_until([&] { return work->ended.load(); }, within)) return false;
  if (work->error) std::rethrow_exception(work->error);
  return true;
}

}  // namespace kubexx::testing

// SPDX-License-Identifier: Apache-2.0
#include "manager/within.hpp"

#include <atomic>
#include <exception>
#include <memory>
#include <utility>

namespace kubexx {

namespace {

awaitable<void> guarded(Log log, awaitable<void> work)
{
  try {
    co_await std::move(work);
  } catch (const std::exception& error) {
    log.error("stopping failed", {{"error", error.what()}});
  }
}

}  // namespace

awaitable<bool> within(Runtime runtime, SteadyTime deadline, awaitable<void> work)
{
  auto ended = std::make_shared<std::atomic<bool>>(false);
  OneShot wake;
  std::function<void()> on_end = [ended, wake] {
    ended->store(true);
    wake.fire();
  };
  spawn(runtime.executor, guarded(runtime.log, std::move(work)), std::move(on_end));
  std::function<void()> on_time = [wake] { wake.fire(); };
  const Timer timer = runtime.clock->call_at(deadline, on_time);
  co_await wake.wait();
  co_return ended->load();
}

}  // namespace kubexx

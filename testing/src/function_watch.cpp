// SPDX-License-Identifier: Apache-2.0
#include "function_watch.hpp"

#include <cstdio>

namespace kubexx::testing {

void FunctionWatch::begin()
{
  {
    const std::lock_guard lock(mutex_);
    since_ = std::chrono::steady_clock::now();
  }
  if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

void FunctionWatch::end() noexcept
{
  const std::lock_guard lock(mutex_);
  since_.reset();
}

void FunctionWatch::watch(const std::stop_token& stop)
{
  std::unique_lock lock(mutex_);
  std::optional<std::chrono::steady_clock::time_point> told;
  while (!stop.stop_requested()) {
    (void)wake_.wait_for(lock, stop, patience_ / 10, [] { return false; });
    if (!since_ || since_ == told || std::chrono::steady_clock::now() - *since_ < patience_) continue;
    told = since_;
    const char* const text =
        "kubexx::testing: a function of the operator (a plain reconciler or runnable) has not returned for "
        "10 s of real time. In a simulation nothing else runs until it does, so nobody asks it to stop: make it a "
        "coroutine, or use TestServer::embedded().\n";
    tell_ != nullptr ? tell_(text) : static_cast<void>(std::fputs(text, stderr));
  }
}

}  // namespace kubexx::testing

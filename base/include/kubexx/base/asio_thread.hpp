// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/task_pool.hpp"

namespace kubexx {

/// Runs `function` on a new thread and resumes with its value or exception on the caller's executor. Use it for work
/// that a blocking call waits for: the runtime's pool may be full of reconcilers that wait for that very call.
/// Destroying the coroutine before the end blocks until `function` returns.
template <class T>
[[nodiscard]] awaitable<T> run_on_own_thread(std::function<T()> function)
{
  ThreadPool thread(1);
  co_return co_await run_on<T>(thread, std::move(function));
}

}  // namespace kubexx

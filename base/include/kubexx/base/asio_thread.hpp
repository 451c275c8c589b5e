// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/task_pool.hpp"

namespace kubexx {

/// Runs `function` on a thread of its own and resumes with its value or its exception on the caller's executor. For
/// what a blocking verb waits for: the runtime's pool may be full of reconcilers that wait for that very verb. If the
/// coroutine is destroyed meanwhile, that waits until `function` returns.
template <class T>
[[nodiscard]] awaitable<T> run_on_own_thread(std::function<T()> function)
{
  ThreadPool thread(1);
  co_return co_await run_on<T>(thread, std::move(function));
}

}  // namespace kubexx

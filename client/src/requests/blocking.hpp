// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx::detail {

/// What a blocking verb runs: a coroutine bound to `stop`, which may not wait when `may_wait` is false.
using BlockingWork = std::function<awaitable<void>(std::stop_token stop, bool may_wait)>;

/// Runs `work` to its end. Over a transport that answers inline: on the calling thread, as one atomic step; work that
/// would have to wait is stopped and std::logic_error says so. Else on the runtime's executor, blocking (block_on). In
/// a handler of that executor both throw the same std::logic_error.
/// `deadline` is when `work` ends by itself, if at all; then `work` and its coroutine own what they refer to.
void run_blocking(const Runtime& runtime, const Transport& transport, const std::stop_token& stop, BlockingWork work,
                  const char* verb, std::optional<SteadyTime> deadline);

/// `to`: a pointer of any kind to a std::optional<T>.
template <class T, class To>
awaitable<void> store_result(To to, awaitable<T> work)
{
  to->emplace(co_await std::move(work));
}

}  // namespace kubexx::detail

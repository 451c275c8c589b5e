// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <optional>
#include <utility>

#include "kubexx/base/asio.hpp"

namespace kubexx {

/// Runs `work` on `executor` and resumes on the caller's executor when it has ended; throws its exception. Cancelling
/// the caller cancels `work` on `executor`, and the call still waits for the end of `work`. `work` may therefore refer
/// to objects of its caller. Each of the two executors may have several threads if it is a strand.
///
/// Replaces co_spawn(executor, work, use_awaitable): Boost 1.81 dispatches its cancellation through a pointer to an
/// operation that may have ended.
[[nodiscard]] awaitable<void> async_on(asio::any_io_executor executor, awaitable<void> work);

namespace detail {

template <class T>
awaitable<void> keep_value(awaitable<T> work, std::optional<T>* value)
{
  value->emplace(co_await std::move(work));
}

}  // namespace detail

/// The same for `work` that returns a value.
template <class T>
[[nodiscard]] awaitable<T> async_on(asio::any_io_executor executor, awaitable<T> work)
{
  std::optional<T> value;
  co_await async_on(std::move(executor), detail::keep_value(std::move(work), &value));
  co_return std::move(*value);
}

}  // namespace kubexx

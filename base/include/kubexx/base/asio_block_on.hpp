// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "kubexx/base/asio.hpp"

namespace kubexx {

/// Returns whether the calling thread is running a handler of `executor`. Blocking there on a coroutine of `executor`
/// would never end.
[[nodiscard]] bool running_in_this_thread(const asio::any_io_executor& executor);

/// Thrown by a blocking call if the SystemRuntime that it needs was stopped, if the io_context was destroyed while it
/// waited, or if no thread ran the io_context by the call's deadline. The request may or may not have been sent. The
/// exception that ended the call's coroutine, if any, is nested.
class RuntimeStopped : public std::runtime_error {
public:
  explicit RuntimeStopped(const char* verb);
  [[nodiscard]] static RuntimeStopped not_run(const char* verb);

private:
  explicit RuntimeStopped(const std::string& text);
};

/// Runs `work` on `executor` and blocks until it ends; throws its exception. Throws std::logic_error if called from a
/// thread of that executor, and RuntimeStopped. `work` may be a capturing lambda that is a coroutine: it lives as long
/// as its coroutine. Objects that `work` refers to must live until this call returns, not longer: `work` and its
/// coroutine are destroyed by then. `verb` names the awaitable form in the messages. There is no deadline: while nobody
/// runs the executor, this call waits.
void block_on(const asio::any_io_executor& executor, std::function<awaitable<void>()> work,
              const char* verb = "co_await");

/// The same for `work` that ends by itself at `deadline` of `clock` while a thread runs `executor`. If the executor
/// does not run for a second after the deadline, throws RuntimeStopped and abandons the coroutine: `work` and its
/// coroutine must own what they refer to.
void block_on(const asio::any_io_executor& executor, std::function<awaitable<void>()> work, const char* verb,
              Clock& clock, SteadyTime deadline);

namespace detail {

template <class T>
awaitable<void> keep_result(awaitable<T> work, std::shared_ptr<std::optional<T>> result)
{
  result->emplace(co_await std::move(work));
}

/// The type that the coroutine of `Work` returns.
template <class Work>
using ResultOf = typename std::invoke_result_t<Work&>::value_type;

/// A function that returns an awaitable of a value.
template <class Work>
concept ReturnsValue = std::invocable<Work&> && requires {
  typename ResultOf<Work>;
} && std::same_as<std::invoke_result_t<Work&>, awaitable<ResultOf<Work>>> && !std::is_void_v<ResultOf<Work>>;

template <class T, class Work, class... Deadline>
T block_for_result(const asio::any_io_executor& executor, Work work, const char* verb, Deadline&&... deadline)
{
  const auto result = std::make_shared<std::optional<T>>();
  const auto kept = std::make_shared<Work>(std::move(work));
  std::function<awaitable<void>()> run = [result, kept] { return keep_result<T>((*kept)(), result); };
  block_on(executor, std::move(run), verb, std::forward<Deadline>(deadline)...);
  return std::move(**result);
}

}  // namespace detail

/// The same for `work` that returns a value, which this call returns:
/// `const bool sent = block_on(executor, [&] { return recorder.async_stop(deadline); });`.
template <detail::ReturnsValue Work>
detail::ResultOf<Work> block_on(const asio::any_io_executor& executor, Work work, const char* verb = "co_await")
{
  return detail::block_for_result<detail::ResultOf<Work>>(executor, std::move(work), verb);
}
template <detail::ReturnsValue Work>
detail::ResultOf<Work> block_on(const asio::any_io_executor& executor, Work work, const char* verb, Clock& clock,
                                SteadyTime deadline)
{
  return detail::block_for_result<detail::ResultOf<Work>>(executor, std::move(work), verb, clock, deadline);
}

/// The same with the type of the value: `block_on<bool>(executor, work)`.
template <class T>
  requires(!std::is_void_v<T>)
T block_on(const asio::any_io_executor& executor, std::function<awaitable<T>()> work, const char* verb = "co_await")
{
  return detail::block_for_result<T>(executor, std::move(work), verb);
}

/// The same for the awaitable itself, which must not have been started:
/// `block_on(executor, informer.async_wait_synced(stop))`.
template <class T>
T block_on(const asio::any_io_executor& executor, awaitable<T> work, const char* verb = "co_await")
{
  const auto kept = std::make_shared<awaitable<T>>(std::move(work));
  return block_on(executor, [kept] { return std::move(*kept); }, verb);
}

}  // namespace kubexx

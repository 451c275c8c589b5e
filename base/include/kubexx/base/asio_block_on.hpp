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
/// would never end. Knows asio::io_context, asio::thread_pool, their strands, and contexts with a ThreadCheck
/// (base/asio_thread_check.hpp); for any other executor it returns false. Throws std::invalid_argument if `executor` is
/// empty.
[[nodiscard]] bool running_in_this_thread(const asio::any_io_executor& executor);

/// Thrown by a blocking call if the SystemRuntime that it needs was stopped, if the io_context was destroyed while it
/// waited, or if no thread ran the io_context by the call's deadline. The request may or may not have been sent. The
/// exception that ended the call's coroutine, if any, is nested.
class RuntimeStopped : public std::runtime_error {
public:
  explicit RuntimeStopped(const char* verb);
  /// The error of a call that no thread of the io_context ran before its deadline.
  [[nodiscard]] static RuntimeStopped not_run(const char* verb);

private:
  explicit RuntimeStopped(const std::string& text);
};

/// Runs `work` on `executor` and blocks until it ends; throws its exception. Throws std::logic_error if called from a
/// thread of that executor, RuntimeStopped, and std::invalid_argument if `executor`, `work` or the awaitable that it
/// returns is empty. `work` may be a capturing lambda that is a coroutine: it lives as long as its coroutine. Both are
/// destroyed before this call returns, so `work` may refer to objects of the calling function. `verb` names the
/// awaitable form in the messages. There is no deadline: while nobody runs the executor, this call waits.
void block_on(const asio::any_io_executor& executor, std::function<awaitable<void>()> work,
              const char* verb = "co_await");

/// The same for `work` that ends by itself at `deadline` of `clock` while a thread runs `executor`. If the executor
/// does not run within a second after the deadline, throws RuntimeStopped and abandons the coroutine: `work` and its
/// coroutine must own what they refer to. As long as it runs, this call waits for `work`, also after the deadline.
void block_on(const asio::any_io_executor& executor, std::function<awaitable<void>()> work, const char* verb,
              Clock& clock, SteadyTime deadline);

namespace detail {

template <class T>
awaitable<void> keep_result(awaitable<T> work, std::shared_ptr<std::optional<T>> result)
{
  result->emplace(co_await std::move(work));
}

void require_work(bool set, const char* what);

/// Whether `work` is a null pointer or a wrapper, such as std::function, without a function.
template <class Work>
bool is_set(const Work& work)
{
  if constexpr (std::is_pointer_v<Work> || requires { work.operator bool(); }) {
    return static_cast<bool>(work);
  } else {
    return true;
  }
}

/// Calls `work`, whose coroutine must exist: without one, `co_await` would be undefined.
template <class Work>
auto start_work(Work& work)
{
  auto coroutine = work();
  require_work(coroutine.valid(), "the function returned an empty awaitable");
  return coroutine;
}

/// The type that the coroutine of `Work` returns.
template <class Work>
using ResultOf = typename std::invoke_result_t<Work&>::value_type;

/// A function that returns an awaitable.
template <class Work>
concept ReturnsAwaitable = std::invocable<Work&> && requires { typename ResultOf<Work>; } &&
                           std::same_as<std::invoke_result_t<Work&>, awaitable<ResultOf<Work>>>;

template <class Work, class... Deadline>
ResultOf<Work> block_for_result(const asio::any_io_executor& executor, Work work, const char* verb,
                                Deadline&&... deadline)
{
  using T = ResultOf<Work>;
  require_work(is_set(work), "the function to run is not set");
  const auto kept = std::make_shared<Work>(std::move(work));  // it may be movable only
  if constexpr (std::is_void_v<T>) {
    std::function<awaitable<void>()> run = [kept] { return start_work(*kept); };
    block_on(executor, std::move(run), verb, std::forward<Deadline>(deadline)...);
  } else {
    const auto result = std::make_shared<std::optional<T>>();
    std::function<awaitable<void>()> run = [result, kept] { return keep_result<T>(start_work(*kept), result); };
    block_on(executor, std::move(run), verb, std::forward<Deadline>(deadline)...);
    return std::move(**result);
  }
}

/// A function that returns an awaitable which was made before.
template <class T>
auto returning(awaitable<T> work)
{
  require_work(work.valid(), "the awaitable is empty, or was started before");
  return [work = std::move(work)]() mutable { return std::move(work); };
}

}  // namespace detail

/// The same for `work` that returns a value, which this call returns, and for `work` that can only be moved:
/// `const bool sent = block_on(executor, [&] { return recorder.async_stop(deadline); });`.
template <detail::ReturnsAwaitable Work>
detail::ResultOf<Work> block_on(const asio::any_io_executor& executor, Work work, const char* verb = "co_await")
{
  return detail::block_for_result(executor, std::move(work), verb);
}
template <detail::ReturnsAwaitable Work>
detail::ResultOf<Work> block_on(const asio::any_io_executor& executor, Work work, const char* verb, Clock& clock,
                                SteadyTime deadline)
{
  return detail::block_for_result(executor, std::move(work), verb, clock, deadline);
}

/// The same with the type of the value: `block_on<bool>(executor, work)`.
template <class T>
  requires(!std::is_void_v<T>)
T block_on(const asio::any_io_executor& executor, std::function<awaitable<T>()> work, const char* verb = "co_await")
{
  return detail::block_for_result(executor, std::move(work), verb);
}
template <class T>
  requires(!std::is_void_v<T>)
T block_on(const asio::any_io_executor& executor, std::function<awaitable<T>()> work, const char* verb, Clock& clock,
           SteadyTime deadline)
{
  return detail::block_for_result(executor, std::move(work), verb, clock, deadline);
}

/// The same for the awaitable itself, which must not have been started:
/// `block_on(executor, informer.async_wait_synced(stop))`. Throws std::invalid_argument if it is empty.
template <class T>
T block_on(const asio::any_io_executor& executor, awaitable<T> work, const char* verb = "co_await")
{
  return detail::block_for_result(executor, detail::returning(std::move(work)), verb);
}
template <class T>
T block_on(const asio::any_io_executor& executor, awaitable<T> work, const char* verb, Clock& clock,
           SteadyTime deadline)
{
  return detail::block_for_result(executor, detail::returning(std::move(work)), verb, clock, deadline);
}

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#if !defined(__cpp_rtti)
#error \
    "kubexx needs run-time type information, as the executors of Boost.Asio that it was built with: compile without -fno-rtti"
#endif

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

#include "kubexx/base/clock.hpp"
#include "kubexx/base/console_log.hpp"
#include "kubexx/base/log.hpp"
#include "kubexx/base/metrics.hpp"
#include "kubexx/base/process.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/base/task_pool.hpp"

/// The bridge between base and Asio. It is a target of its own, kubexx::base_asio: base itself needs only the standard
/// library. Coroutine rules of this project (g++ 12): pass parameters by value; no capturing lambda as a coroutine
/// (except for block_on, which keeps it alive); no capturing lambda, no temporary aggregate and no conditional
/// expression that makes a temporary of a class inside a co_await expression (docs/guides/troubleshooting.md).
///
/// Cancellation: every awaitable of this header ends promptly when the cancellation slot of its coroutine is emitted
/// (Asio's per-operation cancellation: `operator||` of awaitable_operators, bind_cancellation_slot). It then throws
/// boost::system::system_error with asio::error::operation_aborted, which awaitable_operators swallow for the operation
/// that loses. As everywhere in Asio, emit the slot on the executor of the coroutine, a strand if that has several
/// threads. A stop token also ends an operation, from any thread; some functions then return a value, as documented
/// there.
namespace kubexx {

namespace asio = boost::asio;
/// The return type of the coroutines in kubexx.
template <class T>
using awaitable = asio::awaitable<T>;

/// The services that everything above base runs on. A cheap copyable handle; the objects that it points to must outlive
/// every user. SystemRuntime provides the real one. `kubexx/testing` provides one whose time, order and randomness
/// depend only on a seed.
struct Runtime {
  Clock* clock = nullptr;
  Random* random = nullptr;
  TaskPool* pool = nullptr;             ///< runs blocking functions
  asio::any_io_executor executor = {};  ///< runs coroutines; may have several threads: use a strand if order matters
  Log log = {};                         ///< lines carry the time of `clock`; the default drops them
  MetricsProvider* metrics = nullptr;   ///< null: no metrics
  ProcessRunner* processes = nullptr;   ///< null: credential plugins cannot be used
};

/// A completion that any thread can fire, once, and that one coroutine can wait for. A copyable handle to shared state;
/// thread safe. `wait` returns immediately if the completion has already been fired. Otherwise the coroutine is resumed
/// by a post to its executor; until then `wait` counts as work of its io_context. A cancelled wait throws, even if
/// `fire` came first and the coroutine had not resumed yet; the OneShot is not affected. Only one coroutine may wait at
/// a time: a second wait throws (already_started). A coroutine that still waits when its io_context is destroyed is
/// destroyed too. Terminates the program if there is no memory to post the resumption.
class OneShot {
public:
  OneShot();
  [[nodiscard]] awaitable<void> wait() const;
  /// Returns true if this call fired it.
  bool fire() const;
  [[nodiscard]] bool fired() const;

private:
  struct State;
  std::shared_ptr<State> state_;
};

/// Returns true at `when`, or false as soon as `stop` is requested.
[[nodiscard]] awaitable<bool> async_sleep_until(Clock& clock, SteadyTime when, std::stop_token stop = {});
[[nodiscard]] awaitable<bool> async_sleep(Clock& clock, Duration delay, std::stop_token stop = {});

/// Waits until `stop` is requested. Requires a token with stop_possible().
[[nodiscard]] awaitable<void> async_wait_stop(std::stop_token stop);

/// Runs `work`, and cancels it (terminally) when `stop` is requested, from any thread. The operation that `work` waits
/// for then ends with operation_aborted, and this call throws it unless `work` catches it. Cancelling the caller
/// cancels `work` too; this call then throws operation_aborted even if `work` catches it, unless `work` throws
/// something else.
[[nodiscard]] awaitable<void> async_cancel_on(std::stop_token stop, awaitable<void> work);

/// Starts `work` on `executor`, later and never inside this call. Then runs `on_end` on `executor`. Background
/// coroutines must catch their exceptions: one that escapes `work` leaves run() of the io_context, which calls
/// std::terminate on the threads of a SystemRuntime.
void spawn(asio::any_io_executor executor, awaitable<void> work, std::function<void()> on_end = {});

/// Returns an executor that runs one handler at a time: a strand over `executor`, or `executor` itself if it belongs to
/// a SystemRuntime with one io thread. There a dispatched handler may run before one that was posted earlier.
[[nodiscard]] asio::any_io_executor make_strand_of(const asio::any_io_executor& executor);

/// Resumes by posting, so that other handlers of the calling coroutine's executor run first.
[[nodiscard]] awaitable<void> async_yield();

/// Runs `function` on `pool` and resumes with its value or exception on the caller's executor. If cancelled, it stops
/// waiting; `function` still runs to its end, so it must own what it refers to, and its outcome is dropped.
template <class T>
[[nodiscard]] awaitable<T> run_on(TaskPool& pool, std::function<T()> function)
{
  struct Shared {
    std::function<T()> function;
    std::conditional_t<std::is_void_v<T>, bool, std::optional<T>> value{};
    std::exception_ptr error;
    OneShot finished;
  };
  auto shared = std::make_shared<Shared>();
  shared->function = std::move(function);
  pool.post([shared] {
    try {
      if constexpr (std::is_void_v<T>) {
        shared->function();
      } else {
        shared->value.emplace(shared->function());
      }
    } catch (...) {
      shared->error = std::current_exception();
    }
    shared->function = nullptr;
    shared->finished.fire();
  });
  co_await shared->finished.wait();
  if (shared->error) std::rethrow_exception(shared->error);
  if constexpr (!std::is_void_v<T>) co_return std::move(*shared->value);
}

/// Owns the system's services: clock, randomness, an io_context with its threads, and a pool for blocking functions.
/// Destroys them in the right order. Call `stop()` first if coroutines still run. Its threads are named kubexx-io,
/// kubexx-pool and kubexx-clock (`ps -T`, debuggers).
class SystemRuntime {
public:
  /// The threads and the log of the runtime.
  struct Options {
    std::size_t io_threads = 1;
    std::size_t pool_threads = 16;  ///< at most this many threads in the pool; started on demand
    /// Warnings and errors, on standard error. `Log()` is silent; make_console_log has a level and JSON.
    Log log = Log(make_console_log({.level = LogLevel::warn}));
    MetricsProvider* metrics = nullptr;
  };
  SystemRuntime();
  explicit SystemRuntime(Options options);
  ~SystemRuntime();
  SystemRuntime(const SystemRuntime&) = delete;
  SystemRuntime& operator=(const SystemRuntime&) = delete;

  [[nodiscard]] Runtime runtime() const;
  /// Ends the io threads without waiting for suspended coroutines. Cancels blocking calls that other threads are still
  /// making; these throw RuntimeStopped. Idempotent; must not be called from an io thread.
  void stop();

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kubexx

#include "kubexx/base/asio_block_on.hpp"

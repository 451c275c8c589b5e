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
#include <stdexcept>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>

#include "kubexx/base/clock.hpp"
#include "kubexx/base/log.hpp"
#include "kubexx/base/metrics.hpp"
#include "kubexx/base/process.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/base/task_pool.hpp"

/// The bridge between base and Asio: target kubexx::base_asio, so that base itself needs the standard library alone.
/// Coroutine rules of this project (g++ 12): parameters by value, no capturing lambda as a coroutine (but for block_on,
/// which keeps it), no capturing lambda and no temporary aggregate inside a co_await expression.
///
/// Cancellation: every awaitable of this header ends promptly when the cancellation slot of its coroutine is emitted
/// (Asio's per-operation cancellation: `operator||` of awaitable_operators, bind_cancellation_slot), with
/// boost::system::system_error, code asio::error::operation_aborted, which awaitable_operators swallow for the
/// operation that loses. As everywhere in Asio, the slot is emitted on the executor of the coroutine, a strand if that
/// has several threads. A stop token ends an operation too, from any thread, and with a value where the function says
/// so.
namespace kubexx {

namespace asio = boost::asio;
template <class T>
using awaitable = asio::awaitable<T>;

/// The services that everything above base runs on; a cheap copyable handle. What it points to outlives every user.
/// SystemRuntime makes the real one; `kubexx/testing` makes one whose time, order and randomness a seed decides.
struct Runtime {
  Clock* clock = nullptr;
  Random* random = nullptr;
  TaskPool* pool = nullptr;            ///< blocking functions
  asio::any_io_executor executor;      ///< coroutines; may have several threads: use a strand where order matters
  Log log;                             ///< its lines carry the time of `clock`
  MetricsProvider* metrics = nullptr;  ///< null: no metrics
  ProcessRunner* processes = nullptr;  ///< null: credential plugins cannot be used
};

/// A completion that any thread fires at most once and one coroutine waits for. A copyable handle to shared state;
/// thread safe. `wait` returns immediately if it has already been fired; otherwise it resumes, posted, on the executor
/// of the waiting coroutine, whose io_context it keeps busy until then. A wait that is cancelled throws, even if `fire`
/// came first and the coroutine had not resumed yet; the OneShot is unaffected. Only one coroutine may wait at a time:
/// a second wait throws (already_started). A coroutine still waiting when its io_context is destroyed is destroyed too.
/// Without memory to post a resumption the program ends.
class OneShot {
public:
  OneShot();
  [[nodiscard]] awaitable<void> wait() const;
  /// True when this call was the one that fired it.
  bool fire() const;
  [[nodiscard]] bool fired() const;

private:
  struct State;
  std::shared_ptr<State> state_;
};

/// Returns at `when` (true) or as soon as `stop` is requested (false).
[[nodiscard]] awaitable<bool> async_sleep_until(Clock& clock, SteadyTime when, std::stop_token stop = {});
[[nodiscard]] awaitable<bool> async_sleep(Clock& clock, Duration delay, std::stop_token stop = {});

/// Waits until `stop` is requested. The token must be able to stop.
[[nodiscard]] awaitable<void> async_wait_stop(std::stop_token stop);

/// Runs `work`, and cancels it (terminally) when `stop` is requested, from any thread: what it waits for ends with
/// operation_aborted, which leaves this call unless `work` catches it. A cancellation of the caller itself cancels
/// `work` too, and leaves this call as operation_aborted even if `work` catches it, unless that throws something else.
[[nodiscard]] awaitable<void> async_cancel_on(std::stop_token stop, awaitable<void> work);

/// Starts `work` on `executor`, later and never inside this call. An exception that leaves it calls std::terminate, so
/// background coroutines catch their own. `on_end` runs on `executor` afterwards.
void spawn(asio::any_io_executor executor, awaitable<void> work, std::function<void()> on_end = {});

/// A strand over `executor`, as an erased executor.
[[nodiscard]] asio::any_io_executor make_strand_of(const asio::any_io_executor& executor);

/// Lets other handlers of the calling coroutine's executor run first: resumes by posting.
[[nodiscard]] awaitable<void> async_yield();

/// Runs `function` on `pool` and resumes with its value or its exception on the caller's executor. Cancelled, it no
/// longer waits: `function` runs to its end all the same, so it must own what it refers to, and its outcome is dropped.
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
/// Members are destroyed in the right order: `stop()` first if coroutines still run.
class SystemRuntime {
public:
  struct Options {
    std::size_t io_threads = 1;
    std::size_t pool_threads = 16;  ///< most threads of the pool; started on demand
    Log log = {};                   ///< default: drops everything
    MetricsProvider* metrics = nullptr;
  };
  SystemRuntime();
  explicit SystemRuntime(Options options);
  ~SystemRuntime();
  SystemRuntime(const SystemRuntime&) = delete;
  SystemRuntime& operator=(const SystemRuntime&) = delete;

  [[nodiscard]] Runtime runtime() const;
  /// Ends the io threads without waiting for coroutines that are still suspended. Blocking calls that other threads
  /// still make are cancelled, and end with RuntimeStopped. Idempotent; not from an io thread.
  void stop();

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// Whether the calling thread is running handlers of `executor`: waiting there for a coroutine on it would never end.
[[nodiscard]] bool running_in_this_thread(const asio::any_io_executor& executor);

/// What a blocking call throws when the SystemRuntime it needs was stopped, the io_context destroyed while it waited,
/// or no thread ran the io_context by the call's deadline. Whether a request was sent is not known. What ended the
/// call's coroutine is nested in it, if anything.
class RuntimeStopped : public std::runtime_error {
public:
  explicit RuntimeStopped(const char* verb);
  [[nodiscard]] static RuntimeStopped not_run(const char* verb);

private:
  explicit RuntimeStopped(const std::string& text);
};

/// Runs `work` on `executor` and blocks until it ends; throws its exception. Throws std::logic_error when called from a
/// thread of that executor, and RuntimeStopped. `work` may be a capturing lambda that is a coroutine: it lives as long
/// as its coroutine. What `work` refers to must live until this returns, and no longer: both are gone by then. `verb`
/// names the awaitable form in the messages. Without a deadline it waits as long as nobody runs the executor.
void block_on(const asio::any_io_executor& executor, std::function<awaitable<void>()> work, const char* verb);

/// The same for `work` that ends by itself at `deadline` of `clock` as long as a thread runs `executor`. When the
/// executor does not run for a second after that, throws RuntimeStopped and leaves the coroutine behind: `work` and its
/// coroutine must own what they refer to.
void block_on(const asio::any_io_executor& executor, std::function<awaitable<void>()> work, const char* verb,
              Clock& clock, SteadyTime deadline);

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <condition_variable>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

#include "kubexx/base/asio.hpp"

namespace kubexx::detail {

class BlockingService;

/// One block_on: a thread that waits, and the coroutine for which it waits.
struct BlockingCall {
  BlockingCall(asio::any_io_executor given, std::function<awaitable<void>()> function, BlockingService& owner)
      : executor(std::move(given)), work(std::move(function)), service(owner)
  {
  }

  const asio::any_io_executor executor;
  // Lives as long as its coroutine, which may be a lambda and refer to what that captured. Touched on the executor.
  std::function<awaitable<void>()> work;
  BlockingService& service;          // lives until the coroutine is gone
  asio::cancellation_signal cancel;  // touched on the executor alone
  bool cancelled = false;            // written on the executor, read when done
  std::mutex mutex;
  std::condition_variable_any ended;
  bool done = false;           // guarded by mutex; nothing of the coroutine is left
  bool completed = false;      // guarded by mutex; it ran to its end, with or without `failure`
  bool abandoned = false;      // guarded by mutex; nobody waits: work that has not begun does not begin
  bool answers = false;        // guarded by mutex; the executor has run since that was last asked
  std::exception_ptr failure;  // guarded by mutex
};

/// The blocking calls that wait for coroutines of one execution context.
class BlockingService final : public asio::execution_context::service {
public:
  using key_type = BlockingService;
  static inline asio::execution_context::id id;

  explicit BlockingService(asio::execution_context& context) : service(context) {}

  /// Enters `call` and posts `start`, which ends the call when it is destroyed, and which nothing else keeps: the
  /// context may die before it runs. False once `stop` was called.
  template <class Start>
  bool begin(const std::shared_ptr<BlockingCall>& call, Start start)
  {
    // One lock for both: after `stop` posted work is never run.
    const std::lock_guard lock(mutex_);
    if (stopped_) return false;
    calls_.push_back(call);
    asio::post(call->executor, std::move(start));
    return true;
  }
  void end(const std::shared_ptr<BlockingCall>& call);

  /// For a context that no thread runs any more: cancels every call and runs, on this thread, what is then ready, so
  /// that the coroutines unwind while the threads that wait for them still hold what they refer to.
  void stop(asio::io_context& context);

private:
  void shutdown() override {}

  std::recursive_mutex mutex_;                      // `begin` ends a call whose `start` cannot be posted
  bool stopped_ = false;                            // guarded by mutex_
  std::list<std::shared_ptr<BlockingCall>> calls_;  // guarded by mutex_
};

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "kubexx/base/asio.hpp"

namespace kubexx::detail {

/// Lets a stop token cancel each piece of work that one coroutine awaits in turn. async_cancel_on does this for a
/// single piece of work, and starts a coroutine for it. Not thread safe: use it on its executor, unless a comment says
/// otherwise.
class WorkCanceller : public std::enable_shared_from_this<WorkCanceller> {
public:
  explicit WorkCanceller(asio::any_io_executor executor) : executor_(std::move(executor)) {}

  /// Starts the coroutine, as kubexx::spawn does. Call it once, on any thread.
  void spawn(awaitable<void> work, std::function<void()> on_end = {});

  /// A local variable of that coroutine. While it exists, a stop request cancels what the coroutine awaits. Afterwards
  /// the coroutine must `co_await this_coro::reset_cancellation_state()`; otherwise it stays cancelled.
  class Scope {
  public:
    Scope(const std::shared_ptr<WorkCanceller>& canceller, std::stop_token stop);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

  private:
    const std::shared_ptr<WorkCanceller> canceller_;
    std::optional<std::stop_callback<std::function<void()>>> on_stop_;
  };

private:
  const asio::any_io_executor executor_;
  asio::cancellation_signal signal_;
  std::uint64_t scope_ = 0;  // the number of the current scope; even between two scopes
};

}  // namespace kubexx::detail

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

/// Cancels what a coroutine awaits, one piece of work after the other, when a stop is requested. async_cancel_on does
/// that once, with coroutines of its own. Used on its executor, except where it says otherwise.
class WorkCanceller : public std::enable_shared_from_this<WorkCanceller> {
public:
  explicit WorkCanceller(asio::any_io_executor executor) : executor_(std::move(executor)) {}

  /// Starts the coroutine whose work is cancelled, as kubexx::spawn does. On any thread; once.
  void spawn(awaitable<void> work, std::function<void()> on_end = {});

  /// In that coroutine: while it lives, a stop cancels what is awaited. Afterwards the coroutine must
  /// `co_await this_coro::reset_cancellation_state()`, or it stays cancelled.
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
  std::uint64_t scope_ = 0;  // the number of the scope that lives; odd, or there is none
};

}  // namespace kubexx::detail

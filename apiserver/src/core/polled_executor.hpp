// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/execution.hpp>
#include <boost/asio/execution_context.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace kubexx::apiserver {

/// An Asio executor whose tasks run in `run_and_close` alone. What comes later is destroyed, on the thread that brings
/// it: so a coroutine may still wait on another executor when nobody runs it any more, which an io_context that is
/// destroyed meanwhile does not survive. A handle to shared state. Thread safe.
class PolledExecutor {
public:
  PolledExecutor() : state_(std::make_shared<State>()) {}

  /// Runs tasks until none is there.
  void run_and_close() const
  {
    while (true) {
      std::function<void()> task;
      {
        const std::lock_guard lock(state_->mutex);
        if (state_->tasks.empty()) {
          state_->closed = true;
          return;
        }
        task = std::move(state_->tasks.front());
        state_->tasks.pop_front();
      }
      task();
    }
  }

  [[nodiscard]] boost::asio::execution_context& query(boost::asio::execution::context_t) const noexcept
  {
    return state_->context;
  }
  [[nodiscard]] static constexpr boost::asio::execution::blocking_t query(boost::asio::execution::blocking_t) noexcept
  {
    return boost::asio::execution::blocking_t::never_t();
  }
  [[nodiscard]] PolledExecutor require(boost::asio::execution::blocking_t::never_t) const noexcept { return *this; }

  template <class F>
  void execute(F task) const
  {
    auto kept = std::make_shared<F>(std::move(task));
    const std::lock_guard lock(state_->mutex);
    if (!state_->closed) state_->tasks.emplace_back([kept] { std::move (*kept)(); });
  }

  friend bool operator==(const PolledExecutor&, const PolledExecutor&) noexcept = default;

private:
  struct Context final : boost::asio::execution_context {};
  struct State {
    Context context;
    std::mutex mutex;
    std::deque<std::function<void()>> tasks;  // guarded by mutex
    bool closed = false;                      // guarded by mutex
  };
  std::shared_ptr<State> state_;
};

}  // namespace kubexx::apiserver

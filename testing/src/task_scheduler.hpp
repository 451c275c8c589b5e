// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/execution.hpp>
#include <boost/asio/execution_context.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "kubexx/base/asio_thread_check.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/base/random.hpp"

namespace kubexx::testing {

/// An execution context of one thread that picks at random among the tasks that are ready. A task is a handler of its
/// executor, or a function that may block, as one on a thread of a pool may.
class TaskScheduler : public boost::asio::execution_context {
public:
  /// `clock` outlives it. `disorder` and `stall` are those of SimulatedRuntime::Options.
  TaskScheduler(Clock& clock, std::uint64_t seed, double disorder, std::function<Duration()> stall);
  ~TaskScheduler();
  TaskScheduler(const TaskScheduler&) = delete;
  TaskScheduler& operator=(const TaskScheduler&) = delete;

  enum class Kind : std::uint8_t { handler, may_block };
  void add(std::function<void()> task, Kind kind);
  /// Runs one task; false when none is ready. Throws what the task throws.
  bool run_one();
  /// Runs `function` now, within the task that runs or outside of any, as a handler of the executor.
  void run_as_handler(const std::function<void()>& function);
  [[nodiscard]] std::uint64_t reordered() const noexcept { return reordered_; }

  /// The Asio executor: whatever it is given runs later, never inside the call.
  class Executor {
  public:
    Executor(TaskScheduler& scheduler, boost::asio::execution_context& context) noexcept
        : scheduler_(&scheduler), context_(&context)
    {
    }

    [[nodiscard]] boost::asio::execution_context& query(boost::asio::execution::context_t) const noexcept
    {
      return *context_;
    }
    [[nodiscard]] static constexpr boost::asio::execution::blocking_t query(boost::asio::execution::blocking_t) noexcept
    {
      return boost::asio::execution::blocking_t::never_t();
    }
    [[nodiscard]] Executor require(boost::asio::execution::blocking_t::never_t) const noexcept { return *this; }

    template <class F>
    void execute(F task) const
    {
      auto kept = std::make_shared<F>(std::move(task));
      scheduler_->add([kept] { std::move (*kept)(); }, Kind::handler);
    }

    friend bool operator==(const Executor&, const Executor&) noexcept = default;

  private:
    TaskScheduler* scheduler_;
    boost::asio::execution_context* context_;
  };
  [[nodiscard]] Executor executor() noexcept { return {*this, *this}; }
  /// Runs its handlers among the others, and is nobody's who runs here: within every task a blocking verb of its may be
  /// called.
  [[nodiscard]] Executor outside_executor() noexcept { return {*this, outside_}; }

private:
  struct Task {
    std::function<void()> run;
    Kind kind = Kind::handler;
  };

  Clock& clock_;
  SeededRandom random_;
  const double disorder_;
  const std::function<Duration()> stall_;
  boost::asio::execution_context outside_;
  std::deque<Task> ready_;
  std::map<std::uint64_t, std::pair<Timer, Task>> stalled_;  // by number
  std::uint64_t stalls_ = 0;
  std::uint64_t reordered_ = 0;
  ThreadRole role_ = ThreadRole::own;
  bool closed_ = false;
};

}  // namespace kubexx::testing

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace kubexx {

/// Where plain (blocking) functions run: reconcilers that are not coroutines, exec plugins. Injected, so a simulation
/// runs them on its one thread. Thread safe.
class TaskPool {
public:
  virtual ~TaskPool() = default;
  /// Runs `task` once, later, on some thread of the pool. A task must not throw.
  virtual void post(std::function<void()> task) = 0;
  /// A pool like this one with at most `threads` of its own, for tasks that must not wait for others. Null: there is
  /// none, use this one.
  [[nodiscard]] virtual std::unique_ptr<TaskPool> another(std::size_t /*threads*/) { return nullptr; }
};

/// Threads of the operating system, at most `threads` (at least one), started as tasks need them. The destructor runs
/// what was posted, then joins.
class ThreadPool final : public TaskPool {
public:
  explicit ThreadPool(std::size_t threads);
  ~ThreadPool() override;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  void post(std::function<void()> task) override;
  [[nodiscard]] std::unique_ptr<TaskPool> another(std::size_t threads) override;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kubexx

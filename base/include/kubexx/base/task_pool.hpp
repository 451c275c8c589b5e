// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace kubexx {

/// Runs ordinary (blocking) functions: reconcilers that are not coroutines, exec plugins. Injected, so that a
/// simulation can run them on its one thread. Thread safe.
class TaskPool {
public:
  virtual ~TaskPool() = default;
  /// Runs `task` once, later, on a thread of the pool. A task must not throw.
  virtual void post(std::function<void()> task) = 0;
  /// Returns a pool like this one with at most `threads` threads of its own, for tasks that must not wait for others.
  /// Null: no other pool is available; use this one.
  [[nodiscard]] virtual std::unique_ptr<TaskPool> another(std::size_t /*threads*/) { return nullptr; }
};

/// Threads of the operating system, at most `threads` (at least one), started as tasks need them. The destructor runs
/// the posted tasks, then joins the threads. `name` is the name of each thread; Linux ignores one of more than 15
/// characters.
class ThreadPool final : public TaskPool {
public:
  explicit ThreadPool(std::size_t threads, std::string name = "kubexx-pool");
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

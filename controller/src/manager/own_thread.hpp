// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/task_pool.hpp"

namespace kubexx {

/// An executor with a thread of its own, for what must go on while something blocks the runtime's executor. The thread
/// is one of TaskPool::another; where that has none (a simulation), the executor is the runtime's. Shared with what
/// holds objects of this executor and runs elsewhere, for none may outlive it. What runs on it must not own it: destroy
/// it on another thread. Thread safe.
class OwnThread {
public:
  explicit OwnThread(const Runtime& of);
  ~OwnThread();
  OwnThread(const OwnThread&) = delete;
  OwnThread& operator=(const OwnThread&) = delete;

  /// The services of the runtime that was given, with this executor.
  [[nodiscard]] const Runtime& runtime() const noexcept { return runtime_; }
  [[nodiscard]] bool is_own() const noexcept { return pool_ != nullptr; }
  /// Begins to run what was posted. Once.
  void start();
  /// Ends the thread and waits for it; what has not run never does. Idempotent; not on that thread.
  void stop();

private:
  Runtime runtime_;
  // Both null when the executor is the runtime's:
  std::unique_ptr<boost::asio::io_context> context_;
  std::unique_ptr<TaskPool> pool_;
  std::optional<boost::asio::executor_work_guard<boost::asio::io_context::executor_type>> work_;
};

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "container_spec.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::e2e::node {

/// A container that was started, until it has ended and after. Thread safe.
class Container {
public:
  struct Ended {
    int code = 0;  ///< 128 and its number for a signal
    Time at;
  };

  /// Starts it; what it writes is appended to `log`. `on_end` is called when it has ended, on a thread of its own.
  Container(const ContainerSpec& spec, const std::filesystem::path& spec_file, const std::filesystem::path& log,
            std::function<void()> on_end);
  /// Kills it, unless it has ended.
  ~Container();
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;

  [[nodiscard]] std::optional<Ended> ended() const;
  [[nodiscard]] Time started() const { return started_; }
  /// SIGTERM once; SIGKILL when `grace` has passed.
  void stop(std::chrono::seconds grace);
  void kill() const;
  /// When it is killed; nullopt when it has not been told to stop.
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> deadline() const;

private:
  void run(const std::filesystem::path& spec_file, const std::filesystem::path& log,
           const std::function<void()>& on_end);
  void signal(int number) const;

  const Time started_;
  mutable std::mutex mutex_;
  pid_t pid_ = -1;                                                 // guarded by mutex_; -1: not there
  bool told_ = false;                                              // guarded by mutex_
  std::optional<Ended> ended_;                                     // guarded by mutex_
  std::optional<std::chrono::steady_clock::time_point> deadline_;  // guarded by mutex_
  std::jthread thread_;  // starts the process, which ends with the thread that started it, and waits for it
};

}  // namespace kubexx::e2e::node

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace demo {

/// A program that this one started, with standard output and error in a file. It ends when this program ends, unless it
/// was released. Not thread safe; made by the main thread.
class ChildProcess {
public:
  /// `arguments[0]` is the program's path. With `keep` it is in a session of its own, so that neither the end of this
  /// program nor Ctrl-C reaches it. Throws std::system_error when it cannot be started.
  ChildProcess(std::vector<std::string> arguments, std::filesystem::path log, bool keep);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  [[nodiscard]] pid_t pid() const noexcept { return pid_; }
  [[nodiscard]] const std::filesystem::path& log() const noexcept { return log_; }
  /// All that it has written so far.
  [[nodiscard]] std::string output() const;
  /// Its exit status once it has ended (128 + signal when a signal ended it), nullopt while it runs.
  [[nodiscard]] std::optional<int> ended();
  /// Asks it to end (SIGTERM) and waits; kills it after `patience`. Its exit status as in ended().
  int stop(std::chrono::milliseconds patience);
  /// Lets it run on after this program.
  void release() noexcept { released_ = true; }

private:
  pid_t pid_ = -1;
  std::filesystem::path log_;
  std::optional<int> status_;  // set once it has been waited for
  bool released_ = false;
};

}  // namespace demo

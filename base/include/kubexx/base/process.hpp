// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace kubexx {

/// A program to run, and how. `args` and `environment` may hold secrets: never print them.
struct ProcessCommand {
  std::string program = {};            ///< a path, or a name that is searched for in PATH
  std::vector<std::string> args = {};  ///< without the program's name
  /// Added to the environment of this process; the last of several entries with the same name wins.
  std::vector<std::pair<std::string, std::string>> environment = {};
  /// True: the process inherits standard input and standard error, to prompt the user. False: its input is empty, and
  /// its standard error is captured.
  bool interactive = false;
  std::size_t max_output = std::size_t{1} << 20U;  ///< limit for standard output, in bytes
};

/// How a process ended.
struct ProcessOutcome {
  /// Why it ended, or did not start.
  enum class End {
    exited,       ///< `code` is its exit status
    signalled,    ///< `code` is the signal
    not_found,    ///< the program does not exist
    not_started,  ///< `code` is the errno; 0: Linux is older than 5.3
    stopped,      ///< killed, because the stop token was used
    too_long,     ///< killed, because it wrote more than `max_output`
  };
  End end = End::exited;
  int code = 0;
  std::string out;
  std::string err;  ///< the last 4 KiB
};

/// Starts processes. Injected, because library code never starts one itself. Thread safe.
class ProcessRunner {
public:
  virtual ~ProcessRunner() = default;
  /// Runs `command` and blocks until it has exited: call it on a TaskPool. Requesting `stop` kills the process
  /// immediately. Does not wait for children that the process leaves behind. The result reports a process that fails;
  /// it is not an exception.
  [[nodiscard]] virtual ProcessOutcome run(const ProcessCommand& command, std::stop_token stop) = 0;
  /// Whether standard input is a terminal.
  [[nodiscard]] virtual bool input_is_terminal() const = 0;
};

/// Starts real processes.
class SystemProcessRunner final : public ProcessRunner {
public:
  [[nodiscard]] ProcessOutcome run(const ProcessCommand& command, std::stop_token stop) override;
  [[nodiscard]] bool input_is_terminal() const override;
};

}  // namespace kubexx

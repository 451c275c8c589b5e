// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace kubexx {

/// What to run. `args` and `environment` may hold secrets: never print them.
struct ProcessCommand {
  std::string program;            ///< a path, or a name that is looked for in PATH
  std::vector<std::string> args;  ///< without the program's name
  /// Added to this process's environment; of equal names the last one counts.
  std::vector<std::pair<std::string, std::string>> environment;
  /// It inherits standard input and error, to prompt the user. Otherwise its input is empty and its standard error is
  /// kept.
  bool interactive = false;
  std::size_t max_output = std::size_t{1} << 20U;  ///< bytes of standard output
};

/// How a process ended.
struct ProcessOutcome {
  enum class End {
    exited,       ///< `code` is its exit status
    signalled,    ///< `code` is the signal
    not_found,    ///< there is no such program
    not_started,  ///< `code` is the errno
    stopped,      ///< by the stop token: it was killed
    too_long,     ///< it wrote more than `max_output` and was killed
  };
  End end = End::exited;
  int code = 0;
  std::string out;
  std::string err;  ///< the last 4 KiB
};

/// Starts processes; injected, because library code starts none itself. Thread safe.
class ProcessRunner {
public:
  virtual ~ProcessRunner() = default;
  /// Runs `command` and blocks until it has exited: call it on a TaskPool. Requesting `stop` kills it immediately.
  /// Children that it leaves behind are not waited for. Does not throw for what the process does.
  [[nodiscard]] virtual ProcessOutcome run(const ProcessCommand& command, std::stop_token stop) = 0;
  /// Whether standard input is interactive.
  [[nodiscard]] virtual bool input_is_terminal() const = 0;
};

/// Starts real processes.
class SystemProcessRunner final : public ProcessRunner {
public:
  [[nodiscard]] ProcessOutcome run(const ProcessCommand& command, std::stop_token stop) override;
  [[nodiscard]] bool input_is_terminal() const override;
};

}  // namespace kubexx

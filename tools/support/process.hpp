// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kubexx::support {

/// How a process ended.
struct Exit {
  int code = -1;   ///< the exit status; -1 when a signal ended it
  int signal = 0;  ///< the signal; 0 when it exited
};
[[nodiscard]] std::string to_string(const Exit& exit);

/// What to start. Environment variables of `environment` are added to (or, with an empty value, removed from) those of
/// this process; with `clean_environment` only PATH, HOME and the sanitizers' options are kept of the latter.
struct Command {
  std::vector<std::string> argv;  ///< the first is the program's path
  std::map<std::string, std::string> environment = {};
  bool clean_environment = false;
  std::filesystem::path working_directory = {};  ///< empty: as it is
  bool own_session = false;                      ///< neither the end of this process nor Ctrl-C reaches it
  bool stop_signals_blocked = false;             ///< it starts with SIGTERM and SIGINT blocked: what comes early waits
};

/// A child process whose standard output and error are appended to a file. It is killed by the destructor and, without
/// a session of its own, when the thread that started it ends: start it from the main thread. Not thread safe.
class Process {
public:
  Process() = default;
  /// Throws std::system_error when the program cannot be started.
  Process(const Command& command, const std::filesystem::path& log);
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  ~Process();

  [[nodiscard]] pid_t pid() const noexcept { return pid_; }  ///< -1 when there is none
  [[nodiscard]] bool running();
  void signal(int number) const;
  /// The exit, or nullopt when it still runs after `limit`.
  std::optional<Exit> wait(std::chrono::milliseconds limit);
  /// SIGTERM, and SIGKILL after `limit`.
  Exit stop(std::chrono::milliseconds limit = std::chrono::seconds(20));
  Exit kill();
  /// Lets it run on after this object.
  void release() noexcept { pid_ = -1; }
  /// What it has written so far.
  [[nodiscard]] std::string output() const;
  [[nodiscard]] const std::filesystem::path& log() const noexcept { return log_; }

private:
  pid_t pid_ = -1;
  std::optional<Exit> exit_;
  std::filesystem::path log_;
};

/// A finished command.
struct Outcome {
  Exit exit;
  std::string out, err;
  [[nodiscard]] bool ok() const noexcept { return exit.code == 0; }
  [[nodiscard]] std::string all() const { return out + err; }
};
/// Runs a command to its end, killed after `limit`; `input` is its standard input.
[[nodiscard]] Outcome run(const Command& command, std::string_view input = {},
                          std::chrono::milliseconds limit = std::chrono::seconds(60));

[[nodiscard]] std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::string_view text);
/// A loopback TCP port that is free now, from below the range that the kernel gives to outgoing connections, so
/// that it is still free when a server is restarted on it.
[[nodiscard]] int free_port();

/// GET over plain HTTP from a loopback port; the body of a 200, else empty.
[[nodiscard]] std::string fetch(int port, const std::string& path);

}  // namespace kubexx::support

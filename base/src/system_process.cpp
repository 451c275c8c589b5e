// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "kubexx/base/process.hpp"

extern char** environ;

namespace kubexx {

namespace {

constexpr std::size_t kKeptError = 4096;

/// A file descriptor and its end.
class Handle {
public:
  Handle() = default;
  explicit Handle(int fd) : fd_(fd) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { close(); }

  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] bool valid() const noexcept { return fd_ >= 0; }
  void close() noexcept
  {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  void reset(int fd) noexcept
  {
    close();
    fd_ = fd;
  }

private:
  int fd_ = -1;
};

struct Pipe {
  Handle read, write;
  bool open()
  {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read.reset(ends[0]);
    write.reset(ends[1]);
    return ::fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
  }
};

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& added)
{
  std::map<std::string, std::string> all;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    all.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  for (const auto& [name, value] : added) all[name] = value;
  std::vector<std::string> result;
  result.reserve(all.size());
  for (const auto& [name, value] : all) result.push_back(name + '=' + value);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts)
{
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (auto& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// posix_spawn's settings, freed at the end.
struct SpawnSettings {
  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};

  SpawnSettings()
  {
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings()
  {
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
  }

  void prepare(const ProcessCommand& command, int out, int err)
  {
    ::posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if (!command.interactive) {
      ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
      ::posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
      // A group of its own, so that its children end with it. One that reads a terminal must stay in ours.
      flags |= POSIX_SPAWN_SETPGROUP;
      ::posix_spawnattr_setpgroup(&attributes, 0);
    }
    // What this process blocks or ignores is its own affair.
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes, &signals);
    ::sigaddset(&signals, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes, &signals);
    ::posix_spawnattr_setflags(&attributes, flags);
  }
};

/// Takes what has come and hands it to `keep`, until that says stop. False at the end of the pipe.
template <class Keep>
bool drain(const Handle& pipe, Keep keep)
{
  std::array<char, 16384> bytes{};
  for (;;) {
    const auto count = ::read(pipe.get(), bytes.data(), bytes.size());
    if (count > 0) {
      if (!keep(std::string_view(bytes.data(), static_cast<std::size_t>(count)))) return true;
    } else if (count == 0 || errno != EINTR) {
      return count < 0 && errno == EAGAIN;
    }
  }
}

/// A running child: reads until it ends, is stopped, or writes too much.
class Child {
public:
  Child(pid_t pid, const ProcessCommand& command, Pipe& out, Pipe& err)
      : pid_(pid), command_(command), out_(out), err_(err), end_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)))
  {
  }

  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  // Left by an exception, memory may be short: the process must not go on without anybody who waits for it.
  ~Child()
  {
    if (reaped_) return;
    kill(ProcessOutcome::End::stopped);
    (void)reap();
  }

  ProcessOutcome wait(const std::stop_token& stop)
  {
    const Handle wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    const std::stop_callback stopped(stop, [&wake] {
      const std::uint64_t one = 1;
      [[maybe_unused]] const auto written = ::write(wake.get(), &one, sizeof one);
    });
    ProcessOutcome outcome;
    bool ended = false;
    while (!ended && !killed_) {
      std::array<pollfd, 4> files = {{{wake.get(), POLLIN, 0},
                                      {end_.get(), POLLIN, 0},
                                      {out_.read.get(), POLLIN, 0},
                                      {err_.read.get(), POLLIN, 0}}};
      if (::poll(files.data(), files.size(), -1) < 0 && errno != EINTR) kill(ProcessOutcome::End::stopped);
      ended = files[1].revents != 0;
      take(outcome);
      if (outcome.out.size() > command_.max_output) kill(ProcessOutcome::End::too_long);
      if (stop.stop_requested()) kill(ProcessOutcome::End::stopped);
    }
    const int status = reap();
    if (killed_) {
      outcome.end = *killed_;
    } else if (WIFSIGNALED(status)) {
      outcome.end = ProcessOutcome::End::signalled;
      outcome.code = WTERMSIG(status);
    } else {
      outcome.code = WEXITSTATUS(status);
    }
    return outcome;
  }

  [[nodiscard]] bool can_be_watched() const noexcept { return end_.valid(); }

  void kill(ProcessOutcome::End why)
  {
    if (killed_) return;
    killed_ = why;
    ::kill(command_.interactive ? pid_ : -pid_, SIGKILL);
  }

private:
  int reap()
  {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    reaped_ = true;
    return status;
  }

  void take(ProcessOutcome& outcome)
  {
    const auto keep_out = [&](std::string_view bytes) {
      outcome.out += bytes;
      return outcome.out.size() <= command_.max_output;
    };
    const auto keep_err = [&](std::string_view bytes) {
      outcome.err += bytes;
      if (outcome.err.size() > kKeptError) outcome.err.erase(0, outcome.err.size() - kKeptError);
      return true;
    };
    if (out_.read.valid() && !drain(out_.read, keep_out)) out_.read.close();
    if (err_.read.valid() && !drain(err_.read, keep_err)) err_.read.close();
  }

  const pid_t pid_;
  const ProcessCommand& command_;
  Pipe& out_;
  Pipe& err_;
  const Handle end_;  // readable when the process has ended
  std::optional<ProcessOutcome::End> killed_;
  bool reaped_ = false;
};

ProcessOutcome not_started(int error)
{
  ProcessOutcome outcome;
  outcome.end = error == ENOENT ? ProcessOutcome::End::not_found : ProcessOutcome::End::not_started;
  outcome.code = error;
  return outcome;
}

}  // namespace

ProcessOutcome SystemProcessRunner::run(const ProcessCommand& command, std::stop_token stop)
{
  Pipe out;
  Pipe err;
  if (!out.open() || !err.open()) return not_started(errno);
  std::vector<std::string> argv = {command.program};
  argv.insert(argv.end(), command.args.begin(), command.args.end());
  std::vector<std::string> environment = environment_with(command.environment);
  const std::vector<char*> argv_pointers = pointers(argv);
  const std::vector<char*> environment_pointers = pointers(environment);
  SpawnSettings settings;
  settings.prepare(command, out.write.get(), err.write.get());
  pid_t pid = -1;
  const int error = ::posix_spawnp(&pid, command.program.c_str(), &settings.files, &settings.attributes,
                                   argv_pointers.data(), environment_pointers.data());
  if (error != 0) return not_started(error);
  out.write.close();
  err.write.close();
  Child child(pid, command, out, err);
  // A kernel older than 5.3: it offers no way to wait for the end.
  if (!child.can_be_watched()) child.kill(ProcessOutcome::End::not_started);
  return child.wait(stop);
}

bool SystemProcessRunner::input_is_terminal() const
{
  return ::isatty(STDIN_FILENO) == 1;
}

}  // namespace kubexx

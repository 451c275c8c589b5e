// SPDX-License-Identifier: Apache-2.0
#include "support/process.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

extern char** environ;

namespace kubexx::support {
namespace {

[[noreturn]] void fail(const std::string& what, int error = errno)
{
  throw std::system_error(error, std::generic_category(), what);
}

class Fd {
public:
  explicit Fd(int fd) : fd_(fd)
  {
    if (fd_ < 0) fail("open");
  }
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  ~Fd() { ::close(fd_); }
  [[nodiscard]] int get() const { return fd_; }

private:
  int fd_;
};

std::vector<std::string> environment_of(const Command& command)
{
  std::map<std::string, std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const auto equals = text.find('=');
    if (equals == std::string::npos) continue;
    const auto name = text.substr(0, equals);
    const bool kept = name == "PATH" || name == "HOME" || name.ends_with("SAN_OPTIONS");
    if (command.clean_environment && !kept) continue;
    all[name] = text.substr(equals + 1);
  }
  for (const auto& [name, value] : command.environment) {
    if (value.empty()) {
      all.erase(name);
    } else {
      all[name] = value;
    }
  }
  std::vector<std::string> result;
  for (const auto& [name, value] : all) {
    result.push_back(name);
    result.back() += '=';
    result.back() += value;
  }
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

// No signal reaches the calling thread while this lives, nor a child that it forks.
class SignalsHeldBack {
public:
  SignalsHeldBack()
  {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  SignalsHeldBack(const SignalsHeldBack&) = delete;
  SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;
  ~SignalsHeldBack() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
  sigset_t before_{};
};

// What the child does between fork and exec, where only little is safe in a program with threads; its errno.
struct Child {
  char* const* argv;
  char* const* environment;
  const char* directory;  // or null
  pid_t parent;
  bool own_session;
  sigset_t blocked;
  std::array<int, 3> files;  // standard input, output, error

  [[nodiscard]] int start() const
  {
    if (own_session) {
      ::setsid();
    } else {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (::getppid() != parent) ::_exit(126);
    }
    for (int index = 0; index < 3; ++index) ::dup2(files[static_cast<std::size_t>(index)], index);
    if (directory != nullptr && ::chdir(directory) != 0) return errno;
    ::sigprocmask(SIG_SETMASK, &blocked, nullptr);
    ::execve(argv[0], argv, environment);
    return errno;
  }
};

pid_t spawn(const Command& command, int in, int out, int err)
{
  auto environment = environment_of(command);
  auto argv = command.argv;
  const auto argv_pointers = pointers(argv);
  const auto environment_pointers = pointers(environment);
  const std::string directory = command.working_directory.string();
  Child child{argv_pointers.data(), environment_pointers.data(), directory.empty() ? nullptr : directory.c_str(),
              ::getpid(),           command.own_session,         {},
              {in, out, err}};
  ::sigemptyset(&child.blocked);
  if (command.stop_signals_blocked) {
    ::sigaddset(&child.blocked, SIGTERM);
    ::sigaddset(&child.blocked, SIGINT);
  }
  // The child sends its errno through here; a program that starts closes it unwritten.
  std::array<int, 2> report{};
  if (::pipe2(report.data(), O_CLOEXEC) != 0) fail("cannot make a pipe");
  const Fd reads(report[0]);
  pid_t pid = -1;
  int error = 0;
  {
    const Fd writes(report[1]);
    const SignalsHeldBack held_back;
    pid = ::fork();
    if (pid < 0) fail("cannot start " + command.argv[0]);
    if (pid == 0) {
      error = child.start();
      [[maybe_unused]] const auto written = ::write(report[1], &error, sizeof error);
      ::_exit(127);
    }
  }
  if (::read(reads.get(), &error, sizeof error) == sizeof error) {
    ::waitpid(pid, nullptr, 0);
    fail("cannot start " + command.argv[0], error);
  }
  return pid;
}

Exit exit_of(int status)
{
  if (WIFSIGNALED(status)) return {-1, WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

// Waits without polling: a pidfd becomes readable when the process ends.
std::optional<Exit> wait_for(pid_t pid, std::chrono::milliseconds limit)
{
  const auto fd = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (fd >= 0) {
    const Fd owner(fd);
    const auto end = std::chrono::steady_clock::now() + limit;
    for (;;) {
      pollfd poll_fd{fd, POLLIN, 0};
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
      const int ready = ::poll(&poll_fd, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
      if (ready < 0 && errno == EINTR) continue;
      if (ready == 0) return std::nullopt;
      break;
    }
  }
  int status = 0;
  if (::waitpid(pid, &status, 0) != pid) fail("waitpid");
  return exit_of(status);
}

sockaddr_in loopback(int port)
{
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

}  // namespace

std::string to_string(const Exit& exit)
{
  if (exit.signal != 0) return "signal " + std::to_string(exit.signal);
  return "exit status " + std::to_string(exit.code);
}

Process::Process(const Command& command, const std::filesystem::path& log) : log_(log)
{
  std::filesystem::create_directories(log.parent_path());
  const Fd in(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const Fd out(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  pid_ = spawn(command, in.get(), out.get(), out.get());
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), exit_(other.exit_), log_(std::move(other.log_))
{
}

Process& Process::operator=(Process&& other) noexcept
{
  if (this != &other) {
    if (pid_ > 0 && !exit_) kill();
    pid_ = std::exchange(other.pid_, -1);
    exit_ = other.exit_;
    log_ = std::move(other.log_);
  }
  return *this;
}

Process::~Process()
{
  if (pid_ > 0 && !exit_) kill();
}

bool Process::running()
{
  return pid_ > 0 && !wait(std::chrono::milliseconds(0));
}

void Process::signal(int number) const
{
  if (pid_ > 0 && !exit_) ::kill(pid_, number);
}

std::optional<Exit> Process::wait(std::chrono::milliseconds limit)
{
  if (pid_ <= 0) throw std::logic_error("no process was started");
  if (!exit_) exit_ = wait_for(pid_, limit);
  return exit_;
}

Exit Process::stop(std::chrono::milliseconds limit)
{
  signal(SIGTERM);
  if (auto exit = wait(limit)) return *exit;
  return kill();
}

Exit Process::kill()
{
  signal(SIGKILL);
  return *wait(std::chrono::minutes(1));
}

std::string Process::output() const
{
  return read_file(log_);
}

Outcome run(const Command& command, std::string_view input, std::chrono::milliseconds limit)
{
  // Files rather than pipes: nothing to drain while it runs.
  const auto temporary = [](std::string_view text) {
    const int fd = ::memfd_create("kubexx-command", MFD_CLOEXEC);
    if (fd < 0) fail("memfd_create");
    std::size_t done = 0;
    while (done < text.size()) {
      const auto count = ::write(fd, text.data() + done, text.size() - done);
      if (count < 0) fail("write");
      done += static_cast<std::size_t>(count);
    }
    ::lseek(fd, 0, SEEK_SET);
    return fd;
  };
  const auto contents = [](int fd) {
    std::string text;
    std::array<char, 65536> buffer{};
    ::lseek(fd, 0, SEEK_SET);
    for (;;) {
      const auto count = ::read(fd, buffer.data(), buffer.size());
      if (count <= 0) return text;
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
  };
  const Fd in(temporary(input));
  const Fd out(temporary({}));
  const Fd err(temporary({}));
  const pid_t pid = spawn(command, in.get(), out.get(), err.get());
  auto exit = wait_for(pid, limit);
  if (!exit) {
    ::kill(pid, SIGKILL);
    exit = wait_for(pid, std::chrono::minutes(1));
  }
  return {exit.value_or(Exit{}), contents(out.get()), contents(err.get())};
}

std::string read_file(const std::filesystem::path& path)
{
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_file(const std::filesystem::path& path, std::string_view text)
{
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.flush();
  if (!file) throw std::runtime_error("cannot write " + path.string());
}

int free_port()
{
  static std::mt19937 engine(std::random_device{}());
  std::uniform_int_distribution<int> ports(20000, 32000);
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const int port = ports(engine);
    const Fd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const auto address = loopback(port);
    if (::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return port;
  }
  throw std::runtime_error("no free loopback port between 20000 and 32000");
}

std::string fetch(int port, const std::string& path)
{
  const Fd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const timeval limit{5, 0};
  ::setsockopt(fd.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  const auto address = loopback(port);
  if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return {};
  const auto request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
  if (::send(fd.get(), request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size())) return {};
  std::string answer;
  std::array<char, 65536> buffer{};
  for (;;) {
    const auto count = ::recv(fd.get(), buffer.data(), buffer.size(), 0);
    if (count <= 0) break;
    answer.append(buffer.data(), static_cast<std::size_t>(count));
  }
  const auto body = answer.find("\r\n\r\n");
  if (!answer.starts_with("HTTP/1.1 200") || body == std::string::npos) return {};
  return answer.substr(body + 4);
}

}  // namespace kubexx::support

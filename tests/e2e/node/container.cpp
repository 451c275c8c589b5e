// SPDX-License-Identifier: Apache-2.0
#include "container.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "support/process.hpp"

namespace kubexx::e2e::node {
namespace {

Time time_now()
{
  return Time(std::chrono::system_clock::now());
}

pid_t spawn_container(const std::filesystem::path& spec_file, const std::filesystem::path& log)
{
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  ::posix_spawn_file_actions_adddup2(&files, 1, 2);
  std::string program = "/proc/self/exe", verb = "container", file = spec_file.string();
  std::array<char*, 4> argv{program.data(), verb.data(), file.data(), nullptr};
  pid_t pid = -1;
  const int failure = ::posix_spawn(&pid, program.c_str(), &files, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  return failure == 0 ? pid : -1;
}

}  // namespace

Container::Container(const ContainerSpec& spec, const std::filesystem::path& spec_file,
                     const std::filesystem::path& log, std::function<void()> on_end)
    : started_(time_now())
{
  support::write_file(spec_file, to_json(spec).dump());
  thread_ = std::jthread([this, spec_file, log, on_end = std::move(on_end)] { run(spec_file, log, on_end); });
}

Container::~Container()
{
  const std::lock_guard lock(mutex_);
  told_ = true;  // run() starts nothing from now on
  signal(SIGKILL);
}

void Container::run(const std::filesystem::path& spec_file, const std::filesystem::path& log,
                    const std::function<void()>& on_end)
{
  pid_t pid = -1;
  {
    const std::lock_guard lock(mutex_);
    if (!told_) pid = pid_ = spawn_container(spec_file, log);
  }
  int status = 127 << 8;
  while (pid > 0 && ::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  {
    const std::lock_guard lock(mutex_);
    pid_ = -1;
    ended_ = Ended{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), time_now()};
  }
  on_end();
}

std::optional<Container::Ended> Container::ended() const
{
  const std::lock_guard lock(mutex_);
  return ended_;
}

void Container::signal(int number) const
{
  if (pid_ > 0) ::kill(pid_, number);
}

void Container::stop(std::chrono::seconds grace)
{
  const std::lock_guard lock(mutex_);
  if (std::exchange(told_, true)) return;
  deadline_ = std::chrono::steady_clock::now() + grace;
  signal(grace.count() > 0 ? SIGTERM : SIGKILL);
}

void Container::kill() const
{
  const std::lock_guard lock(mutex_);
  signal(SIGKILL);
}

std::optional<std::chrono::steady_clock::time_point> Container::deadline() const
{
  const std::lock_guard lock(mutex_);
  return deadline_;
}

}  // namespace kubexx::e2e::node

// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "container_spec.hpp"

namespace kubexx::e2e::node {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

void check(long result, const std::string& what)
{
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
}

void bind(const fs::path& from, const fs::path& to, bool read_only)
{
  if (fs::is_directory(from)) {
    fs::create_directories(to);
  } else {
    fs::create_directories(to.parent_path());
    if (!fs::exists(to)) std::ofstream(to).flush();
  }
  check(::mount(from.c_str(), to.c_str(), nullptr, MS_BIND | MS_REC, nullptr), "mount " + to.string());
  if (read_only) {
    check(::mount(nullptr, to.c_str(), nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr), "remount " + to.string());
  }
}

void enter_namespaces(const ContainerSpec& spec)
{
  const int network = ::open(spec.network.c_str(), O_RDONLY | O_CLOEXEC);
  check(network, "open " + spec.network.string());
  check(::setns(network, CLONE_NEWNET), "setns");
  ::close(network);
  check(::unshare(CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWPID), "unshare");
  check(::sethostname(spec.hostname.c_str(), spec.hostname.size()), "sethostname");
  check(::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr), "mount /");
}

// In the process 1, because /proc shows its namespace.
void mount_all(const ContainerSpec& spec)
{
  const auto& root = spec.root;
  check(::mount(root.c_str(), root.c_str(), nullptr, MS_BIND, nullptr), "mount " + root.string());
  for (const char* folder : {"proc", "dev"}) fs::create_directories(root / folder);
  check(::mount("proc", (root / "proc").c_str(), "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr), "mount /proc");
  check(::mount("tmpfs", (root / "dev").c_str(), "tmpfs", MS_NOSUID | MS_NOEXEC, "mode=755,size=64k"), "mount /dev");
  for (const char* device : {"null", "zero", "full", "random", "urandom"}) {
    bind(fs::path("/dev") / device, root / "dev" / device, false);
  }
  check(::mount(nullptr, (root / "dev").c_str(), nullptr, MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NOEXEC, nullptr),
        "remount /dev");
  for (const auto& mount : spec.mounts) bind(mount.from, root / fs::path(mount.to).relative_path(), mount.read_only);
  if (spec.read_only_root) {
    check(::mount(nullptr, root.c_str(), nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr), "remount /");
  }
  check(::chdir(root.c_str()), "chdir");
  check(::mount(root.c_str(), "/", nullptr, MS_MOVE, nullptr), "move /");
  check(::chroot("."), "chroot");
}

void drop_rights(const ContainerSpec& spec)
{
  for (unsigned capability = 0; capability < 64; ++capability) {
    if (::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 && errno != EINVAL) check(-1, "drop capability");
  }
  check(::setgroups(0, nullptr), "setgroups");
  check(::setresgid(spec.group, spec.group, spec.group), "setgid");
  check(::setresuid(spec.user, spec.user, spec.user), "setuid");
  // A program as root keeps what it has, unless it is taken from it.
  struct {
    unsigned version = 0x20080522;
    int pid = 0;
  } header;
  const std::array<unsigned, 6> none{};
  check(::syscall(SYS_capset, &header, none.data()), "capset");
  check(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs");
  // A change of the user has taken it away.
  check(::prctl(PR_SET_PDEATHSIG, SIGKILL), "pdeathsig");
}

[[noreturn]] void become_program(const ContainerSpec& spec, const sigset_t& signals)
{
  try {
    check(::prctl(PR_SET_PDEATHSIG, SIGKILL), "pdeathsig");
    mount_all(spec);
    drop_rights(spec);
    check(::chdir(spec.working_directory.c_str()), "chdir " + spec.working_directory);
    std::vector<char*> argv, environment;
    for (const auto& word : spec.argv) argv.push_back(const_cast<char*>(word.c_str()));
    for (const auto& word : spec.environment) environment.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    environment.push_back(nullptr);
    ::sigprocmask(SIG_SETMASK, &signals, nullptr);
    ::execve(argv[0], argv.data(), environment.data());
    check(-1, "exec " + spec.argv.at(0));
  } catch (const std::exception& error) {
    std::cerr << "node: cannot start the container: " << error.what() << std::endl;
  }
  ::_exit(127);
}

}  // namespace

json to_json(const ContainerSpec& spec)
{
  json mounts = json::array();
  for (const auto& mount : spec.mounts) mounts.push_back({mount.from.string(), mount.to, mount.read_only});
  return {{"root", spec.root.string()},
          {"network", spec.network.string()},
          {"hostname", spec.hostname},
          {"argv", spec.argv},
          {"environment", spec.environment},
          {"workingDirectory", spec.working_directory},
          {"mounts", mounts},
          {"user", spec.user},
          {"group", spec.group},
          {"readOnlyRoot", spec.read_only_root}};
}

ContainerSpec spec_from_json(const json& from)
{
  ContainerSpec spec;
  spec.root = from.at("root").get<std::string>();
  spec.network = from.at("network").get<std::string>();
  from.at("hostname").get_to(spec.hostname);
  from.at("argv").get_to(spec.argv);
  from.at("environment").get_to(spec.environment);
  from.at("workingDirectory").get_to(spec.working_directory);
  for (const auto& mount : from.at("mounts")) {
    spec.mounts.push_back({mount.at(0).get<std::string>(), mount.at(1).get<std::string>(), mount.at(2).get<bool>()});
  }
  from.at("user").get_to(spec.user);
  from.at("group").get_to(spec.group);
  from.at("readOnlyRoot").get_to(spec.read_only_root);
  return spec;
}

int container_main(const fs::path& spec_file)
{
  sigset_t handled, before;
  ::sigemptyset(&handled);
  for (const int number : {SIGTERM, SIGINT, SIGCHLD}) ::sigaddset(&handled, number);
  ::sigprocmask(SIG_BLOCK, &handled, &before);
  // The program starts with no signal blocked, whatever the node blocks.
  ::sigemptyset(&before);
  try {
    check(::prctl(PR_SET_PDEATHSIG, SIGKILL), "pdeathsig");
    std::ifstream file(spec_file);
    const ContainerSpec spec = spec_from_json(json::parse(file));
    enter_namespaces(spec);
    const pid_t program = ::fork();
    check(program, "fork");
    if (program == 0) become_program(spec, before);
    while (true) {
      int number = 0;
      ::sigwait(&handled, &number);
      if (number != SIGCHLD) {
        ::kill(program, number);
        continue;
      }
      int status = 0;
      if (::waitpid(program, &status, WNOHANG) == program) {
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      }
    }
  } catch (const std::exception& error) {
    std::cerr << "node: cannot start the container: " << error.what() << std::endl;
    return 127;
  }
}

}  // namespace kubexx::e2e::node

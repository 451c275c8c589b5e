// SPDX-License-Identifier: Apache-2.0
#include "container.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "kubexx/apimachinery/quantity.hpp"

namespace kubexx::e2e {
namespace {

namespace fs = std::filesystem;

std::string read_all(const fs::path& file)
{
  try {
    return read_file(file);
  } catch (const std::exception&) {
    return {};  // of a process that has ended
  }
}

std::string status_line(pid_t pid, const std::string& name)
{
  std::istringstream lines(read_all("/proc/" + std::to_string(pid) + "/status"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(name + ":\t")) return line.substr(name.size() + 2);
  }
  return {};
}

// Those of `pid`, each before its own.
void add_descendants(pid_t pid, std::vector<pid_t>& found)
{
  const auto process = "/proc/" + std::to_string(pid);
  std::istringstream children(read_all(process + "/task/" + std::to_string(pid) + "/children"));
  for (pid_t child = 0; children >> child;) {
    found.push_back(child);
    add_descendants(child, found);
  }
}

Command podman_command(const Image& image, const fs::path& service_account, const std::string& name,
                       const PodTemplate& pod, const std::vector<std::string>& args)
{
  Command command{in_new_namespaces()};
  command.argv.insert(command.argv.end(),
                      {"--mount-proc", "/bin/sh", KUBEXX_E2E_SOURCE_DIR "/podman.sh", image.folder().string(),
                       service_account.string(), name, std::to_string(pod.user), std::to_string(pod.group)});
  command.argv.insert(command.argv.end(), args.begin(), args.end());
  return command;
}

Command namespaces_command(const Image& image, const fs::path& service_account, const std::string& name,
                           const PodTemplate& pod, const std::vector<std::string>& args)
{
  Command command{in_new_namespaces()};
  command.argv.insert(command.argv.end(),
                      {"/bin/sh", KUBEXX_E2E_SOURCE_DIR "/container.sh", image.root(name).string(),
                       service_account.string(), name, std::to_string(pod.user), std::to_string(pod.group)});
  command.argv.insert(command.argv.end(), image.entrypoint().begin(), image.entrypoint().end());
  command.argv.insert(command.argv.end(), args.begin(), args.end());
  return command;
}

}  // namespace

Runtime best_runtime(const Image& image)
{
  const auto empty = image.folder() / "probe";
  fs::create_directories(empty);
  const auto tried = run(podman_command(image, empty, "probe", pod_template(), {"--version"}));
  if (tried.ok()) return Runtime::podman;
  std::cout << "podman does not run containers here, so namespaces do without it: " << tried.all() << "\n";
  return Runtime::namespaces;
}

PodTemplate pod_template()
{
  const auto documents = read_yaml(manifests() / "deployment.yaml");
  const auto& spec = documents.at(0).at("spec").at("template").at("spec");
  const auto& container = spec.at("containers").at(0);
  PodTemplate pod;
  pod.user = spec.at("securityContext").at("runAsUser").get<int>();
  pod.group = spec.at("securityContext").at("runAsGroup").get<int>();
  pod.read_only = container.at("securityContext").at("readOnlyRootFilesystem").get<bool>();
  pod.args = container.at("args").get<std::vector<std::string>>();
  for (const auto& port : container.at("ports")) {
    pod.ports[port.at("name").get<std::string>()] = port.at("containerPort").get<int>();
  }
  const auto& liveness = container.at("livenessProbe").at("httpGet");
  const auto& readiness = container.at("readinessProbe").at("httpGet");
  pod.liveness_path = liveness.at("path").get<std::string>();
  pod.liveness_port = liveness.at("port").get<std::string>();
  pod.readiness_path = readiness.at("path").get<std::string>();
  pod.readiness_port = readiness.at("port").get<std::string>();
  pod.grace = std::chrono::seconds(spec.at("terminationGracePeriodSeconds").get<int>());
  pod.memory = static_cast<std::size_t>(
      Quantity::parse(container.at("resources").at("limits").at("memory").get<std::string>()).to_double());
  return pod;
}

Container::Container(const Image& image, Runtime runtime, const PodTemplate& pod, const fs::path& folder,
                     const std::string& name, const PlaneFiles& plane, const std::string& token)
    : pod_(pod)
{
  const auto mount = folder / (name + "-serviceaccount");
  fs::create_directories(mount);
  fs::copy_file(plane.ca(), mount / "ca.crt", fs::copy_options::overwrite_existing);
  write_file(mount / "namespace", "sample-controller");
  write_file(mount / "token", token);
  // As the kubelet does it for a Pod whose containers have one user.
  fs::permissions(mount / "token", fs::perms::owner_read | fs::perms::owner_write);
  if (::chown((mount / "token").c_str(), static_cast<uid_t>(pod_.user), static_cast<gid_t>(pod_.group)) != 0) {
    throw std::runtime_error("cannot give the token to user " + std::to_string(pod_.user));
  }

  auto args = pod_.args;
  for (const auto& [port, number] : pod_.ports) {
    here_[port] = free_port();
    const auto written = "=:" + std::to_string(number);
    const auto arg = std::find_if(args.begin(), args.end(), [&](const auto& one) { return one.ends_with(written); });
    if (arg == args.end()) throw std::runtime_error("no argument of deployment.yaml opens the port " + port);
    arg->replace(arg->size() - written.size(), written.size(), "=:" + std::to_string(here_[port]));
  }

  const auto server = admin_config(plane).server;
  auto command = (runtime == Runtime::podman ? podman_command : namespaces_command)(image, mount, name, pod_, args);
  command.environment = {{"KUBERNETES_SERVICE_HOST", "127.0.0.1"},
                         {"KUBERNETES_SERVICE_PORT", server.substr(server.rfind(':') + 1)}};
  command.clean_environment = true;
  process_ = Process(command, folder / (name + ".log"));
}

Container::~Container()
{
  const auto program = pid();
  if (program > 0) ::kill(program, SIGKILL);
}

std::string Container::get(const std::string& port, const std::string& path) const
{
  return fetch(here_.at(port), path);
}

pid_t Container::pid() const
{
  if (process_.pid() <= 0) return -1;
  std::vector<pid_t> all;
  add_descendants(process_.pid(), all);
  // Process 1 of the innermost of the namespaces, and no longer the program that has made it.
  for (const auto pid : all) {
    const auto numbers = status_line(pid, "NSpid");
    if (std::count(numbers.begin(), numbers.end(), '\t') == 2 && numbers.ends_with("\t1") &&
        status_line(pid, "Name") != "unshare") {
      return pid;
    }
  }
  return -1;
}

std::string Container::status(const std::string& name) const
{
  return status_line(pid(), name);
}

std::optional<Exit> Container::terminate(std::chrono::milliseconds limit)
{
  const auto program = pid();
  if (program > 0) ::kill(program, SIGTERM);
  return process_.wait(limit);
}

}  // namespace kubexx::e2e

// SPDX-License-Identifier: Apache-2.0
#include "image.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "kubexx/apimachinery/quantity.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

const std::vector<std::string>& new_namespaces()
{
  // The outer PID namespace ends everything in it when this process is killed.
  static const std::vector<std::string> argv{"/usr/bin/unshare", "--mount",      "--uts",         "--ipc",  "--pid",
                                             "--fork",           "--kill-child", "--propagation", "private"};
  return argv;
}

std::string program_in_path(const std::string& name)
{
  for (const char* folder : {"/usr/bin/", "/usr/local/bin/", "/bin/"}) {
    if (fs::exists(folder + name)) return folder + name;
  }
  return {};
}

void check_machine()
{
  if (program_in_path("buildah").empty()) {
    throw CannotRun("there is no buildah to pack the image with: cmake/install-packages.sh e2e installs it");
  }
  if (::geteuid() != 0) {
    throw CannotRun("to pack the image and to run it in namespaces of its own takes root: run the e2e tests as root");
  }
  Command command{new_namespaces()};
  command.argv.emplace_back("/bin/true");
  const auto tried = run(command);
  if (!tried.ok()) {
    throw CannotRun("root may not make namespaces on this machine (" + tried.err.substr(0, tried.err.find('\n')) +
                    "): a container needs CAP_SYS_ADMIN for these tests, as with docker run --privileged");
  }
}

// Its last stage, which packs what the one named "build" has left.
std::string last_stage(const std::string& dockerfile)
{
  const auto from = dockerfile.rfind("\nFROM ");
  if (from == std::string::npos) throw std::runtime_error("manifests/Dockerfile has one stage only");
  return dockerfile.substr(from + 1);
}

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

}  // namespace

Image::Image(fs::path folder, From from) : folder_(std::move(folder))
{
  check_machine();
  fs::remove_all(folder_);
  fs::create_directories(folder_);
  if (from == From::built) {
    pack();
  } else {
    compile();
  }
  const auto config = json::parse(buildah({"inspect", "--type=image", "sample-controller"})).at("OCIv1").at("config");
  user_ = config.value("User", "");
  entrypoint_ = config.value("Entrypoint", std::vector<std::string>());
}

void Image::pack() const
{
  const auto filled =
      run({{"/bin/sh", manifests() / "image-root.sh", KUBEXX_E2E_SAMPLE, (folder_ / "build/image").string()}});
  if (!filled.ok()) throw std::runtime_error("image-root.sh: " + filled.all());
  write_file(folder_ / "stage/Dockerfile", last_stage(read_file(manifests() / "Dockerfile")));
  (void)buildah({"build", "--isolation=chroot", "--build-context=build=" + (folder_ / "build").string(),
                 "--tag=sample-controller", "--file=" + (folder_ / "stage/Dockerfile").string(),
                 (folder_ / "stage").string()});
}

void Image::compile() const
{
  const auto mmdebstrap = program_in_path("mmdebstrap");
  if (mmdebstrap.empty()) {
    throw CannotRun(
        "there is no mmdebstrap to make a Debian to compile in: cmake/install-packages.sh soak installs it");
  }
  const auto base = (folder_ / "base.tar").string();
  const auto made = run({{mmdebstrap, "--variant=minbase", "--mode=root", "bookworm", base}}, {}, 15min);
  if (!made.ok()) throw std::runtime_error("mmdebstrap: " + made.all());
  (void)buildah({"from", "--name=base", "scratch"});
  (void)buildah({"add", "base", base, "/"});
  (void)buildah({"commit", "--rm", "base", "debian-made-here"});
  (void)buildah({"build", "--isolation=chroot", "--pull-never", "--build-arg=BASE=localhost/debian-made-here",
                 "--tag=sample-controller", "--file=" + (manifests() / "Dockerfile").string(),
                 manifests().parent_path().string()});
}

Image::~Image()
{
  try {
    (void)buildah({"rm", "--all"});
    fs::remove_all(folder_);
  } catch (const std::exception& error) {
    ADD_FAILURE() << "cleaning up: " << error.what();
  }
}

std::string Image::buildah(std::vector<std::string> arguments) const
{
  arguments.insert(arguments.begin(), {program_in_path("buildah"), "--root=" + (folder_ / "storage").string(),
                                       "--runroot=" + (folder_ / "state").string(), "--storage-driver=vfs"});
  const auto outcome = run({arguments}, {}, 50min);
  if (!outcome.ok()) {
    throw std::runtime_error("buildah " + arguments[4] + " failed (" + to_string(outcome.exit) + "): " + outcome.all());
  }
  return outcome.out;
}

fs::path Image::root(const std::string& name) const
{
  (void)buildah({"from", "--pull-never", "--name=" + name, "sample-controller"});
  auto path = buildah({"mount", name});
  while (!path.empty() && path.back() == '\n') path.pop_back();
  return path;
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

Container::Container(const Image& image, const PodTemplate& pod, const fs::path& folder, const std::string& name,
                     const PlaneFiles& plane, const std::string& token)
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
  Command command{new_namespaces()};
  command.argv.insert(command.argv.end(),
                      {"/bin/sh", KUBEXX_E2E_SOURCE_DIR "/container.sh", image.root(name).string(), mount.string(),
                       name, std::to_string(pod_.user), std::to_string(pod_.group)});
  command.argv.insert(command.argv.end(), image.entrypoint().begin(), image.entrypoint().end());
  command.argv.insert(command.argv.end(), args.begin(), args.end());
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

// SPDX-License-Identifier: Apache-2.0
#include "running_pod.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/process.hpp"
#include "volumes.hpp"

namespace kubexx::e2e::node {
namespace {

using namespace std::chrono_literals;
using std::chrono::seconds;
namespace fs = std::filesystem;

// What a Pod asks for that this node does not do: better said than left out.
std::string not_supported(const corev1::Pod& pod)
{
  if (!pod.spec.initContainers.empty()) return "init containers";
  if (pod.spec.hostNetwork || pod.spec.hostPID || pod.spec.hostIPC) return "namespaces of the machine";
  for (const auto& container : pod.spec.containers) {
    if (container.lifecycle) return "lifecycle hooks";
    for (const auto& probe : {container.startupProbe, container.livenessProbe, container.readinessProbe}) {
      auto reason = unsupported_probe(probe);
      if (!reason.empty()) return reason;
    }
  }
  return {};
}

seconds grace_of(const corev1::Pod& pod)
{
  const auto& wish = pod.metadata.deletionGracePeriodSeconds;
  return seconds(wish ? *wish : pod.spec.terminationGracePeriodSeconds.value_or(30));
}

unsigned id_of(std::optional<std::int64_t> container, std::optional<std::int64_t> pod, unsigned image)
{
  return container ? static_cast<unsigned>(*container) : pod ? static_cast<unsigned>(*pod) : image;
}

FileOwner user_of(const corev1::Pod& pod, const corev1::Container& container, const OciImage& image)
{
  const auto context = container.securityContext.value_or(corev1::SecurityContext());
  const auto shared = pod.spec.securityContext.value_or(corev1::PodSecurityContext());
  FileOwner owner;
  owner.user = id_of(context.runAsUser, shared.runAsUser, image.user);
  owner.group = id_of(context.runAsGroup, shared.runAsGroup, image.group);
  if (context.runAsNonRoot.value_or(shared.runAsNonRoot.value_or(false)) && owner.user == 0) {
    throw std::runtime_error("runAsNonRoot is set, and the image would run as root");
  }
  return owner;
}

}  // namespace

RunningPod::RunningPod(const NodeOptions& options, Runtime runtime, std::function<void()> on_change)
    : options_(options), runtime_(runtime), on_change_(std::move(on_change))
{
}

corev1::PodStatus RunningPod::step(const corev1::Pod& pod, const Client& client)
{
  next_ = Clock::now() + 1h;
  if (parts_.empty()) {
    for (const auto& container : pod.spec.containers) parts_.emplace_back().container = container;
  }
  if (pod.metadata.deletionTimestamp && !stopping_) stop(pod);
  if (!stopping_ && !volumes_) {
    try {
      prepare(pod, client);
    } catch (const std::exception& error) {
      for (auto& part : parts_) part.message = error.what();
      at(Clock::now() + 1s);
    }
  }
  if (volumes_) {
    for (auto& part : parts_) advance(pod, client, part);
  }
  return status(pod);
}

void RunningPod::prepare(const corev1::Pod& pod, const Client& client)
{
  const auto refused = not_supported(pod);
  if (!refused.empty()) throw std::runtime_error("this node does not know " + refused);
  folder_ = options_.folder / (pod.metadata.namespace_ + "_" + pod.metadata.name + "_" + pod.metadata.uid);
  fs::create_directories(folder_);
  if (!network_) network_.emplace();
  auto& first = parts_.at(0);
  first.waiting = "ContainerCreating";
  const FileOwner owner = user_of(pod, first.container, image_of(first));
  const PodFacts facts{pod, network_->address(), Bridge::address(), options_.api_host, options_.api_port};
  volumes_ = make_volumes(facts, folder_ / "volumes", client, owner);
  support::write_file(folder_ / "hosts",
                      "127.0.0.1 localhost\n" + network_->address() + " " + pod.metadata.name + "\n");
  support::write_file(folder_ / "resolv.conf", "");
}

const OciImage& RunningPod::image_of(Part& part)
{
  const auto* image = options_.images->find(part.container.image);
  if (!image) {
    part.waiting = "ErrImagePull";
    throw std::runtime_error("this node has no image " + part.container.image);
  }
  part.image_id = image->digest;
  return *image;
}

void RunningPod::start(const corev1::Pod& pod, const Client& client, Part& part)
{
  const auto& container = part.container;
  const auto& image = image_of(part);
  part.waiting = "CreateContainerConfigError";
  const auto owner = user_of(pod, container, image);
  const PodFacts facts{pod, network_->address(), Bridge::address(), options_.api_host, options_.api_port};
  const auto environment = environment_of(facts, container, image, client);
  ContainerSpec spec;
  spec.root = folder_ / "containers" / container.name / "root";
  spec.network = network_->file();
  spec.hostname = pod.metadata.name;
  spec.argv = argv_of(container, image, environment);
  for (const auto& [name, value] : environment) spec.environment.push_back(name + "=" + value);
  spec.user = owner.user;
  spec.group = owner.group;
  const auto& directory = container.workingDir.empty() ? image.working_directory : container.workingDir;
  if (!directory.empty()) spec.working_directory = directory;
  spec.read_only_root = container.securityContext && container.securityContext->readOnlyRootFilesystem.value_or(false);
  spec.mounts = {{folder_ / "hosts", "/etc/hosts", true}, {folder_ / "resolv.conf", "/etc/resolv.conf", true}};
  for (const auto& mount : container.volumeMounts) {
    spec.mounts.push_back({volumes_->at(mount.name) / mount.subPath, mount.mountPath, mount.readOnly});
  }
  fs::remove_all(spec.root);
  fs::create_directories(spec.root.parent_path());
  const auto copied = support::run({{"/bin/cp", "--archive", image.root.string(), spec.root.string()}});
  if (!copied.ok()) throw std::runtime_error("cp: " + copied.all());
  const auto log =
      options_.folder / "logs" / (pod.metadata.namespace_ + "_" + pod.metadata.name + "_" + container.name + ".log");
  fs::create_directories(log.parent_path());
  part.process = std::make_unique<Container>(spec, spec.root.parent_path() / "spec.json", log, on_change_);
  const auto now = Clock::now();
  part.startup.emplace(container.startupProbe, false, now);
  part.liveness.emplace(container.livenessProbe, true, now);
  part.readiness.emplace(container.readinessProbe, false, now);
  part.message.clear();
}

void RunningPod::advance(const corev1::Pod& pod, const Client& client, Part& part)
{
  if (part.process && part.process->ended()) {
    part.last = part.process->ended();
    if (will_restart(pod, part)) {
      if (!part.restart_at) {
        const auto delay = options_.backoff * (1 << std::min(part.restarts, 5));
        part.restart_at = Clock::now() + std::min<std::chrono::milliseconds>(delay, 5min);
      }
      if (Clock::now() < *part.restart_at) {
        at(*part.restart_at);
        return;
      }
      part.restart_at.reset();
      part.process.reset();
      ++part.restarts;
    }
  }
  if (!part.process && !stopping_) {
    try {
      start(pod, client, part);
    } catch (const std::exception& error) {
      part.message = error.what();
      at(Clock::now() + 1s);
    }
  }
  if (!part.process || part.process->ended()) return;
  if (const auto deadline = part.process->deadline()) {
    if (Clock::now() >= *deadline) part.process->kill();
    at(std::max(*deadline, Clock::now() + 100ms));
  }
  probe(part);
  if (part.liveness->failed() || part.startup->failed()) part.process->stop(grace_of(pod));
}

void RunningPod::probe(Part& part)
{
  const auto ask = [&](Probing& probing) {
    probing.ask(runtime_, network_->address(), part.container);
    if (probing.exists()) at(probing.next());
  };
  if (!part.startup->succeeded()) {
    ask(*part.startup);
    return;
  }
  // Only readiness is asked while it is told to end.
  if (!part.process->deadline()) ask(*part.liveness);
  ask(*part.readiness);
}

void RunningPod::stop(const corev1::Pod& pod)
{
  stopping_ = true;
  for (auto& part : parts_) {
    if (part.process) part.process->stop(grace_of(pod));
  }
}

bool RunningPod::will_restart(const corev1::Pod& pod, const Part& part) const
{
  if (stopping_ || pod.spec.restartPolicy == corev1::RestartPolicy::Never) return false;
  return pod.spec.restartPolicy != corev1::RestartPolicy::OnFailure || part.last->code != 0;
}

bool RunningPod::is_ready(const Part& part) const
{
  return part.process && !part.process->ended() && part.startup->succeeded() && part.readiness->succeeded();
}

bool RunningPod::ended() const
{
  return std::all_of(parts_.begin(), parts_.end(), [&](const Part& part) {
    return part.process ? part.process->ended() && !part.restart_at : stopping_;
  });
}

}  // namespace kubexx::e2e::node

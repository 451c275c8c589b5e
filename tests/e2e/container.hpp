// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "image.hpp"

namespace kubexx::e2e {

/// What manifests/deployment.yaml says of the container, as far as a runtime without a kubelet can do it.
struct PodTemplate {
  int user = 0, group = 0;
  bool read_only = false;
  std::vector<std::string> args;
  std::map<std::string, int> ports;  ///< by name
  std::string liveness_path, liveness_port, readiness_path, readiness_port;
  std::chrono::seconds grace{};
  std::size_t memory = 0;  ///< the limit, in bytes
};
[[nodiscard]] PodTemplate pod_template();

/// What runs a container.
enum class Runtime {
  podman,     ///< podman.sh
  namespaces  ///< container.sh, which does without a container runtime
};
/// podman where this machine lets it run that image, else namespaces, with the reason printed.
[[nodiscard]] Runtime best_runtime(const Image& image);

/// A container of an image in namespaces of its own (PID, mount, IPC, UTS), with a read-only root, a mounted service
/// account and the environment of a Pod; on the machine's network, so with ports of its own.
class Container {
public:
  /// `folder` keeps the service account and the log. Construct it on the main thread.
  Container(const Image& image, Runtime runtime, const PodTemplate& pod, const std::filesystem::path& folder,
            const std::string& name, const PlaneFiles& plane, const std::string& token);
  ~Container();
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;

  /// As the kubelet probes it.
  [[nodiscard]] bool live() const { return !get(pod_.liveness_port, pod_.liveness_path).empty(); }
  [[nodiscard]] bool ready() const { return !get(pod_.readiness_port, pod_.readiness_path).empty(); }
  /// GET of that port, by its name in the manifest: the body of a 200, else empty.
  [[nodiscard]] std::string get(const std::string& port, const std::string& path) const;

  /// The program, as this machine numbers it; -1 before it runs.
  [[nodiscard]] pid_t pid() const;
  /// A line of its /proc/<pid>/status, without the name: "65532\t65532\t65532\t65532" of "Uid".
  [[nodiscard]] std::string status(const std::string& name) const;
  /// SIGTERM to the program; its exit, or nullopt when it still runs after `limit`.
  std::optional<Exit> terminate(std::chrono::milliseconds limit);
  [[nodiscard]] std::string output() const { return process_.output(); }

private:
  PodTemplate pod_;
  std::map<std::string, int> here_;  // the port on this machine for each name
  Process process_;
};

}  // namespace kubexx::e2e

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "real_server.hpp"

namespace kubexx::e2e {

/// The image of the sample controller as manifests/Dockerfile makes it, by buildah. Nothing is pulled.
class Image {
public:
  enum class From {
    built,   ///< the program that is already built: image-root.sh, then the Dockerfile's last stage as it stands there
    sources  ///< all of the Dockerfile, on a Debian 12 that mmdebstrap makes of its packages: minutes
  };
  /// Throws CannotRun, with what to do, where this process may not pack and run images; std::runtime_error with
  /// buildah's output when it fails. `folder` keeps buildah's storage, away from the user's; it is emptied first.
  Image(std::filesystem::path folder, From from);
  ~Image();
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  /// USER and ENTRYPOINT.
  [[nodiscard]] const std::string& user() const { return user_; }
  [[nodiscard]] const std::vector<std::string>& entrypoint() const { return entrypoint_; }
  /// A fresh copy of the root for a container of that name.
  [[nodiscard]] std::filesystem::path root(const std::string& name) const;

private:
  [[nodiscard]] std::string buildah(std::vector<std::string> arguments) const;
  void pack() const;
  void compile() const;

  std::filesystem::path folder_;
  std::string user_;
  std::vector<std::string> entrypoint_;
};

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

/// A container of an image in namespaces of its own (PID, mount, IPC, UTS), with a read-only root, a mounted service
/// account and the environment of a Pod; on the machine's network, so with ports of its own.
class Container {
public:
  /// `folder` keeps the service account and the log. Construct it on the main thread.
  Container(const Image& image, const PodTemplate& pod, const std::filesystem::path& folder, const std::string& name,
            const PlaneFiles& plane, const std::string& token);
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

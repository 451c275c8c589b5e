// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
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
  /// Its storage, in which podman finds it as localhost/sample-controller.
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
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

/// The argv that runs a command in namespaces of its own (mount, UTS, IPC, PID), whose processes end with it.
[[nodiscard]] std::vector<std::string> in_new_namespaces();

}  // namespace kubexx::e2e

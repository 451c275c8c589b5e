// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace kubexx::e2e::node {

/// An image that was unpacked from an OCI layout (`buildah push IMAGE oci:FOLDER`), for the platform of this machine.
struct OciImage {
  std::filesystem::path root;  ///< its files, which nobody changes
  std::string digest;          ///< of its manifest: "sha256:…"
  std::vector<std::string> entrypoint, command, environment;
  std::string working_directory;
  unsigned user = 0, group = 0;
  bool names_user = false;  ///< false: it runs as root
};
/// Unpacks it into `folder`. Throws std::runtime_error for what it cannot read, such as users by name. Files that an
/// upper layer removes stay.
[[nodiscard]] OciImage unpack_image(const std::filesystem::path& layout, const std::filesystem::path& folder);

/// The images of a node. An image that somebody pushes into its layout later is there from then on.
class Images {
public:
  /// The layout of each image by its name, and the folder into which they are unpacked.
  Images(std::map<std::string, std::filesystem::path> layouts, std::filesystem::path folder);

  /// The image, unpacked when it is first asked for; null when there is none. Throws as unpack_image(). Thread safe.
  [[nodiscard]] const OciImage* find(const std::string& name);

private:
  const std::map<std::string, std::filesystem::path> layouts_;
  const std::filesystem::path folder_;
  std::mutex mutex_;
  std::map<std::string, OciImage> unpacked_;  // guarded by mutex_
};

}  // namespace kubexx::e2e::node

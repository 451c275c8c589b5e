// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
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

}  // namespace kubexx::e2e::node

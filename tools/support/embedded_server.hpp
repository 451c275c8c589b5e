// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/process.hpp"

namespace kubexx::support {

/// kubexx-apiserver, whose path is `program`, as a process on a free port, with these flags, its files in `folder`.
/// Throws when it does not start.
class EmbeddedServer {
public:
  EmbeddedServer(const std::filesystem::path& program, const std::filesystem::path& folder,
                 const std::vector<std::string>& flags = {});
  [[nodiscard]] const std::filesystem::path& kubeconfig() const { return kubeconfig_; }
  [[nodiscard]] Process& process() { return process_; }

private:
  std::filesystem::path kubeconfig_;
  Process process_;
};

}  // namespace kubexx::support

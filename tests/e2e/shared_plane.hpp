// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "control_plane.hpp"

namespace kubexx::e2e {

/// The control plane that all test programs of one ctest run share, as its state file tells it.
struct SharedPlane {
  PlaneFiles files;
  std::filesystem::path kubectl;
  bool controller_manager = false;
  int pid = 0;  ///< of the process that owns it
};

void write_state(const std::filesystem::path& file, const SharedPlane& plane);
void write_skip(const std::filesystem::path& file, const std::string& reason);
/// nullopt when there is no state file. Throws CannotRun with the reason when it says so.
[[nodiscard]] std::optional<SharedPlane> read_state(const std::filesystem::path& file);

}  // namespace kubexx::e2e

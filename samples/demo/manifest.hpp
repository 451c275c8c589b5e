// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "kubexx/client/object.hpp"

namespace demo {

/// The object in a YAML file of one document. Throws std::runtime_error naming the file.
[[nodiscard]] kubexx::Object read_manifest(const std::filesystem::path& file);

}  // namespace demo

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace kubexx::support {

/// The documents of a YAML file, as JSON; bounded as parse_yaml (kubexx/apimachinery/yaml.hpp) says. Throws
/// std::runtime_error that names the file.
[[nodiscard]] std::vector<nlohmann::json> read_yaml(const std::filesystem::path& file);

}  // namespace kubexx::support

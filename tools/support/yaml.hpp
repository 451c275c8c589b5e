// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace kubexx::support {

/// The documents of a YAML file, as JSON. Throws std::runtime_error that names the file. Bounded as load_yaml
/// (yaml_nodes.hpp) says.
[[nodiscard]] std::vector<nlohmann::json> read_yaml(const std::filesystem::path& file);

/// Likewise of a text. Throws std::runtime_error that says what is wrong.
[[nodiscard]] std::vector<nlohmann::json> parse_yaml(const std::string& text);

}  // namespace kubexx::support

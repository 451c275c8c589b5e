// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>
#include <vector>

namespace kubexx::support {

/// The documents of a YAML text, for those who make something of its nodes. Throws std::runtime_error that says what is
/// wrong, also for what would fill memory or the stack once its aliases are written out: they may make it one mebibyte
/// larger than it is written, and it may be nested 100 deep.
[[nodiscard]] std::vector<YAML::Node> load_yaml(const std::string& text);

}  // namespace kubexx::support

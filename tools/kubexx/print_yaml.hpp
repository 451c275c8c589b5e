// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace kubexx::cli {

/// As sigs.k8s.io/yaml writes it: keys in its natural order ("a2" before "a10"), text quoted only where a reader would
/// take it for something else, text of several lines as a literal block where that can hold it.
[[nodiscard]] std::string to_yaml_text(const nlohmann::json& value);

}  // namespace kubexx::cli

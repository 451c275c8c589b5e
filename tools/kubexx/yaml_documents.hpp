// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kubexx::cli {

/// The documents of a YAML text as kubectl turns them into JSON: plain scalars by the rules of read_plain_scalar, an
/// empty document is null. Throws std::exception that says what is wrong.
[[nodiscard]] std::vector<nlohmann::json> yaml_documents(const std::string& text);

}  // namespace kubexx::cli

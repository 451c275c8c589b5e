// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace kubexx::cli {

/// As Go's encoding/json writes it, indented by four spaces, with a line end: keys sorted, <, > and & escaped.
[[nodiscard]] std::string to_json_text(const nlohmann::json& value);
/// The same with the keys as they stand: what Go prints of a struct.
[[nodiscard]] std::string to_json_text(const nlohmann::ordered_json& value);

}  // namespace kubexx::cli

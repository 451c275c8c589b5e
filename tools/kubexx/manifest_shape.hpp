// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace kubexx::cli {

/// Why a document of a file is no object and no list of objects: a kind that is missing, a name that is a number; in
/// kubectl's words. nullopt: it is one. Of a list only its items' own kind is looked at, not what they hold.
[[nodiscard]] std::optional<std::string> shape_problem(const nlohmann::json& document);

}  // namespace kubexx::cli

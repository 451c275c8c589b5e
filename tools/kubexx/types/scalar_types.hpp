// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "facts.hpp"

namespace kubexx::cli::types {

/// The C++ type of a value that is no list and no struct: numbers, text and the value classes of the library. For
/// anything else, and for what has no type, it is RawJson.
[[nodiscard]] Typed scalar_type(const nlohmann::json& schema);
/// std::string, whatever the schema says.
[[nodiscard]] Typed text_type();
/// RawJson.
[[nodiscard]] Typed any_type();

}  // namespace kubexx::cli::types

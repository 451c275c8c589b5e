// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string_view>

namespace kubexx::apiserver {

/// The fields of the built-in kinds in the format that schemas/generate.py explains, in several parts.
[[nodiscard]] const std::initializer_list<std::string_view>& builtin_schema_text();

}  // namespace kubexx::apiserver

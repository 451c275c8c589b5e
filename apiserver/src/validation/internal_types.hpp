// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string_view>

namespace kubexx::apiserver {

/// The table of schemas/internal_types, in parts that follow each other.
[[nodiscard]] const std::initializer_list<std::string_view>& internal_type_parts();

}  // namespace kubexx::apiserver

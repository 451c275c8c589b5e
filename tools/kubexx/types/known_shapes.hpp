// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

/// Schemas for which the library has a struct, with functions that take it.
namespace kubexx::cli::types {

/// A list map of metav1.Condition. Without a list type the struct would add one.
[[nodiscard]] bool is_condition_list(const nlohmann::json& schema);
/// metav1.LabelSelector.
[[nodiscard]] bool is_label_selector(const nlohmann::json& schema);

/// The JSON name that the codec gives a member with this C++ name.
[[nodiscard]] std::string_view json_name_of(std::string_view member);

}  // namespace kubexx::cli::types

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

/// How the tree of lost_members.hpp knows values and elements of lists.
namespace kubexx::detail {

inline constexpr auto no_list_element = static_cast<std::size_t>(-1);

[[nodiscard]] std::string value_hash(const nlohmann::json& value);
[[nodiscard]] bool has_value_hash(const nlohmann::json& value, const nlohmann::json& hash);

/// The member, if `object` is an object that has it.
[[nodiscard]] const nlohmann::json* node_member(const nlohmann::json& object, const char* name);

/// The names of the members by which an element is known.
using ElementKeys = std::vector<std::string>;
/// The text by which the element is known; nullopt: it lacks one of the members, or has no simple value there.
[[nodiscard]] std::optional<std::string> element_key(const nlohmann::json& element, const ElementKeys& keys);

}  // namespace kubexx::detail

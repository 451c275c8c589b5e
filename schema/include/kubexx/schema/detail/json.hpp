// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/cel/detail/json.hpp"

/// Small helpers over nlohmann::json.
namespace kubexx::schema::detail {

/// The engine below, and its helpers.
namespace cel = kubexx::cel::detail;
using cel::dump;
using cel::find;
using cel::go_quoted;
using cel::Json;
using cel::string_at;

/// The value there; null when absent. Valid as long as `value`.
[[nodiscard]] const Json& json_at(const Json& value, std::initializer_list<std::string_view> path);
/// The array there; empty when absent or something else.
[[nodiscard]] const Json& array_at(const Json& value, std::initializer_list<std::string_view> path);

/// The strings of the array there; what is no string is left out.
[[nodiscard]] std::vector<std::string> strings_at(const Json& value, std::initializer_list<std::string_view> path);

/// The array or object member `name` of `parent`, created when absent or null.
Json& ensure_object(Json& parent, std::string_view name);

/// Sets a member when it is absent or null.
void set_default(Json& parent, std::string_view name, Json value);

/// The JSON text of a value as Go's encoder spells it.
[[nodiscard]] std::string go_json(const Json& value);

}  // namespace kubexx::schema::detail

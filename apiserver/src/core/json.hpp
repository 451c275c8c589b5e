// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Small helpers over nlohmann::json, used by every unit of the embedded API server.
namespace kubexx::apiserver {

using Json = nlohmann::json;

/// The value below `value` along member names; null when there is none.
[[nodiscard]] const Json* find(const Json& value, std::initializer_list<std::string_view> path);
[[nodiscard]] Json* find(Json& value, std::initializer_list<std::string_view> path);

/// The string there; empty when absent or not a string.
[[nodiscard]] std::string string_at(const Json& value, std::initializer_list<std::string_view> path);

/// The value there; null when absent. Valid as long as `value`.
[[nodiscard]] const Json& json_at(const Json& value, std::initializer_list<std::string_view> path);
/// The array there; empty when absent or something else.
[[nodiscard]] const Json& array_at(const Json& value, std::initializer_list<std::string_view> path);

/// The strings of the array there; what is no string is left out.
[[nodiscard]] std::vector<std::string> strings_at(const Json& value, std::initializer_list<std::string_view> path);

/// The array or object member `name` of `parent`, created when absent or null.
Json& ensure_object(Json& parent, std::string_view name);

/// ".spec.replicas" as a JSON pointer.
[[nodiscard]] Json::json_pointer field_pointer(std::string_view path);

/// Removes a member if `parent` is an object that has it.
void remove_member(Json& parent, std::string_view name);

/// Sets a member when it is absent or null.
void set_default(Json& parent, std::string_view name, Json value);

/// The same text as Go's %q.
[[nodiscard]] std::string go_quoted(std::string_view text);

/// The JSON text; invalid UTF-8, which cannot come from a request, is replaced.
[[nodiscard]] std::string dump(const Json& value);

}  // namespace kubexx::apiserver

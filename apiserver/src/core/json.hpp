// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/cel/detail/json.hpp"

/// Small helpers over nlohmann::json, used by every unit of the embedded API server.
namespace kubexx::apiserver {

/// The engine below the server, and its helpers.
namespace cel = kubexx::cel::detail;
using kubexx::cel::detail::dump;
using kubexx::cel::detail::find;
using kubexx::cel::detail::go_quoted;
using kubexx::cel::detail::Json;
using kubexx::cel::detail::string_at;

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

}  // namespace kubexx::apiserver

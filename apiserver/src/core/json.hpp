// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/schema/detail/json.hpp"

/// Small helpers over nlohmann::json, used by every unit of the embedded API server.
namespace kubexx::apiserver {

/// The engine below the server, and its helpers.
namespace cel = kubexx::cel::detail;
using kubexx::cel::detail::dump;
using kubexx::cel::detail::find;
using kubexx::cel::detail::go_quoted;
using kubexx::cel::detail::Json;
using kubexx::cel::detail::string_at;
using kubexx::schema::detail::array_at;
using kubexx::schema::detail::ensure_object;
using kubexx::schema::detail::json_at;
using kubexx::schema::detail::set_default;
using kubexx::schema::detail::strings_at;

/// ".spec.replicas" as a JSON pointer.
[[nodiscard]] Json::json_pointer field_pointer(std::string_view path);

/// Removes a member if `parent` is an object that has it.
void remove_member(Json& parent, std::string_view name);

}  // namespace kubexx::apiserver

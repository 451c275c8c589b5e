// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "core/kind.hpp"
#include "core/status.hpp"
#include "kubexx/schema/detail/schema.hpp"

namespace kubexx::apiserver {

using kubexx::schema::detail::apply_defaults;
using kubexx::schema::detail::cannot_unmarshal;
using kubexx::schema::detail::check_schema_types;
using kubexx::schema::detail::correlate_items;
using kubexx::schema::detail::decode_typed;
using kubexx::schema::detail::DecodeError;
using kubexx::schema::detail::has_json_type;
using kubexx::schema::detail::json_type_of;
using kubexx::schema::detail::make_numbers_plain;
using kubexx::schema::detail::Nulls;
using kubexx::schema::detail::parse_schema;
using kubexx::schema::detail::prune;
using kubexx::schema::detail::same_by_schema;
using kubexx::schema::detail::Schema;
using kubexx::schema::detail::SchemaPtr;
using kubexx::schema::detail::to_string;
using kubexx::schema::detail::validate_schema;
using kubexx::schema::detail::zero_value;

/// The types of the built-in kinds, by name ("apps.v1.Deployment"). Made once; immutable.
[[nodiscard]] const std::map<std::string, SchemaPtr>& builtin_schemas();

/// The type of a built-in kind; null when there is none.
[[nodiscard]] SchemaPtr builtin_schema(std::string_view group, std::string_view version, std::string_view kind);

/// Of a built-in type, "meta.v1.DeleteOptions"; unknown members are dropped.
void decode_builtin(const char* name, Json& object);
/// Likewise; what was dropped is named in `unknown`.
void decode_builtin(const char* name, Json& object, std::vector<std::string>& unknown);

/// A built-in kind's value as Go's encoder writes it, its fields in the order of their structs, but for the objects
/// that lie on the way to what `touched` has: a patch was applied to these as to maps, whose members are sorted.
[[nodiscard]] std::string go_ordered(const Schema& schema, const Json& value, const Json& touched);

}  // namespace kubexx::apiserver

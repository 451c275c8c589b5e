// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "kubexx/apimachinery/crd_fact.hpp"

/// Facts about members and structs, for KUBEXX_DESCRIBE and KUBEXX_SCHEMA (describe_struct.hpp). They have the names
/// and the meaning of OpenAPI v3 and of the x-kubernetes-* extensions; see "Create a structural schema" in the
/// Kubernetes documentation of CRDs. After `items`, facts are about the elements of a list or the values of a map. They
/// hold beside what the member's type states: the narrower bound remains, and enum_value permits some of its values.
namespace kubexx::crd {

/// The member's name in JSON; by default the C++ name, without the `_` that avoids a keyword.
constexpr Fact name(std::string_view json_name)
{
  return detail::texts(Fact::Kind::name, json_name);
}
/// An empty string, list, map or struct of a required member is written, unless the member has a default.
inline constexpr Fact required{.kind = Fact::Kind::required};
/// The API server sets it where the member is absent. Reading into the struct does not; see schema/typed_schema.hpp.
template <class T>
constexpr Fact default_value(const T& value)
{
  return detail::value(Fact::Kind::default_value, value);
}
/// The same as JSON text, for lists and objects: `default_json("{}")`.
constexpr Fact default_json(std::string_view json)
{
  return {.kind = Fact::Kind::default_value, .value = Fact::Value::json, .text = json};
}
template <detail::Number T>
constexpr Fact minimum(T value)
{
  return detail::number(Fact::Kind::minimum, value, false);
}
template <detail::Number T>
constexpr Fact maximum(T value)
{
  return detail::number(Fact::Kind::maximum, value, false);
}
template <detail::Number T>
constexpr Fact exclusive_minimum(T value)
{
  return detail::number(Fact::Kind::minimum, value, true);
}
template <detail::Number T>
constexpr Fact exclusive_maximum(T value)
{
  return detail::number(Fact::Kind::maximum, value, true);
}
template <detail::Number T>
constexpr Fact multiple_of(T value)
{
  return detail::number(Fact::Kind::multiple_of, value, false);
}
/// In characters.
constexpr Fact min_length(std::int64_t count)
{
  return detail::count(Fact::Kind::min_length, count);
}
constexpr Fact max_length(std::int64_t count)
{
  return detail::count(Fact::Kind::max_length, count);
}
constexpr Fact min_items(std::int64_t count)
{
  return detail::count(Fact::Kind::min_items, count);
}
constexpr Fact max_items(std::int64_t count)
{
  return detail::count(Fact::Kind::max_items, count);
}
constexpr Fact min_properties(std::int64_t count)
{
  return detail::count(Fact::Kind::min_properties, count);
}
constexpr Fact max_properties(std::int64_t count)
{
  return detail::count(Fact::Kind::max_properties, count);
}
/// An RE2 expression that the string must match somewhere.
constexpr Fact pattern(std::string_view expression)
{
  return detail::texts(Fact::Kind::pattern, expression);
}
/// "date-time", "ipv4", "uuid", …; replaces the one that the type has. Empty: no format.
constexpr Fact format(std::string_view format)
{
  return detail::texts(Fact::Kind::format, format);
}
/// One permitted value; repeat it. A described enum and an OpenEnum with `kubexx_values` have theirs already.
template <class T>
constexpr Fact enum_value(const T& value)
{
  return detail::value(Fact::Kind::enum_value, value);
}
inline constexpr Fact nullable{.kind = Fact::Kind::nullable};
inline constexpr Fact list_set{.kind = Fact::Kind::list_set};
inline constexpr Fact list_atomic{.kind = Fact::Kind::list_atomic};
/// The list is a map with this key; repeat it for several keys. Writes find the elements by it, like
/// FieldTraits::merge_keys. Without it, a list has the keys that its elements declare with kubexx_merge_keys, if any.
constexpr Fact list_map_key(std::string_view json_name)
{
  return detail::texts(Fact::Kind::list_map_key, json_name);
}
inline constexpr Fact map_atomic{.kind = Fact::Kind::map_atomic};
inline constexpr Fact map_granular{.kind = Fact::Kind::map_granular};
inline constexpr Fact embedded_resource{.kind = Fact::Kind::embedded_resource};
inline constexpr Fact preserve_unknown_fields{.kind = Fact::Kind::preserve_unknown_fields};
inline constexpr Fact int_or_string{.kind = Fact::Kind::int_or_string};
/// The following facts are about the elements of the list or the values of the map.
inline constexpr Fact items{.kind = Fact::Kind::items};
constexpr Fact description(std::string_view text)
{
  return detail::texts(Fact::Kind::description, text);
}
/// Adds keywords to the schema, as JSON text: `keywords(R"({"oneOf":[{"required":["a"]},{"required":["b"]}]})")`;
/// repeat it.
constexpr Fact keywords(std::string_view json)
{
  return detail::texts(Fact::Kind::keywords, json);
}
/// Replaces the schema that the type gives, as JSON text.
constexpr Fact raw_schema(std::string_view json)
{
  return detail::texts(Fact::Kind::raw_schema, json);
}

/// The optional parts of a `rule`.
struct RuleOptions {
  std::string_view message = {};
  std::string_view message_expression = {};
  std::string_view reason = {};  ///< FieldValueInvalid (the default), FieldValueForbidden, -Required or -Duplicate
  std::string_view field_path = {};
  bool optional_old_self = false;
};
/// A CEL rule about `self`; repeat it.
constexpr Fact rule(std::string_view expression, RuleOptions options = {})
{
  return {.kind = Fact::Kind::rule,
          .exclusive = options.optional_old_self,
          .text = expression,
          .second = options.message,
          .third = options.message_expression,
          .fourth = options.reason,
          .fifth = options.field_path};
}
constexpr Fact rule(std::string_view expression, std::string_view message)
{
  return rule(expression, {.message = message});
}

}  // namespace kubexx::crd

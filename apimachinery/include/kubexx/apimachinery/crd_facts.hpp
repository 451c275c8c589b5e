// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/describe/enumerators.hpp>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "kubexx/apimachinery/detail/json_name.hpp"

/// Facts about the CRD of a described struct, for KUBEXX_DESCRIBE (describe_struct.hpp). They have the names and the
/// meaning of OpenAPI v3 and of the x-kubernetes-* extensions; see "Create a structural schema" in the
/// Kubernetes documentation of CRDs.
namespace kubexx::crd {

namespace detail {
struct Shape;
}

/// One fact. Made by the functions below.
struct Fact {
  enum class Kind : std::uint8_t {
    member,  // the facts that follow are about the member whose C++ name is `text`
    items,   // the facts that follow are about the elements of the list or the values of the map
    name,
    required,
    default_value,
    minimum,
    maximum,
    multiple_of,
    min_length,
    max_length,
    min_items,
    max_items,
    min_properties,
    max_properties,
    pattern,
    format,
    enum_value,
    nullable,
    list_set,
    list_atomic,
    list_map_key,
    map_atomic,
    map_granular,
    embedded_resource,
    preserve_unknown_fields,
    int_or_string,
    rule,
    description,
    keywords,
    raw_schema,
    // of a kind
    singular,
    list_kind,
    short_name,
    category,
    column,
    scale,
    selectable_field,
    deprecated,
    not_served,
    not_stored,
    status,
    annotation,
    label,
    implicit_root,
  };
  enum class Value : std::uint8_t { none, boolean, integer, real, text, json };

  Kind kind = Kind::member;
  Value value = Value::none;  // of default_value, enum_value and bounds
  bool exclusive = false;     // minimum, maximum; rule: optionalOldSelf
  std::int64_t integer = 0;   // also boolean and the counts; column: the priority
  double real = 0;
  std::string_view text = {};
  std::string_view second = {};          // rule: message; column: type; scale: status path
  std::string_view third = {};           // rule: messageExpression; column: path; scale: selector path
  std::string_view fourth = {};          // rule: reason; column: format
  std::string_view fifth = {};           // rule: fieldPath; column: description
  const detail::Shape* shape = nullptr;  // member: of its type
};

namespace detail {

template <class T>
constexpr Fact number(Fact::Kind kind, T value, bool exclusive)
{
  Fact fact{.kind = kind, .exclusive = exclusive};
  if constexpr (std::is_floating_point_v<T>) {
    fact.value = Fact::Value::real;
    fact.real = static_cast<double>(value);
  } else {
    fact.value = Fact::Value::integer;
    fact.integer = static_cast<std::int64_t>(value);
    if (!std::in_range<std::int64_t>(value)) throw "the number does not fit into 64 bits with a sign";
  }
  return fact;
}
constexpr Fact texts(Fact::Kind kind, std::string_view text)
{
  return {.kind = kind, .text = text};
}
constexpr Fact count(Fact::Kind kind, std::int64_t value)
{
  return {.kind = kind, .value = Fact::Value::integer, .integer = value};
}

template <class E, template <class...> class List, class... D>
constexpr std::string_view enumerator(E value, List<D...> /*enumerators*/)
{
  std::string_view name;
  static_cast<void>(((value == D::value ? (name = kubexx::detail::json_name(D::name), true) : false) || ...));
  return name;
}

/// A value of JSON: a number, a boolean, a string, an enumerator or a constant of an OpenEnum.
template <class T>
constexpr Fact value(Fact::Kind kind, const T& value)
{
  if constexpr (std::is_same_v<T, bool>) {
    return {.kind = kind, .value = Fact::Value::boolean, .integer = value ? 1 : 0};
  } else if constexpr (std::is_arithmetic_v<T>) {
    return number(kind, value, false);
  } else if constexpr (std::is_enum_v<T>) {
    return {.kind = kind,
            .value = Fact::Value::text,
            .text = enumerator(value, boost::describe::describe_enumerators<T>{})};
  } else if constexpr (requires { std::string_view(value.text); }) {
    return {.kind = kind, .value = Fact::Value::text, .text = value.text};
  } else {
    return {.kind = kind, .value = Fact::Value::text, .text = std::string_view(value)};
  }
}

template <class T>
concept Number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

}  // namespace detail

// Of a member, or after `items` of its elements.

/// The member's name in JSON; by default the C++ name, without the `_` that avoids a keyword.
constexpr Fact name(std::string_view json_name)
{
  return detail::texts(Fact::Kind::name, json_name);
}
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
/// The list is a map with this key; repeat it for several keys. Without it, a list has the keys that its elements
/// declare with kubexx_merge_keys, if any.
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

// Of a kind: KUBEXX_CRD.

constexpr Fact singular(std::string_view name)
{
  return detail::texts(Fact::Kind::singular, name);
}
constexpr Fact list_kind(std::string_view name)
{
  return detail::texts(Fact::Kind::list_kind, name);
}
constexpr Fact short_name(std::string_view name)
{
  return detail::texts(Fact::Kind::short_name, name);
}
constexpr Fact category(std::string_view name)
{
  return detail::texts(Fact::Kind::category, name);
}

struct ColumnOptions {
  std::int64_t priority = 0;  ///< above 0: only with `kubectl get -o wide`
  std::string_view format = {};
  std::string_view description = {};
};
/// A column of `kubectl get`. `type`: integer, number, string, boolean or date; `path`: ".status.phase".
constexpr Fact column(std::string_view name, std::string_view type, std::string_view path, ColumnOptions options = {})
{
  return {.kind = Fact::Kind::column,
          .integer = options.priority,
          .text = name,
          .second = type,
          .third = path,
          .fourth = options.format,
          .fifth = options.description};
}
/// The subresource scale: `scale(".spec.replicas", ".status.replicas")`.
constexpr Fact scale(std::string_view spec_path, std::string_view status_path, std::string_view selector_path = {})
{
  return {.kind = Fact::Kind::scale, .text = spec_path, .second = status_path, .third = selector_path};
}
constexpr Fact selectable_field(std::string_view path)
{
  return detail::texts(Fact::Kind::selectable_field, path);
}
/// The version is deprecated; an empty text is the server's own warning.
constexpr Fact deprecated(std::string_view warning = {})
{
  return detail::texts(Fact::Kind::deprecated, warning);
}
inline constexpr Fact not_served{.kind = Fact::Kind::not_served};
/// The subresource status, for a kind whose struct has no member `status`; all others have it anyway.
inline constexpr Fact status{.kind = Fact::Kind::status};
/// Of the CRD's metadata; repeat them.
constexpr Fact annotation(std::string_view key, std::string_view value)
{
  return {.kind = Fact::Kind::annotation, .text = key, .second = value};
}
constexpr Fact label(std::string_view key, std::string_view value)
{
  return {.kind = Fact::Kind::label, .text = key, .second = value};
}
/// The schema does not name apiVersion, kind and metadata, which every object has.
inline constexpr Fact implicit_root{.kind = Fact::Kind::implicit_root};
/// Another version of the kind is the one that is stored.
inline constexpr Fact not_stored{.kind = Fact::Kind::not_stored};

}  // namespace kubexx::crd

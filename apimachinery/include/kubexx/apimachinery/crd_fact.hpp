// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/describe/enumerators.hpp>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "kubexx/apimachinery/detail/json_name.hpp"

namespace kubexx::crd {

namespace detail {
struct Shape;
}

/// A fact about the CRD of a described struct. Made by the functions in crd_facts.hpp and crd_kind_facts.hpp.
struct Fact {
  /// The kind of fact. Most values have the name of the function or constant that makes them.
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
    conversion_webhook,
    conversion_webhook_url,
  };
  /// The type of the value, if the fact has one.
  enum class Value : std::uint8_t { none, boolean, integer, real, text, json, group };

  Kind kind = Kind::member;
  Value value = Value::none;  // of default_value, enum_value and bounds; rule: about a group
  bool exclusive = false;     // minimum, maximum; rule: optionalOldSelf
  std::int64_t integer = 0;   // also boolean and the counts; column: the priority; conversion: the port
  double real = 0;
  std::string_view text = {};
  std::string_view second = {};  // rule: message; column: type; scale: status path; conversion: service
  std::string_view third = {};   // rule: messageExpression; column: path; scale: selector path; conversion: path
  std::string_view fourth = {};  // rule: reason; column: format; conversion: caBundle
  std::string_view fifth = {};   // rule: fieldPath; column: description; conversion: versions
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
  if (name.empty()) throw "the enumerator is not described";
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
    static_assert(boost::describe::has_describe_enumerators<T>::value, "describe the enum with BOOST_DESCRIBE_ENUM");
    return {.kind = kind,
            .value = Fact::Value::text,
            .text = enumerator(value, boost::describe::describe_enumerators<T>{})};
  } else if constexpr (requires { std::string_view(value.text); }) {
    return {.kind = kind, .value = Fact::Value::text, .text = value.text};
  } else {
    static_assert(!std::is_same_v<T, std::string>, "facts keep no std::string: pass the text as a literal");
    return {.kind = kind, .value = Fact::Value::text, .text = std::string_view(value)};
  }
}

template <class T>
concept Number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

}  // namespace detail

}  // namespace kubexx::crd

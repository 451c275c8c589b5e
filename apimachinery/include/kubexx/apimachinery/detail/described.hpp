// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/describe/bases.hpp>
#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>
#include <concepts>
#include <type_traits>

#include "kubexx/apimachinery/field_traits.hpp"

/// Properties of described types for the codec, and their default values.
namespace kubexx::detail {

template <class T>
using MembersOf = boost::describe::describe_members<T, boost::describe::mod_public | boost::describe::mod_inherited>;

template <class T>
using BasesOf = boost::describe::describe_bases<T, boost::describe::mod_public>;
template <class T>
using OwnMembersOf = boost::describe::describe_members<T, boost::describe::mod_any_access>;

struct StructInfo;

/// A struct whose table is compiled elsewhere: a function `kubexx_struct_info`, found by argument-dependent lookup, is
/// declared next to it (KUBEXX_COMPILED). It has no default values (FieldTraits), and its translation unit makes the
/// rest of the table, from its description there or beside it.
template <class T>
concept Compiled = requires {
  { kubexx_struct_info(static_cast<T**>(nullptr)) } -> std::same_as<const StructInfo*>;
};

template <class T>
inline constexpr bool is_described_struct = false;
template <class T>
  requires std::is_class_v<T> && (boost::describe::has_describe_members<T>::value || Compiled<T>)
inline constexpr bool is_described_struct<T> = true;

template <class T>
void apply_defaults(T& value);

template <auto Member, class T>
void apply_default(T& object)
{
  auto& member = object.*Member;
  if constexpr (requires { FieldTraits<Member>::default_value; }) {
    member = FieldTraits<Member>::default_value;
  } else {
    apply_defaults(member);
  }
}

template <class T, template <class...> class List, class... D>
void apply_each_default(T& value, List<D...> /*members*/)
{
  (apply_default<D::pointer>(value), ...);
}

/// Whether a new value may differ from T{}.
template <class T>
inline constexpr bool has_defaults = is_described_struct<T> && !Compiled<T>;

template <class T>
void apply_defaults([[maybe_unused]] T& value)
{
  if constexpr (has_defaults<T>) apply_each_default(value, MembersOf<T>{});
}

template <class T>
[[nodiscard]] T make_default()
{
  T value{};
  apply_defaults(value);
  return value;
}

}  // namespace kubexx::detail

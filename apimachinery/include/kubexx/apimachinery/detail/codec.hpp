// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <boost/describe/enumerators.hpp>
#include <concepts>
#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "kubexx/apimachinery/detail/codec_table.hpp"
#include "kubexx/apimachinery/detail/container_codecs.hpp"
#include "kubexx/apimachinery/detail/described.hpp"
#include "kubexx/apimachinery/detail/json_name.hpp"
#include "kubexx/apimachinery/detail/scalar_schema.hpp"
#include "kubexx/apimachinery/detail/stated_facts.hpp"
#include "kubexx/apimachinery/field_traits.hpp"
#include "kubexx/apimachinery/json_value.hpp"
#include "kubexx/apimachinery/open_enum.hpp"

/// Makes the table (Codec) of a type. The templates are thin: they cast and call the functions that codec_table.hpp
/// declares.
namespace kubexx::detail {

template <class Struct, class Member>
Struct class_of(Member Struct::*);

template <class D>
[[nodiscard]] constexpr std::string_view field_name()
{
  using Owner = decltype(class_of(D::pointer));
  if constexpr (requires { FieldTraits<D::pointer>::name; }) return FieldTraits<D::pointer>::name;
  if constexpr (StatesFacts<Owner>) return crd::detail::json_name_of(D::name, member_facts<Owner>);
  return json_name(D::name);
}

template <template <class...> class List, class... D>
[[nodiscard]] constexpr bool has_fields(List<D...> /*members*/, std::span<const std::string_view> names)
{
  for (const auto name : names) {
    if (((field_name<D>() != name) && ...)) return false;
  }
  return true;
}

/// Whether a struct has these fields; true if its description is in another translation unit.
template <class T>
[[nodiscard]] constexpr bool may_have_fields(std::span<const std::string_view> names)
{
  if constexpr (boost::describe::has_describe_members<T>::value) return has_fields(MembersOf<T>{}, names);
  return true;
}

/// The keys of the list that a member is, from its facts list_map_key.
template <class D>
[[nodiscard]] constexpr auto make_stated_keys()
{
  using Owner = decltype(class_of(D::pointer));
  if constexpr (StatesFacts<Owner>) {
    return crd::detail::map_keys_of<crd::detail::count_map_keys(D::name, member_facts<Owner>)>(D::name,
                                                                                               member_facts<Owner>);
  } else {
    return std::array<std::string_view, 0>{};
  }
}
template <class D>
inline constexpr auto stated_keys = make_stated_keys<D>();

template <class T, class D>
[[nodiscard]] constexpr FieldMore make_field_more()
{
  using Member = std::remove_cvref_t<decltype(std::declval<T&>().*D::pointer)>;
  FieldMore more{[](const void* object) -> const void* { return &(static_cast<const T*>(object)->*D::pointer); }, {}};
  if constexpr (requires { FieldTraits<D::pointer>::merge_keys; }) {
    static_assert(may_have_fields<typename ListOf<Member>::Element>(FieldTraits<D::pointer>::merge_keys),
                  "FieldTraits::merge_keys names a field that the elements of the list do not have");
    more.merge_keys = FieldTraits<D::pointer>::merge_keys;
  } else if constexpr (!stated_keys<D>.empty()) {
    static_assert(may_have_fields<typename ListOf<Member>::Element>(stated_keys<D>),
                  "list_map_key names a field that the elements of the list do not have");
    more.merge_keys = stated_keys<D>;
  } else if constexpr (requires { ListOf<Member>::Element::kubexx_merge_keys; }) {
    more.merge_keys = ListOf<Member>::Element::kubexx_merge_keys;
  }
  if constexpr (requires { FieldTraits<D::pointer>::text_limit; }) {
    static_assert(std::is_same_v<Member, std::string>, "FieldTraits::text_limit is for members of type std::string");
    more.text_limit = FieldTraits<D::pointer>::text_limit;
  }
  return more;
}
template <class T, class D>
inline constexpr FieldMore field_more = make_field_more<T, D>();

template <class T, class D>
[[nodiscard]] constexpr Field make_field()
{
  using Member = std::remove_cvref_t<decltype(std::declval<T&>().*D::pointer)>;
  constexpr std::string_view name = field_name<D>();
  bool omit_zero = false;
  if constexpr (requires { FieldTraits<D::pointer>::omit_zero; }) omit_zero = FieldTraits<D::pointer>::omit_zero;
  using Owner = decltype(class_of(D::pointer));
  bool required = false;
  if constexpr (StatesFacts<Owner>) required = crd::detail::is_required(D::name, member_facts<Owner>);
  return {name.data(), &codec_of<Member>, &field_more<T, D>, 0, static_cast<std::uint16_t>(name.size()),
          omit_zero,   required};
}

template <class T, template <class...> class List, class... D>
[[nodiscard]] constexpr std::array<Field, sizeof...(D)> make_fields(List<D...> /*members*/)
{
  return {{make_field<T, D>()...}};
}

template <class T>
[[nodiscard]] const StructInfo* struct_info();

template <class T, class D>
[[nodiscard]] constexpr BaseInfo make_base()
{
  using Base = typename D::type;
  return {&struct_info<Base>,
          [](const void* object) -> const void* { return static_cast<const Base*>(static_cast<const T*>(object)); }};
}
template <class T, template <class...> class List, class... D>
[[nodiscard]] constexpr std::array<BaseInfo, sizeof...(D)> make_bases(List<D...> /*bases*/)
{
  return {{make_base<T, D>()...}};
}

/// Converts to the type of any member.
struct AnyMember {
  template <class Member>
  operator Member() const;  // NOLINT(google-explicit-constructor)
};
template <class T, std::size_t... I>
[[nodiscard]] constexpr bool takes_members(std::index_sequence<I...> /*members*/)
{
  return requires { T{(static_cast<void>(I), AnyMember())...}; };
}
template <template <class...> class List, class... D>
[[nodiscard]] constexpr std::size_t size_of(List<D...> /*list*/)
{
  return sizeof...(D);
}
/// Whether an aggregate has more bases and members than its description: one more initializer is accepted.
template <class T>
[[nodiscard]] constexpr bool misses_members()
{
  constexpr bool may_miss = requires { requires T::kubexx_has_other_members; };
  if constexpr (std::is_aggregate_v<T> && !may_miss) {
    constexpr std::size_t described = size_of(BasesOf<T>{}) + size_of(OwnMembersOf<T>{});
    return takes_members<T>(std::make_index_sequence<described + 1>{});
  }
  return false;
}

/// The table made from the description by Boost.Describe.
template <class T>
[[nodiscard]] const StructInfo* described_info()
{
  static_assert(!misses_members<T>(),
                "the description (KUBEXX_DESCRIBE or BOOST_DESCRIBE_STRUCT) does not name each member of this struct: "
                "add it there, or state that it is not in the JSON with "
                "`static constexpr bool kubexx_has_other_members = true;`");
  static constexpr auto fields = make_fields<T>(MembersOf<T>{});
  static constexpr auto bases = make_bases<T>(BasesOf<T>{});
  static const T defaults = make_default<T>();
  static const T initial{};
  static const StructInfo info{fields, &defaults, &initial, bases, facts_of_members<T>(), facts_of_object<T>()};
  return &info;
}

template <class T>
[[nodiscard]] const StructInfo* struct_info()
{
  if constexpr (Compiled<T>) {
    return kubexx_struct_info(static_cast<T**>(nullptr));
  } else {
    return described_info<T>();
  }
}

template <class E, template <class...> class List, class... D>
[[nodiscard]] constexpr std::array<EnumName, sizeof...(D)> make_enum_names(List<D...> /*enumerators*/)
{
  return {{EnumName{json_name(D::name), static_cast<std::int64_t>(D::value)}...}};
}
template <class E>
inline constexpr auto enum_names = make_enum_names<E>(boost::describe::describe_enumerators<E>{});

/// The common functions of types that are not structs, containers or strings. These types differ only in reading and
/// writing.
template <class T>
[[nodiscard]] constexpr CodecOps make_plain_ops()
{
  CodecOps ops{};
  ops.empty = [](const Codec&, const void* value) {
    if constexpr (requires { requires T::omit_zero; }) return cast<T>(value).is_zero();
    return false;
  };
  ops.same = [](const Codec&, const void* left, const void* right) { return cast<T>(left) == cast<T>(right); };
  ops.initial = [](const Codec&, const void* value) { return cast<T>(value) == T{}; };
  return ops;
}

template <class T>
[[nodiscard]] constexpr CodecOps make_scalar_ops()
{
  CodecOps ops = make_plain_ops<T>();
  ops.schema = scalar_schema<T>();
  if constexpr (std::is_enum_v<T>) ops.enumerators = enum_names<T>;
  if constexpr (std::is_same_v<T, bool>) {
    ops.read = [](const Codec&, void* to, JsonView from, const JsonPath& path) {
      *static_cast<bool*>(to) = read_boolean(from, path);
    };
    ops.write = [](const Codec&, const void* value, Original, JsonWriter& to) { write_boolean(cast<bool>(value), to); };
  } else if constexpr (std::is_enum_v<T>) {
    ops.read = [](const Codec&, void* to, JsonView from, const JsonPath& path) {
      *static_cast<T*>(to) = static_cast<T>(read_enum(from, path, enum_names<T>));
    };
    ops.write = [](const Codec&, const void* value, Original, JsonWriter& to) {
      write_enum(static_cast<std::int64_t>(cast<T>(value)), enum_names<T>, to);
    };
  } else if constexpr (std::is_floating_point_v<T>) {
    ops.read = [](const Codec&, void* to, JsonView from, const JsonPath& path) {
      if constexpr (std::is_same_v<T, float>) {
        *static_cast<T*>(to) = read_float(from, path);
      } else {
        *static_cast<T*>(to) = static_cast<T>(read_number(from, path));
      }
    };
    ops.write = [](const Codec&, const void* value, Original original, JsonWriter& to) {
      if constexpr (std::is_same_v<T, float>) {
        write_number(cast<T>(value), original, to);
      } else {
        write_number(static_cast<double>(cast<T>(value)), original, to);
      }
    };
  } else if constexpr (std::is_unsigned_v<T>) {
    ops.read = [](const Codec&, void* to, JsonView from, const JsonPath& path) {
      *static_cast<T*>(to) = static_cast<T>(read_unsigned(from, path, std::numeric_limits<T>::max()));
    };
    ops.write = [](const Codec&, const void* value, Original original, JsonWriter& to) {
      write_unsigned(cast<T>(value), original, to);
    };
  } else {
    ops.read = [](const Codec&, void* to, JsonView from, const JsonPath& path) {
      using Limits = std::numeric_limits<T>;
      *static_cast<T*>(to) = static_cast<T>(read_integer(from, path, Limits::min(), Limits::max()));
    };
    ops.write = [](const Codec&, const void* value, Original original, JsonWriter& to) {
      write_integer(cast<T>(value), original, to);
    };
  }
  return ops;
}

template <class T>
[[nodiscard]] constexpr CodecOps make_value_ops()
{
  CodecOps ops = make_plain_ops<T>();
  if constexpr (requires { T::kubexx_schema; }) ops.schema = T::kubexx_schema;
  ops.read = [](const Codec&, void* to, JsonView from, const JsonPath& path) {
    try {
      *static_cast<T*>(to) = T::from_json(from);
    } catch (const std::invalid_argument& error) {
      wrong_value(path, error);
    }
  };
  ops.write = [](const Codec&, const void* value, Original original, JsonWriter& to) {
    if (original.json) {
      try {
        if (T::from_json(original.json) == cast<T>(value)) return to.raw(original.json.bytes());
      } catch (const std::invalid_argument&) {  // the original is not a valid value: replaced
      }
    }
    cast<T>(value).write_json(to);
  };
  return ops;
}

template <class T>
inline constexpr CodecOps scalar_ops = make_scalar_ops<T>();
template <class T>
inline constexpr CodecOps value_ops = make_value_ops<T>();

template <class T>
[[nodiscard]] constexpr Codec make_codec()
{
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    return {.ops = &scalar_ops<T>};
  } else if constexpr (std::derived_from<T, OpenEnumText>) {
    if constexpr (requires { T::kubexx_values; }) return {.ops = &open_enum_ops, .container = &open_enum_values<T>};
    return {.ops = &open_enum_ops};
  } else if constexpr (JsonValue<T>) {
    return {.ops = &value_ops<T>};
  } else if constexpr (std::is_same_v<T, std::string>) {
    return {.ops = &string_ops};
  } else if constexpr (std::is_same_v<T, nlohmann::json>) {
    return {.ops = &json_ops};
  } else if constexpr (requires { typename Parts<T>::Optional; }) {
    return make_optional_codec<typename Parts<T>::Optional>();
  } else if constexpr (requires { typename Parts<T>::Element; }) {
    return make_vector_codec<typename Parts<T>::Element>();
  } else if constexpr (requires { typename Parts<T>::Mapped; }) {
    return make_map_codec<T>();
  } else {
    static_assert(is_described_struct<T>,
                  "this member type has no JSON form: describe it with KUBEXX_DESCRIBE, or see describe.hpp");
    return {.ops = &struct_ops, .info = &struct_info<T>};
  }
}

}  // namespace kubexx::detail

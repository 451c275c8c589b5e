// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "kubexx/client/detail/codec_table.hpp"
#include "kubexx/client/field_traits.hpp"

/// Makes the table (Codec) of a type. Templates here are thin: they cast and call what codec_table.hpp declares.
namespace kubexx::detail {

[[nodiscard]] constexpr std::string_view json_name(std::string_view member);

template <class T>
using MembersOf = boost::describe::describe_members<T, boost::describe::mod_public | boost::describe::mod_inherited>;

template <class T>
inline constexpr bool is_described_struct = false;
template <class T>
  requires std::is_class_v<T> && boost::describe::has_describe_members<T>::value
inline constexpr bool is_described_struct<T> = true;

template <class T>
struct Parts {};  // of a template that the codec knows
template <class E>
struct Parts<std::optional<E>> {
  using Optional = E;
};
template <class E>
struct Parts<std::vector<E>> {
  using Element = E;
};
template <class V, class C, class A>
struct Parts<std::map<std::string, V, C, A>> {
  using Mapped = V;
};

template <class T>
[[nodiscard]] constexpr Codec make_codec();
template <class T>
[[nodiscard]] constexpr Codec make_whole_codec();
template <class T>
inline constexpr Codec codec_of = make_whole_codec<T>();

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

template <class T>
void apply_defaults([[maybe_unused]] T& value)
{
  if constexpr (is_described_struct<T>) apply_each_default(value, MembersOf<T>{});
}

template <class T>
[[nodiscard]] T make_default()
{
  T value{};
  apply_defaults(value);
  return value;
}

template <class T, class D>
[[nodiscard]] constexpr Field make_field()
{
  using Member = std::remove_cvref_t<decltype(std::declval<T&>().*D::pointer)>;
  Field field{json_name(D::name),
              &codec_of<Member>,
              [](const void* object) -> const void* { return &(static_cast<const T*>(object)->*D::pointer); },
              {}};
  if constexpr (requires { FieldTraits<D::pointer>::name; }) field.name = FieldTraits<D::pointer>::name;
  if constexpr (requires { FieldTraits<D::pointer>::merge_key; }) field.merge_key = FieldTraits<D::pointer>::merge_key;
  return field;
}

template <class T, template <class...> class List, class... D>
[[nodiscard]] constexpr std::array<Field, sizeof...(D)> make_fields(List<D...> /*members*/)
{
  return {{make_field<T, D>()...}};
}

template <class T>
[[nodiscard]] const StructInfo* struct_info()
{
  static constexpr auto fields = make_fields<T>(MembersOf<T>{});
  static const T defaults = make_default<T>();
  static const StructInfo info{fields, &defaults};
  return &info;
}

template <class E, template <class...> class List, class... D>
[[nodiscard]] constexpr std::array<EnumName, sizeof...(D)> make_enum_names(List<D...> /*enumerators*/)
{
  return {{EnumName{json_name(D::name), static_cast<std::int64_t>(D::value)}...}};
}
template <class E>
inline constexpr auto enum_names = make_enum_names<E>(boost::describe::describe_enumerators<E>{});

template <class E>
inline constexpr VectorOps vector_ops{
    [](const void* vector) { return static_cast<const std::vector<E>*>(vector)->size(); },
    [](const void* vector, std::size_t index) -> const void* {
      return &(*static_cast<const std::vector<E>*>(vector))[index];
    },
    [](void* vector) -> void* { return &static_cast<std::vector<E>*>(vector)->emplace_back(make_default<E>()); }};

template <class E>
inline constexpr VectorCodec vector_codec{&vector_ops<E>, &codec_of<E>};

template <class M>
inline constexpr MapOps map_ops{
    [](const void* map, const std::string& key) -> const void* {
      const auto& all = *static_cast<const M*>(map);
      const auto found = all.find(key);
      return found == all.end() ? nullptr : &found->second;
    },
    [](void* map, std::string key) -> void* {
      auto& slot = (*static_cast<M*>(map))[std::move(key)];
      slot = make_default<typename M::mapped_type>();
      return &slot;
    },
    [](const void* map, void (*visit)(void*, const std::string&, const void*), void* context) {
      for (const auto& [key, value] : *static_cast<const M*>(map)) visit(context, key, &value);
    },
    [](const void* map) { return static_cast<const M*>(map)->size(); }};

template <class T>
[[nodiscard]] const T& cast(const void* value)
{
  return *static_cast<const T*>(value);
}

template <class T>
[[nodiscard]] constexpr Codec make_scalar_codec()
{
  Codec codec{};
  codec.empty = [](const void*) { return false; };
  codec.same = [](const void* left, const void* right) { return cast<T>(left) == cast<T>(right); };
  if constexpr (std::is_same_v<T, bool>) {
    codec.read = [](void* to, JsonView from, const JsonPath& path) {
      *static_cast<bool*>(to) = read_boolean(from, path);
    };
    codec.write = [](const void* value, JsonView, JsonWriter& to) { write_boolean(cast<bool>(value), to); };
  } else if constexpr (std::is_enum_v<T>) {
    codec.read = [](void* to, JsonView from, const JsonPath& path) {
      *static_cast<T*>(to) = static_cast<T>(read_enum(from, path, enum_names<T>));
    };
    codec.write = [](const void* value, JsonView, JsonWriter& to) {
      write_enum(static_cast<std::int64_t>(cast<T>(value)), enum_names<T>, to);
    };
  } else if constexpr (std::is_floating_point_v<T>) {
    codec.read = [](void* to, JsonView from, const JsonPath& path) {
      *static_cast<T*>(to) = static_cast<T>(read_number(from, path));
    };
    codec.write = [](const void* value, JsonView original, JsonWriter& to) {
      write_number(static_cast<double>(cast<T>(value)), original, to);
    };
  } else if constexpr (std::is_unsigned_v<T>) {
    codec.read = [](void* to, JsonView from, const JsonPath& path) {
      *static_cast<T*>(to) = static_cast<T>(read_unsigned(from, path, std::numeric_limits<T>::max()));
    };
    codec.write = [](const void* value, JsonView original, JsonWriter& to) {
      write_unsigned(cast<T>(value), original, to);
    };
  } else {
    codec.read = [](void* to, JsonView from, const JsonPath& path) {
      using Limits = std::numeric_limits<T>;
      *static_cast<T*>(to) = static_cast<T>(read_integer(from, path, Limits::min(), Limits::max()));
    };
    codec.write = [](const void* value, JsonView original, JsonWriter& to) {
      write_integer(cast<T>(value), original, to);
    };
  }
  return codec;
}

template <class E>
[[nodiscard]] constexpr Codec make_optional_codec()
{
  using T = std::optional<E>;
  Codec codec{};
  codec.read = [](void* to, JsonView from, const JsonPath& path) {
    codec_of<E>.read(&static_cast<T*>(to)->emplace(make_default<E>()), from, path);
  };
  codec.write = [](const void* value, JsonView original, JsonWriter& to) {
    cast<T>(value) ? codec_of<E>.write(&*cast<T>(value), original, to) : to.null();
  };
  codec.empty = [](const void* value) { return !cast<T>(value).has_value(); };
  codec.same = [](const void* left, const void* right) {
    const T& a = cast<T>(left);
    const T& b = cast<T>(right);
    return a.has_value() == b.has_value() && (!a || codec_of<E>.same(&*a, &*b));
  };
  return codec;
}

template <class E>
[[nodiscard]] constexpr Codec make_vector_codec()
{
  static_assert(!std::is_same_v<E, bool>, "std::vector<bool> has no elements to refer to: use std::vector<char>");
  Codec codec{};
  codec.read = [](void* to, JsonView from, const JsonPath& path) {
    static_cast<std::vector<E>*>(to)->clear();
    read_vector(to, vector_ops<E>, codec_of<E>, from, path);
  };
  codec.write = [](const void* value, JsonView original, JsonWriter& to) {
    write_vector(value, vector_ops<E>, codec_of<E>, original, to, {});
  };
  codec.empty = [](const void* value) { return cast<std::vector<E>>(value).empty(); };
  codec.vector = &vector_codec<E>;
  codec.same = [](const void* left, const void* right) { return same_vector(left, right, vector_ops<E>, codec_of<E>); };
  return codec;
}

template <class M>
[[nodiscard]] constexpr Codec make_map_codec()
{
  using V = typename M::mapped_type;
  Codec codec{};
  codec.read = [](void* to, JsonView from, const JsonPath& path) {
    static_cast<M*>(to)->clear();
    read_map(to, map_ops<M>, codec_of<V>, from, path);
  };
  codec.write = [](const void* value, JsonView original, JsonWriter& to) {
    write_map(value, map_ops<M>, codec_of<V>, original, to);
  };
  codec.empty = [](const void* value) { return cast<M>(value).empty(); };
  codec.same = [](const void* left, const void* right) { return same_map(left, right, map_ops<M>, codec_of<V>); };
  return codec;
}

template <class T>
[[nodiscard]] constexpr Codec make_struct_codec()
{
  Codec codec{};
  codec.read = [](void* to, JsonView from, const JsonPath& path) { read_struct(to, *struct_info<T>(), from, path); };
  codec.write = [](const void* value, JsonView original, JsonWriter& to) {
    write_struct(value, *struct_info<T>(), original, to);
  };
  codec.empty = [](const void* value) { return same_struct(value, struct_info<T>()->defaults, *struct_info<T>()); };
  codec.same = [](const void* left, const void* right) { return same_struct(left, right, *struct_info<T>()); };
  codec.info = &struct_info<T>;
  return codec;
}

template <class T>
[[nodiscard]] constexpr Codec make_codec()
{
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    return make_scalar_codec<T>();
  } else if constexpr (std::is_same_v<T, std::string>) {
    Codec codec{};
    codec.read = [](void* to, JsonView from, const JsonPath& path) {
      *static_cast<std::string*>(to) = read_string(from, path);
    };
    codec.write = [](const void* value, JsonView original, JsonWriter& to) {
      write_string(cast<std::string>(value), original, to);
    };
    codec.empty = [](const void* value) { return cast<std::string>(value).empty(); };
    codec.same = [](const void* left, const void* right) {
      return cast<std::string>(left) == cast<std::string>(right);
    };
    return codec;
  } else if constexpr (std::is_same_v<T, nlohmann::json>) {
    Codec codec{};
    codec.read = &read_json;
    codec.write = &write_json;
    codec.empty = &empty_json;
    codec.same = &same_json;
    return codec;
  } else if constexpr (requires { typename Parts<T>::Optional; }) {
    return make_optional_codec<typename Parts<T>::Optional>();
  } else if constexpr (requires { typename Parts<T>::Element; }) {
    return make_vector_codec<typename Parts<T>::Element>();
  } else if constexpr (requires { typename Parts<T>::Mapped; }) {
    return make_map_codec<T>();
  } else {
    static_assert(is_described_struct<T>,
                  "this member type has no JSON form: describe it with BOOST_DESCRIBE_STRUCT, or see describe.hpp");
    return make_struct_codec<T>();
  }
}

template <class T>
[[nodiscard]] constexpr Codec make_whole_codec()
{
  Codec codec = make_codec<T>();
  codec.initial = [](const void* value) {
    const T initial = make_default<T>();
    return codec_of<T>.same(value, &initial);
  };
  return codec;
}

constexpr std::string_view json_name(std::string_view member)
{
  constexpr std::string_view keywords[] = {
      "alignas", "alignof", "and",      "asm",     "auto",     "bool",      "break",     "case",     "catch",
      "char",    "class",   "concept",  "const",   "continue", "default",   "delete",    "do",       "double",
      "else",    "enum",    "explicit", "export",  "extern",   "false",     "float",     "for",      "friend",
      "goto",    "if",      "inline",   "int",     "long",     "mutable",   "namespace", "new",      "noexcept",
      "not",     "nullptr", "operator", "or",      "private",  "protected", "public",    "register", "requires",
      "return",  "short",   "signed",   "sizeof",  "static",   "struct",    "switch",    "template", "this",
      "throw",   "true",    "try",      "typedef", "typeid",   "typename",  "union",     "unsigned", "using",
      "virtual", "void",    "volatile", "while",   "xor"};
  if (!member.ends_with('_')) return member;
  const auto bare = member.substr(0, member.size() - 1);
  for (const auto keyword : keywords) {
    if (bare == keyword) return bare;
  }
  return member;
}

}  // namespace kubexx::detail

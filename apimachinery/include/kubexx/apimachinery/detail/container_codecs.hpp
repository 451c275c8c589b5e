// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/detail/codec_table.hpp"
#include "kubexx/apimachinery/detail/described.hpp"

/// The tables of std::optional, std::vector and std::map over those of their elements.
namespace kubexx::detail {

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
struct ListOf : Parts<T> {};  // the list that a member is, or holds
template <class E>
struct ListOf<std::optional<E>> : ListOf<E> {};

template <class E>
inline constexpr VectorOps vector_ops{
    [](const void* vector) { return static_cast<const std::vector<E>*>(vector)->size(); },
    [](const void* vector, std::size_t index) -> const void* {
      return &(*static_cast<const std::vector<E>*>(vector))[index];
    },
    [](void* vector, std::size_t count) {
      std::vector<E> fresh(count);
      if constexpr (has_defaults<E>) {
        for (auto& element : fresh) apply_defaults(element);
      }
      static_cast<std::vector<E>*>(vector)->swap(fresh);
    },
    []() -> void* { return new std::vector<E>; }, [](void* vector) { delete static_cast<std::vector<E>*>(vector); }};

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

template <class E>
[[nodiscard]] constexpr Codec make_optional_codec()
{
  using T = std::optional<E>;
  Codec codec{};
  codec.read = [](void* to, JsonView from, const JsonPath& path) {
    E& value = static_cast<T*>(to)->emplace();
    if constexpr (has_defaults<E>) apply_defaults(value);
    codec_of<E>.read(&value, from, path);
  };
  codec.write = [](const void* value, Original original, JsonWriter& to) {
    cast<T>(value) ? codec_of<E>.write(&*cast<T>(value), original, to) : to.null();
  };
  codec.empty = [](const void* value) { return !cast<T>(value).has_value(); };
  codec.partial = true;
  codec.optional = true;
  codec.element = &codec_of<E>;
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
    read_vector(to, vector_ops<E>, codec_of<E>, from, path);
  };
  codec.write = [](const void* value, Original original, JsonWriter& to) {
    write_vector(value, vector_ops<E>, codec_of<E>, original, to);
  };
  codec.empty = [](const void* value) { return cast<std::vector<E>>(value).empty(); };
  codec.partial = true;
  codec.element = &codec_of<E>;
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
  codec.write = [](const void* value, Original original, JsonWriter& to) {
    write_map(value, map_ops<M>, codec_of<V>, original, to);
  };
  codec.empty = [](const void* value) { return cast<M>(value).empty(); };
  codec.partial = true;
  codec.map = true;
  codec.element = &codec_of<V>;
  codec.same = [](const void* left, const void* right) { return same_map(left, right, map_ops<M>, codec_of<V>); };
  return codec;
}

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/detail/codec_table.hpp"
#include "kubexx/apimachinery/detail/described.hpp"

/// The tables of std::optional, std::vector and std::map, based on the tables of their elements.
namespace kubexx::detail {

template <class T>
struct Parts {};  // type arguments of the templates that the codec knows
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
struct ListOf : Parts<T> {};  // the list that a member is or holds
template <class E>
struct ListOf<std::optional<E>> : ListOf<E> {};

template <class E>
inline constexpr VectorOps vector_ops{[](const void* vector) {
                                        const auto& all = *static_cast<const std::vector<E>*>(vector);
                                        return std::span(reinterpret_cast<const char*>(all.data()),
                                                         all.size() * sizeof(E));
                                      },
                                      sizeof(E),
                                      [](VectorOps::Do what, void* vector, std::size_t count) -> void* {
                                        auto* all = static_cast<std::vector<E>*>(vector);
                                        if (what == VectorOps::Do::create) return new std::vector<E>;
                                        if (what == VectorOps::Do::destroy) {
                                          delete all;
                                          return nullptr;
                                        }
                                        *all = std::vector<E>(count);
                                        if constexpr (has_defaults<E>) {
                                          for (auto& element : *all) apply_defaults(element);
                                        }
                                        return all;
                                      }};

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
    [](const void* map) { return static_cast<const M*>(map)->size(); },
    [](void* map) { static_cast<M*>(map)->clear(); }};

template <class E>
inline constexpr OptionalOps optional_ops{[](const void* optional) -> const void* {
                                            const auto& value = *static_cast<const std::optional<E>*>(optional);
                                            return value ? &*value : nullptr;
                                          },
                                          [](void* optional) -> void* {
                                            E& value = static_cast<std::optional<E>*>(optional)->emplace();
                                            if constexpr (has_defaults<E>) apply_defaults(value);
                                            return &value;
                                          }};

template <class E>
[[nodiscard]] constexpr Codec make_optional_codec()
{
  return {.ops = &optional_codec_ops, .element = &codec_of<E>, .container = &optional_ops<E>};
}

template <class E>
[[nodiscard]] constexpr Codec make_vector_codec()
{
  if constexpr (std::is_same_v<E, bool>) {  // nothing can refer to its elements
    return {.ops = &bool_list_codec_ops, .element = &codec_of<E>};
  } else {
    return {.ops = &vector_codec_ops, .element = &codec_of<E>, .container = &vector_ops<E>};
  }
}

template <class M>
[[nodiscard]] constexpr Codec make_map_codec()
{
  return {.ops = &map_codec_ops, .element = &codec_of<typename M::mapped_type>, .container = &map_ops<M>};
}

}  // namespace kubexx::detail

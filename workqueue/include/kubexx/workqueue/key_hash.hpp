// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "kubexx/base/detail/hash_bytes.hpp"
#include "kubexx/base/object_key.hpp"

namespace kubexx {

/// The pieces of text that make up a key, for keys that consist only of text. A queue hashes such a key itself, with
/// its own seed (QueueOptions::random), so that nobody who chooses the names can make keys collide. For any other key
/// it mixes the result of `Hash` with the seed. Specialise it for such value types; equal keys must have equal pieces:
///
///   template <> struct KeyText<Name> {
///     static std::array<std::string_view, 2> pieces(const Name& key) { return {key.first, key.last}; }
///   };
template <class T>
struct KeyText {};

template <>
struct KeyText<std::string> {
  /// The text itself.
  static std::array<std::string_view, 1> pieces(const std::string& key) noexcept { return {key}; }
};
template <>
struct KeyText<ObjectKey> {
  /// Namespace and name.
  static std::array<std::string_view, 2> pieces(const ObjectKey& key) noexcept { return {key.namespace_, key.name}; }
};

namespace detail {

template <class T>
concept HasKeyText = requires(const T& key) { KeyText<T>::pieces(key); };

template <class T>
  requires HasKeyText<T>
[[nodiscard]] std::uint32_t hash_text(const T& key, const HashSeed& seed) noexcept
{
  std::uint64_t state = 0;
  for (const std::string_view piece : KeyText<T>::pieces(key))
    state = hash_into(state, piece.data(), piece.size(), seed);
  return hash_end(state, seed);
}

}  // namespace detail

}  // namespace kubexx

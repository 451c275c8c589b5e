// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <utility>

#include "kubexx/apimachinery/detail/codec_table.hpp"

/// The parts of a scalar's table that its schema in a CRD needs.
namespace kubexx::detail {

template <class E, std::size_t... I>
[[nodiscard]] constexpr std::array<std::string_view, sizeof...(I)> make_open_enum_texts(std::index_sequence<I...> /*i*/)
{
  return {{E::kubexx_values[I].text...}};
}
template <class E>
inline constexpr auto open_enum_texts =
    make_open_enum_texts<E>(std::make_index_sequence<std::size(E::kubexx_values)>{});
template <class E>
inline constexpr OpenEnumValues open_enum_values{open_enum_texts<E>};

/// The schema of a number or boolean. The formats are those that a server knows: int32, int64, float and double.
template <class T>
[[nodiscard]] constexpr std::string_view scalar_schema()
{
  if constexpr (std::is_same_v<T, bool>) return R"({"type":"boolean"})";
  if constexpr (std::is_same_v<T, float>) return R"({"type":"number","format":"float"})";
  if constexpr (std::is_floating_point_v<T>) return R"({"type":"number","format":"double"})";
  if constexpr (std::is_enum_v<T>) return R"({"type":"string"})";
  if constexpr (std::is_unsigned_v<T>) {
    if constexpr (sizeof(T) == 1) return R"({"type":"integer","format":"int32","minimum":0,"maximum":255})";
    if constexpr (sizeof(T) == 2) return R"({"type":"integer","format":"int32","minimum":0,"maximum":65535})";
    if constexpr (sizeof(T) == 4) return R"({"type":"integer","format":"int64","minimum":0,"maximum":4294967295})";
    return R"({"type":"integer","format":"int64","minimum":0})";
  }
  if constexpr (sizeof(T) == 1) return R"({"type":"integer","format":"int32","minimum":-128,"maximum":127})";
  if constexpr (sizeof(T) == 2) return R"({"type":"integer","format":"int32","minimum":-32768,"maximum":32767})";
  if constexpr (sizeof(T) == 4) return R"({"type":"integer","format":"int32"})";
  return R"({"type":"integer","format":"int64"})";
}

}  // namespace kubexx::detail

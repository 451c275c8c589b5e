// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "kubexx/apimachinery/crd_fact.hpp"
#include "kubexx/apimachinery/open_enum.hpp"

/// The type of a member, as the checks of facts see it.
namespace kubexx::crd::detail {

struct Shape {
  enum class Type : std::uint8_t { boolean, integer, number, string, list, map, object, any };
  Type type = Type::any;
  std::int64_t least = 0;          // of an integer
  std::uint64_t most = 0;          // of an integer
  const Shape* element = nullptr;  // of a list or a map; null for others

  [[nodiscard]] constexpr bool has_elements() const { return type == Type::list || type == Type::map; }
};

template <class T>
struct ShapeOf;
template <class T>
inline constexpr Shape shape_of = ShapeOf<T>::value();

template <class T>
struct ShapeOf {
  static constexpr Shape value()
  {
    if constexpr (std::is_same_v<T, bool>) {
      return {.type = Shape::Type::boolean};
    } else if constexpr (std::is_integral_v<T>) {
      return {.type = Shape::Type::integer,
              .least = static_cast<std::int64_t>(std::numeric_limits<T>::min()),
              .most = static_cast<std::uint64_t>(std::numeric_limits<T>::max())};
    } else if constexpr (std::is_floating_point_v<T>) {
      return {.type = Shape::Type::number};
    } else if constexpr (std::is_same_v<T, std::string> || std::is_enum_v<T> ||
                         std::is_base_of_v<kubexx::detail::OpenEnumText, T>) {
      return {.type = Shape::Type::string};
    } else if constexpr (
        requires { boost_public_member_descriptor_fn(static_cast<T**>(nullptr)); } ||
        requires { kubexx_struct_info(static_cast<T**>(nullptr)); }) {
      return {.type = Shape::Type::object};
    } else {
      return {};
    }
  }
};
template <class E>
struct ShapeOf<std::optional<E>> : ShapeOf<E> {};
template <class E, class A>
struct ShapeOf<std::vector<E, A>> {
  static constexpr Shape value() { return {.type = Shape::Type::list, .element = &shape_of<E>}; }
};
template <class V, class C, class A>
struct ShapeOf<std::map<std::string, V, C, A>> {
  static constexpr Shape value() { return {.type = Shape::Type::map, .element = &shape_of<V>}; }
};

/// Begins the facts about a member of type T.
template <class T>
constexpr Fact about(std::string_view member)
{
  return {.kind = Fact::Kind::member, .text = member, .shape = &shape_of<T>};
}

}  // namespace kubexx::crd::detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "kubexx/apimachinery/crd_fact.hpp"
#include "kubexx/apimachinery/detail/crd_fact_check.hpp"
#include "kubexx/apimachinery/detail/crd_shape.hpp"
#include "kubexx/apimachinery/detail/json_name.hpp"

/// Checks the facts of a struct, while compiling.
namespace kubexx::crd::detail {

constexpr bool is_of_object(Fact::Kind kind)
{
  switch (kind) {
    case Fact::Kind::description:
    case Fact::Kind::rule:
    case Fact::Kind::min_properties:
    case Fact::Kind::max_properties:
    case Fact::Kind::map_atomic:
    case Fact::Kind::map_granular:
    case Fact::Kind::nullable:
    case Fact::Kind::preserve_unknown_fields:
    case Fact::Kind::embedded_resource:
    case Fact::Kind::keywords:
    case Fact::Kind::raw_schema:
      return true;
    default:
      return false;
  }
}

/// The first mistake in the facts of a struct.
constexpr Mistake check_facts(std::span<const Fact> facts)
{
  FactCheck check;
  for (const Fact& fact : facts) {
    if (fact.kind == Fact::Kind::member) {
      check = fact.text.empty() ? FactCheck() : FactCheck(fact.text, *fact.shape);
    } else if (fact.kind == Fact::Kind::items) {
      if (!check.shape().has_elements()) return {check.member(), "items is for lists and maps"};
      check = FactCheck(check.member(), *check.shape().element);
    } else if (fact.kind >= Fact::Kind::singular) {
      return {check.member(), "a fact is for kinds: state it in KUBEXX_CRD"};
    } else if (const Mistake mistake = check.add(fact); !mistake.none()) {
      return mistake;
    }
  }
  return {};
}

/// The same for KUBEXX_SCHEMA.
constexpr Mistake check_object_facts(std::span<const Fact> facts)
{
  constexpr Shape object{.type = Shape::Type::object};
  FactCheck check("KUBEXX_SCHEMA", object);
  for (const Fact& fact : facts) {
    if (!is_of_object(fact.kind)) return {"KUBEXX_SCHEMA", "a fact is for members or kinds, not for a struct"};
    if (const Mistake mistake = check.add(fact); !mistake.none()) return mistake;
  }
  return {};
}
/// The same for KUBEXX_CRD.
constexpr Mistake check_kind_facts(std::span<const Fact> facts)
{
  FactCheck check("KUBEXX_CRD", {});
  for (const Fact& fact : facts) {
    if (fact.kind < Fact::Kind::singular) return {"KUBEXX_CRD", "a fact is for members, not for a kind"};
    if (const Mistake mistake = check.add(fact); !mistake.none()) return mistake;
  }
  return {};
}

template <MistakeText mistake>
struct StatedFacts {
  static_assert(mistake.none(), "a fact of KUBEXX_DESCRIBE cannot be true: the name of this type says which");
  static constexpr bool checked = true;
};

/// Calls `each` for the keys that a member states about itself, not about its elements.
template <class Each>
constexpr void for_map_keys(std::string_view member, std::span<const Fact> facts, Each each)
{
  bool here = false;
  for (const Fact& fact : facts) {
    if (fact.kind == Fact::Kind::member) {
      here = fact.text == member;
    } else if (fact.kind == Fact::Kind::items) {
      here = false;
    } else if (here && fact.kind == Fact::Kind::list_map_key) {
      each(fact.text);
    }
  }
}
constexpr std::size_t count_map_keys(std::string_view member, std::span<const Fact> facts)
{
  std::size_t count = 0;
  for_map_keys(member, facts, [&count](std::string_view /*key*/) { ++count; });
  return count;
}
template <std::size_t Count>
constexpr std::array<std::string_view, Count> map_keys_of(std::string_view member, std::span<const Fact> facts)
{
  std::array<std::string_view, Count> keys{};
  std::size_t at = 0;
  for_map_keys(member, facts, [&](std::string_view key) { keys[at++] = key; });
  return keys;
}

/// Whether the member with this C++ name is required and has no default.
constexpr bool is_required(std::string_view member, std::span<const Fact> facts)
{
  bool here = false;
  bool required = false;
  for (const Fact& fact : facts) {
    if (fact.kind == Fact::Kind::member) {
      here = fact.text == member;
    } else if (fact.kind == Fact::Kind::items) {
      here = false;
    } else if (here) {
      if (fact.kind == Fact::Kind::default_value) return false;
      required = required || fact.kind == Fact::Kind::required;
    }
  }
  return required;
}

/// The JSON name of the member with this C++ name.
constexpr std::string_view json_name_of(std::string_view member, std::span<const Fact> facts)
{
  bool here = false;
  for (const Fact& fact : facts) {
    if (fact.kind == Fact::Kind::member) {
      here = fact.text == member;
    } else if (here && fact.kind == Fact::Kind::name) {
      return fact.text;
    }
  }
  return kubexx::detail::json_name(member);
}

}  // namespace kubexx::crd::detail

namespace kubexx::detail {

/// A struct described by KUBEXX_DESCRIBE.
template <class T>
concept StatesFacts = requires { kubexx_member_facts(static_cast<T**>(nullptr)); };

template <class T>
inline constexpr auto member_facts = kubexx_member_facts(static_cast<T**>(nullptr));
template <class T>
inline constexpr auto object_facts = kubexx_object_facts(static_cast<T**>(nullptr));
template <class T>
inline constexpr auto kind_facts = kubexx_kind_facts(static_cast<T**>(nullptr));

/// The facts about the members of T, checked.
template <class T>
[[nodiscard]] constexpr std::span<const crd::Fact> facts_of_members()
{
  if constexpr (StatesFacts<T>) {
    constexpr auto mistake = crd::detail::check_facts(member_facts<T>);
    static_assert(crd::detail::StatedFacts<crd::detail::MistakeText<mistake.size()>(mistake)>::checked);
    return member_facts<T>;
  }
  return {};
}
template <class T>
[[nodiscard]] constexpr std::span<const crd::Fact> facts_of_object()
{
  if constexpr (requires { kubexx_object_facts(static_cast<T**>(nullptr)); }) {
    constexpr auto mistake = crd::detail::check_object_facts(object_facts<T>);
    static_assert(crd::detail::StatedFacts<crd::detail::MistakeText<mistake.size()>(mistake)>::checked);
    return object_facts<T>;
  }
  return {};
}
template <class T>
[[nodiscard]] constexpr std::span<const crd::Fact> facts_of_kind()
{
  if constexpr (requires { kubexx_kind_facts(static_cast<T**>(nullptr)); }) {
    constexpr auto mistake = crd::detail::check_kind_facts(kind_facts<T>);
    static_assert(crd::detail::StatedFacts<crd::detail::MistakeText<mistake.size()>(mistake)>::checked);
    return kind_facts<T>;
  }
  return {};
}

}  // namespace kubexx::detail

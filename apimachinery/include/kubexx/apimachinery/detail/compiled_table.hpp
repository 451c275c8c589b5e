// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "kubexx/apimachinery/detail/codec.hpp"

/// Defines the tables of KUBEXX_COMPILED structs, member by member and without the lists of Boost.Describe, which takes
/// the compiler only a fraction of the time.
///
///     KUBEXX_TABLE(EnvVar, KUBEXX_FIELD(name), KUBEXX_FIELD(value))
namespace kubexx::detail {

/// The keys that elements of this type have in every list.
template <class Element>
inline constexpr FieldMore own_keys{.accessor = nullptr, .merge_keys = Element::kubexx_merge_keys};

template <class Member>
[[nodiscard]] constexpr Field field_at(std::string_view name, std::size_t offset, bool omit_zero, const FieldMore* more)
{
  if constexpr (requires { ListOf<Member>::Element::kubexx_merge_keys; }) {
    if (more == nullptr) more = &own_keys<typename ListOf<Member>::Element>;
  }
  return {
      name.data(), &codec_of<Member>, more, static_cast<std::uint32_t>(offset), static_cast<std::uint16_t>(name.size()),
      omit_zero};
}

/// "kubexx::corev1::PodSpec".
template <class T>
[[nodiscard]] constexpr std::string_view type_name()
{
  std::string_view text = __PRETTY_FUNCTION__;
  text.remove_prefix(text.find("T = ") + 4);
  return text.substr(0, text.find_first_of(";]"));
}

/// Names the type in the facts about its objects, by which a schema from elsewhere is found (BuiltinSchemas).
template <class T>
inline constexpr crd::Fact type_facts[] = {crd::detail::texts(crd::Fact::Kind::name, type_name<T>())};

template <class T>
[[nodiscard]] constexpr StructInfo table_of(std::span<const Field> fields)
{
  const auto stated = facts_of_object<T>();
  return {fields, nullptr, nullptr, {}, facts_of_members<T>(), stated.empty() ? type_facts<T> : stated};
}

}  // namespace kubexx::detail

// offsetof works for these structs in g++ and clang. It is a constant where a pointer to a member is not.
#define KUBEXX_FIELD(member) KUBEXX_FIELD_AS(member, #member, false)
#define KUBEXX_FIELD_AS(member, json, omit_zero) \
  ::kubexx::detail::field_at<decltype(Self::member)>(json, offsetof(Self, member), omit_zero, nullptr)
#define KUBEXX_FIELD_MORE(member, json, more) \
  ::kubexx::detail::field_at<decltype(Self::member)>(json, offsetof(Self, member), false, &more)

#define KUBEXX_EMPTY_TABLE(Struct)                                   \
  const ::kubexx::detail::StructInfo* kubexx_struct_info(Struct**)   \
  {                                                                  \
    static constexpr ::kubexx::detail::StructInfo info{{}, nullptr}; \
    return &info;                                                    \
  }                                                                  \
  bool operator==(const Struct&, const Struct&)                      \
  {                                                                  \
    return true;                                                     \
  }

#define KUBEXX_TABLE(Struct, ...)                                                                             \
  const ::kubexx::detail::StructInfo* kubexx_struct_info(Struct**)                                            \
  {                                                                                                           \
    using Self = Struct;                                                                                      \
    static constexpr ::kubexx::detail::Field fields[] = {__VA_ARGS__};                                        \
    static constexpr ::kubexx::detail::StructInfo info = ::kubexx::detail::table_of<Struct>(fields);          \
    return &info;                                                                                             \
  }                                                                                                           \
  bool operator==(const Struct& left, const Struct& right)                                                    \
  {                                                                                                           \
    return ::kubexx::detail::same_struct(&left, &right, *kubexx_struct_info(static_cast<Struct**>(nullptr))); \
  }

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/describe_struct.hpp"
#include "kubexx/apimachinery/detail/compiled_table.hpp"

/// Describes a struct in a source file instead of its header: the header declares it with KUBEXX_COMPILED and has no
/// description, so that it costs its includers little, and one source file has the members, their facts and the table
/// by which the struct is converted. `kubexx types --sources` writes structs in this form.
///
///     // backup.hpp, with kubexx/apimachinery/compiled.hpp
///     struct BackupSpec {
///       std::string schedule{};
///       std::optional<std::int32_t> keep{};
///
///       bool operator==(const BackupSpec&) const;
///     };
///     KUBEXX_COMPILED(BackupSpec)
///
///     // backup.cpp, in the same namespace, structs after those that they use
///     KUBEXX_DESCRIBE_COMPILED(BackupSpec, (schedule, required, min_length(1)), (keep, minimum(1)));
///
/// State KUBEXX_SCHEMA before it in the source file, and KUBEXX_CRD in the header. Such a struct has no described bases
/// and no FieldTraits, and it is not checked that each member is named. The compiler must accept offsetof for its
/// members: g++ and clang do, with a warning (-Winvalid-offsetof) for members such as std::map.
#define KUBEXX_DESCRIBE_COMPILED(Struct, ...)                                                                \
  constexpr auto kubexx_member_facts(Struct**)                                                               \
  {                                                                                                          \
    using namespace ::kubexx::crd;                                                                           \
    return ::std::to_array<::kubexx::crd::Fact>(                                                             \
        {{} KUBEXX_DETAIL_EACH(KUBEXX_DETAIL_FACTS, Struct __VA_OPT__(, ) __VA_ARGS__)});                    \
  }                                                                                                          \
  const ::kubexx::detail::StructInfo* kubexx_struct_info(Struct**)                                           \
  {                                                                                                          \
    static constexpr auto fields = ::std::to_array<::kubexx::detail::Field>(                                 \
        {KUBEXX_DETAIL_EACH(KUBEXX_DETAIL_COMPILED, Struct __VA_OPT__(, ) __VA_ARGS__)});                    \
    static constexpr ::kubexx::detail::StructInfo info{fields,                                               \
                                                       nullptr,                                              \
                                                       nullptr,                                              \
                                                       {},                                                   \
                                                       ::kubexx::detail::facts_of_members<Struct>(),         \
                                                       ::kubexx::detail::facts_of_object<Struct>()};         \
    return &info;                                                                                            \
  }                                                                                                          \
  bool Struct::operator==(const Struct& other) const                                                         \
  {                                                                                                          \
    return ::kubexx::detail::same_struct(this, &other, *kubexx_struct_info(static_cast<Struct**>(nullptr))); \
  }                                                                                                          \
  static_assert(true)

#define KUBEXX_DETAIL_COMPILED(Struct, member) \
  KUBEXX_DETAIL_LIST_OR_NAME(KUBEXX_DETAIL_COMPILED_, member)(Struct, member)
#define KUBEXX_DETAIL_COMPILED_LIST(Struct, list) KUBEXX_DETAIL_COMPILED_NAME(Struct, KUBEXX_DETAIL_FIRST list)
#define KUBEXX_DETAIL_COMPILED_NAME(Struct, member) KUBEXX_DETAIL_COMPILED_NOW(Struct, member)
#define KUBEXX_DETAIL_COMPILED_NOW(Struct, member) \
  ::kubexx::detail::described_field<Struct, decltype(Struct::member)>(#member, offsetof(Struct, member)),

namespace kubexx::detail {

/// The members of a struct that state list_map_key, with their keys.
template <class T>
struct StatedKeys {
  static constexpr std::size_t count_of(crd::Fact::Kind kind)
  {
    std::size_t count = 0;
    for (const auto& fact : member_facts<T>) count += fact.kind == kind ? 1 : 0;
    return count;
  }

  struct Lists {
    std::array<FieldMore, count_of(crd::Fact::Kind::list_map_key)> lists;
    std::array<std::string_view, count_of(crd::Fact::Kind::list_map_key)> members;
    std::size_t size = 0;
  };
  static constexpr auto all_keys()
  {
    std::array<std::string_view, count_of(crd::Fact::Kind::list_map_key)> found{};
    std::size_t at = 0;
    for (const auto& fact : member_facts<T>) {
      if (fact.kind == crd::Fact::Kind::list_map_key) found[at++] = fact.text;
    }
    return found;
  }
  static constexpr auto keys = all_keys();

  static constexpr Lists all_lists()
  {
    Lists result{};
    std::size_t at = 0;  // the keys before this fact
    std::size_t begin = 0;
    std::string_view member;
    bool own = false;  // not about the elements
    for (const auto& fact : member_facts<T>) {
      if (fact.kind == crd::Fact::Kind::member || fact.kind == crd::Fact::Kind::items) {
        own = fact.kind == crd::Fact::Kind::member;
        if (own) member = fact.text;
        begin = at;
      } else if (fact.kind == crd::Fact::Kind::list_map_key) {
        ++at;
        if (!own) continue;
        if (at == begin + 1) result.members[result.size++] = member;
        result.lists[result.size - 1].merge_keys = std::span(keys).subspan(begin, at - begin);
      }
    }
    return result;
  }
  static constexpr Lists lists = all_lists();
};

template <class T>
[[nodiscard]] constexpr const FieldMore* stated_keys_of(std::string_view member)
{
  if constexpr (StatedKeys<T>::count_of(crd::Fact::Kind::list_map_key) > 0) {
    for (std::size_t at = 0; at < StatedKeys<T>::lists.size; ++at) {
      if (StatedKeys<T>::lists.members[at] == member) return &StatedKeys<T>::lists.lists[at];
    }
  }
  return nullptr;
}

template <class T, class Member>
[[nodiscard]] constexpr Field described_field(std::string_view member, std::size_t offset)
{
  Field field =
      field_at<Member>(crd::detail::json_name_of(member, member_facts<T>), offset, false, stated_keys_of<T>(member));
  field.required = crd::detail::is_required(member, member_facts<T>);
  return field;
}

}  // namespace kubexx::detail

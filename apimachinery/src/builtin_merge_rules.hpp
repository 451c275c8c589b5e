// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "kubexx/apimachinery/merge_schema.hpp"

/// How the lists and maps of the built-in kinds merge: tables written by schemas/generate.py.
namespace kubexx::detail {

/// A member that merges in a way of its own, or that leads to such members.
struct MergeMember {
  std::string_view name;  ///< "*": each member of a map
  MergeSchema::Field::Strategy strategy;
  bool retain_keys;
  std::string_view merge_key;            ///< of a strategic merge patch
  std::array<std::string_view, 4> keys;  ///< together they tell the elements of a list apart
  std::size_t key_count;
  int type;  ///< of the value, or of the list's elements: an index into MergeTables::types; -1: no rules below
};

/// The members of one type: a range of MergeTables::members.
struct MergeType {
  std::size_t first, count;
};

struct MergeKind {
  std::string_view group, version, kind;
  std::size_t type;
};

struct MergeTables {
  std::span<const MergeMember> members;
  std::span<const MergeType> types;
  std::span<const MergeKind> kinds;
  std::size_t custom;  ///< the type that has rules for its metadata alone
};
extern const MergeTables merge_tables;

/// The type of a kind; that of a custom resource, whose metadata alone has rules, for a kind that is not built in.
[[nodiscard]] const MergeType& merge_type_of(std::string_view api_version, std::string_view kind);
/// Null when nothing is known of the member. `type` may be null.
[[nodiscard]] const MergeMember* find_member(const MergeType* type, std::string_view name);
/// The type of the member's value or elements; null when nothing is known of it.
[[nodiscard]] const MergeType* type_of(const MergeMember* member);
[[nodiscard]] inline std::span<const std::string_view> keys_of(const MergeMember* member)
{
  if (member == nullptr) return {};
  return std::span(member->keys).first(member->key_count);
}

}  // namespace kubexx::detail

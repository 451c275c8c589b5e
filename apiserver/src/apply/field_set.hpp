// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "apply/path.hpp"

namespace kubexx::apiserver::apply {

/// A set of fields as a trie: fieldpath.Set. A field that is a member does not make its parents or children members.
/// Every operation on two sets takes time in proportion to their sizes. Not thread safe.
class FieldSet {
public:
  struct Node;

  /// In order, each once.
  std::vector<PathElement> members;
  /// In order, each once: below what there are more members.
  std::vector<Node> children;

  [[nodiscard]] bool empty() const;
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] bool has(const Path& path) const;
  [[nodiscard]] bool has_member(const PathElement& element) const;
  /// What is below `element`; null when nothing is.
  [[nodiscard]] const FieldSet* child(const PathElement& element) const;

  /// Takes time in proportion to the siblings. An empty path, the whole object, is no member of any set.
  void insert(const Path& path);
  void insert_member(const PathElement& element);
  FieldSet& descend(const PathElement& element);

  /// Calls `visit` for each member, the shorter paths of one parent first.
  void each(const std::function<void(const Path&)>& visit) const;

  /// Brings what was appended to `members` and `children` into order. Of children with the same element the last
  /// counts.
  void sort();

  friend bool operator==(const FieldSet& a, const FieldSet& b);
};

struct FieldSet::Node {
  PathElement element;
  FieldSet set;

  friend bool operator==(const Node& a, const Node& b) { return a.element == b.element && a.set == b.set; }
};

[[nodiscard]] FieldSet unite(FieldSet a, FieldSet b);
[[nodiscard]] FieldSet intersection(const FieldSet& a, const FieldSet& b);
/// The members of `a` that are no members of `b`.
[[nodiscard]] FieldSet difference(FieldSet a, const FieldSet& b);
/// Likewise, and without what is below a member of `b`.
[[nodiscard]] FieldSet recursive_difference(FieldSet a, const FieldSet& b);
/// The members below which there is no other.
[[nodiscard]] FieldSet leaves(const FieldSet& set);

}  // namespace kubexx::apiserver::apply

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "apply/field_set.hpp"
#include "apply/type.hpp"

/// The operations of structured-merge-diff's package typed. All of them take time in proportion to the values, times a
/// logarithm where items of lists are looked up.
namespace kubexx::apiserver::apply {

/// A value that is not of its type.
class TypeError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// What is wrong with a value, by the path of its place.
struct TypeProblem {
  std::string path, message;
};
using TypeProblems = std::vector<TypeProblem>;
[[nodiscard]] std::string to_string(const TypeProblems& problems);

/// What null is: like JSON's, of any type, or what an expression of CEL makes of it in Go, of none.
enum class Nulls { of_json, of_cel };

/// Whether `value` is of the type. `duplicates` allows items with the same key.
[[nodiscard]] TypeProblems validate(const Json& value, const Type& type, bool duplicates, Nulls nulls = Nulls::of_json);

/// Each leaf, and each item, of a valid value.
[[nodiscard]] FieldSet to_field_set(const Json& value, const Type& type);

/// `live` with what `config` sets. Nothing is removed. Lists that `config` changes get its order. Both are valid, and
/// `config` without duplicates.
[[nodiscard]] Json merge(const Json& live, const Json& config, const Type& type);

/// How two values differ, of which all lists have valid keys: TypeError.
struct Comparison {
  FieldSet removed, modified, added;

  [[nodiscard]] bool same() const { return removed.empty() && modified.empty() && added.empty(); }
};
[[nodiscard]] Comparison compare(const Json& before, const Json& after, const Type& type);

/// `value` without the items and members in `items`.
[[nodiscard]] Json remove_items(const Json& value, const FieldSet& items, const Type& type);
/// `value` with only these.
[[nodiscard]] Json extract_items(const Json& value, const FieldSet& items, const Type& type);

/// `set` with the named fields above its members as members too.
[[nodiscard]] FieldSet with_named_fields(FieldSet set, const Type& type);

/// `set` for a type that changed since the set was made: of what became one value only that is a member. Nullopt when
/// nothing changes.
[[nodiscard]] std::optional<FieldSet> reconcile(const FieldSet& set, const Type& type);

/// The item's element of a path in an associative list; nullopt with the reason when it has none.
[[nodiscard]] std::optional<PathElement> item_element(const Atom& list, const Json& item, std::string& problem);

}  // namespace kubexx::apiserver::apply

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/apply_patch.hpp"
#include "kubexx/apimachinery/merge_schema.hpp"

/// What computing and applying strategic merge patches share.
namespace kubexx::detail::strategic {

using Json = nlohmann::json;

inline constexpr std::string_view directive_key = "$patch";
inline constexpr std::string_view retain_keys_key = "$retainKeys";
inline constexpr std::string_view order_prefix = "$setElementOrder";
inline constexpr std::string_view deletion_prefix = "$deleteFromPrimitiveList";

enum class Type { null, boolean, integer, real, text, list, map };
[[nodiscard]] Type type_of(const Json& value);

/// The name of the Go type that a decoded value has.
[[nodiscard]] std::string go_type(const Json& value);

/// The type of all elements. Throws PatchError when they differ, are lists, or when there are none.
[[nodiscard]] Type element_type(const Json& first, const Json& second);

[[nodiscard]] MergeSchema::Field field_of(const MergeSchema* schema, std::string_view name);

/// What orders and compares elements in a diff: a text as it is, anything else as it is written.
[[nodiscard]] std::string shown(const Json& value);

/// The merge key's value. Throws PatchError when `element` has none.
[[nodiscard]] const Json& merge_value(const Json& element, const std::string& merge_key);
[[nodiscard]] bool same_element(const Json& a, const Json& b, const std::string& merge_key);
/// Where in `list` the object with that merge value is. Throws PatchError when an element before it is no object.
[[nodiscard]] std::optional<std::size_t> find_element(const Json& list, const std::string& merge_key,
                                                      const Json& value);

/// The first place of each element of a list, by its merge key when elements are objects, by itself otherwise: what a
/// search would find, without one search for each element. Later changes of the list are not seen.
class Places {
public:
  Places(const Json& list, const std::string& merge_key, Type type);

  /// As find_element.
  [[nodiscard]] std::optional<std::size_t> find(const Json& value) const;
  /// Of the element that has the key of `element`, or has none either.
  [[nodiscard]] std::optional<std::size_t> of(const Json& element) const;
  /// Likewise; a key that is null is as good as none.
  [[nodiscard]] std::optional<std::size_t> of_null_as_none(const Json& element) const;
  void add(const Json& value, std::size_t place) { places_.emplace(value, place); }

private:
  std::string merge_key_;
  Type type_;
  std::map<Json, std::size_t> places_;
  std::optional<std::size_t> keyless_;  // an object without the key
  std::optional<std::size_t> no_map_;   // what should have been an object
};

/// `elements` in the order of `order`; those that delete come last.
[[nodiscard]] Json sorted_by(Json elements, const Json& order, const std::string& merge_key, Type type);
/// Elements that are there twice are dropped.
void drop_duplicates(Json& scalars);

/// The strategic merge patch that turns `before` into `after` (strategicpatch.CreateTwoWayMergePatch). Throws
/// PatchError.
[[nodiscard]] Json two_way_patch(const Json& before, const Json& after, const MergeSchema* schema);
/// The JSON merge patch that turns `from` into `to`: deletions are null, lists are replaced.
[[nodiscard]] Json merge_difference(const Json& from, const Json& to);

/// How a patch is merged into what `merge_map` is given first.
enum class Mode {
  combine,  ///< into another patch: directives and nulls are kept
  apply,    ///< into an object: directives are obeyed
};
[[nodiscard]] Json merge_map(Json original, Json patch, const MergeSchema* schema, Mode mode);

/// Whether two patches change the same field differently.
[[nodiscard]] bool conflicting(const Json& left, const Json& right, const MergeSchema* schema);

}  // namespace kubexx::detail::strategic

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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

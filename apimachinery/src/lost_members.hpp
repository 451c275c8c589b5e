// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/detail/codec_table.hpp"

/// What a conversion loses, as a tree of JSON that can be kept and put back later. Each object of the tree describes a
/// value at the same place of the object:
///
///     {"in": {"NAME": ...}}            members of an object; with "new": the object was not shown
///     {"of": [...], "by": ["NAME"]}    elements of a list
///     {"is": VALUE}                    was not shown
///     {"is": VALUE, "was": HASH}       was shown as the value that has this hash
///     {"was": HASH}                    was shown, but is not there
///
/// An element of "of" is the text by which a shown element is known (its hash, or the JSON of its members "by"), or one
/// of the above with this text as "at", or {"is": VALUE} for an element that was not shown.
namespace kubexx::detail {

/// Returns what `full` has and `shown` does not; null: they are the same. Both are objects. `codec` is that of `full`;
/// it knows the members that identify the elements of a list.
[[nodiscard]] nlohmann::json lost_members(const nlohmann::json& shown, const nlohmann::json& full, const Codec& codec);

/// A part of lost_members that can be put back without the others.
struct LostMember {
  std::vector<std::string> path;  // names of members
  nlohmann::json node;
};
/// Returns the parts. What does not have the form above is left out.
[[nodiscard]] std::vector<LostMember> split_lost_members(const nlohmann::json& lost);

/// Restores one lost part in an object that others may have changed since. A value that they changed stays changed.
void restore(nlohmann::json& shown, const LostMember& lost);

}  // namespace kubexx::detail

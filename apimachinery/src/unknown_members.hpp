// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/detail/codec_table.hpp"

/// Members of an object that its struct does not know. apiVersion, kind and metadata are not looked at.
namespace kubexx::detail {

/// Adds to `to`, which the struct has written, the members of `object` that the struct does not know.
void add_unknown_members(const Codec& codec, const nlohmann::json& object, nlohmann::json& to);

/// Adds to `to`, which another version's struct has written, the members of `object` that neither struct knows and
/// whose place is in both versions and not in a list or map. Returns whether there were any.
bool carry_unknown_members(const Codec& from, const nlohmann::json& object, const Codec& to_codec, nlohmann::json& to);

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/json_writer.hpp"

namespace kubexx::detail {

/// Appends a finite number as Go's encoder spells it: the shortest digits that are read as this number, an exponent
/// below 1e-6 and from 1e21 on. So 1e5 is 100000, which Go's decoder takes for an integer field, where it refuses 1e5
/// and 100000.0.
void append_number(std::string& to, double value);
/// The shortest digits that are read as this float: 0.1, where a double has 0.10000000149011612.
void append_number(std::string& to, float value);

/// The tree of valid JSON, read as JsonView reads it: what is not UTF-8 becomes U+FFFD, of members with one name the
/// last one counts. Throws ObjectError for what is nested deeper than Object::max_tree_depth, for a number beyond a
/// double's range, and for what is no JSON.
[[nodiscard]] nlohmann::json parse_tree(std::string_view json);
/// Whether two JSON texts are the same value; of texts that parse_tree refuses, whether they are the same bytes.
[[nodiscard]] bool same_json(std::string_view a, std::string_view b);
/// Whether JSON text is this value; false for what parse_tree refuses.
[[nodiscard]] bool same_tree(std::string_view text, const nlohmann::json& value);
/// An object in an error text: `Pod "default/a"`.
[[nodiscard]] std::string shown(std::string_view kind, std::string_view key);

/// Writes a tree with the spelling of JsonWriter; nlohmann's own gives a whole number that YAML has as 1e1 as 10.0.
/// Throws WriteFailure for what JSON cannot hold, and for nesting deeper than Object::max_tree_depth.
void write_tree(const nlohmann::json& value, JsonWriter& to);

}  // namespace kubexx::detail

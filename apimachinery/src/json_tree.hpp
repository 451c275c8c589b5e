// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "kubexx/apimachinery/json_writer.hpp"

namespace kubexx::detail {

/// Appends a finite number as Go's encoder spells it: the shortest digits that are read as this number, an exponent
/// below 1e-6 and from 1e21 on. So 1e5 is 100000, which Go's decoder takes for an integer field, where it refuses 1e5
/// and 100000.0.
void append_number(std::string& to, double value);
/// The shortest digits that are read as this float: 0.1, where a double has 0.10000000149011612.
void append_number(std::string& to, float value);

/// Writes a tree with the spelling of JsonWriter; nlohmann's own gives a whole number that YAML has as 1e1 as 10.0.
/// Throws ObjectError for what JSON cannot hold.
void write_tree(const nlohmann::json& value, JsonWriter& to);

}  // namespace kubexx::detail

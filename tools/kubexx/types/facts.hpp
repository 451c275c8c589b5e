// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "model.hpp"

/// The facts that turn the schema of a C++ type into that of a CRD.
namespace kubexx::cli::types {

/// What a fact may be stated about; the same as crd::detail::Shape::Type.
enum class Form : std::uint8_t { boolean, integer, number, text, list, map, object, any };

/// A C++ type that was chosen for a schema.
struct Typed {
  std::string type = {};
  Form form = Form::any;
  nlohmann::json printed = {};                                    ///< the schema that the type has without facts
  std::int64_t least = std::numeric_limits<std::int64_t>::min();  ///< of an integer
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  bool may_be_absent = false;              ///< the type can hold "not set"; others are made std::optional
  bool raw = false;                        ///< no facts lead to the schema: it is stated as JSON
  bool known = false;                      ///< a struct of the library, which has the members of the schema
  Facts element_facts = {};                ///< of a list or map
  std::vector<std::string> includes = {};  ///< the headers of the type
  std::vector<std::string> keys = {};      ///< of a list of structs: the members that may be list_map_key
};

/// Returns the facts about a member of type `typed` that make its schema `schema`. Sets `typed.raw` if there are none.
[[nodiscard]] Facts facts_of(const nlohmann::json& schema, Typed& typed);

/// The facts of KUBEXX_CRD for one version.
[[nodiscard]] Facts kind_facts_of(const nlohmann::json& crd, const nlohmann::json& version, bool has_status_member);

[[nodiscard]] Fact described_by(const std::string& text);
[[nodiscard]] Fact fact_of_text(const std::string& fact, const std::string& text);
[[nodiscard]] Fact fact_of_json(const std::string& fact, const nlohmann::json& value);

}  // namespace kubexx::cli::types

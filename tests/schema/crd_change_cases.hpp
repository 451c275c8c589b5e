// SPDX-License-Identifier: Apache-2.0
// Pairs of CRDs, and what the comparison finds: at least one for each rule and direction.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace kubexx::schema::test {

/// What becomes of an object that is valid under the old schema.
enum class Fate { unknown, refused, pruned, stays };

/// Two schemas of `spec`.
struct SchemaCase {
  std::string before, after;
  std::vector<std::string> found;  ///< "RULE PATH", in alphabetical order
  Fate fate = Fate::unknown;
  std::string spec = "{}";  ///< of an object that is valid under `before`
};
[[nodiscard]] const std::vector<SchemaCase>& schema_cases();

/// Changes outside the schema, as merge patches of one CRD.
struct CrdCase {
  std::string before, after;
  std::vector<std::string> found;
};
[[nodiscard]] const std::vector<CrdCase>& crd_cases();

/// A CRD with the versions v1 (served, stored) and v1beta1 (served).
[[nodiscard]] nlohmann::json base_crd();
/// A CRD with the version v1, whose `spec` has this schema.
[[nodiscard]] nlohmann::json crd_with(const nlohmann::json& spec_schema);
[[nodiscard]] nlohmann::json root_schema_of(const nlohmann::json& crd);
/// "RULE PATH" of each change, in alphabetical order.
[[nodiscard]] std::vector<std::string> found_in(const nlohmann::json& before, const nlohmann::json& after);

}  // namespace kubexx::schema::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kubexx::schema {

/// How bad a change of a CRD is. `breaking`: stored objects become invalid or lose fields, or requests that worked are
/// refused. `review`: everything stays valid, but a program may read a shape that it does not know, or the effect
/// depends on what cannot be compared. `safe`: neither.
enum class CrdSeverity : std::uint8_t { breaking, review, safe };

/// Returns "breaking", "review" or "safe".
[[nodiscard]] std::string_view to_string(CrdSeverity severity) noexcept;

/// A rule of the comparison. Its name is stable: "max-length-lowered". docs/reference/crd-changes.md gives the reasons.
struct CrdRule {
  std::string_view name;
  CrdSeverity severity = CrdSeverity::breaking;
};
/// Returns all rules, in alphabetical order.
[[nodiscard]] std::span<const CrdRule> crd_rules() noexcept;

/// One change of a CRD. A value type; all texts are UTF-8.
struct CrdChange {
  CrdSeverity severity = CrdSeverity::breaking;
  std::string rule;     ///< the name of a CrdRule
  std::string version;  ///< "v1"; empty: the change concerns no single version
  /// With `in_schema`, the field of an object: "spec.panes[*].size", "spec.labels.*"; empty: the object itself.
  /// Otherwise the field of the CRD: "spec.versions[v1].subresources.status".
  std::string path;
  bool in_schema = false;
  std::string change;      ///< both sides: "maxLength: 20 -> 10"
  std::string breaks;      ///< objects or requests that break: "objects with more than 10 characters in spec.name"
  std::string ratcheting;  ///< whether updates of such objects are still accepted; empty: nothing breaks
};

/// Compares two CustomResourceDefinitions of apiextensions.k8s.io/v1: names, versions, conversion, subresources, and
/// the schemas of the versions that both have. null means that there is none. Also reports fields that only some of the
/// served versions of `new_crd` have, if it converts without a webhook and `old_crd` did not lose them already.
///
/// Returns the changes in the order of the document; empty: there is none. Descriptions, titles, examples and CA
/// bundles are not compared. A value of a wrong JSON type counts as absent: a CRD that a server accepts has none.
///
/// Thread safe. Throws ObjectError if a document is nested deeper than Object::max_tree_depth or holds binary data.
[[nodiscard]] std::vector<CrdChange> crd_changes(const nlohmann::json& old_crd, const nlohmann::json& new_crd);

}  // namespace kubexx::schema

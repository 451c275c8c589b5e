// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kubexx::cli::types {

/// One version of a CRD, checked as far as a header needs it. The JSON stays as it is; nothing else reads it.
struct SourceVersion {
  std::string where;  ///< for messages: "backup.yaml: the CRD backups.example.org"
  std::string name, group, kind, plural, version;
  bool cluster_scope = false;
  std::string stem;           ///< the name of its header, without ".hpp"
  std::string space;          ///< its namespace
  std::string root;           ///< the struct of the kind; empty until its name is chosen
  nlohmann::json crd, entry;  ///< `entry` is the one of spec.versions
  nlohmann::json schema;
};

/// Returns the versions of a CRD of apiextensions.k8s.io/v1, sorted by name. `space` is the namespace of all of them,
/// to which the version is added; empty: named after the group. Throws CommandError, which names the place and the
/// remedy.
[[nodiscard]] std::vector<SourceVersion> versions_of(const nlohmann::json& crd, const std::string& source,
                                                     const std::string& space);

}  // namespace kubexx::cli::types

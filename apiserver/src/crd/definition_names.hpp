// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/json.hpp"

namespace kubexx::apiserver {

/// spec.names, or status.acceptedNames, of a definition.
struct DefinitionNames {
  std::string plural, singular, kind, list_kind;
  std::vector<std::string> short_names, categories;

  /// `names` is null where there are none.
  [[nodiscard]] static DefinitionNames parse(const Json* names);
  [[nodiscard]] Json json() const;
  friend bool operator==(const DefinitionNames&, const DefinitionNames&) = default;
};

/// A definition as the others of its group see it.
struct NamedDefinition {
  std::string group;
  DefinitionNames accepted;
  bool wants_others = false;  ///< it asks for names that it has not got
  /// Of its kind.
  [[nodiscard]] std::string id() const { return group + "/" + accepted.plural; }
};

/// What is known of all definitions, by metadata.name.
struct KnownDefinitions {
  std::map<std::string, NamedDefinition> all;
  std::set<std::string> freed_groups;  ///< a definition of it has gone since the others were looked at
  std::map<std::string, bool> ending;  ///< those in deletion, and whether their objects are being deleted
};

/// What a definition is given of the names that it asks for: calculateNamesAndConditions of the naming controller of
/// k8s.io/apiextensions-apiserver. Each name is taken by itself; `reason` is that of the last one that is refused.
struct GivenNames {
  DefinitionNames names;
  std::string reason, message;  ///< empty: all names are accepted
};
[[nodiscard]] GivenNames give_names(const KnownDefinitions& known, const std::string& group,
                                    const DefinitionNames& wanted, const DefinitionNames& accepted);

}  // namespace kubexx::apiserver

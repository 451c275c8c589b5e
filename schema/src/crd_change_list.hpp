// SPDX-License-Identifier: Apache-2.0
// What the parts of the comparison of two CRDs share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kubexx/schema/crd_changes.hpp"
#include "kubexx/schema/detail/field_errors.hpp"

namespace kubexx::schema::detail {

/// The member, or null for one that is absent or of a value that is no object.
[[nodiscard]] const Json& part(const Json& value, std::string_view name);
/// Likewise if it has that JSON type; otherwise null.
[[nodiscard]] const Json& object_part(const Json& value, std::string_view name);
[[nodiscard]] const Json& list_part(const Json& value, std::string_view name);
[[nodiscard]] std::string text_part(const Json& value, std::string_view name);
[[nodiscard]] bool flag_part(const Json& value, std::string_view name);

/// A value as texts show it: JSON, cut if it is long; "none" for null.
[[nodiscard]] std::string shown(const Json& value);
/// "old -> new".
[[nodiscard]] std::string both(const Json& before, const Json& after);

/// `path.name`, with quotes around a name that has dots or other characters of a path.
[[nodiscard]] std::string below(const std::string& path, const std::string& name);

/// A value in the schema of a version.
struct SchemaPlace {
  enum class Spot { root, member, item, value };

  std::string version;
  std::string path;
  std::string owner;  ///< of a member: the path of its object
  Spot spot = Spot::root;
  bool required = false;      ///< by the new schema
  bool was_required = false;  ///< by the old one
  /// The outermost list without keys around the value, whose items have no old values to compare with; empty: none.
  std::string list;
  bool always_checked = false;  ///< apiVersion and kind, which no ratcheting exempts
};

/// "spec.size"; for the root "the object".
[[nodiscard]] std::string name_of(const SchemaPlace& place);
/// What ratcheting saves of objects that a schema refuses at this place.
[[nodiscard]] std::string ratcheting_of(const SchemaPlace& place);
/// The same if the place is left empty: its object is refused.
[[nodiscard]] std::string ratcheting_of_absence(const SchemaPlace& place);
/// Nothing: the server drops members that the schema does not declare.
[[nodiscard]] std::string pruning_text();

class CrdChangeList {
public:
  /// A change of the CRD outside its schemas.
  void add_outside(std::string_view rule, std::string version, std::string path, std::string change,
                   std::string breaks = {});
  /// A change of the schema.
  void add(std::string_view rule, const SchemaPlace& place, std::string change, std::string breaks = {},
           std::string ratcheting = {});
  /// A constraint that became stricter, with its usual ratcheting.
  void add_stricter(std::string_view rule, const SchemaPlace& place, std::string change, std::string breaks);

  [[nodiscard]] std::vector<CrdChange> take() { return std::move(changes_); }

private:
  std::vector<CrdChange> changes_;
};

/// Compares two schemas (JSONSchemaProps) of the same value.
void compare_schemas(const Json& before, const Json& after, const SchemaPlace& place, CrdChangeList& changes);

// Parts of compare_schemas.

/// "string", "int-or-string"; empty: any value.
[[nodiscard]] std::string type_name(const Json& schema);
/// Compares the constraints of one value: enum, bounds, pattern, format.
void compare_values(const Json& before, const Json& after, const SchemaPlace& place, CrdChangeList& changes);
/// Compares CEL rules, logical junctors and all keywords that no other part knows.
void compare_rules(const Json& before, const Json& after, const SchemaPlace& place, CrdChangeList& changes);

/// Adds the fields that only one of two served versions has.
void compare_served_versions(const Json& old_crd, const Json& new_crd, CrdChangeList& changes);

}  // namespace kubexx::schema::detail

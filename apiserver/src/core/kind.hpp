// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "core/status.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx::schema::detail {
struct Schema;        // schema.hpp
class RuleValidator;  // rules.hpp
}  // namespace kubexx::schema::detail

namespace kubexx::apiserver {

using kubexx::schema::detail::RuleValidator;
using kubexx::schema::detail::Schema;

/// When a write moves metadata.generation.
enum class GenerationRule {
  none,  ///< the kind has no generation
  spec,  ///< a change of spec
  spec_or_annotations,
  all_but_metadata,  ///< a change of anything but metadata (and status, when that is a subresource): custom resources
};

/// What metadata.name may be.
enum class NameRule { dns_subdomain, dns_label, dns_1035_label, path_segment };

/// A column of `kubectl get`.
struct Column {
  std::string name, type, format, description;
  std::int64_t priority = 0;  ///< above 0: only with -o wide
  std::string json_path;      ///< custom resources; built-in kinds compute their cells
};

/// The paths that the scale subresource reads and writes; empty spec_replicas: no scale.
struct ScalePaths {
  std::string spec_replicas, status_replicas, label_selector;
};

/// One API version of a kind.
struct ServedVersion {
  std::string name;
  bool served = true;
  bool storage = true;
  bool status = false;  ///< has the status subresource
  ScalePaths scale;
  std::shared_ptr<const Schema> schema;        ///< null: anything goes
  std::shared_ptr<const RuleValidator> rules;  ///< x-kubernetes-validations of the schema; null: there are none
  Json schema_source;                          ///< of a custom resource: the openAPIV3Schema as its definition has it
  std::uint32_t schema_number = 0;  ///< of a custom resource: the same for the same schema_source, and above 0
  std::vector<Column> columns;
  std::string deprecation_warning;  ///< empty: not deprecated
};

/// A kind with its rules. Immutable once registered; an updated CRD registers a new one.
struct Kind {
  std::string group, plural, singular, kind, list_kind;
  std::vector<std::string> short_names, categories;
  std::string stored_as;  ///< the id of another kind whose objects these are; empty: its own
  bool namespaced = true;
  bool custom = false;               ///< served by a CRD
  bool storable = true;              ///< false: a review, which is answered and forgotten
  bool unconditional_update = true;  ///< PUT without resourceVersion is allowed
  bool create_on_update = false;     ///< PUT creates what is missing
  bool keeps_status = false;         ///< a create keeps the status that it brings
  bool returns_deleted = false;      ///< DELETE answers with the object instead of a Status
  GenerationRule generation = GenerationRule::none;
  NameRule name_rule = NameRule::dns_subdomain;
  std::vector<ServedVersion> versions;  ///< the preferred one first

  /// Fills what the user left out. Runs on each write before validation.
  std::function<void(Json&)> defaults;
  /// Before a create: what the server decides, such as an initial status.
  std::function<void(Json&)> prepare_create;
  /// Before an update: carries over what the user may not change silently.
  std::function<void(Json& updated, const Json& current)> prepare_update;
  /// `current` is null for a create.
  std::function<void(const Json& object, const Json* current, FieldErrors& errors)> validate;
  /// Between the stored form and the one of `version`; null: only apiVersion differs.
  std::function<Json(Json, std::string_view version)> from_stored, to_stored;
  /// Cells of a table row, one for each column; null: name, and the columns' json_path.
  std::function<Json(const Json& object, WallTime now)> cells;
  /// What field selectors may name beside metadata.name and metadata.namespace, with the place in the stored form.
  std::map<std::string, Json::json_pointer> selectable_fields;

  [[nodiscard]] const ServedVersion* version(std::string_view name) const;
  [[nodiscard]] std::string api_version(std::string_view version) const
  {
    return group.empty() ? std::string(version) : group + "/" + std::string(version);
  }
  [[nodiscard]] std::string id() const { return group + "/" + plural; }
  /// The id of the collection that holds its objects.
  [[nodiscard]] std::string collection() const { return stored_as.empty() ? id() : stored_as; }
};
using KindPtr = std::shared_ptr<const Kind>;
using KindMap = std::map<std::string, KindPtr>;  ///< by "group/plural"

}  // namespace kubexx::apiserver

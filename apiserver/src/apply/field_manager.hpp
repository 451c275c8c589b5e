// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apply/updater.hpp"
#include "core/server.hpp"

namespace kubexx::apiserver::apply {

/// What a write does to metadata.managedFields: k8s.io/apimachinery/pkg/util/managedfields. For one request, under the
/// server's lock.
class FieldManager {
public:
  /// `subresource` is empty or one whose objects are of `version` of `kind`; or "scale", and they are scales.
  FieldManager(const Server& server, const Kind& kind, const ServedVersion& version, std::string subresource);

  /// After any write but an apply, before validation: `object` gets its managedFields. `live` null: it is created.
  /// Both in the form of the version. What cannot be typed keeps the managedFields of `live`.
  void update(const Json* live, Json& object, const std::string& manager) const;

  struct Applied {
    std::optional<Json> object;  ///< without managedFields; nullopt: the live object stays as it is
    Json managed_fields;         ///< null: none
  };
  /// Merges `config`, whose kind is checked, into `live`. Throws Failures: 409 with the conflicts, 400, 500.
  [[nodiscard]] Applied apply(const Json* live, Json config, const std::string& manager, bool force) const;

private:
  struct Served;
  [[nodiscard]] Json with_type(Json object) const;
  [[nodiscard]] Json empty() const;
  void track(const Json& live, const Json& object, struct Managed& managed, const std::string& manager) const;
  [[nodiscard]] std::optional<Json> merge(const Json& live, const Json& config, struct Managed& managed,
                                          const std::string& manager, bool force) const;
  [[nodiscard]] std::optional<Json> merge_tracked(const Json& live, const Json& config, struct Managed& managed,
                                                  const std::string& manager, bool force) const;
  [[nodiscard]] std::optional<FieldSet> last_applied_fields(const Json& live) const;
  [[nodiscard]] std::string name_of(const Json& object) const;
  [[nodiscard]] Failure conflict_failure(const std::vector<Conflict>& conflicts) const;

  const Server& server_;
  const Kind& kind_;
  std::string api_version_, type_name_, subresource_;
};

/// Takes the times of `before` when nothing but these differs, so that a write which changes nothing writes nothing.
void keep_times(const Json& before, Json& after);

}  // namespace kubexx::apiserver::apply

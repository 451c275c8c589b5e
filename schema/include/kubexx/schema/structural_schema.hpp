// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/apimachinery/error.hpp"

/// Structural schemas as the API server applies them to custom resources, in the version 1.37:
/// k8s.io/apiextensions-apiserver/pkg/apiserver/schema and pkg/apiserver/validation. An operator validates its objects
/// in a webhook, in a test or before it sends them, and gets the causes that a server would respond with.
namespace kubexx::schema {

/// A schema cannot be used: a keyword whose value has another JSON type, an unknown type, a pattern or a rule that does
/// not compile, a rule that may cost too much, a default that its own schema does not accept.
class SchemaError : public std::invalid_argument {
public:
  explicit SchemaError(std::vector<StatusCause> causes);
  /// Fields begin with "openAPIV3Schema"; never empty.
  [[nodiscard]] const std::vector<StatusCause>& causes() const noexcept { return causes_; }

private:
  std::vector<StatusCause> causes_;
};

/// The schema of one version of a CRD. Immutable and cheap to copy; thread safe. The functions throw ObjectError for an
/// object that is nested deeper than Object::max_tree_depth or holds binary data.
///
/// A server handles an object in this order: `prune`, `apply_defaults`, changes by admission, `validate`. Only the
/// server checks metadata (names, labels, owner references, finalizers) and built-in kinds.
class StructuralSchema {
public:
  /// `open_api_v3_schema` is `spec.versions[].schema.openAPIV3Schema` of a CRD. Throws SchemaError. Compiles the rules
  /// (x-kubernetes-validations), so make it once and keep it. Does not check that the schema is structural, e.g. that
  /// each value has a type; a server does that when the CRD is created.
  explicit StructuralSchema(const nlohmann::json& open_api_v3_schema);

  /// Sets members that are absent and have a default in the schema, also in the place of a null that the schema does
  /// not allow; removes other such nulls.
  void apply_defaults(nlohmann::json& object) const;

  /// Removes members that the schema does not declare, except `apiVersion`, `kind` and `metadata` of the object.
  /// Returns the paths of the removed members: "spec.colour", "spec.items[2].size".
  std::vector<std::string> prune(nlohmann::json& object) const;

  /// Returns what is wrong with a new object, in the order and with the texts of a server; empty: it is valid. Rules
  /// are evaluated with the server's cost limits, and only if every field has its type. `object` has apiVersion, kind
  /// and metadata. A number such as 1.0 is an integer, as for a server.
  [[nodiscard]] std::vector<StatusCause> validate(const nlohmann::json& object) const;

  /// Likewise for an update from `old_object`. Ratcheting: a value that does not change stays accepted even if the
  /// schema has become stricter. Rules that use `oldSelf` compare both objects.
  [[nodiscard]] std::vector<StatusCause> validate_update(const nlohmann::json& object,
                                                         const nlohmann::json& old_object) const;

private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace kubexx::schema

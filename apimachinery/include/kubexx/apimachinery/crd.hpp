// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/described_kind.hpp"

/// The CustomResourceDefinition (apiextensions.k8s.io/v1) of a described kind. A member has the schema of its C++ type,
/// changed by the facts that its struct states (describe_struct.hpp):
///
///   bool, std::string                   boolean, string
///   int16_t … int64_t, uint8_t …        integer with its format, and the bounds of the type if no format has them
///   float, double                       number
///   an enum, an OpenEnum                string; with `enum` for a described enum and for kubexx_values
///   std::optional<T>                    as T: it may be absent. Not nullable
///   std::vector<T>                      array; a list map if its elements declare kubexx_merge_keys
///   std::map<std::string, T>            object with additionalProperties
///   Quantity, Time, IntOrString, …      as in the built-in kinds
///   nlohmann::json, RawJson             any value, with x-kubernetes-preserve-unknown-fields
///   ObjectMeta                          of the kind: object. Elsewhere with name, namespace, labels, annotations and
///                                       finalizers, which a server would otherwise prune
///   a described struct                  object with its members
///
/// A member is optional unless it states `required`. The keys of a list map are required too, unless they have a
/// default.
namespace kubexx {

/// A kind has no usable CRD.
class CrdError : public std::invalid_argument {
public:
  explicit CrdError(std::vector<std::string> problems);
  /// Each names the kind and the path: `Backup.example.org/v1: spec.target: …`. Never empty.
  [[nodiscard]] const std::vector<std::string>& problems() const noexcept { return problems_; }

private:
  std::vector<std::string> problems_;
};

/// Returns the schema of a built-in struct, "corev1::PodSpec", as JSON text; empty: unknown. kubexx::builtin_schema
/// in kubexx/types/crd_schemas.hpp is one.
using BuiltinSchemas = std::string_view (*)(std::string_view type) noexcept;

/// Returns the schema of a kind, `spec.versions[].schema.openAPIV3Schema` in its CRD. Members and required names are in
/// alphabetical order. Throws CrdError, with all problems; one of them is a member whose struct kubexx::types has, such
/// as PodTemplateSpec, without `builtin`.
[[nodiscard]] nlohmann::json schema_of(const DescribedKind& kind, BuiltinSchemas builtin = nullptr);

/// Returns the CRD of a kind; `versions` are the structs of its versions, in any order. The one that is not
/// `not_stored` is stored. Throws CrdError, also if the versions have different names or scopes.
[[nodiscard]] nlohmann::json crd_of(std::span<const DescribedKind> versions, BuiltinSchemas builtin = nullptr);
[[nodiscard]] nlohmann::json crd_of(const DescribedKind& kind, BuiltinSchemas builtin = nullptr);

/// Returns how the struct of a kind and its CRD (a CustomResourceDefinition object) disagree: kind, plural, scope,
/// version, status subresource; members that the CRD does not declare or has with another type or format; lists with
/// other keys; values that only one of two enums has. Each text names the path and both sides. The CRD may declare more
/// than the struct has. Bounds, patterns, rules and required members are not compared, nor is an enum if the CRD has
/// none.
[[nodiscard]] std::vector<std::string> crd_mismatches(const DescribedKind& kind, const nlohmann::json& crd);

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/error.hpp"

/// The rules of an API server for CustomResourceDefinitions (apiextensions.k8s.io/v1), in the version 1.37. An operator
/// checks the CRD that it prints or installs, without a server. All functions are thread safe.
namespace kubexx::schema {

/// Returns all causes for which a server would refuse to create `crd`, in the order and with the texts of a server.
/// Empty: a server accepts it. Like a server, it first sets the defaults (singular, listKind, conversion) on a copy and
/// ignores `status`, and the cause names `spec.validation` instead of `spec.versions[i].schema` if all versions have
/// the same schema.
///
/// Does not throw. A value of the wrong JSON type is a single cause, without a field and with the text of the response
/// "400 Bad Request". Does not check ownerReferences, nor what depends on the other CRDs of a cluster.
[[nodiscard]] std::vector<StatusCause> validate_crd(const nlohmann::json& crd);

/// Returns the warnings that a server sends in its response when it creates `crd`: members that it does not know and
/// drops (kubectl's default, `--validate=strict`, makes them errors), then formats that it does not know and does not
/// check. Empty for a value that no server decodes. Does not throw.
[[nodiscard]] std::vector<std::string> crd_warnings(const nlohmann::json& crd);

/// The estimated cost of a CEL expression on the largest object that the schema permits. A server refuses a rule above
/// rule_cost_limit, and a version whose sum is above crd_cost_limit.
struct RuleCost {
  std::string field;  ///< "spec.versions[0].schema.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule"
  std::uint64_t cost = 0;
};
/// Limits of the API server: for one rule, and for the rules of one version.
inline constexpr std::uint64_t rule_cost_limit = 10'000'000;
inline constexpr std::uint64_t crd_cost_limit = 100'000'000;

/// Returns the cost of each rule and each messageExpression in `crd`; 0 for an expression that does not compile. Empty
/// for a version without a schema that can be read. Does not throw.
[[nodiscard]] std::vector<RuleCost> crd_rule_costs(const nlohmann::json& crd);

}  // namespace kubexx::schema

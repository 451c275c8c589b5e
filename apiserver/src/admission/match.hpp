// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "admission/attributes.hpp"
#include "core/server.hpp"
#include "kubexx/apimachinery/label_selector.hpp"

/// Which writes a webhook, a policy or a binding is for: k8s.io/apiserver/pkg/admission/plugin/webhook/predicates and
/// plugin/policy/matching.
namespace kubexx::apiserver {

/// RuleWithOperations and NamedRuleWithOperations.
struct MatchRule {
  std::vector<std::string> operations, groups, versions, resources;
  std::vector<std::string> names;  ///< empty: all
  std::string scope;
  [[nodiscard]] static MatchRule parse(const Json& source);
};

struct MatchCriteria {
  std::string problem;  ///< of the selectors; empty: none
  std::vector<MatchRule> rules, excluded;
  bool all_without_rules = false;  ///< whether criteria without rules match everything
  bool equivalent = true;
  LabelSelector namespace_selector, object_selector;
};
/// Reads selectors and matchPolicy; `rules` is the member that has the rules.
void read_criteria(const Json& source, const char* rules, MatchCriteria& criteria);

/// The resource, the API version and the kind in which the write is to be looked at.
struct Match {
  KindPtr resource;
  std::string version;
  GroupVersionKind kind;
};
/// Nullopt when the criteria do not match. Throws a Failure when that cannot be told. Takes the lock.
[[nodiscard]] std::optional<Match> match(Server& server, const MatchCriteria& criteria,
                                         const AdmissionAttributes& attributes);

}  // namespace kubexx::apiserver

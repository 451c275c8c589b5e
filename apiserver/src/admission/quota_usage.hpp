// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "admission/attributes.hpp"
#include "admission/pod_amounts.hpp"
#include "core/kind.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx::apiserver {

/// How a ResourceQuota counts the objects of a kind: the evaluators of kubernetes/pkg/quota/v1/evaluator/core, and for
/// every other kind that of k8s.io/apiserver/pkg/quota/v1/generic. A value.
class QuotaEvaluator {
public:
  explicit QuotaEvaluator(const Kind& kind);

  /// Whether objects of that kind count at all.
  [[nodiscard]] static bool counts(const Kind& kind);
  /// Whether a write can change what is used. `old_object` is null for a create.
  [[nodiscard]] bool handles(Operation operation, const std::string& subresource, const Json& object,
                             const Json* old_object) const;
  /// Those of the resources of a quota that its objects use.
  [[nodiscard]] std::set<std::string> matching(const ResourceAmounts& hard) const;
  /// Whether the scopes of a quota, which is its spec, all hold for an object.
  [[nodiscard]] bool in_scope(const Json& quota_spec, const Json& object) const;
  /// What an object must say and does not, in the words of the plugin; empty: nothing.
  [[nodiscard]] std::string constraint(const std::set<std::string>& required, const Json& object) const;
  [[nodiscard]] ResourceAmounts usage(const Json& object, WallTime now) const;
  /// Whether an object's usage follows from its being there alone.
  [[nodiscard]] bool counts_alone() const noexcept { return sort_ == Sort::other; }

private:
  enum class Sort { pods, services, claims, other };
  [[nodiscard]] bool scope_holds(const Json& requirement, const Json& object) const;

  Sort sort_ = Sort::other;
  std::string count_;   ///< "count/deployments.apps"
  std::string legacy_;  ///< its other name, "secrets"; empty: none
};

}  // namespace kubexx::apiserver

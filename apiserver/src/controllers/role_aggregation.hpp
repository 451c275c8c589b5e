// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "store/store.hpp"

namespace kubexx::apiserver {

/// Gives ClusterRoles with an aggregationRule the rules of those that it selects: what the clusterrole-aggregation
/// controller of kube-controller-manager does some time later. Not thread safe: its owner locks.
class RoleAggregation {
public:
  /// Looks at what has changed since the last call.
  void run(ApiServer::Impl& server);

private:
  struct Role {
    std::string name;
    std::vector<LabelSelector> selectors;
    [[nodiscard]] bool selects(const Stored& role) const;
  };
  [[nodiscard]] static std::vector<Role> find_roles(const Collection& roles);
  [[nodiscard]] static Json rules_for(const Collection& roles, const Role& role);
  /// Whether what has changed may be seen in a role that aggregates, or is one.
  [[nodiscard]] bool concerns(const Collection& roles) const;

  std::vector<Role> roles_;   // those that aggregate
  std::int64_t version_ = 0;  // of the newest change that is done
};

}  // namespace kubexx::apiserver

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/controller/clusters.hpp"
#include "kubexx/controller/controller.hpp"
#include "manager/managed_cluster.hpp"

namespace kubexx {

/// What a builder makes its controller watch, in each cluster of a manager. Not thread safe: the manager's lock is
/// held.
class ClusterWatches {
public:
  struct Watch {
    ResourceType type;
    Mapper map;
    std::vector<Predicate> predicates;
    CacheUse use;
    Clusters clusters;
  };
  struct Index {
    ResourceType type;
    std::string name;
    std::string pointer;
    IndexFunction values;  // empty: by the pointer
  };

  ClusterWatches(Controller controller, std::vector<Watch> watches, std::vector<Index> indexes)
      : controller_(std::move(controller)), watches_(std::move(watches)), indexes_(std::move(indexes))
  {
  }

  /// When it throws, `remove` undoes what was made of an added cluster.
  void add(ManagedCluster& cluster);
  /// What is left to be removed without the lock.
  [[nodiscard]] std::vector<ControllerWatch> remove(const std::string& cluster);

private:
  void add_indexes(const std::vector<KindCache>& caches) const;

  const Controller controller_;
  const std::vector<Watch> watches_;
  const std::vector<Index> indexes_;
  std::map<std::string, std::vector<ControllerWatch>> made_;  // of the clusters that may go
};

}  // namespace kubexx

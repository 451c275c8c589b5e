// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/controller/clusters.hpp"
#include "kubexx/controller/controller.hpp"
#include "manager/managed_cluster.hpp"

namespace kubexx {

/// What a builder makes its controller watch, in each cluster of a manager. Thread safe. It calls functions of the user
/// (ManagerOptions::configure_informer, index functions, stop callbacks), so call it without a lock.
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

  /// Once for each cluster. When it throws, `remove` undoes what was made of an added cluster. Does nothing more once
  /// the cluster is gone.
  void add(ManagedCluster& cluster);
  /// Of an added cluster that is gone: what remains to be removed.
  [[nodiscard]] std::vector<ControllerWatch> remove(const ManagedCluster& cluster);

private:
  /// False when the cluster is gone.
  bool add_cluster(const ManagedCluster& cluster);
  bool keep(const ManagedCluster& cluster, ControllerWatch watch);
  void make(ManagedCluster& cluster);
  void add_indexes(const std::vector<KindCache>& caches) const;

  const Controller controller_;
  const std::vector<Watch> watches_;
  const std::vector<Index> indexes_;
  std::mutex mutex_;
  std::map<const ManagedCluster*, std::vector<ControllerWatch>>
      made_;  // guarded by mutex_; of the clusters that may go
};

}  // namespace kubexx

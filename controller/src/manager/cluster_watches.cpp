// SPDX-License-Identifier: Apache-2.0
#include "manager/cluster_watches.hpp"

#include <algorithm>

namespace kubexx {

void ClusterWatches::add(ManagedCluster& cluster)
{
  const bool own = cluster.name.empty();
  if (!own) {
    const bool leader = controller_.needs_leader();
    controller_.add_cluster(cluster.name, leader ? cluster.leader_client : cluster.client,
                            leader ? cluster.leader_events : cluster.events);
  }
  std::vector<ControllerWatch> made;
  for (const auto& watch : watches_) {
    if (!watch.clusters.contains(cluster.name)) continue;
    CacheUse use = watch.use;
    // One cluster that does not answer keeps no controller from the others.
    if (!own) use.presence = Presence::not_awaited;
    made.push_back(controller_.watch(cluster.cache(watch.type, use), watch.map, watch.predicates, use.presence));
  }
  if (!own) made_[cluster.name] = std::move(made);
  add_indexes(cluster);
}

void ClusterWatches::add_indexes(ManagedCluster& cluster)
{
  for (const auto& index : indexes_) {
    const bool wanted = std::any_of(watches_.begin(), watches_.end(), [&](const Watch& watch) {
      return watch.type == index.type && watch.clusters.contains(cluster.name);
    });
    if (!wanted) continue;
    CacheUse use;
    if (!cluster.name.empty()) use.presence = Presence::not_awaited;
    const KindCache cache = cluster.cache(index.type, use);
    if (index.values) {
      controller_.index(cache, index.name, index.values);
    } else {
      controller_.index(cache, index.name, index.pointer);
    }
  }
}

std::vector<ControllerWatch> ClusterWatches::remove(const std::string& cluster)
{
  controller_.remove_cluster(cluster);
  auto node = made_.extract(cluster);
  return node ? std::move(node.mapped()) : std::vector<ControllerWatch>();
}

}  // namespace kubexx

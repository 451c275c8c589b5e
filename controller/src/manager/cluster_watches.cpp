// SPDX-License-Identifier: Apache-2.0
#include "manager/cluster_watches.hpp"

namespace kubexx {

void ClusterWatches::add(ManagedCluster& cluster)
{
  const bool own = cluster.name.empty();
  if (!own) {
    const bool leader = controller_.needs_leader();
    controller_.add_cluster(cluster.name, leader ? cluster.leader_client : cluster.client,
                            leader ? cluster.leader_events : cluster.events);
  }
  std::vector<KindCache> caches;
  for (const auto& watch : watches_) {
    if (!watch.clusters.contains(cluster.name)) continue;
    caches.push_back(cluster.cache(watch.type, watch.use));
    // One cluster that does not answer keeps no controller from the others.
    const Presence presence = own ? watch.use.presence : Presence::not_awaited;
    ControllerWatch made = controller_.watch(caches.back(), watch.map, watch.predicates, presence);
    if (!own) made_[cluster.name].push_back(std::move(made));
  }
  add_indexes(caches);
}

// In the cache that the controller reads: of several of a kind, the one that holds whole objects.
void ClusterWatches::add_indexes(const std::vector<KindCache>& caches) const
{
  for (const auto& index : indexes_) {
    const KindCache* read = nullptr;
    for (const auto& cache : caches) {
      if (cache.type() != index.type) continue;
      if (read == nullptr || (cache.holds_whole() && !read->holds_whole())) read = &cache;
    }
    if (read == nullptr) continue;
    if (index.values) {
      controller_.index(*read, index.name, index.values);
    } else {
      controller_.index(*read, index.name, index.pointer);
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

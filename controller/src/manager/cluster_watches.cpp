// SPDX-License-Identifier: Apache-2.0
#include "manager/cluster_watches.hpp"

namespace kubexx {

void ClusterWatches::add(ManagedCluster& cluster)
{
  if (cluster.name.empty()) return make(cluster);
  if (!add_cluster(cluster)) return;
  try {
    make(cluster);
  } catch (...) {
    if (!cluster.gone) throw;  // otherwise that is why
  }
}

void ClusterWatches::make(ManagedCluster& cluster)
{
  const bool own = cluster.name.empty();
  std::vector<KindCache> caches;
  for (const auto& watch : watches_) {
    if (!watch.clusters.contains(cluster.name)) continue;
    caches.push_back(cluster.cache(watch.type, watch.use));
    // One cluster that does not answer keeps no controller from the others.
    const Presence presence = own ? watch.use.presence : Presence::not_awaited;
    ControllerWatch made = controller_.watch(caches.back(), watch.map, watch.predicates, presence);
    if (!own && !keep(cluster, std::move(made))) return;
  }
  add_indexes(caches);
}

// With the lock, so that it comes before the removal or not at all.
bool ClusterWatches::add_cluster(const ManagedCluster& cluster)
{
  const bool leader = controller_.needs_leader();
  const std::lock_guard lock(mutex_);
  if (cluster.gone) return false;
  controller_.add_cluster(cluster.name, leader ? cluster.leader_client : cluster.client,
                          leader ? cluster.leader_events : cluster.events);
  return true;
}

bool ClusterWatches::keep(const ManagedCluster& cluster, ControllerWatch watch)
{
  {
    const std::lock_guard lock(mutex_);
    if (!cluster.gone) {
      made_[&cluster].push_back(std::move(watch));
      return true;
    }
  }
  watch.remove();
  return false;
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

std::vector<ControllerWatch> ClusterWatches::remove(const ManagedCluster& cluster)
{
  std::vector<ControllerWatch> made;
  {
    const std::lock_guard lock(mutex_);
    if (auto node = made_.extract(&cluster)) made = std::move(node.mapped());
  }
  controller_.remove_cluster(cluster.name);
  return made;
}

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
// The clusters of a manager besides its own: they come and go.
#include <stdexcept>
#include <utility>
#include <vector>

#include "manager/manager_impl.hpp"

namespace kubexx {

namespace {

// How long the events of a cluster that goes are awaited.
constexpr Duration kFlushOfOneThatGoes = std::chrono::seconds(1);

}  // namespace

// Watches are made without the lock. Of a cluster and watches that come at the same time, the one that is put in later
// finds the other, so each pair is made once.
void Manager::Impl::add(std::shared_ptr<ClusterWatches> watches)
{
  std::vector<std::shared_ptr<ManagedCluster>> clusters{own};
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, cluster] : clusters_) clusters.push_back(cluster);
    watches_.push_back(watches);
  }
  try {
    for (const auto& cluster : clusters) watches->add(*cluster);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    std::erase(watches_, watches);
    throw;
  }
}

void Manager::Impl::add_cluster(std::string name, Client with)
{
  if (name.empty() || name.find(':') != std::string::npos) {
    throw std::invalid_argument("the cluster needs a name without a colon, not '" + name + "'");
  }
  if (with.runtime().clock != runtime.clock) {
    throw std::invalid_argument("the client of cluster '" + name + "' belongs to another runtime than the manager");
  }
  const auto cluster = std::make_shared<ManagedCluster>(name, std::move(with), options, elector_);
  std::vector<std::shared_ptr<ClusterWatches>> all;
  {
    const std::lock_guard lock(mutex_);
    if (stage_ == Stage::stopping || stage_ == Stage::stopped) {
      throw std::logic_error("the manager is stopping: cannot add cluster '" + name + "'");
    }
    if (leaving_.contains(name)) throw std::invalid_argument("cluster '" + name + "' is being removed");
    if (!clusters_.emplace(name, cluster).second) {
      throw std::invalid_argument("the manager already has a cluster named '" + name + "'");
    }
    all = watches_;
  }
  try {
    for (const auto& watches : all) watches->add(*cluster);
  } catch (...) {
    static_cast<void>(take_out(cluster));
    throw;
  }
  bool started = false;
  {
    const std::lock_guard lock(mutex_);
    started = stage_ == Stage::started;
  }
  if (started) cluster->start();
}

// Its name is not free before its controllers have forgotten it: they know it by that.
bool Manager::Impl::take_out(const std::shared_ptr<ManagedCluster>& cluster)
{
  std::vector<std::shared_ptr<ClusterWatches>> all;
  {
    const std::lock_guard lock(mutex_);
    const auto found = clusters_.find(cluster->name);
    if (found == clusters_.end() || found->second != cluster) return false;
    clusters_.erase(found);
    leaving_.insert(cluster->name);
    cluster->gone = true;
    all = watches_;
  }
  std::vector<ControllerWatch> ended;
  for (const auto& watches : all) {
    for (auto& watch : watches->remove(*cluster)) ended.push_back(std::move(watch));
  }
  for (const auto& watch : ended) watch.remove();
  const std::lock_guard lock(mutex_);
  leaving_.erase(cluster->name);
  return true;
}

awaitable<bool> Manager::Impl::remove_cluster(std::shared_ptr<Impl> self, std::string name)
{
  std::shared_ptr<ManagedCluster> cluster;
  {
    const std::lock_guard lock(self->mutex_);
    const auto found = self->clusters_.find(name);
    if (found == self->clusters_.end()) co_return false;
    cluster = found->second;
  }
  if (!self->take_out(cluster)) co_return false;
  co_await cluster->async_stop();
  const SteadyTime by = saturating_add(self->runtime.clock->now(), kFlushOfOneThatGoes);
  static_cast<void>(co_await cluster->events.async_stop(by));
  if (self->elector_) static_cast<void>(co_await cluster->leader_events.async_stop(by));
  co_return true;
}

std::vector<std::string> Manager::Impl::clusters() const
{
  std::vector<std::string> names;
  const std::lock_guard lock(mutex_);
  names.reserve(clusters_.size());
  for (const auto& [name, cluster] : clusters_) names.push_back(name);
  return names;
}

std::vector<std::shared_ptr<ManagedCluster>> Manager::Impl::all_clusters() const
{
  std::vector<std::shared_ptr<ManagedCluster>> all{own};
  const std::lock_guard lock(mutex_);
  for (const auto& [name, cluster] : clusters_) all.push_back(cluster);
  return all;
}

}  // namespace kubexx

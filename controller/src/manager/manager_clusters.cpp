// SPDX-License-Identifier: Apache-2.0
// The clusters of a manager besides its own: they come and go.
#include <stdexcept>

#include "manager/manager_impl.hpp"

namespace kubexx {

namespace {

// How long the events of a cluster that goes are awaited.
constexpr Duration kFlushOfOneThatGoes = std::chrono::seconds(1);

}  // namespace

void Manager::Impl::add(ClusterWatches watches)
{
  const std::lock_guard lock(clusters_mutex_);
  watches.add(*own);
  for (const auto& [name, cluster] : clusters_) watches.add(*cluster);
  watches_.push_back(std::move(watches));
}

void Manager::Impl::add_cluster(std::string name, Client with)
{
  if (name.empty() || name.find(':') != std::string::npos) {
    throw std::invalid_argument("the cluster needs a name without a colon, not '" + name + "'");
  }
  if (with.runtime().clock != runtime.clock) {
    throw std::invalid_argument("the client of cluster '" + name + "' is of another runtime than the manager's");
  }
  const auto cluster = std::make_shared<ManagedCluster>(name, std::move(with), options, elector_);
  const std::lock_guard lock(clusters_mutex_);
  if (is_stopping()) throw std::logic_error("the manager is stopping: it takes no cluster '" + name + "'");
  if (!clusters_.emplace(name, cluster).second) {
    throw std::invalid_argument("the manager has a cluster named '" + name + "' already");
  }
  try {
    for (auto& watches : watches_) watches.add(*cluster);
  } catch (...) {
    for (const auto& watch : take_out(name)) watch.remove();  // no event has come yet
    throw;
  }
  const std::lock_guard stage_lock(mutex_);
  if (stage_ == Stage::started) cluster->start();
}

std::vector<ControllerWatch> Manager::Impl::take_out(const std::string& name)
{
  clusters_.erase(name);
  std::vector<ControllerWatch> ended;
  for (auto& watches : watches_) {
    for (auto& watch : watches.remove(name)) ended.push_back(std::move(watch));
  }
  return ended;
}

awaitable<bool> Manager::Impl::remove_cluster(std::shared_ptr<Impl> self, std::string name)
{
  std::shared_ptr<ManagedCluster> cluster;
  std::vector<ControllerWatch> ended;
  {
    const std::lock_guard lock(self->clusters_mutex_);
    const auto found = self->clusters_.find(name);
    if (found == self->clusters_.end()) co_return false;
    cluster = found->second;
    ended = self->take_out(name);
  }
  for (const auto& watch : ended) watch.remove();
  co_await cluster->async_stop();
  const SteadyTime by = saturating_add(self->runtime.clock->now(), kFlushOfOneThatGoes);
  static_cast<void>(co_await cluster->events.async_stop(by));
  if (self->elector_) static_cast<void>(co_await cluster->leader_events.async_stop(by));
  co_return true;
}

std::vector<std::string> Manager::Impl::clusters() const
{
  std::vector<std::string> names;
  const std::lock_guard lock(clusters_mutex_);
  names.reserve(clusters_.size());
  for (const auto& [name, cluster] : clusters_) names.push_back(name);
  return names;
}

std::vector<std::shared_ptr<ManagedCluster>> Manager::Impl::all_clusters() const
{
  std::vector<std::shared_ptr<ManagedCluster>> all{own};
  const std::lock_guard lock(clusters_mutex_);
  for (const auto& [name, cluster] : clusters_) all.push_back(cluster);
  return all;
}

bool Manager::Impl::is_stopping() const
{
  const std::lock_guard lock(mutex_);
  return stage_ == Stage::stopping || stage_ == Stage::stopped;
}

}  // namespace kubexx

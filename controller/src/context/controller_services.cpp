// SPDX-License-Identifier: Apache-2.0
#include "context/controller_services.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>

#include "kubexx/controller/not_watched.hpp"

namespace kubexx {

namespace {

// How often the API servers of other clusters than that of the key are asked for missing kinds, at most.
constexpr Duration kLookForOthers = std::chrono::seconds(1);

}  // namespace

ControllerServices::ControllerServices(std::string name, Client with, EventRecorder recorder)
    : controller(std::move(name)),
      client(std::move(with)),
      log(client.runtime().log.with({{"controller", controller}})),
      unreadable(client.runtime().metrics, controller),
      own_(std::make_shared<const ClusterAccess>(ClusterAccess{client, std::move(recorder)}))
{
}

void ControllerServices::add_cache(const KindCache& cache)
{
  const std::lock_guard lock(mutex_);
  const auto known = std::find_if(caches_.begin(), caches_.end(), [&](const KindCache& one) {
    return one.type() == cache.type() && one.cluster() == cache.cluster();
  });
  if (known == caches_.end()) {
    caches_.push_back(cache);
  } else if (!known->holds_whole() && cache.holds_whole()) {
    *known = cache;
  }
}

void ControllerServices::remove_caches(const ResourceType& type, std::string_view cluster)
{
  std::vector<KindCache> removed;  // destroyed without the lock: they may be the last handles of their informers
  const std::lock_guard lock(mutex_);
  const auto of_it = [&](const KindCache& cache) { return cache.type() == type && cache.cluster() == cluster; };
  std::copy_if(caches_.begin(), caches_.end(), std::back_inserter(removed), of_it);
  std::erase_if(caches_, of_it);
}

std::size_t ControllerServices::add_watch(std::string name)
{
  const std::lock_guard lock(mutex_);
  const auto known = std::find(watches_.begin(), watches_.end(), name);
  if (known != watches_.end()) return static_cast<std::size_t>(known - watches_.begin());
  watches_.push_back(std::move(name));
  return watches_.size() - 1;
}

void ControllerServices::add_cluster(const std::string& name, Client with, EventRecorder recorder)
{
  auto access = std::make_shared<const ClusterAccess>(ClusterAccess{std::move(with), std::move(recorder)});
  const std::lock_guard lock(mutex_);
  clusters_.insert_or_assign(name, std::move(access));
  others_ = clusters_.size();
}

void ControllerServices::remove_cluster(std::string_view name)
{
  applies.forget_cluster(std::string(name));
  std::vector<KindCache> removed;  // destroyed without the lock: they may be the last handles of their informers
  const std::lock_guard lock(mutex_);
  if (const auto found = clusters_.find(name); found != clusters_.end()) clusters_.erase(found);
  others_ = clusters_.size();
  const auto of_it = [&](const KindCache& cache) { return cache.cluster() == name; };
  std::copy_if(caches_.begin(), caches_.end(), std::back_inserter(removed), of_it);
  std::erase_if(caches_, of_it);
}

std::shared_ptr<const ClusterAccess> ControllerServices::cluster(std::string_view name) const
{
  if (name.empty()) return own_;
  const std::lock_guard lock(mutex_);
  const auto found = clusters_.find(name);
  return found == clusters_.end() ? nullptr : found->second;
}

std::vector<std::string> ControllerServices::clusters() const
{
  std::vector<std::string> names;
  const std::lock_guard lock(mutex_);
  names.reserve(clusters_.size());
  for (const auto& [name, access] : clusters_) names.push_back(name);
  return names;
}

void ControllerServices::add_index(const ResourceType& type, std::string name, std::string known_as)
{
  const std::lock_guard lock(mutex_);
  indexes_.insert_or_assign({type, std::move(name)}, std::move(known_as));
}

std::optional<KindCache> ControllerServices::find(const ResourceType& type, std::string_view cluster) const
{
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(caches_.begin(), caches_.end(), [&](const KindCache& cache) {
    return cache.type() == type && cache.cluster() == cluster;
  });
  return found == caches_.end() ? std::nullopt : std::optional(*found);
}

KindCache ControllerServices::watched(const ResourceType& type, std::string_view in) const
{
  if (auto found = find(type, in)) return std::move(*found);
  const std::string what = "controller '" + controller + "' reads " + type.group_resource() + " (" +
                           type.api_version() + ") from its cache" +
                           (in.empty() ? std::string() : " of cluster '" + std::string(in) + "'");
  if (!in.empty() && !cluster(in)) throw NotWatched(what + ": there is no such cluster (Manager::add_cluster)");
  const std::string clusters = in.empty() ? "" : " with KindOptions::clusters";
  throw NotWatched(what + " and does not watch it: add owns<" + type.kind + ">(), watches<" + type.kind +
                   ">(…) or reads<" + type.kind + ">()" + clusters +
                   " to its builder, or ask the API server with client()");
}

void ControllerServices::check_whole_objects(const KindCache& cache) const
{
  if (!cache.informer().options().metadata_only) return;
  const ResourceType& type = cache.type();
  throw NotWatched("controller '" + controller + "' watches only the metadata of " + type.group_resource() +
                   ", so the rest of a " + type.kind +
                   " is not cached: read it as Object or as a struct whose only member is metadata, watch it without "
                   "KindOptions::metadata_only, or ask the API server with client()");
}

bool ControllerServices::has_missing() const
{
  const std::lock_guard lock(mutex_);
  return std::any_of(caches_.begin(), caches_.end(), [](const KindCache& cache) { return cache.is_missing(); });
}

awaitable<void> ControllerServices::look_for_missing(std::shared_ptr<const ControllerServices> self,
                                                     std::string cluster)
{
  const SteadyTime now = self->client.runtime().clock->now();
  std::vector<KindCache> caches;
  bool others = false;
  {
    const std::lock_guard lock(self->mutex_);
    caches = self->caches_;
    others = !self->others_looked_for_ || now - *self->others_looked_for_ >= kLookForOthers;
    if (others) self->others_looked_for_ = now;
  }
  std::erase_if(caches, [](const KindCache& cache) { return !cache.is_missing(); });
  for (const auto& cache : caches) {
    if (others && cache.cluster() != cluster) spawn(self->client.runtime().executor, look_for(self, cache));
  }
  for (const auto& cache : caches) {
    if (cache.cluster() == cluster) co_await cache.async_check_served();
  }
}

awaitable<void> ControllerServices::look_for(std::shared_ptr<const ControllerServices> self, KindCache cache)
{
  co_await cache.async_check_served();
  if (self->on_known) self->on_known();
}

std::vector<std::string> ControllerServices::watches() const
{
  const std::lock_guard lock(mutex_);
  return watches_;
}

std::string ControllerServices::index(const ResourceType& type, std::string_view name) const
{
  const std::lock_guard lock(mutex_);
  const auto found = indexes_.find({type, std::string(name)});
  return found == indexes_.end() ? std::string(name) : found->second;
}

}  // namespace kubexx

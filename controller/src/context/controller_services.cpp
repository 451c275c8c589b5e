// SPDX-License-Identifier: Apache-2.0
#include "context/controller_services.hpp"

#include <algorithm>

#include "kubexx/controller/not_watched.hpp"

namespace kubexx {

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
  const std::lock_guard lock(mutex_);
  if (const auto found = clusters_.find(name); found != clusters_.end()) clusters_.erase(found);
  others_ = clusters_.size();
  std::erase_if(caches_, [&](const KindCache& cache) { return cache.cluster() == name; });
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
  const std::string in_clusters = in.empty() ? "" : " with in_clusters(…)";
  throw NotWatched(what + " and does not watch it: add owns<" + type.kind + ">(), watches<" + type.kind +
                   ">(…) or reads<" + type.kind + ">()" + in_clusters +
                   " to its builder, or ask the API server with client()");
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

// SPDX-License-Identifier: Apache-2.0
#include "controller_services.hpp"

#include <algorithm>

#include "kubexx/controller/not_watched.hpp"

namespace kubexx {

ControllerServices::ControllerServices(std::string name, Client with, EventRecorder recorder)
    : controller(std::move(name)),
      client(std::move(with)),
      events(std::move(recorder)),
      log(client.runtime().log.with({{"controller", controller}})),
      unreadable(client.runtime().metrics, controller)
{
}

void ControllerServices::add_cache(const KindCache& cache)
{
  const std::lock_guard lock(mutex_);
  const auto known =
      std::find_if(caches_.begin(), caches_.end(), [&](const KindCache& one) { return one.type() == cache.type(); });
  if (known == caches_.end()) {
    caches_.push_back(cache);
  } else if (!known->holds_whole() && cache.holds_whole()) {
    *known = cache;
  }
}

std::size_t ControllerServices::add_watch(std::string name)
{
  const std::lock_guard lock(mutex_);
  watches_.push_back(std::move(name));
  return watches_.size() - 1;
}

void ControllerServices::add_index(const ResourceType& type, std::string name, std::string known_as)
{
  const std::lock_guard lock(mutex_);
  indexes_.insert_or_assign({type, std::move(name)}, std::move(known_as));
}

std::optional<KindCache> ControllerServices::find(const ResourceType& type) const
{
  const std::lock_guard lock(mutex_);
  const auto found =
      std::find_if(caches_.begin(), caches_.end(), [&](const KindCache& cache) { return cache.type() == type; });
  return found == caches_.end() ? std::nullopt : std::optional(*found);
}

KindCache ControllerServices::watched(const ResourceType& type) const
{
  if (auto found = find(type)) return std::move(*found);
  throw NotWatched("controller '" + controller + "' reads " + type.group_resource() + " (" + type.api_version() +
                   ") from its cache and does not watch it: add owns<" + type.kind + ">(), watches<" + type.kind +
                   ">(…) or reads<" + type.kind + ">() to its builder, or ask the API server with client()");
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

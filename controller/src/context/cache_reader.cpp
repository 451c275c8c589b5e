// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/cache_reader.hpp"

#include <stdexcept>
#include <string>

#include "context/controller_services.hpp"

namespace kubexx {

CacheReader::CacheReader(std::shared_ptr<ControllerServices> services, std::string cluster)
    : services_(std::move(services)), cluster_(std::move(cluster))
{
}
CacheReader::~CacheReader() = default;

std::vector<std::string> CacheReader::clusters() const
{
  return services_->clusters();
}

Object CacheReader::get(const ResourceType& type, const ObjectKey& key) const
{
  return services_->watched(type, cluster_).get(key);
}

ObjectSnapshot CacheReader::list(const ResourceType& type, std::string_view namespace_) const
{
  return services_->watched(type, cluster_).list(namespace_);
}

ObjectSnapshot CacheReader::by_index(const ResourceType& type, std::string_view index, std::string_view value,
                                     std::string_view namespace_) const
{
  const KindCache cache = services_->watched(type, cluster_);
  const std::string known_as = services_->index(type, index);
  if (!cache.informer().has_index(known_as)) {
    throw std::invalid_argument("controller '" + services_->controller + "' has no index \"" + std::string(index) +
                                "\" of " + type.group_resource() + ": add index<" + type.kind + ">(\"" +
                                std::string(index) + "\", …) to its builder");
  }
  return cache.by_index(known_as, value, namespace_);
}

const Log& CacheReader::log() const
{
  return services_->log;
}

bool CacheReader::synced(const ResourceType& type, std::string_view namespace_) const
{
  const std::optional<KindCache> cache = services_->find(type, cluster_);
  return cache && cache->synced(namespace_);
}

bool CacheReader::serves(const ResourceType& type) const
{
  const std::optional<KindCache> cache = services_->find(type, cluster_);
  return cache && cache->served();
}

CacheReader::Found CacheReader::find(const ResourceType& type, const ObjectKey& key, bool metadata_suffices) const
{
  const KindCache cache = services_->watched(type, cluster_);
  if (!metadata_suffices) services_->check_whole_objects(cache);
  return {cache.get(key), cache.holds_whole()};
}

void CacheReader::check_whole_objects(const ResourceType& type) const
{
  services_->check_whole_objects(services_->watched(type, cluster_));
}

bool CacheReader::keeps_whole(const ResourceType& type) const
{
  return services_->watched(type, cluster_).holds_whole();
}

void CacheReader::leave_out(const Object& object, const ObjectError& error) const
{
  if (!services_->unreadable.note(object, services_->client.runtime().clock->now())) return;
  log().error("an object does not fit its type and is left out", {{"error", error.what()}});
}

}  // namespace kubexx

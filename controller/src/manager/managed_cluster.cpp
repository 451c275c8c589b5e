// SPDX-License-Identifier: Apache-2.0
#include "manager/managed_cluster.hpp"

#include <algorithm>
#include <utility>

#include "context/recreate_guard.hpp"
#include "kubexx/informer/own_writes.hpp"

namespace kubexx {

namespace {

EventRecorder::Options event_options(const ManagerOptions& options)
{
  EventRecorder::Options out;
  out.reporting_controller = options.name;
  out.reporting_instance = options.instance;
  return out;
}

}  // namespace

ManagedCluster::ManagedCluster(std::string named, Client plain, const ManagerOptions& options,
                               const std::optional<LeaderElector>& elector)
    : options_(options),
      caches_(std::make_shared<Caches>()),
      informers_(plain),
      name(std::move(named)),
      client(recording(plain, options.read_your_writes).with_interceptor(make_recreate_guard(*plain.runtime().clock))),
      events(plain, event_options(options)),
      leader_client(elector ? elector->fence(client) : client),
      leader_events(elector ? EventRecorder(elector->fence(plain), event_options(options)) : events)
{
}

Client ManagedCluster::recording(const Client& plain, bool read_your_writes) const
{
  if (!read_your_writes) return plain;
  return plain.with_interceptor(make_read_your_writes([caches = caches_](const ResourceType& type) {
    const std::lock_guard lock(caches->mutex);
    std::vector<SharedInformer> informers;
    for (const auto& entry : caches->entries) {
      if (entry.cache.type() == type) informers.push_back(entry.cache.informer());
    }
    return informers;
  }));
}

std::vector<ManagedCluster::Entry> ManagedCluster::caches() const
{
  const std::lock_guard lock(caches_->mutex);
  return caches_->entries;
}

KindCache ManagedCluster::cache(const ResourceType& type, CacheUse use)
{
  const std::lock_guard lock(caches_->mutex);
  auto& entries = caches_->entries;
  // Whole objects serve those who want metadata alone.
  const auto serves = [&](const Entry& entry) {
    return entry.cache.type() == type && (use.metadata_only || !entry.metadata_only);
  };
  if (const auto found = std::find_if(entries.begin(), entries.end(), serves); found != entries.end()) {
    if (use.presence == Presence::required) found->presence = Presence::required;
    return found->cache;
  }
  InformerOptions informer;
  informer.metadata_only = use.metadata_only;
  if (type.namespaced()) informer.namespaces = options_.namespaces;
  if (options_.configure_informer) options_.configure_informer(type, name, informer);
  if (!name.empty()) informer.name = "cluster=" + name + (informer.name.empty() ? "" : ";" + informer.name);
  KindCache::Options where;
  where.cluster = name;
  const KindCache made(informers_.get(type, std::move(informer)), std::move(where));
  const auto after = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
    return type < entry.cache.type() || (type == entry.cache.type() && entry.metadata_only);
  });
  entries.insert(after, {made, use.metadata_only, use.presence});
  return made;
}

}  // namespace kubexx

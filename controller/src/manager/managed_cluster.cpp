// SPDX-License-Identifier: Apache-2.0
#include "manager/managed_cluster.hpp"

#include <algorithm>
#include <utility>

#include "context/recreate_guard.hpp"
#include "context/served_kind.hpp"
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
  return plain.with_interceptor(make_read_your_writes([weak = std::weak_ptr(caches_)](const ResourceType& type) {
    std::vector<SharedInformer> informers;
    const auto caches = weak.lock();  // clients may outlive the cluster, and keep nothing of it
    if (!caches) return informers;
    const std::lock_guard lock(caches->mutex);
    for (const auto& entry : caches->entries) {
      if (entry.type != type) continue;
      if (const auto informer = entry.informer.lock()) informers.push_back(*informer);
    }
    return informers;
  }));
}

KindCache ManagedCluster::handle(const Kept& entry, std::shared_ptr<const SharedInformer> informer,
                                 Presence presence) const
{
  return KindCache(std::move(informer), name, presence == Presence::optional ? entry.served : nullptr);
}

std::vector<ManagedCluster::Entry> ManagedCluster::caches() const
{
  std::vector<Entry> entries;
  const std::lock_guard lock(caches_->mutex);
  for (const auto& entry : caches_->entries) {
    if (auto informer = entry.informer.lock()) {
      entries.push_back({handle(entry, std::move(informer), entry.presence), entry.metadata_only, entry.presence});
    }
  }
  return entries;
}

void ManagedCluster::start()
{
  {
    const std::lock_guard lock(caches_->mutex);
    caches_->running = true;
  }
  informers_.start();
}

KindCache ManagedCluster::cache(const ResourceType& type, CacheUse use)
{
  std::shared_ptr<const SharedInformer> shared;  // outlives the lock: it may be the last handle
  const std::lock_guard lock(caches_->mutex);
  auto& entries = caches_->entries;
  std::erase_if(entries, [](const Kept& entry) { return entry.informer.expired(); });
  // One cluster that does not answer keeps no process from being ready.
  const bool awaited = name.empty() && !caches_->running;
  // Whole objects serve those who want metadata only.
  for (auto& entry : entries) {
    if (entry.type != type || (entry.metadata_only && !use.metadata_only)) continue;
    shared = entry.informer.lock();
    if (!shared) continue;
    if (use.presence == Presence::required && awaited) entry.presence = Presence::required;
    return handle(entry, shared, use.presence);
  }
  InformerOptions informer;
  informer.metadata_only = use.metadata_only;
  if (type.namespaced()) informer.namespaces = options_.namespaces;
  if (options_.configure_informer) options_.configure_informer(type, name, informer);
  if (!name.empty()) informer.name = "cluster=" + name + (informer.name.empty() ? "" : ";" + informer.name);
  Kept made;
  made.type = type;
  made.metadata_only = use.metadata_only;
  shared = std::make_shared<const SharedInformer>(informers_.get(type, std::move(informer)));
  made.informer = shared;
  // What is watched at run time comes and goes with its users, and the process was ready without it.
  if (!caches_->running) made.until_stop = shared;
  made.presence = awaited ? use.presence : Presence::not_awaited;
  made.served = std::make_shared<ServedKind>(client, type);
  const auto after = std::find_if(entries.begin(), entries.end(), [&](const Kept& entry) {
    return type < entry.type || (type == entry.type && entry.metadata_only);
  });
  return handle(*entries.insert(after, std::move(made)), shared, use.presence);
}

}  // namespace kubexx

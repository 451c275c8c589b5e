// SPDX-License-Identifier: Apache-2.0
#include "manager/managed_cluster.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "context/recreate_guard.hpp"
#include "context/served_kind.hpp"
#include "kubexx/informer/read_your_writes.hpp"

namespace kubexx {

namespace {

EventRecorder::Options event_options(const ManagerOptions& options)
{
  EventRecorder::Options out;
  out.reporting_controller = options.name;
  out.reporting_instance = options.instance;
  return out;
}

// What this thread configures at the moment.
thread_local std::vector<std::pair<const void*, ResourceType>> configuring;

class Configuring {
public:
  Configuring(const void* cluster, const ResourceType& type)
  {
    const std::pair<const void*, ResourceType> one(cluster, type);
    if (std::find(configuring.begin(), configuring.end(), one) != configuring.end()) {
      throw std::logic_error("configure_informer requests the cache of " + type.group_resource() +
                             " while it configures it");
    }
    configuring.push_back(one);
  }
  ~Configuring() { configuring.pop_back(); }
  Configuring(const Configuring&) = delete;
  Configuring& operator=(const Configuring&) = delete;
};

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

std::optional<KindCache> ManagedCluster::find(const ResourceType& type, CacheUse use,
                                              std::shared_ptr<const SharedInformer>& shared) const
{
  auto& entries = caches_->entries;
  std::erase_if(entries, [](const Kept& entry) { return entry.informer.expired(); });
  // Whole objects serve those who want metadata only.
  for (auto& entry : entries) {
    if (entry.type != type || (entry.metadata_only && !use.metadata_only)) continue;
    shared = entry.informer.lock();
    if (!shared) continue;
    if (use.presence == Presence::required && is_awaited()) entry.presence = Presence::required;
    return handle(entry, shared, use.presence);
  }
  return std::nullopt;
}

InformerOptions ManagedCluster::configured(const ResourceType& type, CacheUse use) const
{
  InformerOptions informer;
  informer.metadata_only = use.metadata_only;
  if (type.namespaced()) informer.namespaces = options_.namespaces;
  if (options_.configure_informer) {
    const Configuring one(this, type);
    options_.configure_informer(type, name, informer);
  }
  if (!name.empty()) informer.name = "cluster=" + name + (informer.name.empty() ? "" : ";" + informer.name);
  return informer;
}

KindCache ManagedCluster::cache(const ResourceType& type, CacheUse use)
{
  std::shared_ptr<const SharedInformer> shared, kept;  // outlive the lock: each may be the last handle
  std::unique_lock lock(caches_->mutex);
  if (auto found = find(type, use, shared)) return std::move(*found);
  lock.unlock();
  InformerOptions informer = configured(type, use);
  lock.lock();
  if (auto found = find(type, use, shared)) return std::move(*found);  // another thread was quicker
  // Somebody may have kept an informer whose cache is gone; its objects are indexed then.
  if (informers_.find(type, informer)) {
    lock.unlock();
    kept = std::make_shared<const SharedInformer>(informers_.get(type, std::move(informer)));
    lock.lock();
    if (auto found = find(type, use, shared)) return std::move(*found);
    shared = kept;
  } else {
    shared = std::make_shared<const SharedInformer>(informers_.get(type, std::move(informer)));
  }
  Kept made;
  made.type = type;
  made.metadata_only = use.metadata_only;
  made.informer = shared;
  // What is watched at run time comes and goes with its users, and the process was ready without it.
  if (!caches_->running) made.until_stop = shared;
  made.presence = is_awaited() ? use.presence : Presence::not_awaited;
  made.served = std::make_shared<ServedKind>(client, type);
  auto& entries = caches_->entries;
  const auto after = std::find_if(entries.begin(), entries.end(), [&](const Kept& entry) {
    return type < entry.type || (type == entry.type && entry.metadata_only);
  });
  return handle(*entries.insert(after, std::move(made)), shared, use.presence);
}

}  // namespace kubexx

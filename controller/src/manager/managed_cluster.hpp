// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/controller/event_recorder.hpp"
#include "kubexx/controller/kind_cache.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/election/leader_election.hpp"
#include "kubexx/informer/informer_set.hpp"

namespace kubexx {

class ServedKind;

/// One cluster of a manager: its caches, and what controllers write into it with. Thread safe.
class ManagedCluster {
public:
  /// `name`: empty for the manager's own. With an `elector` the leader's client and events are fenced.
  ManagedCluster(std::string name, Client plain, const ManagerOptions& options,
                 const std::optional<LeaderElector>& elector);

  struct Entry {
    KindCache cache;
    bool metadata_only = false;
    Presence presence = Presence::required;
  };
  /// Manager::cache. Calls ManagerOptions::configure_informer without a lock; std::logic_error when that asks for the
  /// cache that it configures.
  [[nodiscard]] KindCache cache(const ResourceType& type, CacheUse use);
  /// Sorted by type, whole objects before metadata.
  [[nodiscard]] std::vector<Entry> caches() const;
  /// Starts the watches, and later ones when they are made.
  void start();
  /// Ends the watches.
  [[nodiscard]] awaitable<void> async_stop() const { return informers_.async_stop(); }

private:
  struct Kept {
    ResourceType type;
    bool metadata_only = false;
    Presence presence = Presence::required;
    std::weak_ptr<const SharedInformer> informer;
    std::shared_ptr<const SharedInformer> until_stop;  // null: it ends with its last user
    std::shared_ptr<ServedKind> served;
  };
  struct Caches {
    mutable std::mutex mutex;
    std::vector<Kept> entries;  // guarded by mutex; sorted
    bool running = false;       // guarded by mutex
  };
  /// What there is for that use. Needs the mutex of the caches; `shared` outlives it.
  [[nodiscard]] std::optional<KindCache> find(const ResourceType& type, CacheUse use,
                                              std::shared_ptr<const SharedInformer>& shared) const;
  [[nodiscard]] InformerOptions configured(const ResourceType& type, CacheUse use) const;
  /// One cluster that does not answer keeps no process from being ready. Needs the mutex of the caches.
  [[nodiscard]] bool is_awaited() const { return name.empty() && !caches_->running; }
  [[nodiscard]] KindCache handle(const Kept& entry, std::shared_ptr<const SharedInformer> informer,
                                 Presence presence) const;
  [[nodiscard]] Client recording(const Client& plain, bool read_your_writes) const;

  const ManagerOptions& options_;
  const std::shared_ptr<Caches> caches_;  // shared with the interceptor of the client
  const InformerSet informers_;

public:
  const std::string name;
  const Client client;  ///< tells the informers of every write
  const EventRecorder events;
  const Client leader_client;
  const EventRecorder leader_events;
  std::atomic<bool> gone{false};  ///< it was removed from its manager: nothing more is watched in it
};

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/controller/events.hpp"
#include "kubexx/controller/kind_cache.hpp"
#include "kubexx/controller/leader_election.hpp"
#include "kubexx/controller/manager.hpp"
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
  /// Manager::cache.
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
};

}  // namespace kubexx

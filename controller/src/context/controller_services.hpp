// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "context/applies.hpp"
#include "context/unreadable_objects.hpp"
#include "context/unwatched_children.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/controller/event_recorder.hpp"
#include "kubexx/controller/kind_cache.hpp"

namespace kubexx {

/// With what a controller writes into a cluster.
struct ClusterAccess {
  Client client;
  EventRecorder events;
};

/// What a controller gives to its reconciles and mappers. Thread safe: kinds, watches and indexes may be added at any
/// time.
class ControllerServices {
public:
  ControllerServices(std::string name, Client with, EventRecorder recorder);

  /// A kind that can be read. Of several caches of a kind in one cluster the first is read, or the first that holds
  /// whole objects.
  void add_cache(const KindCache& cache);
  /// Forgets what can be read of that kind in that cluster.
  void remove_caches(const ResourceType& type, std::string_view cluster);
  /// The place of a watch among the triggers of a reconcile; the same for all of one name.
  std::size_t add_watch(std::string name);
  /// Makes `name` stand for the cache's index `known_as`.
  void add_index(const ResourceType& type, std::string name, std::string known_as);

  void add_cluster(const std::string& name, Client with, EventRecorder recorder);
  /// Forgets its caches as well.
  void remove_cluster(std::string_view name);
  /// Null when there is none of that name; the manager's own has the empty one.
  [[nodiscard]] std::shared_ptr<const ClusterAccess> cluster(std::string_view name) const;
  /// Without the own one.
  [[nodiscard]] std::vector<std::string> clusters() const;
  /// Whether there is another one than the own.
  [[nodiscard]] bool has_others() const noexcept { return others_ > 0; }

  /// Throws NotWatched, which names the missing builder call.
  [[nodiscard]] KindCache watched(const ResourceType& type, std::string_view cluster) const;
  /// Throws NotWatched if `cache` holds metadata only.
  void check_whole_objects(const KindCache& cache) const;
  [[nodiscard]] std::optional<KindCache> find(const ResourceType& type, std::string_view cluster) const;
  /// Asks the API server of `cluster` for the optional kinds that it did not have, and waits; asks those of the other
  /// clusters without waiting, once a second at most, and calls on_known when one has answered. Throws nothing.
  [[nodiscard]] static awaitable<void> look_for_missing(std::shared_ptr<const ControllerServices> self,
                                                        std::string cluster);
  [[nodiscard]] bool has_missing() const;
  [[nodiscard]] std::vector<std::string> watches() const;
  /// The cache's name of an index; `name` itself for one that the controller has not declared.
  [[nodiscard]] std::string index(const ResourceType& type, std::string_view name) const;

  const std::string controller;
  const Client client;  // of the own cluster
  const Log log;        // carries the controller
  UnreadableObjects unreadable;
  UnwatchedChildren unwatched;
  Applies applies;
  std::function<void()> on_known;  // set before the first reconcile

private:
  static awaitable<void> look_for(std::shared_ptr<const ControllerServices> self, KindCache cache);

  std::atomic<std::size_t> others_{0};  // clusters_.size()
  mutable std::mutex mutex_;
  const std::shared_ptr<const ClusterAccess> own_;
  std::map<std::string, std::shared_ptr<const ClusterAccess>, std::less<>> clusters_;  // guarded by mutex_
  std::vector<KindCache> caches_;     // guarded by mutex_; each kind of a cluster once
  std::vector<std::string> watches_;  // guarded by mutex_; in the order of their triggers
  std::map<std::pair<ResourceType, std::string>, std::string> indexes_;  // guarded by mutex_
  mutable std::optional<SteadyTime> others_looked_for_;                  // guarded by mutex_
};

}  // namespace kubexx

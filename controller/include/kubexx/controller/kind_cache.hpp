// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/informer/informer.hpp"

namespace kubexx {

class ServedKind;

/// One watched kind as reconcilers read it: the informer's store, which contains this process's pending writes
/// (SharedInformer::wrote) unless it holds metadata only. So a reconciler never creates an object again that it has
/// just created, and never undoes its own update. A copyable handle; thread safe. Reads copy no objects.
///
/// An empty result means that the object does not exist. Every read throws
/// - NotSynced before the first list of the namespace (or of all watched namespaces), and after the watch has ended;
/// - NotWatched for a namespace that is not watched, and if no namespace is watched;
/// - std::invalid_argument, as the client does, for a key without a name or with the wrong scope.
class KindCache {
public:
  /// The cluster of the cache, and how it learns whether its kind is served.
  struct Options {
    /// The cluster of the objects: `Request::cluster` of the keys that events of this cache enqueue, unless the mapper
    /// sets another one. Empty: the manager's own cluster.
    std::string cluster = {};
    /// The client for discovery, for a kind that the API server may not have. While the watch fails with 404 and
    /// discovery confirms that the kind is not served, reads return no objects. nullopt: they throw NotSynced.
    std::optional<Client> discovery = {};
  };
  KindCache(SharedInformer informer, Options options);
  explicit KindCache(SharedInformer informer);

  [[nodiscard]] const SharedInformer& informer() const noexcept;
  [[nodiscard]] const ResourceType& type() const;
  [[nodiscard]] const std::string& cluster() const noexcept;
  /// "deployments.apps", or `deployments.apps in namespace "x"`: for checks, logs and errors.
  [[nodiscard]] std::string name() const;

  /// Returns an empty Object if the object does not exist.
  [[nodiscard]] Object get(const ObjectKey& key) const;
  /// Sorted by key. Empty `namespace_`: all watched namespaces.
  [[nodiscard]] ObjectSnapshot list(std::string_view namespace_ = {}) const;
  /// The objects that an index of the informer has for `value`. Throws std::invalid_argument for an unknown index.
  [[nodiscard]] ObjectSnapshot by_index(std::string_view index, std::string_view value,
                                        std::string_view namespace_ = {}) const;
  /// Whether the cache contains the first list of the namespace, or of all watched namespaces (at least one), and still
  /// follows its changes.
  [[nodiscard]] bool synced(std::string_view namespace_ = {}) const;
  /// False while the watch fails with 404, unless discovery is used and reports that the kind is served by now.
  [[nodiscard]] bool served() const;
  /// Asks discovery whether a missing kind is served by now, at most once per second. Does not throw. Returns
  /// immediately if there is nothing to ask.
  [[nodiscard]] awaitable<void> async_check_served() const;
  /// Whether async_check_served would ask.
  [[nodiscard]] bool is_missing() const;

  /// Whether the cache contains every object of the watched namespaces: no selector and no shard excludes any.
  [[nodiscard]] bool holds_all() const;
  /// Whether the cache holds objects as the server has them, except managedFields: full objects, not transformed.
  [[nodiscard]] bool holds_whole() const;
  /// Writes of this process that the watch has not delivered yet.
  [[nodiscard]] std::size_t pending_writes() const;

private:
  friend class ManagedCluster;
  struct Impl;
  KindCache(std::shared_ptr<const SharedInformer> informer, std::string cluster, std::shared_ptr<ServedKind> served);

  std::shared_ptr<const Impl> impl_;
};

}  // namespace kubexx

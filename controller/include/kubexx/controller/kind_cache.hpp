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

/// One watched kind as reconcilers read it: the informer's store, which holds this process's own writes before the
/// watch brings them back (SharedInformer::wrote), unless it holds metadata only. So a reconciler never creates twice
/// what it has just created, nor undoes its own update. A copyable handle; thread safe. Reading copies no object.
///
/// An empty answer means that there is no such object. Every read throws
/// - NotSynced before the first list of the namespace, or of all watched ones, and when the watch has ended;
/// - NotWatched for a namespace that is not watched, and when none is;
/// - std::invalid_argument, as the client does, for a key without a name or of the wrong scope.
class KindCache {
public:
  struct Options {
    /// Where the objects are: `Request::cluster` of the keys that events of this cache queue, unless the mapper says
    /// another. Empty: the manager's own cluster.
    std::string cluster;
    /// For a kind that the API server need not have: what asks its discovery. While the watch answers 404 and discovery
    /// confirms that the kind is not served, reads answer that there is no object. nullopt: they throw NotSynced.
    std::optional<Client> discovery = {};
  };
  KindCache(SharedInformer informer, Options options);
  explicit KindCache(SharedInformer informer);

  [[nodiscard]] const SharedInformer& informer() const noexcept;
  [[nodiscard]] const ResourceType& type() const;
  [[nodiscard]] const std::string& cluster() const noexcept;
  /// "deployments.apps", or `deployments.apps in namespace "x"`: for checks, logs and errors.
  [[nodiscard]] std::string name() const;

  /// An empty Object when there is none.
  [[nodiscard]] Object get(const ObjectKey& key) const;
  /// Sorted by key. Empty `namespace_`: all that are watched.
  [[nodiscard]] ObjectSnapshot list(std::string_view namespace_ = {}) const;
  /// Those that an index of the informer lists under `value`. Throws std::invalid_argument for an unknown index.
  [[nodiscard]] ObjectSnapshot by_index(std::string_view index, std::string_view value,
                                        std::string_view namespace_ = {}) const;
  /// Whether it has the first list of the namespace, or of all that are watched (at least one), and still follows it.
  [[nodiscard]] bool synced(std::string_view namespace_ = {}) const;
  /// False while the watch answers 404 and, where discovery is asked, that does not say that the kind has come.
  [[nodiscard]] bool served() const;
  /// Asks discovery whether a kind that was missing is served, at most once a second. Throws nothing. Where there is
  /// nothing to ask it returns at once.
  [[nodiscard]] awaitable<void> async_check_served() const;
  [[deprecated("use async_check_served()")]] [[nodiscard]] awaitable<void> async_look() const
  {
    return async_check_served();
  }
  /// Whether async_check_served would ask.
  [[nodiscard]] bool is_missing() const;

  /// Whether an object that is not here is nowhere in the watched namespaces: no selector and no shard leaves any out.
  [[nodiscard]] bool holds_all() const;
  /// Whether objects are here as the server has them, but for managedFields: not their metadata alone, not transformed.
  [[nodiscard]] bool holds_whole() const;
  /// Own writes that the watch has not brought back yet.
  [[nodiscard]] std::size_t pending_writes() const;
  [[deprecated("use pending_writes()")]] [[nodiscard]] std::size_t own_writes() const { return pending_writes(); }

private:
  friend class ManagedCluster;
  struct Impl;
  KindCache(std::shared_ptr<const SharedInformer> informer, std::string cluster, std::shared_ptr<ServedKind> served);

  std::shared_ptr<const Impl> impl_;
};

}  // namespace kubexx

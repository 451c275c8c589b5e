// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "kubexx/informer/informer.hpp"

namespace kubexx {

/// One watched kind as reconcilers read it: the informer's store, which holds this process's own writes before the
/// watch brings them back (SharedInformer::wrote). So a reconciler never creates twice what it has just created, nor
/// undoes its own update. A copyable handle; thread safe. Reading copies no object.
class KindCache {
public:
  struct Options {
    /// Where the objects are: `Request::cluster` of the keys that events of this cache queue, unless the mapper says
    /// another. Empty: the manager's own cluster.
    std::string cluster;
  };
  KindCache(SharedInformer informer, Options options);
  explicit KindCache(SharedInformer informer);

  [[nodiscard]] const SharedInformer& informer() const noexcept;
  [[nodiscard]] const ResourceType& type() const;
  [[nodiscard]] const std::string& cluster() const noexcept;
  /// "deployments.apps", or `deployments.apps in namespace "x"`: for checks, logs and errors.
  [[nodiscard]] std::string name() const;

  /// An empty Object when there is none. Throws NotWatched outside the watched namespaces.
  [[nodiscard]] Object get(const ObjectKey& key) const;
  /// Sorted by key. Empty `namespace_`: all that are watched. Throws NotWatched for a namespace that is not watched.
  [[nodiscard]] ObjectSnapshot list(std::string_view namespace_ = {}) const;
  /// Those that an index of the informer lists under `value`. Throws like `list`, and std::invalid_argument for an
  /// unknown index.
  [[nodiscard]] ObjectSnapshot by_index(std::string_view index, std::string_view value,
                                        std::string_view namespace_ = {}) const;
  /// Whether an object that is not here is nowhere in the watched namespaces: no selector and no shard leaves any out.
  [[nodiscard]] bool holds_all() const;
  /// Whether objects are here as the server has them, but for managedFields: not their metadata alone, not transformed.
  [[nodiscard]] bool holds_whole() const;
  /// Own writes that the watch has not brought back yet.
  [[nodiscard]] std::size_t own_writes() const;

private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace kubexx

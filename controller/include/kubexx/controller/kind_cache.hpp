// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/client/interceptor.hpp"
#include "kubexx/informer/informer.hpp"

namespace kubexx {

/// One watched kind as reconcilers read it: the informer's store, with this process's own writes on top until the watch
/// has brought them back (read-your-writes). So a reconciler never creates twice what it has just created, nor undoes
/// its own update. A copyable handle; thread safe. Reading copies no object.
class KindCache {
public:
  struct Options {
    /// Where the objects are: `Request::cluster` of the keys that events of this cache queue, unless the mapper says
    /// another. Empty: the manager's own cluster.
    std::string cluster;
    bool read_your_writes = true;
    /// How long an own write stays in the cache when its resource version cannot be compared with that of the watch and
    /// the watch does not bring it back.
    Duration own_write_ttl = std::chrono::seconds(30);
  };
  /// `clock` outlives it.
  KindCache(const Clock& clock, SharedInformer informer, Options options);
  KindCache(const Clock& clock, SharedInformer informer);

  [[nodiscard]] const SharedInformer& informer() const noexcept;
  [[nodiscard]] const ResourceType& type() const;
  [[nodiscard]] const std::string& cluster() const noexcept;
  /// "deployments.apps", or `deployments.apps in namespace "x"`: for checks, logs and errors.
  [[nodiscard]] std::string name() const;

  /// An empty Object when there is none. Throws NotWatched outside the watched namespaces.
  [[nodiscard]] Object get(const ObjectKey& key) const;
  /// Sorted by key. Empty `namespace_`: all that are watched. Throws NotWatched for a namespace that is not watched.
  [[nodiscard]] ObjectSnapshot list(std::string_view namespace_ = {}) const;

  /// Records a write of this process: the server's answer, or the deleted object. `make_read_your_writes` calls these
  /// for the KindCaches that it is given.
  void wrote(const Object& object) const;
  void deleted(const ObjectKey& key, std::string_view uid) const;
  /// Finds objects that this process wrote and that were created and deleted between two lists, and reports their
  /// deletion to the informer's handlers, because the watch will not. The owner of the informer calls it after each
  /// list.
  void report_missed_deletions() const;
  /// Own writes that the watch has not brought back yet.
  [[nodiscard]] std::size_t own_writes() const;

private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

/// The interceptor that records every write in the caches: `find` returns those of a kind (of its exact version), and
/// may be called from any thread. Dry runs and subresources other than status are ignored.
[[nodiscard]] std::shared_ptr<Interceptor> make_read_your_writes(
    std::function<std::vector<KindCache>(const ResourceType&)> find);

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kubexx/informer/informer.hpp"

namespace kubexx {

/// Whether several informers have synced, and if not, why.
struct SyncResult {
  bool synced = false;
  /// The error of the informer that has failed for longest ("foos…: cannot list …"), or the name of one that has ended.
  /// Empty if all have synced, and if the wait was stopped and none has failed.
  std::string first_error;

  explicit operator bool() const noexcept { return synced; }
};

/// One informer per resource and content (namespaces, selectors, shard, managed fields or not, metadata only,
/// transform), shared by all who request it: client-go's factory, controller-runtime's cache. Two users of one resource
/// cause one watch and one store. The set does not keep its informers alive, and no longer hands out informers that
/// have ended. A copyable handle; thread safe.
class InformerSet {
public:
  /// Options for every informer of the set.
  struct Options {
    /// Called with every delta of every informer, like InformerOptions::observer.
    std::function<void(const ResourceType&, const Delta&)> observer = {};
    bool stream_list = true;  ///< false: no informer uses streaming lists, whatever its own options are
  };

  explicit InformerSet(Client client);
  InformerSet(Client client, Options options);

  /// Returns the informer with the content that `options` specify. The first call makes it; it runs when the set runs.
  /// A request for metadata only shares an informer of full objects if there is one. The first call decides all other
  /// options, such as the page size. Missing indexes are added; an index whose name exists is assumed to be the same.
  /// Throws std::invalid_argument if `options` have an observer and the informer exists already, or a transform without
  /// a name, and std::logic_error after async_stop.
  [[nodiscard]] SharedInformer get(const ResourceType& type, InformerOptions options = {}) const;
  /// Returns that informer if there is one; makes none.
  [[nodiscard]] std::optional<SharedInformer> find(const ResourceType& type, const InformerOptions& options = {}) const;

  /// Starts every informer, and later ones when they are made.
  void start() const;
  /// Ends every informer and waits until no handler runs.
  [[nodiscard]] awaitable<void> async_stop() const;
  /// The blocking form: returns false if a handler still ran at `deadline` of the runtime's clock. Throws
  /// std::logic_error on a thread of the runtime's executor, and RuntimeStopped.
  bool stop(SteadyTime deadline) const;
  /// Waits until every informer that exists now has synced, `stop` is requested, or one of them has ended. Informers
  /// that fail keep trying, so pass a `stop` that is requested in time.
  [[nodiscard]] awaitable<SyncResult> async_wait_synced(std::stop_token stop) const;
  /// Returns one line for each informer that has not synced or has ended, with the reason: "foos…: cannot list …". For
  /// readiness and timeouts.
  [[nodiscard]] std::vector<std::string> not_synced() const;
  /// Returns the informers in the order in which they were made.
  [[nodiscard]] std::vector<SharedInformer> informers() const;

private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx

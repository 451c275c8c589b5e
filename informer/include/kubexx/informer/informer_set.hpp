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

/// Whether several informers have their first lists, and if not, why.
struct SyncResult {
  bool synced = false;
  /// Of the informer that has failed for longest: "foos…: cannot list …". Empty when all are synced, and when nothing
  /// failed and the wait was stopped.
  std::string first_error;

  explicit operator bool() const noexcept { return synced; }
};

/// One informer per resource and what it holds (namespaces, selectors, managed fields or not, metadata alone,
/// transform), shared by everyone who asks for it: client-go's factory, controller-runtime's cache. Two users of one
/// resource cause one watch and one store. It keeps none of its informers, and forgets those that have ended. A
/// copyable handle; thread safe.
class InformerSet {
public:
  struct Options {
    /// Sees every delta of every informer, as InformerOptions::observer does.
    std::function<void(const ResourceType&, const Delta&)> observer;
    bool stream_list = true;  ///< false: no informer lists over the watch, whatever its own options say
  };

  explicit InformerSet(Client client);
  InformerSet(Client client, Options options);

  /// The informer that holds what the options say, made by the first call; it runs when the set runs. Who asks for
  /// metadata alone shares an informer of whole objects if there is one. Other options, such as the page size, are
  /// those of the first call. Indexes that it does not have yet are added; one of a known name is taken to be the same.
  /// Throws std::invalid_argument when `options.observer` comes too late or a transform has no name, and
  /// std::logic_error after async_stop.
  [[nodiscard]] SharedInformer get(const ResourceType& type, InformerOptions options = {}) const;
  /// The informer if there is one; makes none.
  [[nodiscard]] std::optional<SharedInformer> find(const ResourceType& type, const InformerOptions& options = {}) const;

  /// Starts every informer, and those that come later when they come.
  void start() const;
  /// Ends every informer and waits until no handler runs.
  [[nodiscard]] awaitable<void> async_stop() const;
  /// Until every informer that there is now has its first list, `stop` is requested, or one of them has ended.
  /// Informers that fail keep trying, so use a `stop` that comes in time.
  [[nodiscard]] awaitable<SyncResult> async_wait_synced(std::stop_token stop) const;
  /// One line for each informer that has not synced, or has ended, and why: "foos…: cannot list …", for readiness and
  /// time-outs.
  [[nodiscard]] std::vector<std::string> not_synced() const;
  /// In the order in which they were made.
  [[nodiscard]] std::vector<SharedInformer> informers() const;

private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx

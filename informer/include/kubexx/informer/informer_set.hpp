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

/// One informer per resource and what it holds (namespaces, selectors, managed fields or not, metadata alone,
/// transform), shared by everyone who asks for it: client-go's factory, controller-runtime's cache. Two users of one
/// resource cause one watch and one store. A copyable handle; thread safe.
class InformerSet {
public:
  struct Options {
    /// Sees every delta of every informer, as InformerOptions::observer does.
    std::function<void(const ResourceType&, const Delta&)> observer;
    bool stream_list = true;  ///< false: no informer lists over the watch, whatever its own options say
  };

  explicit InformerSet(Client client);
  InformerSet(Client client, Options options);

  /// The informer that holds what the options say, made by the first call; it runs when the set runs. Other options,
  /// such as the page size, are those of the first call. Indexes that it does not have yet are added; one of a known
  /// name is taken to be the same. Throws std::invalid_argument when `options.observer` comes too late or a transform
  /// has no name, and std::logic_error after async_stop.
  [[nodiscard]] SharedInformer get(const ResourceType& type, InformerOptions options = {}) const;
  /// The informer if there is one; makes none.
  [[nodiscard]] std::optional<SharedInformer> find(const ResourceType& type, const InformerOptions& options = {}) const;

  /// Starts every informer, and those that come later when they come.
  void start() const;
  /// Ends every informer and waits until no handler runs.
  [[nodiscard]] awaitable<void> async_stop() const;
  /// True when every informer that there is now has its first list; false when `stop` is requested or one ended first.
  [[nodiscard]] awaitable<bool> async_wait_synced(std::stop_token stop) const;
  /// One line for each informer that has not synced and why: "foos…: cannot list …", for readiness and time-outs.
  [[nodiscard]] std::vector<std::string> not_synced() const;
  /// In the order in which they were made.
  [[nodiscard]] std::vector<SharedInformer> informers() const;

private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx

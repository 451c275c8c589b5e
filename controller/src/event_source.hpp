// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/controller/kind_cache.hpp"
#include "kubexx/controller/mapper.hpp"
#include "kubexx/controller/predicate.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

/// One watched kind of a controller: turns the kind's events into keys for the queue. Owned by the controller, and
/// shared with the handler that it registers. Thread safe.
class EventSource : public std::enable_shared_from_this<EventSource> {
public:
  /// Adds a key to the controller's queue; called by the informer's handler, on any thread.
  using Enqueue = std::function<void(const Request&, Cause)>;

  /// Without a `map` the kind is only read: no event adds a key. `index` is the source's place among those that add
  /// keys, and chooses its bits of a Cause.
  EventSource(KindCache kind, Mapper map, std::vector<Predicate> predicates, std::size_t index);

  /// Registers with the kind's informer. Once.
  void start(Enqueue enqueue);
  /// Waits until the informer has synced and every object of its first list has been handed to `enqueue`; false when
  /// `stop` was requested or the informer ended first.
  [[nodiscard]] awaitable<bool> async_wait_synced(std::stop_token stop) const;
  /// Leaves the informer: `enqueue` is not called any more after it returns.
  void end();
  /// Why the informer has not synced, in one line; nullopt when it has.
  [[nodiscard]] std::optional<std::string> waiting_for() const;

private:
  [[nodiscard]] EventHandler handler();
  [[nodiscard]] bool passes(const auto& test) const;
  void add(const std::vector<Request>& requests, Cause cause) const;

  const KindCache kind_;
  const Mapper map_;
  const std::vector<Predicate> predicates_;
  const std::size_t index_;
  Enqueue enqueue_;  // set by start(), before any event comes

  mutable std::mutex mutex_;
  std::shared_ptr<HandlerRegistration> registration_;  // guarded by mutex_; between start() and end()
};

}  // namespace kubexx

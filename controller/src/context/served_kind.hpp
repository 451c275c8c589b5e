// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"

namespace kubexx {

/// Whether an API server has a kind, as its discovery says. Thread safe.
class ServedKind : public std::enable_shared_from_this<ServedKind> {
public:
  ServedKind(Client client, ResourceType type);

  /// Asks, unless it was asked within the last second. One request at a time: who comes meanwhile waits for its answer.
  /// Throws nothing.
  [[nodiscard]] awaitable<void> async_look() { return look(shared_from_this()); }
  /// The same without waiting for it.
  void look_later();
  /// The server's last answer; nullopt when it is more than a minute old or there is none.
  [[nodiscard]] std::optional<bool> served() const;

private:
  static awaitable<void> look(std::shared_ptr<ServedKind> self);

  const Client client_;
  const ResourceType type_;
  mutable std::mutex mutex_;
  std::optional<bool> served_;       // guarded by mutex_; nullopt: the last request had no answer
  std::optional<SteadyTime> since_;  // guarded by mutex_; when that request was sent; nullopt: none was
  std::optional<OneShot> looking_;   // guarded by mutex_; fired when the present request has ended
};

}  // namespace kubexx

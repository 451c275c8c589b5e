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
  [[nodiscard]] awaitable<void> async_check_served() { return look(shared_from_this()); }
  /// The same without waiting for it.
  void look_later();
  /// The server's last answer, for those who know of no newer one: the caller's watch is answered with 404. Nullopt
  /// when there is none, or when it is more than a minute old and the last request had no answer.
  [[nodiscard]] std::optional<bool> served() const;

private:
  static awaitable<void> look(std::shared_ptr<ServedKind> self);
  [[nodiscard]] bool is_fresh() const;  // needs mutex_

  const Client client_;
  const ResourceType type_;
  mutable std::mutex mutex_;
  std::optional<bool> served_;       // guarded by mutex_; the last answer; nullopt: there was none
  SteadyTime answered_{};            // guarded by mutex_; when it came
  bool failed_ = false;              // guarded by mutex_; the last request had no answer
  std::optional<SteadyTime> since_;  // guarded by mutex_; when that request was sent; nullopt: none was
  std::optional<OneShot> looking_;   // guarded by mutex_; fired when the present request has ended
};

}  // namespace kubexx

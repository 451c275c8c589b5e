// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "kubexx/controller/detail/webhook_registry.hpp"
#include "kubexx/controller/event_recorder.hpp"
#include "kubexx/controller/kind_cache.hpp"
#include "kubexx/controller/permissions.hpp"
#include "kubexx/controller/webhook_options.hpp"
#include "manager/own_thread.hpp"
#include "webhook/webhook_authority.hpp"
#include "webhook/webhook_server.hpp"

namespace kubexx {

/// The webhooks of a manager: what it declares, and, once started, their server with its thread. Thread safe.
class ManagedWebhooks {
public:
  explicit ManagedWebhooks(WebhookServerOptions options);

  [[nodiscard]] const std::shared_ptr<detail::WebhookRegistry>& registry() const noexcept { return registry_; }
  /// Whether there is one.
  [[nodiscard]] bool any() const { return !registry_->empty(); }
  /// Whether conversions are served.
  [[nodiscard]] bool converts() const { return !registry_->conversions().empty(); }
  /// What the caches that handlers read need, and what the authority needs beside its Secret.
  [[nodiscard]] Permissions permissions() const;

  /// The client that works while this replica leads, and whether it does.
  struct Leading {
    Client client;
    std::function<bool()> leads;
  };
  using MakeCache = std::function<KindCache(const ResourceType& type, bool metadata_only)>;
  /// Opens the listener, if there is a webhook; no more can be declared then. Throws as WebhookServer::listen does.
  void start(const Client& client, const EventRecorder& events, const MakeCache& cache,
             std::shared_ptr<FlightRecorder> recorder, const Leading& leading);
  /// This replica leads now.
  void wake_authority() const;
  /// Drains the server, at most until `end`.
  [[nodiscard]] awaitable<void> async_stop(SteadyTime end);
  /// Ends the thread. Not on that thread.
  void end_thread();

  /// Answers a request that did not come through the listener. It may outlive this.
  [[nodiscard]] awaitable<HttpResponse> async_handle(HttpRequest request) const;

  /// nullopt, or why requests cannot be answered.
  [[nodiscard]] std::optional<std::string> problem() const;
  [[nodiscard]] std::uint16_t port() const;
  /// What the authority has made; empty without one.
  [[nodiscard]] TlsServerConfig certificate() const;

private:
  void start_authority(const Client& client, const Leading& leading);
  [[nodiscard]] std::shared_ptr<detail::WebhookAuthority> authority() const;
  [[nodiscard]] std::shared_ptr<detail::WebhookServer> server() const;

  const WebhookServerOptions options_;
  const std::shared_ptr<detail::WebhookRegistry> registry_ = std::make_shared<detail::WebhookRegistry>();
  mutable std::mutex mutex_;
  std::shared_ptr<OwnThread> thread_;                    // guarded by mutex_; its executor outlives the server
  std::shared_ptr<detail::WebhookServer> server_;        // guarded by mutex_; null: not started, or nothing to serve
  std::shared_ptr<detail::WebhookAuthority> authority_;  // guarded by mutex_; null: there is none
  std::atomic<bool> ended_{false};                       // the thread has ended, and the server with it
};

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#include "webhook/managed_webhooks.hpp"

#include <utility>

#include "context/controller_services.hpp"
#include "kubexx/client/own_connections.hpp"

namespace kubexx {

ManagedWebhooks::ManagedWebhooks(WebhookServerOptions options) : options_(std::move(options)) {}

Permissions ManagedWebhooks::permissions() const
{
  Permissions needed;
  for (const auto& read : registry_->reads()) needed.allow(read.type, {Verb::list, Verb::watch});
  return needed;
}

void ManagedWebhooks::start(const Client& client, const EventRecorder& events, const MakeCache& cache,
                            std::shared_ptr<FlightRecorder> recorder)
{
  registry_->close();
  if (!any()) return;
  auto thread = std::make_shared<OwnThread>(client.runtime());
  detail::WebhookServices services{thread->runtime(), with_own_connections(client, thread->runtime()),
                                   std::make_shared<ControllerServices>("webhooks", client, events),
                                   std::move(recorder)};
  for (const auto& read : registry_->reads()) services.caches->add_cache(cache(read.type, read.metadata_only));
  auto server = std::make_shared<detail::WebhookServer>(options_, std::move(services), registry_->endpoints(),
                                                        registry_->conversions());
  {
    const std::lock_guard lock(mutex_);
    thread_ = thread;
    server_ = server;
  }
  thread->start();
  if (options_.address.empty()) return;
  server->listen();
  client.runtime().log.info("listening", {{"for", "webhooks"}, {"url", server->url()}, {"port", server->port()}});
}

std::shared_ptr<detail::WebhookServer> ManagedWebhooks::server() const
{
  const std::lock_guard lock(mutex_);
  return server_;
}

awaitable<void> ManagedWebhooks::async_stop(SteadyTime end)
{
  const auto stopping = ended_ ? nullptr : server();
  if (stopping) co_await detail::WebhookServer::async_stop(stopping, end);
}

awaitable<HttpResponse> ManagedWebhooks::async_handle(HttpRequest request) const
{
  return detail::WebhookServer::async_handle(server(), std::move(request));
}

void ManagedWebhooks::end_thread()
{
  std::shared_ptr<OwnThread> thread;
  {
    const std::lock_guard lock(mutex_);
    thread = thread_;
    ended_ = true;
  }
  if (thread) thread->stop();
}

std::optional<std::string> ManagedWebhooks::problem() const
{
  const auto current = server();
  return current ? current->problem() : std::nullopt;
}

std::uint16_t ManagedWebhooks::port() const
{
  const auto current = server();
  return current ? current->port() : std::uint16_t{0};
}

}  // namespace kubexx

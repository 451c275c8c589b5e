// SPDX-License-Identifier: Apache-2.0
#include "webhook/managed_webhooks.hpp"

#include <stdexcept>
#include <utility>

#include "context/controller_services.hpp"
#include "kubexx/client/own_connections.hpp"
#include "webhook/authority_injection.hpp"

namespace kubexx {

ManagedWebhooks::ManagedWebhooks(WebhookServerOptions options) : options_(std::move(options))
{
  std::string mistakes;
  if (options_.authority) {
    for (const auto& line : mistakes_of(*options_.authority)) mistakes += (mistakes.empty() ? "" : "; ") + line;
  }
  if (!mistakes.empty()) throw std::invalid_argument(mistakes);
}

Permissions ManagedWebhooks::permissions() const
{
  Permissions needed;
  for (const auto& read : registry_->reads()) needed.allow(read.type, {Verb::list, Verb::watch});
  if (options_.authority && any()) {
    for (const auto& kind : detail::injected_kinds()) {
      needed.allow(kind, {Verb::list, Verb::watch, Verb::patch});
    }
  }
  return needed;
}

void ManagedWebhooks::start(const Client& client, const EventRecorder& events, const MakeCache& cache,
                            std::shared_ptr<FlightRecorder> recorder, const Leading& leading)
{
  registry_->close();
  if (!any()) return;
  auto thread = std::make_shared<OwnThread>(client.runtime());
  detail::WebhookServices services{thread->runtime(), with_own_connections(client, thread->runtime()),
                                   std::make_shared<ControllerServices>("webhooks", client, events),
                                   std::move(recorder)};
  for (const auto& read : registry_->reads()) services.caches->add_cache(cache(read.type, read.metadata_only));
  auto server = std::make_shared<detail::WebhookServer>(options_, std::move(services), registry_->endpoints(),
                                                        registry_->conversions(), registry_->handlers());
  {
    const std::lock_guard lock(mutex_);
    thread_ = thread;
    server_ = server;
  }
  thread->start();
  if (!options_.address.empty()) server->listen();
  if (options_.authority) start_authority(client, leading);
}

void ManagedWebhooks::start_authority(const Client& client, const Leading& leading)
{
  const Runtime& runtime = thread_->runtime();
  detail::AuthorityServices services{
      with_own_connections(client, runtime), with_own_connections(leading.client, runtime), leading.leads, {}};
  services.serve = [weak = std::weak_ptr(server_)](const TlsServerConfig& certificate) {
    if (const auto server = weak.lock()) server->use(certificate);
  };
  auto authority = std::make_shared<detail::WebhookAuthority>(*options_.authority, std::move(services));
  {
    const std::lock_guard lock(mutex_);
    authority_ = authority;
  }
  authority->start();
}

std::shared_ptr<detail::WebhookAuthority> ManagedWebhooks::authority() const
{
  const std::lock_guard lock(mutex_);
  return authority_;
}

void ManagedWebhooks::wake_authority() const
{
  if (const auto current = authority()) current->wake();
}

TlsServerConfig ManagedWebhooks::certificate() const
{
  const auto current = authority();
  return current ? current->served() : TlsServerConfig();
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
  const auto keeping = ended_ ? nullptr : authority();
  if (keeping) co_await detail::WebhookAuthority::async_stop(keeping);
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
  if (const auto keeping = authority()) keeping->request_stop();
  if (thread) thread->stop();
}

std::optional<std::string> ManagedWebhooks::problem() const
{
  if (const auto keeping = authority()) {
    if (auto problem = keeping->problem()) return problem;
  }
  const auto current = server();
  return current ? current->problem() : std::nullopt;
}

std::uint16_t ManagedWebhooks::port() const
{
  const auto current = server();
  return current ? current->port() : std::uint16_t{0};
}

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/controller/webhook_options.hpp"
#include "kubexx/http/listener.hpp"
#include "webhook/admission_call.hpp"
#include "webhook/conversion_service.hpp"
#include "webhook/in_flight_limits.hpp"
#include "webhook/webhook_metrics.hpp"

namespace kubexx::detail {

/// Answers the requests to the endpoints of a registry. `async_handle` needs no sockets; `listen` opens
/// the port. Everything runs on the executor of `services`. Thread safe.
class WebhookServer : public std::enable_shared_from_this<WebhookServer> {
public:
  WebhookServer(WebhookServerOptions options, WebhookServices services, const std::vector<AdmissionEndpoint>& endpoints,
                const std::vector<ServedConversions>& conversions, const std::vector<PathEndpoint>& handlers);

  /// Throws std::runtime_error if it cannot listen, and what is wrong with the certificate. With an authority it only
  /// checks the address: the first use() opens the port.
  void listen();
  /// Uses this certificate from now on. Does nothing if nothing shall listen. Throws as listen() does.
  void use(const TlsServerConfig& certificate);
  /// 0 until the port is open.
  [[nodiscard]] std::uint16_t port() const;
  /// nullopt, or why requests cannot be answered.
  [[nodiscard]] std::optional<std::string> problem() const;

  [[nodiscard]] static awaitable<HttpResponse> async_handle(std::shared_ptr<WebhookServer> self, HttpRequest request);

  /// Goes on accepting for WebhookServerOptions::endpoint_delay, at most until half of the time to `end`, with
  /// connections that end after each response; then completes the requests in progress, at most until `end`.
  [[nodiscard]] static awaitable<void> async_stop(std::shared_ptr<WebhookServer> self, SteadyTime end);

private:
  /// At most one of endpoint and handler is set; neither: the path of the conversions.
  struct Path {
    std::shared_ptr<const AdmissionEndpoint> endpoint;
    std::shared_ptr<const PathEndpoint> handler;
    std::unique_ptr<PathMetrics> metrics;

    [[nodiscard]] bool is_conversion() const noexcept { return !endpoint && !handler; }
    /// Whether it answers other requests than reviews.
    [[nodiscard]] bool takes_any() const noexcept { return handler && handler->review.empty(); }
  };

  void add(const std::string& path, Path what);
  [[nodiscard]] const Path* find(std::string_view path) const;
  [[nodiscard]] std::size_t max_body(const Path& path) const noexcept;
  [[nodiscard]] static Duration timeout_of(const Path& path, std::string_view target);
  [[nodiscard]] std::shared_ptr<HttpListener> listener() const;
  void open(const TlsServerConfig& certificate);
  [[nodiscard]] TlsServerConfig certificate() const;
  void remember_validity(const TlsServerConfig& certificate);
  void log_refusal(const HttpRequest& head, const HttpResponse& refusal) const;
  /// The listener answers in place of the handler.
  void note_refusal(Refusal why, unsigned status, const std::string& text) const;
  [[nodiscard]] static awaitable<BodyDecision> before_body(std::shared_ptr<WebhookServer> self,
                                                           const HttpRequest& head);
  [[nodiscard]] static awaitable<HttpResponse> answer(std::shared_ptr<WebhookServer> self, const Path& path,
                                                      HttpRequest request, SteadyTime begin);

  const WebhookServerOptions options_;
  const std::shared_ptr<const WebhookServices> services_;
  std::map<std::string, Path, std::less<>> paths_;
  std::shared_ptr<ConversionService> conversions_;  // null: there are none
  const std::shared_ptr<InFlightLimits> limits_;
  const std::vector<std::unique_ptr<MetricRegistration>> gauges_;
  mutable std::mutex mutex_;
  std::shared_ptr<HttpListener> listener_;  // guarded by mutex_; null until the port is open
  std::stop_source stop_;
  std::atomic<bool> stopping_{false};
  std::atomic<WallTime> expiry_{WallTime::max()};  // of the certificate that is served
};

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#include "webhook/webhook_server.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

#include "diagnostics/probe_server.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/http/certificate_validity.hpp"
#include "manager/certificate_renewal.hpp"
#include "webhook/certificate_files.hpp"
#include "webhook/path_call.hpp"
#include "webhook/responses.hpp"
#include "webhook/review_timeout.hpp"

namespace kubexx::detail {

namespace {

constexpr unsigned kOk = 200, kBadRequest = 400, kNotFound = 404, kNoMethod = 405, kTooLarge = 413, kMediaType = 415,
                   kTooMany = 429;

std::string_view path_of(std::string_view target)
{
  return target.substr(0, target.find('?'));
}

/// Whether the media type is application/json, with any parameters.
bool is_json(const HttpRequest& request)
{
  std::string_view type = request.headers.find("Content-Type").value_or("");
  type = type.substr(0, type.find(';'));
  while (!type.empty() && (type.back() == ' ' || type.back() == '\t')) type.remove_suffix(1);
  while (!type.empty() && (type.front() == ' ' || type.front() == '\t')) type.remove_prefix(1);
  return same_token(type, "application/json");
}

/// The response to a request that no webhook can answer, whatever its body; nullopt if there is none. `any`: the path
/// takes any request.
std::optional<HttpResponse> refusal_of(const HttpRequest& request, bool known, bool any)
{
  if (any) return std::nullopt;
  if (!known) return text_response(kNotFound, "there is no webhook at " + std::string(path_of(request.target)));
  if (request.method != "POST") {
    auto response = text_response(kNoMethod, "a webhook is called with POST, not " + request.method);
    response.headers.add("Allow", "POST");
    return response;
  }
  if (!is_json(request)) {
    return text_response(kMediaType, "the Content-Type \"" +
                                         std::string(request.headers.find("Content-Type").value_or("")) +
                                         "\" is not application/json");
  }
  return std::nullopt;
}

/// The bytes that a body will need; the most that one may have if the client does not say.
std::size_t body_size(const HttpRequest& head, std::size_t most)
{
  const auto length = head.headers.find("Content-Length");
  if (!length) return head.headers.find("Transfer-Encoding") ? most : 0;
  std::size_t bytes = 0;
  const auto [end, failed] = std::from_chars(length->data(), length->data() + length->size(), bytes);
  return failed == std::errc() ? bytes : most;
}

}  // namespace

WebhookServer::WebhookServer(WebhookServerOptions options, WebhookServices services,
                             const std::vector<AdmissionEndpoint>& endpoints,
                             const std::vector<ServedConversions>& conversions,
                             const std::vector<PathEndpoint>& handlers)
    : options_(std::move(options)),
      services_(std::make_shared<const WebhookServices>(std::move(services))),
      limits_(std::make_shared<InFlightLimits>(options_.max_in_flight, options_.max_bytes_in_flight)),
      gauges_(limit_gauges(services_->runtime.metrics, limits_))
{
  for (const auto& endpoint : endpoints) {
    add(endpoint.path, {std::make_shared<const AdmissionEndpoint>(endpoint), nullptr, nullptr});
  }
  for (const auto& handler : handlers) {
    add(handler.path, {nullptr, std::make_shared<const PathEndpoint>(handler), nullptr});
  }
  if (conversions.empty()) return;
  conversions_ = std::make_shared<ConversionService>(conversions, services_->runtime);
  add(std::string(ConversionService::path), {});
}

void WebhookServer::add(const std::string& path, Path what)
{
  what.metrics = std::make_unique<PathMetrics>(services_->runtime.metrics, path);
  paths_.emplace(path, std::move(what));
}

std::size_t WebhookServer::max_body(const Path& path) const noexcept
{
  return path.is_conversion() ? options_.max_conversion_body : options_.max_body;
}

Duration WebhookServer::timeout_of(const Path& path, std::string_view target)
{
  return path.is_conversion() ? review_timeout(target, ConversionService::usual_timeout) : review_timeout(target);
}

const WebhookServer::Path* WebhookServer::find(std::string_view path) const
{
  const auto found = paths_.find(path);
  return found == paths_.end() ? nullptr : &found->second;
}

TlsServerConfig WebhookServer::certificate() const
{
  return options_.certificate ? options_.certificate() : read_certificate_files(options_.certificate_folder);
}

void WebhookServer::remember_validity(const TlsServerConfig& certificate)
{
  const auto validity = certificate_validity(certificate.cert_chain_pem);
  if (!validity) throw std::runtime_error("the webhook server's certificate is not a PEM certificate");
  if (validity->not_after != expiry_.load() && validity->not_after <= services_->runtime.clock->wall_now()) {
    services_->runtime.log.error("the webhook server's certificate has expired: API servers refuse it",
                                 {{"expired", Time(validity->not_after).to_string()}});
  }
  expiry_ = validity->not_after;
  if (MetricsProvider* const metrics = services_->runtime.metrics) {
    metrics
        ->gauge("kubexx_webhook_certificate_expiration_timestamp_seconds",
                "When the certificate of the webhook server expires, in seconds since 1970", {})
        ->set(std::chrono::duration<double>(validity->not_after.time_since_epoch()).count());
  }
}

std::shared_ptr<HttpListener> WebhookServer::listener() const
{
  const std::lock_guard lock(mutex_);
  return listener_;
}

std::uint16_t WebhookServer::port() const
{
  const auto current = listener();
  return current ? current->port() : std::uint16_t{0};
}

void WebhookServer::open(const TlsServerConfig& certificate)
{
  const ListenAddress address = parse_listen_address(options_.address, "webhook address");
  ListenerOptions listening;
  listening.address = address.address;
  listening.port = address.port;
  listening.tls = certificate;
  listening.max_body = std::numeric_limits<std::size_t>::max();  // before_body knows the limit of each path
  // The listener's connections may outlive this.
  const std::weak_ptr<WebhookServer> weak = weak_from_this();
  listening.error_response = [weak](Refusal why, unsigned status, std::string text) {
    if (const auto self = weak.lock()) self->note_refusal(why, status, text);
    return text_response(status, std::move(text));
  };
  listening.before_body = [weak](const HttpRequest& head) { return before_body(weak.lock(), head); };
  HttpHandler handler = [weak](HttpRequest request) { return async_handle(weak.lock(), std::move(request)); };
  auto opened = std::make_shared<HttpListener>(services_->runtime, std::move(listening), std::move(handler));
  services_->runtime.log.info("listening", {{"for", "webhooks"}, {"url", opened->url()}, {"port", opened->port()}});
  const std::lock_guard lock(mutex_);
  listener_ = std::move(opened);
}

void WebhookServer::use(const TlsServerConfig& certificate)
{
  if (options_.address.empty()) return;
  const auto current = listener();
  if (current) {
    current->set_tls(certificate);
  } else if (!stopping_) {
    open(certificate);
  }
  remember_validity(certificate);
}

void WebhookServer::listen()
{
  if (!options_.address.empty()) (void)parse_listen_address(options_.address, "webhook address");
  if (options_.authority) return;
  const TlsServerConfig used = certificate();
  try {
    use(used);
  } catch (const std::invalid_argument& error) {
    const std::string& folder = options_.certificate_folder;
    throw std::invalid_argument("the webhook server's certificate" +
                                (options_.certificate || folder.empty() ? "" : " in " + folder) + ": " + error.what());
  }
  const std::weak_ptr<WebhookServer> weak = weak_from_this();
  std::function<TlsServerConfig()> read = [weak] {
    const auto self = weak.lock();
    if (!self) throw std::runtime_error("the server is gone");
    return self->certificate();
  };
  std::function<bool(const TlsServerConfig&)> use_it = [weak](const TlsServerConfig& now) {
    const auto self = weak.lock();
    if (self) self->use(now);
    return self != nullptr;
  };
  spawn(services_->runtime.executor, renew_certificate(services_->runtime, used, std::move(read), std::move(use_it),
                                                       "webhook server", stop_.get_token()));
}

std::optional<std::string> WebhookServer::problem() const
{
  if (stopping_) return "is stopping";
  if (!listener()) return options_.address.empty() ? std::nullopt : std::optional<std::string>("does not listen");
  const WallTime expiry = expiry_;
  if (expiry <= services_->runtime.clock->wall_now()) {
    return "its certificate has expired at " + Time(expiry).to_string();
  }
  return std::nullopt;
}

awaitable<BodyDecision> WebhookServer::before_body(std::shared_ptr<WebhookServer> self, const HttpRequest& head)
{
  BodyDecision decision;
  const Path* const path = self ? self->find(path_of(head.target)) : nullptr;
  decision.refusal = refusal_of(head, path != nullptr, path != nullptr && path->takes_any());
  decision.max_body = path == nullptr ? 0 : self->max_body(*path);
  const std::size_t bytes = body_size(head, decision.max_body);
  if (!decision.refusal && bytes > decision.max_body) {
    decision.refusal =
        text_response(kTooLarge, "the request body is larger than " + std::to_string(decision.max_body) + " bytes");
  }
  if (decision.refusal) {
    if (self) self->log_refusal(head, *decision.refusal);
    if (path != nullptr) path->metrics->end(decision.refusal->status, Duration::zero());
    co_return decision;
  }
  Clock& clock = *self->services_->runtime.clock;
  const SteadyTime begin = clock.now();
  const Duration timeout = timeout_of(*path, head.target);
  const SteadyTime until = saturating_add(begin, timeout / 2);
  decision.deadline = saturating_add(begin, timeout);
  auto entering = InFlightLimits::enter(self->limits_, clock, bytes, until);
  decision.held = co_await std::move(entering);
  if (decision.held) co_return decision;
  decision.refusal = text_response(kTooMany, "the webhook server has too many requests in progress");
  decision.refusal->headers.add("Retry-After", "1");
  self->log_refusal(head, *decision.refusal);
  path->metrics->end(kTooMany, clock.now() - begin);
  co_return decision;
}

void WebhookServer::log_refusal(const HttpRequest& head, const HttpResponse& refusal) const
{
  std::string why = refusal.body;
  if (!why.empty() && why.back() == '\n') why.pop_back();
  services_->runtime.log.warn(
      "webhook request refused",
      {{"method", head.method}, {"path", path_of(head.target)}, {"status", refusal.status}, {"error", why}});
}

void WebhookServer::note_refusal(Refusal why, unsigned status, const std::string& text) const
{
  if (why == Refusal::handler_failed) return;  // the listener has logged that
  services_->runtime.log.warn("webhook request refused", {{"status", status}, {"error", text}});
}

awaitable<HttpResponse> WebhookServer::async_handle(std::shared_ptr<WebhookServer> self, HttpRequest request)
{
  const Path* const path = self ? self->find(path_of(request.target)) : nullptr;
  auto refusal = refusal_of(request, path != nullptr, path != nullptr && path->takes_any());
  if (refusal) {
    if (self) self->log_refusal(request, *refusal);
    co_return std::move(*refusal);
  }
  const auto in_flight = path->metrics->begin();
  Clock& clock = *self->services_->runtime.clock;
  const SteadyTime begin = clock.now();
  auto answering = answer(self, *path, std::move(request), begin);
  HttpResponse response = co_await std::move(answering);
  path->metrics->end(response.status, clock.now() - begin);
  co_return response;
}

awaitable<HttpResponse> WebhookServer::answer(std::shared_ptr<WebhookServer> self, const Path& path,
                                              HttpRequest request, SteadyTime begin)
{
  CallLimits limits;
  limits.deadline = saturating_add(begin, timeout_of(path, request.target));
  limits.stop = self->stop_.get_token();
  if (path.handler) {
    if (path.takes_any() && !named_timeout(request.target)) limits.deadline.reset();
    auto calling = call_path(path.handler, self->services_, std::move(request), std::move(limits), *path.metrics);
    co_return co_await std::move(calling);
  }
  if (!path.endpoint) {
    std::string body = std::move(request.body);
    auto converting = ConversionService::answer(self->conversions_, std::move(body), std::move(limits));
    HttpResponse response = co_await std::move(converting);
    if (response.status != kOk) self->log_refusal(request, response);
    co_return response;
  }
  AdmissionReview review;
  std::optional<HttpResponse> refusal;
  if (request.body.empty()) refusal = text_response(kBadRequest, "the request body is empty");
  if (!refusal) {
    try {
      review = read_admission_review(request.body);
    } catch (const BadReview& problem) {
      std::string text = std::string("this is no AdmissionReview: ") + problem.what();
      if (!problem.uid.empty()) text += " (request " + problem.uid + ")";
      refusal = text_response(kBadRequest, std::move(text));
    }
  }
  if (refusal) {
    self->log_refusal(request, *refusal);
    co_return std::move(*refusal);
  }
  request.body = {};
  auto deciding = decide(path.endpoint, self->services_, std::move(review), std::move(limits));
  DecidedCall decided = co_await std::move(deciding);
  path.metrics->count(decided.result);
  co_return json_response(std::move(decided.body));
}

awaitable<void> WebhookServer::async_stop(std::shared_ptr<WebhookServer> self, SteadyTime end)
{
  self->stopping_ = true;
  const auto listener = self->listener();
  if (!listener) co_return;
  Clock& clock = *self->services_->runtime.clock;
  const SteadyTime now = clock.now();
  listener->close_after_responses();
  const Duration most = std::max<Duration>((end - now) / 2, Duration::zero());
  const bool delayed = co_await async_sleep(clock, std::min(self->options_.endpoint_delay, most));
  (void)delayed;
  co_await listener->async_stop(end);
  self->stop_.request_stop();
}

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apiserver/http_webhooks.hpp"

#include <deque>
#include <mutex>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "kubexx/http/client_transport.hpp"
#include "kubexx/http/url.hpp"

namespace kubexx {
namespace {

/// What is behind `marker` in `text`, up to `end`; empty when it is not there.
std::string between(const std::string& text, std::string_view marker, std::string_view end)
{
  const auto start = text.find(marker);
  if (start == std::string::npos) return {};
  const auto from = start + marker.size();
  return text.substr(from, text.find(end, from) - from);
}

/// As Go's client puts it, where the two agree on what went wrong.
std::string in_words_of_go(const TransportError& error, const ServerUrl& url)
{
  std::string text = error.what();
  const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
  switch (error.code()) {
    case TransportErrc::timeout:
    case TransportErrc::idle:
      return "context deadline exceeded";
    case TransportErrc::closed:
      return "EOF";
    case TransportErrc::truncated:
      return "unexpected EOF";
    case TransportErrc::connect:
      if (has("refused")) {
        return "dial tcp " + url.host + ":" + std::to_string(url.port) + ": connect: connection refused";
      }
      return "dial tcp: " + text;
    case TransportErrc::tls:
      if (has("signed by an unknown authority")) {
        return "tls: failed to verify certificate: x509: certificate signed by unknown authority";
      }
      if (const auto names = between(text, ", only for ", ": use"); !names.empty()) {
        return "tls: failed to verify certificate: x509: certificate is valid for " + names + ", not " +
               between(text, "is not valid for ", ", only");
      }
      if (has("wrong version number") || has("not TLS")) return "http: server gave HTTP response to HTTPS client";
      return "tls: " + text;
    default:
      return text;
  }
}

constexpr unsigned temporary_redirect = 307, permanent_redirect = 308;

/// "https://host:port".
std::string origin_of(const std::string& url)
{
  return url.substr(0, url.find_first_of("/?", url.find("://") + 3));
}

/// Where the answer sends the client, as Go's follows it: the router of a Go server, too, sends //path to /path. Empty:
/// nowhere.
std::string redirection(const std::string& url, const HttpResponse& response)
{
  constexpr unsigned moved = 301, found = 302, see_other = 303;
  const auto status = response.status;
  const bool redirects = status == moved || status == found || status == see_other || status == temporary_redirect ||
                         status == permanent_redirect;
  std::string to(redirects ? response.headers.find("Location").value_or("") : "");
  if (to.empty() || to.find("://") != std::string::npos) return to;
  const auto origin = origin_of(url);
  if (to.starts_with("//")) return url.substr(0, url.find("//")) + to;
  if (to.starts_with("/")) return origin + to;
  const auto path = url.substr(origin.size(), url.find('?', origin.size()) - origin.size());
  const auto folder = path.find('/') == std::string::npos ? "/" : path.substr(0, path.rfind('/') + 1);
  return origin + folder + to;
}

class HttpWebhookCaller final : public WebhookCaller {
public:
  HttpWebhookCaller(Runtime runtime, HttpWebhookOptions options)
      : runtime_(std::move(runtime)), options_(std::move(options))
  {
    for (const auto& [service, address] : options_.services) {
      if (service.find('/') == std::string::npos) {
        throw std::invalid_argument("a service is NAMESPACE/NAME or NAMESPACE/NAME:PORT, which " + service + " is not");
      }
      addresses_.emplace(service, parse_server_url("https://" + address));
    }
  }

  awaitable<WebhookAnswer> call(WebhookCall request) override
  {
    WebhookAnswer answer;
    ServerUrl url;
    try {
      std::string method = "POST";
      constexpr int most_requests = 10;
      for (int requests = 1;; ++requests) {
        const auto transport = transport_for(request, url);
        if (!transport) {
          answer.no_address = true;
          co_return answer;
        }
        auto response = co_await transport->exchange(http_request(request, url, method), limits(request));
        auto elsewhere = redirection(request.url, response);
        if (elsewhere.empty()) {
          answer.status = response.status;
          answer.content_type = response.headers.find("Content-Type").value_or("");
          answer.body = std::move(response.body);
          co_return answer;
        }
        if (requests == most_requests) throw std::runtime_error("stopped after 10 redirects");
        if (response.status != temporary_redirect && response.status != permanent_redirect) {
          method = "GET";
          request.body.clear();
        }
        if (origin_of(elsewhere) != origin_of(request.url)) request.service.reset();
        request.url = std::move(elsewhere);
      }
    } catch (const TransportError& error) {
      answer.error = in_words_of_go(error, url);
    } catch (const std::exception& error) {
      answer.error = error.what();
    }
    co_return answer;
  }

private:
  using Key = std::tuple<std::string, std::uint16_t, std::string, std::string, bool>;

  /// Null when the service has no address. `url` becomes that of the request, for its path and its Host.
  std::shared_ptr<Transport> transport_for(const WebhookCall& request, ServerUrl& url)
  {
    const auto path = request.url.find('/', request.url.find("://") + 3);
    url = parse_server_url(request.url.substr(0, path));
    auto to = url;
    if (request.service) {
      const auto* address = address_of(*request.service);
      if (address == nullptr) return nullptr;
      to = *address;
    }
    const Key key{to.host, to.port, request.ca_bundle, url.host, url.tls()};
    const std::lock_guard lock(mutex_);
    for (auto kept = kept_.begin(); kept != kept_.end(); ++kept) {
      if (kept->first != key) continue;
      auto found = std::move(*kept);
      kept_.erase(kept);
      kept_.push_front(std::move(found));
      return kept_.front().second;
    }
    ClientTransportOptions options;
    options.host = to.host;
    options.port = to.port;
    if (url.tls()) {
      options.tls.emplace();
      options.tls->ca_pem = request.ca_bundle;
      options.tls->server_name = url.host;
    }
    kept_.emplace_front(key, make_client_transport(runtime_, std::move(options)));
    if (kept_.size() > options_.max_transports) kept_.pop_back();
    return kept_.front().second;
  }

  const ServerUrl* address_of(const WebhookService& service) const
  {
    const auto name = service.namespace_ + "/" + service.name;
    auto found = addresses_.find(name + ":" + std::to_string(service.port));
    if (found == addresses_.end()) found = addresses_.find(name);
    return found == addresses_.end() ? nullptr : &found->second;
  }

  static HttpRequest http_request(const WebhookCall& call, const ServerUrl& url, const std::string& method)
  {
    HttpRequest request;
    request.method = method;
    const auto path = call.url.find('/', call.url.find("://") + 3);
    request.target = path == std::string::npos ? "/" : call.url.substr(path);
    request.headers.add("Host", url.authority());
    if (!call.body.empty()) request.headers.add("Content-Type", "application/json");
    request.headers.add("Accept", "application/json");
    request.headers.add("User-Agent", "kube-apiserver-admission");
    request.body = call.body;
    return request;
  }

  ExchangeLimits limits(const WebhookCall& call) const
  {
    ExchangeLimits limits;
    limits.deadline = call.deadline;
    limits.max_body = options_.max_answer;
    return limits;
  }

  Runtime runtime_;
  const HttpWebhookOptions options_;
  std::map<std::string, ServerUrl> addresses_;
  std::mutex mutex_;
  std::deque<std::pair<Key, std::shared_ptr<Transport>>> kept_;  // guarded by mutex_; the last used first
};

}  // namespace

std::shared_ptr<WebhookCaller> make_http_webhook_caller(Runtime runtime, HttpWebhookOptions options)
{
  return std::make_shared<HttpWebhookCaller>(std::move(runtime), std::move(options));
}

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/probe_server.hpp"

#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace kubexx {

namespace {

bool below(std::string_view path, std::string_view root)
{
  return path == root || (path.starts_with(root) && path.substr(root.size()).starts_with('/'));
}

awaitable<HttpResponse> answer(std::shared_ptr<const ProbePages> pages, HttpRequest request)
{
  std::string path = request.target.substr(0, request.target.find('?'));
  if (pages->metrics_access && path == "/metrics") {
    std::string authorization(request.headers.find("Authorization").value_or(""));
    const unsigned status =
        co_await ScrapeAccess::async_check(pages->metrics_access, std::move(authorization), std::move(path));
    if (status != 200) co_return refusal_response(status);
  }
  co_return answer_page(*pages, request);
}

}  // namespace

HttpResponse plain_response(unsigned status, std::string body, std::string type)
{
  HttpResponse response;
  response.status = status;
  response.headers.add("Content-Type", std::move(type));
  response.headers.add("X-Content-Type-Options", "nosniff");
  response.body = std::move(body);
  return response;
}

HttpResponse refusal_response(unsigned status)
{
  switch (status) {
    case 401: {
      auto response = plain_response(401, "a bearer token that the API server accepts is required\n");
      response.headers.add("WWW-Authenticate", "Bearer");
      return response;
    }
    case 403:
      return plain_response(
          403, "the user of this token is not allowed to get this path: grant the verb get on nonResourceURLs\n");
    case 429: {
      auto response = plain_response(429, "too many requests with unknown tokens: try again in a second\n");
      response.headers.add("Retry-After", "1");
      return response;
    }
    default:
      return plain_response(500, "the API server could not review this token\n");
  }
}

ListenAddress parse_listen_address(std::string_view text, std::string_view option)
{
  const auto bad = [&](const char* why) {
    return std::invalid_argument(std::string(option) + " \"" + std::string(text) + "\": " + why +
                                 "; expected host:port or :port, e.g. :8080 or 127.0.0.1:0");
  };
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) throw bad("there is no port");
  ListenAddress parsed;
  const auto digits = text.substr(colon + 1);
  unsigned port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || port > 65535) {
    throw bad("the port must be a number from 0 to 65535");
  }
  parsed.port = static_cast<std::uint16_t>(port);
  auto host = text.substr(0, colon);
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    throw bad("an IPv6 address must be in brackets");
  }
  parsed.address = host == "localhost" ? "127.0.0.1" : std::string(host);
  boost::system::error_code not_numeric;
  if (!host.empty()) (void)boost::asio::ip::make_address(parsed.address, not_numeric);
  if (not_numeric) throw bad("the host must be an IP address or localhost");
  return parsed;
}

HttpResponse answer_page(const ProbePages& pages, const HttpRequest& request)
{
  const std::string_view target = request.target;
  const auto path = target.substr(0, target.find('?'));
  const auto query = path.size() < target.size() ? target.substr(path.size() + 1) : std::string_view();
  if (request.method != "GET" && request.method != "HEAD") {
    auto response = plain_response(405, "only GET is allowed\n");
    response.headers.add("Allow", "GET, HEAD");
    return response;
  }
  if (pages.metrics && path == "/metrics") {
    return plain_response(200, pages.metrics(), "text/plain; version=0.0.4; charset=utf-8");
  }
  for (const auto& [probe, report] :
       {std::pair<std::string_view, const std::function<HealthReport()>&>("healthz", pages.liveness),
        {"livez", pages.liveness},
        {"readyz", pages.readiness}}) {
    if (!report || !below(path.substr(path.empty() ? 0 : 1), probe)) continue;
    auto answered = answer_probe(probe, path, query, report());
    return plain_response(answered.status, std::move(answered.body));
  }
  std::string there;
  if (pages.liveness) there += " /healthz /livez /readyz";
  if (pages.metrics) there += " /metrics";
  return plain_response(404, "not found; available:" + there + "\n");
}

std::unique_ptr<HttpListener> make_probe_server(const Runtime& runtime, const ListenAddress& address, ProbePages pages,
                                                std::optional<TlsServerConfig> tls)
{
  ListenerOptions options;
  options.address = address.address;
  options.port = address.port;
  options.max_connections = 64;
  options.tls = std::move(tls);
  options.max_body = 4096;
  options.stop_timeout = std::chrono::seconds(1);
  const auto shared = std::make_shared<const ProbePages>(std::move(pages));
  HttpHandler handler = [shared](HttpRequest request) { return answer(shared, std::move(request)); };
  return std::make_unique<HttpListener>(runtime, std::move(options), std::move(handler));
}

}  // namespace kubexx

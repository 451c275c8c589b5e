// SPDX-License-Identifier: Apache-2.0
#include "etcd_health.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace kubexx::tool {
namespace {

/// Address and port of the first URL of a list.
std::pair<std::string, std::uint16_t> parse_url(const std::string& urls)
{
  constexpr std::string_view scheme = "http://";
  const auto url = urls.substr(0, urls.find(','));
  const auto colon = url.rfind(':');
  if (!url.starts_with(scheme) || colon < scheme.size()) throw std::invalid_argument("not http://ADDRESS:PORT: " + url);
  auto address = url.substr(scheme.size(), colon - scheme.size());
  if (address == "localhost") address = "127.0.0.1";
  if (address.starts_with('[') && address.ends_with(']')) address = address.substr(1, address.size() - 2);
  std::uint16_t port = 0;
  const auto* end = url.data() + url.size();
  const auto [stopped, error] = std::from_chars(url.data() + colon + 1, end, port);
  if (error != std::errc() || stopped != end) throw std::invalid_argument("not http://ADDRESS:PORT: " + url);
  return {std::move(address), port};
}

HttpResponse answer_health(const HttpRequest& request)
{
  HttpResponse response;
  response.headers.set("Content-Type", "application/json");
  if (request.target == "/health") {
    response.body = R"({"health":"true","reason":""})";
  } else if (request.target == "/version") {
    response.body = R"({"etcdserver":"0.0.0","etcdcluster":"0.0.0"})";
  } else {
    response.status = 404;
    response.body = R"({"error":"this stands in for an etcd and stores nothing"})";
  }
  return response;
}

awaitable<HttpResponse> answer_etcd(HttpRequest request)
{
  co_return answer_health(request);
}

}  // namespace

void add_flags(CLI::App& app, EtcdFlags& flags)
{
  app.description("Stands in for the etcd that envtest starts: healthy, and stores nothing.");
  app.add_option("--listen-client-urls", flags.client_url, "Where to listen")->capture_default_str();
  app.allow_extras();
}

std::unique_ptr<HttpListener> serve_etcd_health(const Runtime& runtime, const EtcdFlags& flags)
{
  ListenerOptions options;
  std::tie(options.address, options.port) = parse_url(flags.client_url);
  return std::make_unique<HttpListener>(runtime, std::move(options), answer_etcd);
}

}  // namespace kubexx::tool

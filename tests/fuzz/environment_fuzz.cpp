// SPDX-License-Identifier: Apache-2.0
// Proxies and NO_PROXY of the environment, and impersonation: a list means its entries, no password is shown, and no
// name or value becomes another header field.
#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <optional>
#include <stdexcept>

#include "config/no_proxy.hpp"
#include "fuzz.hpp"
#include "kubexx/http/url.hpp"
#include "message_parser.hpp"
#include "request_head.hpp"
#include "requests/impersonator.hpp"

namespace {

using namespace kubexx;
using fuzz::require;

void list(const ServerUrl& server, const std::string& entries)
{
  const bool direct = detail::bypasses_proxy(server, entries);
  bool any = detail::bypasses_proxy(server, "");
  fuzz::Input input(reinterpret_cast<const std::uint8_t*>(entries.data()), entries.size());
  while (!input.empty()) any = detail::bypasses_proxy(server, input.until(",")) || any;
  require(direct == any, "a list means its entries");
  require(detail::bypasses_proxy(server, entries + ",*"), "a star means every server");
  const auto plain = [](char c) { return c > ' ' && c < '\x7f' && c != ',' && c != '/' && c != '%'; };
  if (std::all_of(server.host.begin(), server.host.end(), plain) && server.host.front() != '*' &&
      server.host.front() != '.' && server.host.front() != '[') {
    const auto host = server.host.find(':') == std::string::npos ? server.host : '[' + server.host + ']';
    require(detail::bypasses_proxy(server, "x.invalid, " + host + ':' + std::to_string(server.port)),
            "a server's own name means it");
  }
}

void variables(const ServerUrl& server, const std::string& proxy, const std::string& no_proxy)
{
  const Environment environment = [&](std::string_view name) -> std::optional<std::string> {
    if (name == "HTTPS_PROXY" || name == "HTTP_PROXY") return proxy + "S3CRET@proxy";
    return name == "NO_PROXY" ? std::optional(no_proxy) : std::nullopt;
  };
  try {
    const auto choice = detail::proxy_of_environment(server, environment);
    require(choice.has_value() == !detail::bypasses_proxy(server, no_proxy), "NO_PROXY decides");
  } catch (const ConfigError& error) {
    require(std::string_view(error.what()).find("S3CRET") == std::string_view::npos, "no password in an error");
  }
}

awaitable<HttpResponse> keep(ApiCall call, HttpRequest* to)
{
  *to = std::move(call.request);
  co_return HttpResponse();
}

void impersonate(const Impersonation& as, std::size_t values)
{
  std::shared_ptr<Interceptor> link;
  try {
    link = detail::make_impersonation(as);
  } catch (const std::invalid_argument&) {
    return;
  }
  static boost::asio::io_context context;
  HttpRequest sent;
  const Interceptor::Next next = [&sent](ApiCall call) { return keep(std::move(call), &sent); };
  boost::asio::co_spawn(context, link->intercept(ApiCall(), next), [](std::exception_ptr error, HttpResponse) {
    require(!error, "a chain's link does not fail");
  });
  context.restart();
  context.run();
  require(sent.headers.size() == values, "each value is one field");
  const auto text = detail::request_head(sent, "localhost");
  detail::RequestParser parser({std::size_t{1} << 20U, std::nullopt});
  if (parser.put(text).state != detail::ParseState::head) return;  // control characters: refused by the server
  require(parser.message().headers.size() == values + 1, "no value becomes another field");
  require(parser.message().headers.find("Impersonate-User").has_value(), "the user is sent");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  const std::string url(input.line());
  const std::string proxy(input.line());
  const std::string no_proxy(input.line());
  try {
    const auto server = parse_server_url(url);
    list(server, no_proxy);
    variables(server, proxy, no_proxy);
  } catch (const std::invalid_argument&) {
  }

  Impersonation as;
  as.user = input.until(";");
  as.uid = input.until(";");
  std::size_t values = as.uid.empty() ? 1 : 2;
  while (!input.empty()) {
    const std::string part(input.until(";"));
    const auto equals = part.find('=');
    if (equals == std::string::npos) {
      as.groups.push_back(part);
    } else {
      as.extra.push_back({part.substr(0, equals), {part.substr(equals + 1), "second"}});
      ++values;
    }
    ++values;
  }
  impersonate(as, values);
  return 0;
}

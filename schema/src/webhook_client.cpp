// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/detail/webhook_client.hpp"

#include <optional>

#include "kubexx/cel/detail/names.hpp"
#include "kubexx/cel/detail/text.hpp"

namespace kubexx::schema::detail {
namespace {

constexpr const char* url_form = "; desired format: https://host[/path]";

/// What url.Parse makes of the usual ones; a text without a scheme is a path.
void check_url(const FieldValue& url)
{
  auto rest = url.text();
  const auto cut = [&rest](char mark) -> std::optional<std::string> {
    const auto at = rest.find(mark);
    if (at == std::string::npos) return std::nullopt;
    auto behind = rest.substr(at + 1);
    rest.resize(at);
    return behind;
  };
  const auto fragment = cut('#');
  const auto query = cut('?');
  const auto colon = rest.find("://");
  const auto scheme = colon == std::string::npos ? std::string() : rest.substr(0, colon);
  auto host = colon == std::string::npos ? std::string() : rest.substr(colon + 3);
  host = host.substr(0, host.find('/'));
  std::optional<std::string> user;
  if (const auto at = host.rfind('@'); at != std::string::npos) {
    user = host.substr(0, at);
    host = host.substr(at + 1);
  }
  if (scheme != "https") url.invalid(scheme, std::string("'https' is the only allowed URL scheme") + url_form);
  if (host.empty()) url.invalid(host, std::string("host must be specified") + url_form);
  if (user) url.invalid(*user, "user information is not permitted in the URL");
  if (fragment && !fragment->empty()) url.invalid(*fragment, "fragments are not permitted in the URL");
  if (query && !query->empty()) url.invalid(*query, "query parameters are not permitted in the URL");
}

void check_service_path(const FieldValue& path)
{
  const auto text = path.text();
  if (text.empty() || text == "/") return;
  if (text == "//") return path.invalid("segment[0] may not be empty");
  if (text.front() != '/') path.invalid("must start with a '/'");
  auto rest = text.substr(1);
  if (rest.ends_with('/')) rest.pop_back();
  std::size_t index = 0;
  cel::for_each_part(rest, '/', [&](std::string_view step) {
    const auto segment = "segment[" + std::to_string(index++) + "]";
    if (step.empty()) return path.invalid(segment + " may not be empty");
    for (const auto& problem : cel::dns_1123_subdomain_problems(step)) path.invalid(segment + ": " + problem);
  });
}

}  // namespace

void validate_webhook_client(const FieldValue& client)
{
  const auto url = client["url"];
  const auto service = client["service"];
  if (url.present() == service.present()) return client.required("exactly one of url or service is required");
  if (url.present()) return check_url(url);
  // The real server hands name and namespace over in the wrong order.
  if (service["namespace"].zero()) service["name"].required();
  if (service["name"].zero()) service["namespace"].required();
  if (const auto problem = port_number_problem(service["port"].number()); !problem.empty()) {
    service["port"].invalid(service["port"].number(), "port is not valid: " + problem);
  }
  if (service["path"].present()) check_service_path(service["path"]);
}

}  // namespace kubexx::schema::detail

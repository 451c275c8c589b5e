// SPDX-License-Identifier: Apache-2.0
#include "access.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace kubexx::tool {
namespace {

HttpResponse status_response(unsigned code, const char* reason, const std::string& message)
{
  const nlohmann::json status{
      {"kind", "Status"},   {"apiVersion", "v1"}, {"metadata", nlohmann::json::object()}, {"status", "Failure"},
      {"message", message}, {"reason", reason},   {"details", nlohmann::json::object()},  {"code", code}};
  HttpResponse response;
  response.status = code;
  response.headers.add("Content-Type", "application/json");
  response.body = status.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return response;
}

bool is_public(std::string_view path)
{
  static constexpr std::array<std::string_view, 4> open{"/healthz", "/livez", "/readyz", "/version"};
  return std::any_of(open.begin(), open.end(), [&](std::string_view prefix) {
    return path == prefix || (path.starts_with(prefix) && path[prefix.size()] == '/');
  });
}

}  // namespace

std::optional<HttpResponse> refuse(const HttpRequest& request)
{
  if (!request.user.empty()) return std::nullopt;
  if (request.headers.find("Authorization")) return status_response(401, "Unauthorized", "Unauthorized");
  const auto path = std::string_view(request.target).substr(0, request.target.find('?'));
  if (is_public(path)) return std::nullopt;
  std::string verb = request.method;
  for (auto& c : verb) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return status_response(403, "Forbidden",
                         "forbidden: User \"system:anonymous\" cannot " + verb + " path \"" + std::string(path) +
                             "\": use the client certificate of the kubeconfig that this server wrote");
}

}  // namespace kubexx::tool

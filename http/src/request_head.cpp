// SPDX-License-Identifier: Apache-2.0
#include "request_head.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace kubexx::detail {

bool goes_with_head(const std::string& body) noexcept
{
  return body.size() <= std::size_t{16} << 10U;
}

std::string request_head(const HttpRequest& request, const std::string& authority, const ProxyForm& proxy)
{
  std::string head;
  head.reserve(512 + (goes_with_head(request.body) ? request.body.size() : 0));
  head.append(request.method).append(" ").append(proxy.origin).append(request.target).append(" HTTP/1.1\r\n");
  if (!request.headers.find("Host")) head.append("Host: ").append(authority).append("\r\n");
  for (const auto& [name, value] : request.headers) head.append(name).append(": ").append(value).append("\r\n");
  if (!proxy.authorization.empty()) head.append("Proxy-Authorization: ").append(proxy.authorization).append("\r\n");
  const bool expects_body = request.method == "POST" || request.method == "PUT" || request.method == "PATCH";
  if (expects_body || !request.body.empty()) {
    head.append("Content-Length: ").append(std::to_string(request.body.size())).append("\r\n");
  }
  head.append("\r\n");
  return head;
}

Duration kept_by_server(const Headers& headers, Duration ours)
{
  const auto value = headers.find("Keep-Alive");
  if (!value) return ours;
  constexpr std::string_view kTimeout = "timeout=";
  const auto at = value->find(kTimeout);
  if (at == std::string_view::npos) return ours;
  const auto number = value->substr(at + kTimeout.size());
  unsigned seconds = 0;
  const auto parsed = std::from_chars(number.data(), number.data() + number.size(), seconds);
  if (parsed.ec != std::errc()) return ours;
  return std::min<Duration>(ours, std::chrono::seconds(seconds) - std::chrono::seconds(1));
}

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#include "response_head.hpp"

#include <algorithm>
#include <boost/beast/http/status.hpp>

namespace kubexx::detail {

bool has_no_body(unsigned status) noexcept
{
  constexpr unsigned kNoContent = 204;
  constexpr unsigned kNotModified = 304;
  return status == kNoContent || status == kNotModified;
}

std::string response_head(const HttpResponse& response, const ResponseForm& form, std::string_view date)
{
  const auto reason = boost::beast::http::obsolete_reason(boost::beast::http::int_to_status(response.status));
  std::string head;
  head.reserve(256 + std::min(response.body.size(), most_in_one_write));
  head.append("HTTP/1.1 ").append(std::to_string(response.status)).append(" ");
  head.append(reason.data(), reason.size()).append("\r\n");
  const auto breaks = [](char c) { return c == '\r' || c == '\n' || c == '\0'; };
  for (const auto& [name, value] : response.headers) {
    const bool ours =
        same_token(name, "Content-Length") || same_token(name, "Transfer-Encoding") || same_token(name, "Connection");
    if (ours || std::any_of(name.begin(), name.end(), breaks) || std::any_of(value.begin(), value.end(), breaks))
      continue;
    head.append(name).append(": ").append(value).append("\r\n");
  }
  if (!response.headers.find("Date")) head.append("Date: ").append(date).append("\r\n");
  if (response.stream && !form.head_only) {
    if (!form.http_1_0) head.append("Transfer-Encoding: chunked\r\n");
  } else if (!has_no_body(response.status) && !response.stream) {
    head.append("Content-Length: ").append(std::to_string(response.body.size())).append("\r\n");
  }
  if (!form.keep) {
    head.append("Connection: close\r\n");
  } else if (form.http_1_0) {
    head.append("Connection: keep-alive\r\n");
  }
  head.append("\r\n");
  return head;
}

}  // namespace kubexx::detail

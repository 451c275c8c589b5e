// SPDX-License-Identifier: Apache-2.0
#include "serve/etag.hpp"

#include <cstdint>
#include <cstdio>

#include "core/request.hpp"
#include "core/text.hpp"

namespace kubexx::apiserver {

std::string fingerprint(std::string_view text)
{
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llX", static_cast<unsigned long long>(hash));
  return digits;
}

bool client_has(const HttpRequest& request, const std::string& fingerprint)
{
  const auto quoted = '"' + fingerprint + '"';
  bool found = false;
  for_each_part(header(request.headers, "if-none-match"), ',', [&](std::string_view part) {
    const auto begin = part.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return;
    part = part.substr(begin, part.find_last_not_of(" \t") - begin + 1);
    if (part.starts_with("W/")) part.remove_prefix(2);
    found = found || part == quoted || part == "*";
  });
  return found;
}

void set_etag(HttpResponse& response, const std::string& fingerprint)
{
  response.headers.set("ETag", '"' + fingerprint + '"');
}

void make_not_modified(HttpResponse& response)
{
  response.status = 304;
  response.body.clear();
  response.headers.erase("Content-Type");
}

}  // namespace kubexx::apiserver

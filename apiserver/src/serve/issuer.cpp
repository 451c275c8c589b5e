// SPDX-License-Identifier: Apache-2.0
#include "serve/issuer.hpp"

#include <algorithm>

#include "core/json.hpp"
#include "core/request.hpp"
#include "core/status.hpp"

namespace kubexx::apiserver {
namespace {

HttpResponse public_document(const Json& document, const char* content_type)
{
  auto response = json_response(200, dump(document), content_type);
  response.headers.set("Cache-Control", "public, max-age=3600");
  return response;
}

using Path = std::vector<std::string>;

bool starts_with(const Path& path, const Path& begin)
{
  return path.size() >= begin.size() && std::equal(begin.begin(), begin.end(), path.begin());
}

}  // namespace

std::optional<HttpResponse> answer_issuer(const HttpRequest& request, const std::vector<std::string>& segments,
                                          const std::string& issuer)
{
  const bool keys = starts_with(segments, {"openid", "v1", "jwks"});
  if (!keys && !starts_with(segments, {".well-known", "openid-configuration"})) return std::nullopt;
  if (segments.size() > (keys ? 3U : 2U)) throw no_such_path();
  if (request.method != "GET") throw method_not_allowed();
  if (keys) return public_document({{"keys", Json::array()}}, "application/jwk-set+json");
  auto host = header(request.headers, "host");
  if (host.empty()) host = "localhost";
  return public_document({{"issuer", issuer},
                          {"jwks_uri", "https://" + host + "/openid/v1/jwks"},
                          {"response_types_supported", {"id_token"}},
                          {"subject_types_supported", {"public"}},
                          {"id_token_signing_alg_values_supported", {"RS256"}}},
                         "application/json");
}

}  // namespace kubexx::apiserver

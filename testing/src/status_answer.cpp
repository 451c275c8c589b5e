// SPDX-License-Identifier: Apache-2.0
#include "status_answer.hpp"

#include <nlohmann/json.hpp>

namespace kubexx::testing {

HttpResponse status_answer(unsigned code, const std::string& reason, const std::string& message)
{
  const nlohmann::ordered_json status{
      {"kind", "Status"},    {"apiVersion", "v1"}, {"metadata", nlohmann::ordered_json::object()},
      {"status", "Failure"}, {"message", message}, {"reason", reason},
      {"code", code}};
  HttpResponse response;
  response.status = code;
  response.headers.set("Content-Type", "application/json");
  if (code == 429) response.headers.set("Retry-After", "1");
  response.body = status.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return response;
}

std::string reason_of(unsigned code, Verb verb)
{
  switch (code) {
    case 400:
      return "BadRequest";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "NotFound";
    case 409:
      return verb == Verb::create ? "AlreadyExists" : "Conflict";
    case 410:
      return "Expired";
    case 413:
      return "RequestEntityTooLarge";
    case 422:
      return "Invalid";
    case 429:
      return "TooManyRequests";
    case 500:
      return "InternalError";
    case 503:
      return "ServiceUnavailable";
    case 504:
      return "Timeout";
    default:
      return "Unknown";
  }
}

}  // namespace kubexx::testing

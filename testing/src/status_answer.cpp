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

}  // namespace kubexx::testing

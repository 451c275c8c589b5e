// SPDX-License-Identifier: Apache-2.0
#include "status_json.hpp"

#include "kubexx/apimachinery/json_writer.hpp"

namespace kubexx::testing {

std::string status_json(unsigned code, std::string_view reason, std::string_view message,
                        std::optional<int> retry_after)
{
  JsonWriter json;
  const auto member = [&json](std::string_view name, std::string_view value) {
    json.key(name);
    json.string(value);
  };
  json.begin_object();
  member("kind", "Status");
  member("apiVersion", "v1");
  json.key("metadata");
  json.raw("{}");
  member("status", "Failure");
  member("message", message);
  member("reason", reason);
  if (retry_after) {
    json.key("details");
    json.begin_object();
    json.key("retryAfterSeconds");
    json.integer(*retry_after);
    json.end_object();
  }
  json.key("code");
  json.unsigned_integer(code);
  json.end_object();
  return json.take();
}

}  // namespace kubexx::testing

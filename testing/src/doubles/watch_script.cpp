// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/watch_script.hpp"

#include <string>

#include "kubexx/apimachinery/json_writer.hpp"
#include "status_json.hpp"

namespace kubexx::testing {

void WatchScript::bookmark(std::string_view resource_version, bool initial_events_end)
{
  JsonWriter json;
  json.begin_object();
  if (!type_.kind.empty()) {
    json.key("kind");
    json.string(type_.kind);
    json.key("apiVersion");
    json.string(type_.api_version());
  }
  json.key("metadata");
  json.begin_object();
  json.key("resourceVersion");
  json.string(resource_version);
  if (initial_events_end) {
    json.key("annotations");
    json.raw(R"({"k8s.io/initial-events-end":"true"})");
  }
  json.end_object();
  json.end_object();
  event("BOOKMARK", json.text());
}

void WatchScript::error(unsigned code, std::string_view reason, std::string_view message)
{
  event("ERROR", status_json(code, reason, message));
}

void WatchScript::line(std::string_view text)
{
  send(std::string(text) + '\n');
}

void WatchScript::event(std::string_view type, std::string_view json)
{
  std::string text = R"({"type":")";
  line(text.append(type).append(R"(","object":)").append(json).append("}"));
}

}  // namespace kubexx::testing

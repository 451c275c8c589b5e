// SPDX-License-Identifier: Apache-2.0
// Resource definitions, as drawn, and objects of their kinds: what is accepted is served in every form, and an object
// that was read can be written back.
#include "embedded_server.hpp"

namespace {

using namespace kubexx;
using fuzz::EmbeddedServer;
using fuzz::Json;
using fuzz::require;

Json drawn(std::string_view text)
{
  return Json::parse(text, nullptr, false);
}

/// The definition that the first line describes: its schema ('s'), its version ('v') or all of it.
Json definition_of(unsigned what, Json given)
{
  if (what == 's') return fuzz::gadgets(std::move(given));
  auto definition = fuzz::gadgets({{"type", "object"}, {"x-kubernetes-preserve-unknown-fields", true}});
  auto& changed = what == 'v' ? definition["spec"]["versions"][0] : definition;
  changed.merge_patch(given);
  return definition;
}

void check_objects(EmbeddedServer& server, const Json& definition, fuzz::Input& input)
{
  const auto& spec = definition["spec"];
  const auto group = spec["group"].get<std::string>();
  for (const auto& version : spec["versions"]) {
    if (!version["served"]) continue;
    const auto name = version["name"].get<std::string>();
    const auto all = "/apis/" + group + "/" + name + "/" + spec["names"]["plural"].get<std::string>();
    auto mine = all;
    if (spec["scope"] == "Namespaced") mine.insert(mine.rfind('/'), "/namespaces/default");
    auto object = fuzz::object_of((group + "/" + name).c_str(), spec["names"]["kind"].get<std::string>().c_str());
    object.merge_patch(drawn(input.line()));
    const auto made = server.post(mine, object);
    server.check_list(all);
    require(server.call("GET", "/openapi/v3/apis/" + group + "/" + name).good(), "a served version is documented");
    if (!made.good()) continue;
    const auto target = mine + "/" + made.json["metadata"]["name"].get<std::string>();
    server.check_round(target);
    (void)server.call("GET", target + "/scale");
    const Headers merge{{"Content-Type", "application/merge-patch+json"}};
    (void)server.call("PATCH", target, std::string(input.line()), merge);
    (void)server.call("PATCH", target + "/scale", std::string(input.line()), merge);
    (void)server.call("PATCH", target + "/status", std::string(input.line()), merge);
    server.check_round(target);
    (void)server.call("GET", target + "/scale");
    server.check_list(all);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  const auto what = input.byte();
  auto given = drawn(input.line());
  if (given.is_discarded()) return 0;
  EmbeddedServer server;
  const auto made = server.post(EmbeddedServer::definitions, definition_of(what, std::move(given)));
  if (!made.good()) return 0;
  const auto target = std::string(EmbeddedServer::definitions) + "/" + made.json["metadata"]["name"].get<std::string>();
  server.check_round(target);
  const auto definition = server.call("GET", target).json;
  bool served = false;
  for (const auto& condition : definition["status"]["conditions"]) {
    if (condition["type"] == "Established") served = condition["status"] == "True";
  }
  if (served) check_objects(server, definition, input);
  require(server.call("GET", "/apis").good(), "what is served is described");
  require(server.call("DELETE", target).good(), "a definition can be deleted");
  return 0;
}

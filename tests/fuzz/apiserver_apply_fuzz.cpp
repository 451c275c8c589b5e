// SPDX-License-Identifier: Apache-2.0
// Server-side apply to the embedded server, of custom and of built-in objects: no request is an internal error, the
// same apply again changes nothing, and what is stored has managedFields that can be read.
#include "apply/managed_fields.hpp"
#include "embedded_server.hpp"

namespace {

using namespace kubexx;
using fuzz::Json;
using fuzz::require;

const Json& definition()
{
  static const Json made = Json::parse(R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
    "metadata":{"name":"things.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
    "names":{"plural":"things","kind":"Thing"},"versions":[{"name":"v1","served":true,"storage":true,
    "subresources":{"status":{},"scale":{"specReplicasPath":".spec.size","statusReplicasPath":".status.size"}},
    "schema":{"openAPIV3Schema":{"type":"object","properties":{
      "status":{"type":"object","x-kubernetes-preserve-unknown-fields":true},
      "spec":{"type":"object","properties":{
        "size":{"type":"integer"},
        "set":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}},
        "map":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name","kind"],
          "items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},
          "kind":{"type":"string","default":"K"},"value":{"type":"integer"}}}},
        "any":{"type":"object","x-kubernetes-preserve-unknown-fields":true},
        "atomic":{"type":"object","x-kubernetes-map-type":"atomic","additionalProperties":{"type":"string"}},
        "port":{"x-kubernetes-int-or-string":true}}}}}}}]}})");
  return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  const auto flags = input.byte();
  const bool custom = (flags & 1U) != 0;
  const bool force = (flags & 2U) != 0;
  fuzz::EmbeddedServer server;
  if (custom) require(server.post(fuzz::EmbeddedServer::definitions, definition()).good(), "the definition is served");
  const std::string target =
      custom ? "/apis/example.com/v1/namespaces/default/things/a" : "/apis/apps/v1/namespaces/default/deployments/a";
  const auto apply = [&](const char* manager, std::string_view config) {
    const std::string query = std::string("?fieldManager=") + manager + (force ? "&force=true" : "");
    return server.call("PATCH", target + ((flags & 4U) != 0 ? "/status" : "") + query, std::string(config),
                       {{"Content-Type", "application/apply-patch+yaml"}});
  };
  (void)server.call("PATCH", target + "?fieldManager=first", std::string(input.line()),
                    {{"Content-Type", "application/apply-patch+yaml"}});
  (void)server.call("PATCH", target + "?fieldManager=merge", std::string(input.line()),
                    {{"Content-Type", "application/merge-patch+json"}});
  const auto config = input.rest();
  const auto answer = apply("second", config);
  if (answer.good()) {
    const auto again = apply("second", config);
    require(again.status == 200, "an apply succeeds again");
    // An item whose key is null has another key once it is stored, and only a definition refuses that here.
    require(!custom || again.json == answer.json, "and changes nothing");
    const auto& meta = again.json.at("metadata");
    if (meta.contains("managedFields")) (void)apiserver::apply::decode_managed(&meta.at("managedFields"));
  }
  if (server.call("GET", target).good()) server.check_round(target);
  return 0;
}

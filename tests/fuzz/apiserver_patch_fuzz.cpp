// SPDX-License-Identifier: Apache-2.0
// Patches of the embedded server's objects, both as drawn: a dry run answers as the real one, and what a patch leaves
// can be read and written back.
#include <array>

#include "embedded_server.hpp"

namespace {

using namespace kubexx;
using fuzz::EmbeddedServer;
using fuzz::Json;
using fuzz::require;

struct Place {
  const char* collection;
  Json object;
};

const std::array<Place, 6>& places()
{
  static const std::array<Place, 6> all = [] {
    auto pod = fuzz::object_of("v1", "Pod");
    pod["spec"] = fuzz::deployment()["spec"]["template"]["spec"];
    auto service = fuzz::object_of("v1", "Service");
    service["spec"]["ports"] = Json::parse(R"([{"port": 80}])");
    auto gadget = fuzz::object_of("example.com/v1", "Gadget");
    gadget["spec"] = {{"replicas", 1}};
    return std::array<Place, 6>{Place{"/apis/apps/v1/namespaces/default/deployments", fuzz::deployment()},
                                Place{"/api/v1/namespaces/default/pods", pod},
                                Place{"/api/v1/namespaces/default/services", service},
                                Place{"/api/v1/namespaces/default/configmaps", fuzz::object_of("v1", "ConfigMap")},
                                Place{"/apis/coordination.k8s.io/v1/namespaces/default/leases",
                                      fuzz::object_of("coordination.k8s.io/v1", "Lease")},
                                Place{"/apis/example.com/v1/namespaces/default/gadgets", gadget}};
  }();
  return all;
}

Json without_version(Json object)
{
  if (object.is_object() && object.contains("metadata")) object["metadata"].erase("resourceVersion");
  return object;
}

}  // namespace

// A byte that chooses the kind, a line to merge into its object, and patches: a letter of its type, one of its
// subresource, and the rest of the line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  const auto& place = places().at(input.byte() % places().size());
  EmbeddedServer server;
  if (place.object["kind"] == "Gadget") {
    server.post(EmbeddedServer::definitions, fuzz::gadgets(Json::parse(R"({"type": "object", "properties": {
        "spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": true,
                 "properties": {"replicas": {"type": "integer", "minimum": 0}}},
        "status": {"type": "object", "properties": {"replicas": {"type": "integer"}}}}})")));
  }
  auto object = place.object;
  if (const auto given = Json::parse(input.line(), nullptr, false); given.is_object()) object.merge_patch(given);
  const auto made = server.post(place.collection, object);
  if (!made.good()) return 0;
  const auto target = std::string(place.collection) + "/" + made.json["metadata"]["name"].get<std::string>();
  while (!input.empty()) {
    std::string type = "application/merge-patch+json";
    const auto kind = input.byte();
    if (kind == 's') type = "application/strategic-merge-patch+json";
    if (kind == 'j') type = "application/json-patch+json";
    auto where = target;
    const auto subresource = input.byte();
    if (subresource == 't') where += "/status";
    if (subresource == 'c') where += "/scale";
    const std::string patch(input.line());
    const auto tried = server.call("PATCH", where + "?dryRun=All", patch, {{"Content-Type", type}});
    const auto done = server.call("PATCH", where, patch, {{"Content-Type", type}});
    require(tried.status == done.status, "a dry run answers as the real one");
    if (done.good()) require(without_version(tried.json) == without_version(done.json), "a dry run answers the same");
    server.check_round(target);
  }
  server.check_list(place.collection);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Requests of the embedded server, as drawn: none is an internal error, and what one leaves behind can be read.
#include "embedded_server.hpp"

namespace {

using namespace kubexx;
using fuzz::EmbeddedServer;
using fuzz::Json;

void install(EmbeddedServer& server)
{
  server.post(EmbeddedServer::definitions, fuzz::gadgets(Json::parse(R"({"type": "object", "properties": {
      "spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": true,
               "properties": {"replicas": {"type": "integer"}}},
      "status": {"type": "object", "properties": {"replicas": {"type": "integer"}}}}})")));
  auto gadget = fuzz::object_of("example.com/v1", "Gadget");
  gadget["spec"]["replicas"] = 1;
  server.post("/apis/example.com/v1/namespaces/default/gadgets", gadget);
  server.post("/apis/apps/v1/namespaces/default/deployments", fuzz::deployment());
  auto pod = fuzz::object_of("v1", "Pod");
  pod["spec"]["containers"] = Json::parse(R"([{"name": "web", "image": "web:1"}])");
  server.post("/api/v1/namespaces/default/pods", pod);
  server.post("/api/v1/namespaces/default/configmaps", fuzz::object_of("v1", "ConfigMap"));
  server.post("/api/v1/namespaces/default/serviceaccounts", fuzz::object_of("v1", "ServiceAccount"));
}

}  // namespace

// Requests between lines "%%": a line of method and target, header fields, an empty line, the body.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  EmbeddedServer server;
  install(server);
  fuzz::Input input(data, size);
  while (!input.empty()) {
    const auto whole = input.until("\n%%\n");
    fuzz::Input text(reinterpret_cast<const std::uint8_t*>(whole.data()), whole.size());
    const std::string method(text.until(" "));
    const std::string target(text.line());
    Headers headers;
    for (auto line = text.line(); !line.empty(); line = text.line()) {
      const auto colon = line.find(": ");
      if (colon == std::string_view::npos) continue;
      headers.add(std::string(line.substr(0, colon)), std::string(line.substr(colon + 2)));
    }
    const auto answer = server.call(method, target, std::string(text.rest()), headers);
    if (method == "GET" || !answer.good()) continue;
    const auto path = target.substr(0, target.find('?'));
    (void)server.call("GET", path);
    (void)server.call("GET", path.substr(0, path.rfind('/')));
  }
  server.check_list("/apis/example.com/v1/gadgets");
  server.check_list("/apis/apps/v1/deployments");
  server.check_list("/api/v1/pods");
  server.check_list(EmbeddedServer::definitions);
  return 0;
}

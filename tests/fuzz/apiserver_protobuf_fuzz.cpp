// SPDX-License-Identifier: Apache-2.0
// Protobuf bodies of the embedded server, as drawn: none is an internal error, what is read of one is JSON that its
// schema's decoder takes or refuses, and what a good one leaves behind can be written back.
#include <array>

#include "core/status.hpp"
#include "embedded_server.hpp"
#include "protobuf/envelope.hpp"

namespace {

using namespace kubexx;
using fuzz::EmbeddedServer;
using fuzz::require;

constexpr std::array<const char*, 8> targets{
    "/api/v1/namespaces/default/pods",
    "/api/v1/namespaces/default/configmaps",
    "/api/v1/namespaces/default/services",
    "/api/v1/namespaces/default/events",
    "/apis/apps/v1/namespaces/default/deployments",
    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies",
    EmbeddedServer::definitions,
};

}  // namespace

// The first byte chooses the resource; the rest is the body.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  if (size == 0) return 0;
  const std::string target = targets[data[0] % targets.size()];
  std::string body(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    const auto object = apiserver::protobuf::decode_body(body, "v1", "ConfigMap");
    require(object.is_object(), "a body is an object");
    require(fuzz::Json::parse(object.dump()) == object, "what was read is JSON");
  } catch (const apiserver::Failure& failure) {
    require(failure.code() == 400 || failure.code() == 413, "a body that cannot be read is a bad request");
  }
  EmbeddedServer server;
  const auto answer =
      server.call("POST", target, std::move(body), {{"Content-Type", "application/vnd.kubernetes.protobuf"}});
  if (answer.good() && answer.json.is_object()) {
    const auto name = answer.json.at("metadata").value("name", "");
    if (!name.empty()) server.check_round(target + "/" + name);
  }
  server.check_list(target == targets[5] ? EmbeddedServer::definitions : target);
  return 0;
}

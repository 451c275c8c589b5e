// SPDX-License-Identifier: Apache-2.0
// Expected: an answer that is not the asked object is an ObjectError (client.hpp: "ObjectError when its answer was no
// object"; object.hpp:
//   "not a Kubernetes object: not JSON, or without what the caller needs"). client-go: dynamic: Object 'Kind' is
//   missing in '{}'; typed: unable to decode *v1.Secret into *v1.ConfigMap; a list into an object fails.
// Observed: get/create/update take any JSON object of a 200: {}, {"status":"ok"}, a Status, a list, another kind,
// another name.
//   Typed says true, all its fields are defaults: a maintenance page in JSON looks like an object with an empty spec.
// Exit 0: holds, 1: broken.
#include <cstdio>
#include <nlohmann/json.hpp>
#include "kubexx/client/typed.hpp"
#include "kubexx/types/apps/v1.hpp"
using namespace kubexx;
struct Answer : Transport {
  std::string body;
  awaitable<HttpResponse> exchange(HttpRequest, ExchangeLimits) override
  {
    HttpResponse r;
    r.body = body;
    co_return r;
  }
};
int main()
{
  SystemRuntime system;
  auto transport = std::make_shared<Answer>();
  Client client(system.runtime(), transport);
  int bad = 0;
  for (const char* body : {"{}", R"({"status":"ok"})", R"({"kind":"Status","apiVersion":"v1","status":"Success"})",
                           R"({"kind":"DeploymentList","apiVersion":"apps/v1","metadata":{},"items":[]})",
                           R"({"kind":"Secret","apiVersion":"v1","metadata":{"name":"a","namespace":"default"}})"}) {
    transport->body = body;
    try {
      auto t = api<appsv1::Deployment>(client).get({"default", "a"});
      ++bad;
      std::printf("BROKEN get   %s -> bool=%d key=\"%s\" kind=\"%s\"\n", body, bool(t), t.key().to_string().c_str(),
                  std::string(t.origin().kind()).c_str());
    } catch (const std::exception& e) {
      std::printf("holds get: %s\n", e.what());
    }
    try {
      appsv1::Deployment d;
      d.metadata.name = "a";
      d.metadata.namespace_ = "default";
      auto t = api<appsv1::Deployment>(client).create(d);
      ++bad;
      std::printf("BROKEN create %s -> key=\"%s\"\n", body, t.key().to_string().c_str());
    } catch (const std::exception& e) {
      std::printf("holds create: %s\n", e.what());
    }
  }
  return bad != 0;
}

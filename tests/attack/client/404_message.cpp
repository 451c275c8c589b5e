// SPDX-License-Identifier: Apache-2.0
// Expected: ApiError::what() holds "the server's own message" (error.hpp, ApiError); kubectl shows: Error from server
// (NotFound): cluster
//   "xyz" not found.
// Observed: for a 404 without details.kind/name (a gateway's Status: Rancher, Teleport, an ingress's "default backend -
// 404") what()
//   drops the message and claims "the server has no resource configmaps/v1: it does not serve this version", which is
//   false.
// Exit 0: holds, 1: broken.
#include <cstdio>
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/client.hpp"
using namespace kubexx;
struct Answer : Transport {
  std::string body;
  awaitable<HttpResponse> exchange(HttpRequest, ExchangeLimits) override
  {
    HttpResponse r;
    r.status = 404;
    r.headers.add("Content-Type", "application/json");
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
  for (
      const char* body :
      {R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404,"message":"cluster \"xyz\" not found"})",
       "default backend - 404"}) {
    transport->body = body;
    try {
      client.get(resources::config_maps, {"default", "a"});
    } catch (const ApiError& e) {
      const bool ok = std::string(e.what()).find(e.status().message) != std::string::npos;
      bad += !ok;
      std::printf("%s message: %s\n       what(): %s\n", ok ? "holds " : "BROKEN", e.status().message.c_str(),
                  e.what());
    }
  }
  return bad != 0;
}

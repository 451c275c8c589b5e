// SPDX-License-Identifier: Apache-2.0
// Expected: patch.hpp, make_patch: "It names metadata.uid, so that the server refuses it (409) for another object of
// the same name";
//   then is_conflict(e), retry_on_conflict reads the new object, and a reconciler retries it without an error.
// Observed: kubexx's server (like kube-apiserver: uid is immutable, see client-go's controller_ref_manager, "IsInvalid
// ... the UID
//   doesn't match") answers 422 Invalid: is_conflict is false, retry_on_conflict gives up at once. Exit 0: holds, 1:
//   broken.
#include <cstdio>
#include <nlohmann/json.hpp>
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/client/retry.hpp"
#include "kubexx/client/typed.hpp"
#include "kubexx/types/core/v1.hpp"
using namespace kubexx;
int main()
{
  SystemRuntime system;
  const Runtime rt = system.runtime();
  ApiServer::Options o;
  o.clock = rt.clock;
  o.random = rt.random;
  ApiServer server(o);
  Client client(rt, make_in_process_transport(rt, server));
  const Object map = Object::parse(
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"default"},"data":{"k":"1"}})");
  client.create(resources::config_maps, map);
  auto typed = api<corev1::ConfigMap>(client).get({"default", "a"});
  client.delete_(resources::config_maps, {"default", "a"});
  client.create(resources::config_maps, map);
  int tries = 0;
  try {
    retry_on_conflict(client, [&] {
      if (++tries > 1) typed = api<corev1::ConfigMap>(client).get({"default", "a"});
      typed->data["k"] = "2";
      typed.patch();
    });
    std::printf("holds: written after %d tries\n", tries);
    return 0;
  } catch (const ApiError& e) {
    std::printf("BROKEN: after %d try: is_conflict=%d code=%u %s\n", tries, is_conflict(e), e.code(), e.what());
    return 1;
  }
}

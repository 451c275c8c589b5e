// SPDX-License-Identifier: Apache-2.0
// Expected: resetting a std::optional<struct> member removes it from the object (docs/reference/types.md: "a pointer ->
// std::optional:
//   emptyDir"; describe.hpp: "changes what the type knows", "std::optional (none: it goes ...)").
// Observed: when the original JSON holds `{}` there (emptyDir: {}, namespaceSelector: {}, a feature block `tls: {}`),
// the reset is
//   silently ignored: with() keeps `{}`, changed() is false, patch() sends nothing and returns false; replacing
//   emptyDir by configMap sends both. Exit 0: holds, 1: broken.
#include <cstdio>
#include <nlohmann/json.hpp>
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/typed.hpp"
#include "kubexx/types/apps/v1.hpp"
#include "kubexx/types/networking/v1.hpp"
#include "kubexx/types/policy/v1.hpp"
using namespace kubexx;
struct Tls {
  std::string secretName;
  friend bool operator==(const Tls&, const Tls&) = default;
};
BOOST_DESCRIBE_STRUCT(Tls, (), (secretName))
struct Spec {
  std::optional<Tls> tls;
  std::optional<std::string> s;
  std::optional<std::map<std::string, std::string>> m;
  std::optional<std::vector<int>> v;
  std::optional<bool> b;
  std::optional<int> i;
};
BOOST_DESCRIBE_STRUCT(Spec, (), (tls, s, m, v, b, i))
struct Web {
  static constexpr ResourceInfo kubexx_resource{"example.com", "v1", "Web", "webs"};
  ObjectMeta metadata;
  Spec spec;
};
BOOST_DESCRIBE_STRUCT(Web, (), (metadata, spec))
int bad = 0;
void check(const char* what, bool ok)
{
  std::printf("%s: %s\n", ok ? "holds " : "BROKEN", what);
  bad += !ok;
}
int main()
{
  SystemRuntime system;
  const Runtime rt = system.runtime();
  ApiServer::Options o;
  o.clock = rt.clock;
  o.random = rt.random;
  ApiServer server(o);
  Client client(rt, make_in_process_transport(rt, server));
  {  // 1. NetworkPolicy: "from all namespaces" -> "from my namespace"
    client.create(resource_of<networkingv1::NetworkPolicy>(),
                  Object::parse(R"({"apiVersion":"networking.k8s.io/v1","kind":"NetworkPolicy",
      "metadata":{"name":"p","namespace":"default"},"spec":{"podSelector":{},"ingress":[{"from":[{"namespaceSelector":{},"podSelector":{"matchLabels":{"a":"b"}}}]}]}})"));
    auto policy = api<networkingv1::NetworkPolicy>(client).get({"default", "p"});
    policy->spec.ingress.at(0).from.at(0).namespaceSelector.reset();
    const bool sent = policy.patch();
    const Object now = client.get(resource_of<networkingv1::NetworkPolicy>(), {"default", "p"});
    std::printf("  NetworkPolicy after reset of namespaceSelector: patch()=%d %s\n", sent,
                std::string(now.at("/spec/ingress").bytes()).c_str());
    check("namespaceSelector.reset() is written", !now.at("/spec/ingress/0/from/0/namespaceSelector"));
  }
  {  // 1b. the same in egress, where the other member stands in the same order
    const Object o = Object::parse(
        R"({"apiVersion":"networking.k8s.io/v1","kind":"NetworkPolicy","metadata":{"name":"e","namespace":"default"},
      "spec":{"podSelector":{},"egress":[{"to":[{"namespaceSelector":{},"podSelector":{"matchLabels":{"a":"b"}}}],"ports":[{"port":1}]}]}})");
    client.create(resource_of<networkingv1::NetworkPolicy>(), o);
    auto policy = api<networkingv1::NetworkPolicy>(client).get({"default", "e"});
    policy->spec.egress.at(0).to.at(0).namespaceSelector.reset();
    const bool sent = policy.patch();
    const Object now = client.get(resource_of<networkingv1::NetworkPolicy>(), {"default", "e"});
    std::printf("  egress to all namespaces, reset: patch()=%d %s\n", sent,
                std::string(now.at("/spec/egress").bytes()).c_str());
    check("egress namespaceSelector.reset() is written", !now.at("/spec/egress/0/to/0/namespaceSelector"));
  }
  {  // 1c. PodDisruptionBudget: {} selects every pod, none selects no pod
    client.create(
        resource_of<policyv1::PodDisruptionBudget>(),
        Object::parse(
            R"({"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"b","namespace":"default"},"spec":{"selector":{},"maxUnavailable":0}})"));
    auto pdb = api<policyv1::PodDisruptionBudget>(client).get({"default", "b"});
    pdb->spec.selector.reset();
    const bool sent = pdb.patch();
    std::printf("  PodDisruptionBudget selector {}, reset: patch()=%d\n", sent);
    check("PDB selector.reset() is written",
          !client.get(resource_of<policyv1::PodDisruptionBudget>(), {"default", "b"}).at("/spec/selector"));
  }
  {  // 2. Deployment: emptyDir -> configMap
    client.create(
        resource_of<appsv1::Deployment>(),
        Object::parse(R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d","namespace":"default"},
      "spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}],"volumes":[{"name":"v","emptyDir":{}}]}}}})"));
    auto d = api<appsv1::Deployment>(client).get({"default", "d"});
    auto& volume = d->spec.template_.spec.volumes.at(0);
    volume.emptyDir.reset();
    volume.configMap.emplace().name = "x";
    std::printf("  Deployment patch: %s\n", d.difference().body.c_str());
    try {
      d.patch();
    } catch (const std::exception& e) {
      std::printf("  patch threw: %s\n", e.what());
    }
    const Object now = client.get(resource_of<appsv1::Deployment>(), {"default", "d"});
    std::printf("  volumes now: %s\n", std::string(now.at("/spec/template/spec/volumes").bytes()).c_str());
    check("emptyDir.reset() with configMap set", !now.at("/spec/template/spec/volumes/0/emptyDir"));
  }
  {  // 3. own structs
    const Object a = Object::parse(
        R"({"apiVersion":"example.com/v1","kind":"Web","metadata":{"name":"w","namespace":"default","uid":"u","resourceVersion":"1"},"spec":{"tls":{},"s":"","m":{},"v":[],"b":false,"i":0}})");
    Typed<Web> w(a, client);
    w->spec.tls.reset();
    check("own struct: optional<struct> {}: changed()", w.changed());
    w->spec = Spec();
    std::printf("  after spec = Spec(): %s\n", std::string(w.object().at("/spec").bytes()).c_str());
    for (auto m : {"tls", "s", "m", "v", "b", "i"})
      check((std::string("own struct: reset optional ") + m + " is removed").c_str(),
            !w.object().at(std::string("/spec/") + m));
  }
  return bad != 0;
}

// SPDX-License-Identifier: Apache-2.0
// Admission plugins that choose a class for an object which names none.
#include "fixture.hpp"

namespace kubexx::testing {
namespace {

using namespace std::chrono_literals;

struct DefaultClasses : ApiServerTest {
  void add_class(const std::string& collection, const std::string& name, const std::string& mark, Json rest)
  {
    rest["metadata"] = {{"name", name}, {"annotations", {{mark, "true"}}}};
    create(collection, rest);
    clock.advance(1s);
  }
  Json pod(const std::string& name)
  {
    return create("/api/v1/namespaces/default/pods",
                  {{"metadata", {{"name", name}}}, {"spec", {{"containers", {{{"name", "c"}, {"image", "i"}}}}}}});
  }
  void priority_class(const std::string& name, int value, bool is_default)
  {
    create("/apis/scheduling.k8s.io/v1/priorityclasses",
           {{"metadata", {{"name", name}}}, {"value", value}, {"globalDefault", is_default}});
  }
};

TEST_F(DefaultClasses, ThePriorityClassIsTheLowestDefault)
{
  EXPECT_EQ(pod("before")["spec"]["priority"], 0);
  priority_class("a-high", 100, true);
  priority_class("b-low", 10, true);
  priority_class("c-lowest", 1, false);
  const auto made = pod("after");
  EXPECT_EQ(made["spec"]["priority"], 10);
  EXPECT_EQ(made["spec"]["priorityClassName"], "b-low");
}

TEST_F(DefaultClasses, TheStorageClassIsTheNewestDefault)
{
  constexpr const char* claims = "/api/v1/namespaces/default/persistentvolumeclaims";
  const auto claim = [&](const std::string& name) {
    return create(
        claims, {{"metadata", {{"name", name}}},
                 {"spec", {{"accessModes", {"ReadWriteOnce"}}, {"resources", {{"requests", {{"storage", "1Gi"}}}}}}}});
  };
  EXPECT_FALSE(claim("before")["spec"].contains("storageClassName"));
  for (const char* name : {"b-older", "a-newer"}) {
    add_class("/apis/storage.k8s.io/v1/storageclasses", name, "storageclass.kubernetes.io/is-default-class",
              {{"provisioner", "example.com/p"}});
  }
  EXPECT_EQ(claim("after")["spec"]["storageClassName"], "a-newer");
  add_class("/apis/storage.k8s.io/v1/storageclasses", "c-newest", "storageclass.kubernetes.io/is-default-class",
            {{"provisioner", "example.com/p"}});
  EXPECT_EQ(claim("last")["spec"]["storageClassName"], "c-newest");
}

TEST_F(DefaultClasses, AnIngressGetsTheDefaultIngressClass)
{
  add_class("/apis/networking.k8s.io/v1/ingressclasses", "main", "ingressclass.kubernetes.io/is-default-class",
            {{"spec", {{"controller", "example.com/c"}}}});
  const Json backend{{"service", {{"name", "s"}, {"port", {{"number", 80}}}}}};
  constexpr const char* ingresses = "/apis/networking.k8s.io/v1/namespaces/default/ingresses";
  const auto made = create(ingresses, {{"metadata", {{"name", "i"}}}, {"spec", {{"defaultBackend", backend}}}});
  EXPECT_EQ(made["spec"]["ingressClassName"], "main");
  const auto own = create(ingresses, {{"metadata", {{"name", "own"}}},
                                      {"spec", {{"defaultBackend", backend}, {"ingressClassName", "other"}}}});
  EXPECT_EQ(own["spec"]["ingressClassName"], "other");
}

}  // namespace
}  // namespace kubexx::testing

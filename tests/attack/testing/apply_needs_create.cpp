// SPDX-License-Identifier: Apache-2.0
// check_permissions and server-side apply. An operator that applies objects which do not exist, and declares patch
// alone. Expected (operator_test.hpp check_permissions: "refused with 403, as in a cluster with the roles of
// --print-rbac"): a
//   kube-apiserver asks for `create` too when an apply creates (endpoints/handlers/patch.go,
//   createAuthorizerAttributes), so the kit refuses it, and with {create, patch} declared unused_permissions() does not
//   name create.
// Happens: the kit lets it pass, and calls the needed create unused: who removes it gets 403 in the cluster.
// Exit code 0 = holds, 1 = broken.
#include <unistd.h>
#include <iostream>
#include <kubexx/controller.hpp>
#include <kubexx/testing/operator_test.hpp>
#include <kubexx/testing/simulated_runtime.hpp>
#include <kubexx/types/core/v1/config_map.hpp>
#include <kubexx/types/core/v1/secret.hpp>
#include <thread>
using namespace kubexx;
using namespace kubexx::testing;
using namespace std::chrono_literals;
using corev1::ConfigMap;
using corev1::Secret;
static ConfigMap cm(std::string name, std::string ns = "default")
{
  ConfigMap c;
  c.metadata.name = name;
  c.metadata.namespace_ = ns;
  return c;
}
static Secret secret(std::string name)
{
  Secret s;
  s.metadata.name = name;
  s.metadata.namespace_ = "default";
  return s;
}
static Result right(Context& ctx, const Request& r)
{
  auto c = ctx.get<ConfigMap>(r);
  if (!c) return Result::done();
  ctx.create_or_update<Secret>(r.key(), [&](Secret& s) { ctx.own(c, s); });
  return Result::done();
}
static void right_setup(Manager& m)
{
  m.controller().for_<ConfigMap>().owns<Secret>().writes<Secret>({Verb::create, Verb::patch}).build(right);
}
static std::string text(std::function<void()> f)
{
  try {
    f();
    return "";
  } catch (const std::exception& e) {
    return e.what();
  }
}
static int bad = 0;
static void check(bool ok, const std::string& what)
{
  std::cout << (ok ? "ok      " : "BROKEN  ") << what << std::endl;
  if (!ok) bad = 1;
}

int main()
{
  auto run = [](std::set<Verb> verbs, std::string* unused) {
    return text([&] {
      OperatorTestOptions o;
      o.setup = [=](Manager& m) {
        m.controller().for_<ConfigMap>().writes<Secret>(verbs).build([](Context& c, const Request& r) {
          if (r.name == "a") c.apply(secret("a"));
          return Result::done();
        });
      };
      OperatorTest t(o);
      t.start();
      api<ConfigMap>(t.user()).create(cm("a"));
      t.wait_for<Secret>({"default", "a"});
      t.stop();
      for (auto& u : t.unused_permissions()) *unused += u;
    });
  };
  std::string unused;
  std::string failure = run({Verb::patch}, &unused);
  check(!failure.empty(), "patch alone is declared, the apply creates: the kit says '" + failure + "'");
  failure = run({Verb::patch, Verb::create}, &unused);
  check(unused.empty(), "create and patch are declared: unused_permissions says '" + unused + "'" + failure);
  return bad;
}

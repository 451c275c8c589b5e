// SPDX-License-Identifier: Apache-2.0
// The remedy in the failure about an undeclared call to a subresource (evict, scale, log, token).
// Expected: who follows it is done: "declare it with …" names a declaration that grants pods/eviction.
// Happens: it says .writes<Pod>({Verb::create}), which grants pods; the same failure with the same remedy comes again,
// for ever. Exit code 0 = holds, 1 = broken.
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

#include <kubexx/client/scale.hpp>
#include <kubexx/types/apps/v1/deployment.hpp>
#include <kubexx/types/core/v1/pod.hpp>
int main()
{
  auto run = [](bool follow) {
    return text([&] {
      OperatorTestOptions o;
      o.check_reconciles = false;
      o.setup = [=](Manager& m) {
        auto b = m.controller();
        b.for_<ConfigMap>();
        if (follow) {
          b.writes<corev1::Pod>({Verb::create});
          b.writes<appsv1::Deployment>({Verb::patch});
        }
        b.build([](Context& c, const Request& r) {
          if (r.name != "a") return Result::done();
          try {
            c.client().evict({"default", "p"});
          } catch (const ApiError&) {
          }
          try {
            c.client().patch_scale(resources::deployments, {"default", "d"}, Patch(R"({"spec":{"replicas":1}})"));
          } catch (const ApiError&) {
          }
          return Result::done();
        });
      };
      OperatorTest t(o);
      t.start();
      api<ConfigMap>(t.user()).create(cm("a"));
      t.run_for(1s);
      t.stop();
    });
  };
  std::cout << "first:\n" << run(false) << std::endl;
  std::string again = run(true);
  check(again.empty(),
        "with .writes<Pod>({Verb::create}) and .writes<Deployment>({Verb::patch}), as it said:\n" + again);
  return bad;
}

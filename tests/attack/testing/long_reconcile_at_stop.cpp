// SPDX-License-Identifier: Apache-2.0
// A right operator with one coroutine reconcile that takes a while (it waits for an outside system for a minute of
// virtual time), and a test that stops it meanwhile, as SIGTERM does. Expected (operator_test.hpp stop(): fails "when
// all reconciles of a controller failed"; check_reconciles: "has reconciled, and nothing
//   but errors came of it"): no reconcile has failed; the stop cancelled one. The test passes.
// Happens: "every reconcile of controller configmap has failed: 1 of them", without the key, and the remedy is to
// switch the check off. Exit code 0 = holds, 1 = broken.
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
  OperatorTestOptions o;
  o.setup = [](Manager& m) {
    auto* clock = m.client().runtime().clock;
    m.controller().for_<ConfigMap>().build([clock](Context& c, Request) -> awaitable<Result> {
      co_await async_sleep(*clock, 60s);
      co_return Result::done();
    });
  };
  std::string s = text([&] {
    OperatorTest t(o);
    t.start();
    api<ConfigMap>(t.user()).create(cm("a"));
    t.run_for(5s);
    t.stop();
  });
  check(s.empty(), "stop() during the first reconcile: " + s);
  return bad;
}

// SPDX-License-Identifier: Apache-2.0
// crash_at_every_call whose scenario ends with an error of the user's client, or of the test's own, in one of the runs.
// Expected: "Throws TestFailure that names the point" (operator_test.hpp, crash_at_every_call; docs/testing.md: "names
// the point at which
//   the scenario failed").
// Happens: the exception comes as it is: NotFound, and nobody knows which of the runs it was. Only TestFailure gets the
// point. Exit code 0 = holds, 1 = broken.
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
  OperatorTestOptions o;  // a broken operator: the mark comes before the Secret
  o.setup = [](Manager& m) {
    m.controller()
        .for_<ConfigMap>()
        .writes<Secret>({Verb::create})
        .writes<ConfigMap>({Verb::patch})
        .build([](Context& c, const Request& r) {
          auto x = c.get<ConfigMap>(r);
          if (!x || x->metadata.name != "a" || x->metadata.labels.contains("done")) return Result::done();
          x->metadata.labels["done"] = "1";
          x.patch();
          c.create(secret("a"));
          return Result::done();
        });
  };
  std::string s = text([&] {
    crash_at_every_call(o, [](OperatorTest& t) {
      api<ConfigMap>(t.user()).create(cm("a"));
      t.run_for(60s);
      api<Secret>(t.user()).get({"default", "a"});
    });
  });
  check(s.find("call 2") != s.npos || s.find("call 3") != s.npos || s.find("crash") != s.npos,
        "a NotFound of test.user(): " + s);
  s = text([&] {
    crash_at_every_call(o, [](OperatorTest& t) {
      api<ConfigMap>(t.user()).create(cm("a"));
      t.run_for(60s);
      t.wait_for<Secret>({"default", "a"}, 1s);
    });
  });
  std::cout << "        the same as wait_for: " << s.substr(0, 200) << std::endl;
  return bad;
}

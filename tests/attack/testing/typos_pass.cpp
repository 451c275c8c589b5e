// SPDX-License-Identifier: Apache-2.0
// Names that are no resource of anything ("secret" for "secrets") and clusters that do not exist, in drop_watches and
// count. Expected (docs/testing.md: "stop() fails when a fault that was asked for has not happened"; operator_test.hpp:
// "Resources are named
//   as RBAC does"; fail_next and set_reachable throw std::out_of_range for such a cluster): an error.
// Happens: nothing. A test "survives a broken watch" tests nothing, and EXPECT_EQ(count(Verb::create, "secret"), 0)
// always holds. Exit code 0 = holds, 1 = broken.
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
  auto run = [](std::function<void(OperatorTest&)> f) {
    return text([&] {
      OperatorTestOptions o;
      o.setup = right_setup;
      OperatorTest t(o);
      t.start();
      api<ConfigMap>(t.user()).create(cm("a"));
      t.wait_for<Secret>({"default", "a"});
      f(t);
      t.run_for(5s);
      t.stop();
    });
  };
  check(!run([](OperatorTest& t) { t.drop_watches("secret"); }).empty(), "drop_watches(\"secret\"), then stop()");
  check(!run([](OperatorTest& t) { t.drop_watches("deployments.apps"); }).empty(),
        "drop_watches(\"deployments.apps\") of an operator that does not watch them, then stop()");
  check(!run([](OperatorTest& t) { t.drop_watches("", "east"); }).empty(),
        "drop_watches(\"\", \"east\") without such a cluster, then stop()");
  check(!run([](OperatorTest& t) {
           if (t.count(Verb::create, "secrets") != 1) throw 1;
           if (t.count(Verb::create, "secret") != 0) throw std::runtime_error("1");
         }).empty(),
        "count(create, \"secret\") == 0 although count(create, \"secrets\") == 1");
  check(!run([](OperatorTest& t) {
           if (t.count(Verb::create, "secrets", "east") != 0) throw std::runtime_error("1");
         }).empty(),
        "count(create, \"secrets\", \"east\") without such a cluster");
  std::string s = run([](OperatorTest& t) { t.fail_next(Verb::create, "secret", 500); });
  std::cout << "        fail_next(create, \"secret\", 500) fails, without a word about the name: " << s << std::endl;
  return bad;
}

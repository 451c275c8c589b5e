// SPDX-License-Identifier: Apache-2.0
// A unit mistake: Result::requeue_after(Duration(30)), which is 30 ns and not 30 s.
// Expected (operator_test.hpp: waits throw "when it does so much without time passing that there is no end to it
// (most_tasks)"; docs: "when
//   something repeats itself without a pause … the wait fails, and names the keys that are reconciled and the last
//   calls"): a failure.
// Happens: each reconcile moves time by 30 ns, so most_tasks never counts; run_for(5s) would take 170 million
// reconciles, and says nothing.
//   With requeue_after(1ms) a wait that fails after its ten minutes takes more than a minute of real time.
// Exit code 0 = holds, 1 = broken.
#include <unistd.h>
#include <csignal>
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
  signal(SIGALRM, [](int) {
    const char m[] = "BROKEN  run_for(5s) has not returned after 20 s\n";
    (void)!write(1, m, sizeof m - 1);
    _exit(1);
  });
  OperatorTestOptions o;
  o.setup = [](Manager& m) {
    m.controller().for_<ConfigMap>().build(
        [](Context& c, const Request& r) { return Result::requeue_after(Duration(30)); });
  };
  alarm(20);
  std::cout << text([&] {
    OperatorTest t(o);
    t.start();
    api<ConfigMap>(t.user()).create(cm("a"));
    t.run_for(5s);
    t.stop();
  }) << std::endl;
  return 0;
}

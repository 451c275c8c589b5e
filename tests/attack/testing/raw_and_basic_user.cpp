// SPDX-License-Identifier: Apache-2.0
// check_permissions at its edges: get_raw of a resource's path, and what every authenticated user may do.
// Expected (operator_test.hpp check_permissions: calls that are not declared "are refused with 403, as in a cluster
// with the roles of --print-rbac"):
//   1. GET /api/v1/namespaces/default/secrets is refused: RBAC looks at the path, not at the client's verb.
//   2. a SelfSubjectAccessReview passes: system:basic-user lets every authenticated user create one.
// Happens: 1. passes and hands out all Secrets; 2. is refused, and fails the test of a right operator.
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
  auto run = [](std::function<void(Context&)> f) {
    return text([&] {
      OperatorTestOptions o;
      o.setup = [&](Manager& m) {
        m.controller().for_<ConfigMap>().build([&](Context& c, const Request& r) {
          if (r.name == "a") f(c);
          return Result::done();
        });
      };
      OperatorTest t(o);
      t.start();
      api<Secret>(t.user()).create(secret("hidden"));
      api<ConfigMap>(t.user()).create(cm("a"));
      t.run_for(1s);
      t.stop();
    });
  };
  std::string got;
  std::string s = run([&](Context& c) { got = c.client().get_raw("/api/v1/namespaces/default/secrets"); });
  check(!s.empty(), "get_raw of the Secrets, nothing is declared: " + s + got.substr(0, 60) +
                        (got.find("hidden") != got.npos ? " … hidden …" : ""));
  s = run([](Context& c) {
    c.client().create(
        {"authorization.k8s.io", "v1", "SelfSubjectAccessReview", "selfsubjectaccessreviews", Scope::cluster},
        Object::parse(
            R"({"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectAccessReview","spec":{"resourceAttributes":{"verb":"get","resource":"pods"}}})"));
  });
  check(s.empty(), "a SelfSubjectAccessReview: " + s);
  return bad;
}

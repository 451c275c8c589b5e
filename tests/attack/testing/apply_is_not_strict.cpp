// SPDX-License-Identifier: Apache-2.0
// OperatorTest::apply, apply_text and OperatorTestOptions::manifests: "As `kubectl apply -f`, without its pruning of
// fields". Expected: kubectl apply (validation strict is its default) and `kubexx apply` refuse an unknown and a
// duplicate field: strict decoding error: unknown field "spec.sise". Happens: the typo is dropped without a word; the
// operator of the test gets the default, and the test tests something else. Exit code 0 = holds, 1 = broken.
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
  o.setup = right_setup;
  OperatorTest t(o);
  t.apply_text(
      "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: foos.x.io}\nspec:\n  "
      "group: x.io\n  names: {kind: Foo, plural: foos, singular: foo, listKind: FooList}\n  scope: Namespaced\n  "
      "versions:\n  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: "
      "{spec: {type: object, properties: {size: {type: integer}}}}}}}\n");
  check(!text([&] { t.apply_text("apiVersion: x.io/v1\nkind: Foo\nmetadata: {name: f}\nspec: {sise: 3}\n"); }).empty(),
        "spec.sise of a Foo that has spec.size");
  std::cout << "        stored: " << t.user().get({"x.io", "v1", "Foo", "foos"}, {"default", "f"}).bytes() << std::endl;
  check(!text([&] { t.apply_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\ndatas: {a: b}\n"); }).empty(),
        "datas of a ConfigMap");
  check(!text([&] {
           t.apply_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: b}\ndata: {c: d}\n");
         }).empty(),
        "data twice");
  return bad;
}

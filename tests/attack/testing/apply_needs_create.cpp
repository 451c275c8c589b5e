// SPDX-License-Identifier: Apache-2.0
// check_permissions and server-side apply. An operator that applies objects which do not exist, and declares patch
// alone. Expected (operator_test.hpp check_permissions: "refused with 403, as in a cluster with the roles of
// --print-rbac"): a
//   kube-apiserver asks for `create` too when an apply creates (endpoints/handlers/patch.go,
//   createAuthorizerAttributes), so the kit refuses it, and with {create, patch} declared unused_permissions() does not
//   name create.
// Happens: the kit lets it pass, and calls the needed create unused: who removes it gets 403 in the cluster.
// Exit code 0 = holds, 1 = broken.
#include "common.hpp"

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

// SPDX-License-Identifier: Apache-2.0
// check_permissions at its edges: get_raw of a resource's path, and what every authenticated user may do.
// Expected (operator_test.hpp check_permissions: calls that are not declared "are refused with 403, as in a cluster
// with the roles of --print-rbac"):
//   1. GET /api/v1/namespaces/default/secrets is refused: RBAC looks at the path, not at the client's verb.
//   2. a SelfSubjectAccessReview passes: system:basic-user lets every authenticated user create one.
// Happens: 1. passes and hands out all Secrets; 2. is refused, and fails the test of a right operator.
// Exit code 0 = holds, 1 = broken.
#include "common.hpp"

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

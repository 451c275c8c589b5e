// SPDX-License-Identifier: Apache-2.0
// Names that are no resource of anything ("secret" for "secrets") and clusters that do not exist, in drop_watches and
// count. Expected (docs/guides/testing.md: "stop() fails when a fault that was asked for has not happened";
// operator_test.hpp: "Resources are named as RBAC does"; fail_next and set_reachable throw std::out_of_range for such a
// cluster): an error.
// Happens: nothing. A test "survives a broken watch" tests nothing, and EXPECT_EQ(count(Verb::create, "secret"), 0)
// always holds. Exit code 0 = holds, 1 = broken.
#include "common.hpp"

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

// SPDX-License-Identifier: Apache-2.0
// crash_at_every_call whose scenario ends with an error of the user's client, or of the test's own, in one of the runs.
// Expected: "Throws TestFailure that names the point" (operator_test.hpp, crash_at_every_call; docs/guides/testing.md:
// "names the point at which the scenario failed").
// Happens: the exception comes as it is: NotFound, and nobody knows which of the runs it was. Only TestFailure gets the
// point. Exit code 0 = holds, 1 = broken.
#include "common.hpp"

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

// SPDX-License-Identifier: Apache-2.0
// expect_always about time: "the heartbeat in the ConfigMap is at most 30 s old", of an operator that writes it every
// 50 s. Expected (operator_test.hpp expect_always: "fails as soon as `holds` is false within `span`"): it fails at 30
// s. Happens: in the simulation `holds` is asked when something happens alone; time jumps over the 20 s in which it is
// false, and the write that
//   ends them makes it true again. The test passes. In TestServer::embedded() (every few milliseconds) the same test
//   fails.
// Exit code 0 = holds, 1 = broken.
#include <csignal>
#include "common.hpp"

int main(int argc, char**)
{
  OperatorTestOptions o;
  const Duration second = argc > 1 ? Duration(10ms) : Duration(1s);  // argument: embedded, a hundred times faster
  if (argc > 1) o.server = TestServer::embedded();
  o.setup = [=](Manager& m) {
    auto* clock = m.client().runtime().clock;
    auto next = std::make_shared<SteadyTime>(clock->now());
    m.controller().for_<ConfigMap>().writes<ConfigMap>({Verb::patch}).build([=](Context& c, const Request& r) {
      auto x = c.get<ConfigMap>(r);
      if (!x || r.name != "a") return Result::done();
      if (clock->now() >= *next) {
        static int n;
        x->data["beat"] = std::to_string(++n);
        x.patch();
        *next = clock->now() + 50 * second;
      }
      return Result::requeue_after(*next - clock->now());
    });
  };
  OperatorTest t(o);
  t.start();
  api<ConfigMap>(t.user()).create(cm("a"));
  t.wait_for<ConfigMap>({"default", "a"}, "first beat", [](const auto& x) { return x->data.contains("beat"); });
  auto* clock = t.runtime().clock;
  std::string last;
  SteadyTime since = clock->now();
  int asked = 0;
  std::string s = text([&] {
    t.expect_always(
        "at most 30 s old",
        [&] {
          ++asked;
          auto v = api<ConfigMap>(t.user()).get({"default", "a"})->data.at("beat");
          if (v != last) {
            last = v;
            since = clock->now();
          }
          return clock->now() - since <= 30 * second;
        },
        125 * second);
  });
  check(!s.empty(), "a heartbeat every 50 s is not at most 30 s old (asked " + std::to_string(asked) + " times): " + s);
  return bad;
}

// SPDX-License-Identifier: Apache-2.0
// A unit mistake: Result::requeue_after(Duration(30)), which is 30 ns and not 30 s.
// Expected (operator_test.hpp: waits throw "when it does so much without time passing that there is no end to it
// (max_tasks)"; docs: "when
//   something repeats itself without a pause … the wait fails, and names the keys that are reconciled and the last
//   calls"): a failure.
// Happens: each reconcile moves time by 30 ns, so max_tasks never counts; run_for(5s) would take 170 million
// reconciles, and says nothing.
//   With requeue_after(1ms) a wait that fails after its ten minutes takes more than a minute of real time.
// Exit code 0 = holds, 1 = broken.
#include <csignal>
#include "common.hpp"

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

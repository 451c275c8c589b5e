// SPDX-License-Identifier: Apache-2.0
// Expected: in a reconciler class whose member is a coroutine that takes `const Request&`, the request lives until the
// coroutine ends, as in a lambda of that form; or the class does not compile.
// Happened: after the first co_await the request was destroyed.
// Exit code 0 = holds, 1 = broken.
#include <iostream>
#include <kubexx/controller.hpp>
#include <kubexx/testing/operator_test.hpp>
#include <kubexx/types/core/v1/config_map.hpp>
using namespace kubexx;
using namespace kubexx::testing;
using namespace std::chrono_literals;
using corev1::ConfigMap;

static std::string seen;
struct Foo {
  awaitable<Result> reconcile(Context& ctx, const Request& request)
  {
    co_await async_sleep(*ctx.client().runtime().clock, 1s);
    seen = request.name;
    co_return Result::done();
  }
};

int main()
{
  int bad = 0;
  for (bool as_class : {false, true}) {
    for (const std::string name : {"short", "a-name-that-is-longer-than-the-small-buffer"}) {
      OperatorTestOptions o;
      o.check_reconciles = false;
      o.setup = [&](Manager& m) {
        auto b = m.controller();
        b.for_<ConfigMap>();
        if (as_class) {
          b.build(Foo());
        } else {
          b.build([](Context& c, const Request& r) -> awaitable<Result> { co_return co_await Foo().reconcile(c, r); });
        }
      };
      OperatorTest t(std::move(o));
      t.start();
      ConfigMap cm;
      cm.metadata.name = name;
      cm.metadata.namespace_ = "default";
      seen = "(nothing)";
      api<ConfigMap>(t.user()).create(cm);
      t.run_for(5s);
      const bool ok = seen == name;
      std::cout << (ok ? "ok      " : "BROKEN  ") << (as_class ? "class: " : "lambda: ") << "name \"" << name
                << "\", after co_await: \"" << seen << "\"\n";
      if (!ok) bad = 1;
      const std::string log = t.last_log_lines();
      if (!ok && !log.empty()) std::cout << log.substr(0, 300) << "\n";
      t.stop();
    }
  }
  return bad;
}

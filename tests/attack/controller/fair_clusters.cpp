// SPDX-License-Identifier: Apache-2.0
// Expected (builder.hpp, fair_by_namespace): namespaces of one name in two clusters are two, and each has its turn.
// Happened: the key of the second cluster waited for all keys of the first.
// Exit code 0 = holds, 1 = broken.
#include <iostream>
#include <kubexx/controller.hpp>
#include <kubexx/testing/operator_test.hpp>
#include <kubexx/types/core/v1/config_map.hpp>
#include <kubexx/types/core/v1/namespace.hpp>
using namespace kubexx;
using namespace kubexx::testing;
using namespace std::chrono_literals;
using corev1::ConfigMap;

static int waited(const std::string& ns)
{
  std::vector<std::string> order;
  OperatorTestOptions o;
  o.clusters = {"east", "west"};
  o.setup = [&](Manager& m) {
    m.controller()
        .for_<ConfigMap>({.clusters = Clusters::added()})
        .fair_by_namespace()
        .build([&](Context& c, Request r) -> awaitable<Result> {
          order.push_back(r.to_string());
          co_await async_sleep(*c.client().runtime().clock, 1s);
          co_return Result::done();
        });
  };
  OperatorTest t(std::move(o));
  t.start();
  corev1::Namespace n;
  n.metadata.name = ns;
  if (ns != "default") api<corev1::Namespace>(t.user("west")).create(n);
  t.run_for(60s);
  ConfigMap cm;
  cm.metadata.namespace_ = "default";
  for (int i = 0; i < 50; ++i) {
    cm.metadata.name = "e" + std::to_string(i);
    api<ConfigMap>(t.user("east")).create(cm);
  }
  t.run_for(2s);
  cm.metadata.namespace_ = ns;
  cm.metadata.name = "w";
  api<ConfigMap>(t.user("west")).create(cm);
  const std::size_t before = order.size();
  t.run_for(2min);
  for (std::size_t i = before; i < order.size(); ++i) {
    if (order[i] == "west:" + ns + "/w") return static_cast<int>(i - before);
  }
  return 1000;
}

int main()
{
  const int other = waited("other"), same = waited("default");
  std::cout << (other <= 3 ? "ok      " : "BROKEN  ") << "west:other/w waited for " << other
            << " reconciles of east:default\n";
  std::cout << (same <= 3 ? "ok      " : "BROKEN  ") << "west:default/w waited for " << same
            << " reconciles of east:default\n";
  return other <= 3 && same <= 3 ? 0 : 1;
}

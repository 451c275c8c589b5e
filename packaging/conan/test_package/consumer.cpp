// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <kubexx/base/system_clock.hpp>
#include <kubexx/workqueue/rate_limiting_queue.hpp>
#include <string>

int main()
{
  kubexx::SystemClock clock;
  kubexx::Queue<std::string> queue({.clock = &clock});
  queue.add("default/a");
  const auto lease = queue.get();
  if (!lease) return 1;
  std::puts(lease->key().c_str());
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// A cache whose entries expire, without Kubernetes.
#include <chrono>
#include <cstdio>
#include <kubexx/base/system_clock.hpp>
#include <thread>

#include "expiring_cache.hpp"

using namespace std::chrono_literals;

int main()
{
  kubexx::SystemClock clock;
  ExpiringCache cache(clock, 1s, [](const std::string& key) { std::printf("%s expired\n", key.c_str()); });
  cache.put("read", "1");
  cache.put("unread", "2");
  for (int second = 0; second < 5; ++second) {
    std::this_thread::sleep_for(300ms);
    std::printf("read is %s\n", cache.get("read").value_or("gone").c_str());
  }
  std::printf("unread is %s\n", cache.get("unread").value_or("gone").c_str());
}

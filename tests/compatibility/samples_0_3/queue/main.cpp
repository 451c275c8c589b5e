// SPDX-License-Identifier: Apache-2.0
// Three workers fetch pages; one page fails twice.
#include <cstdio>
#include <kubexx/base/system_clock.hpp>
#include <kubexx/workqueue/rate_limiting_queue.hpp>
#include <latch>
#include <string>
#include <thread>
#include <vector>

using namespace kubexx;
using namespace std::chrono_literals;

int main()
{
  SystemClock clock;
  RateLimitingQueue<std::string> queue(RetryPolicy::exponential(10ms, 1s), {.clock = &clock});
  for (const char* page : {"index", "flaky", "about", "index"}) queue.add(page);  // twice "index": one key

  std::latch left(3);
  const auto work = [&] {
    while (const auto lease = queue.get()) {   // waits for a key; none means that the queue is shut down
      const std::string& page = lease->key();  // no other worker has it until the lease ends
      const unsigned failures = queue.num_requeues(page);
      if (page == "flaky" && failures < 2) {
        std::printf("%s failed\n", page.c_str());
        queue.add_rate_limited(page);  // comes back after 10 ms, 20 ms, 40 ms and so on
        continue;
      }
      std::printf("%s done after %u failures\n", page.c_str(), failures);
      queue.forget(page);  // its next failure is its first one
      left.count_down();
    }
  };
  std::vector<std::jthread> workers;
  workers.reserve(3);
  for (int worker = 0; worker < 3; ++worker) workers.emplace_back(work);
  left.wait();
  queue.shut_down_with_drain();  // accepts nothing more, and waits for the workers' last leases
}

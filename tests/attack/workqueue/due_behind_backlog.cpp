// SPDX-License-Identifier: Apache-2.0
// Expected (queue.hpp, THE RULE: "every one | delayed, time has come | first of all: not delayed, then as `add`"):
// however many other keys are due, add_after(k, 1h) for a key whose earlier delay is over leaves k queued and delayed:
// it is dispatched now, and again in an hour. So it is in client-go, which moves all that is due before it takes an
// add_after. Happened: behind more than 64 due keys k still counted as delayed with its old time; the new add_after
// (and add_rate_limited with a Retry-After) was dropped, and k never came back in an hour. Exit code 0 = holds, 1 =
// broken.
#include <cstdio>
#include <kubexx/base/manual_clock.hpp>
#include <kubexx/workqueue/rate_limiting_queue.hpp>
using namespace kubexx;
using namespace std::chrono_literals;
int main()
{
  int broken = 0;
  for (const int n : {40, 2000, 20000}) {
    for (const int way : {0, 1}) {
      ManualClock clock;
      RateLimitingQueue<int> queue(RetryPolicy::exponential(5ms, 1s), {.clock = &clock});
      for (int key = 0; key < n; ++key) queue.add_after(key, 10min);  // every object is looked at again in ten minutes
      clock.advance(11min);
      const int key = n - 1;
      if (way == 0) queue.add_after(key, 1h);
      if (way == 1) (void)queue.add_rate_limited(key, 0, 1h);  // Retry-After
      int now = 0, later = 0;
      while (const auto lease = queue.try_get()) now += lease->key() == key;
      clock.advance(2h);
      while (const auto lease = queue.try_get()) later += lease->key() == key;
      const bool holds = now == 1 && later == 1;
      std::printf("%5d due, %-22s dispatched %d now, %d in an hour%s\n", n,
                  way == 0   ? "add_after(1h):"
                  : way == 1 ? "add_rate_limited(1h):"
                             : "add:",
                  now, later, holds ? "" : "   BROKEN");
      broken += !holds;
    }
  }
  return broken ? 1 : 0;
}

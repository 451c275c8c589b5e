// SPDX-License-Identifier: Apache-2.0
// Heap bytes that a queue keeps for each delayed key beyond the key itself (the std::string and its characters), as
// malloc counts them, for ten numbers of keys; the last line is the worst. Without slack of a lucky size.
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>

#include "bench_keys.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/workqueue/delaying_queue.hpp"

namespace {

std::size_t heap_in_use()
{
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

double bytes_per_key(std::size_t count)
{
  using namespace kubexx;
  SystemClock clock;
  const auto keys = bench::make_keys(count);
  const std::size_t before = heap_in_use();
  auto copies = std::make_unique<std::vector<std::string>>(keys);
  const std::size_t of_the_keys = heap_in_use() - before;
  copies.reset();
  const std::size_t empty = heap_in_use();
  DelayingQueue<std::string> queue({.clock = &clock});
  for (const auto& key : keys) queue.add_after(key, std::chrono::hours(1));
  return (static_cast<double>(heap_in_use() - empty) - static_cast<double>(of_the_keys)) / static_cast<double>(count);
}

}  // namespace

int main()
{
  double worst = 0;
  for (std::size_t count = 500'000; count <= 1'500'000; count += 1'000'000 / 9) {
    const double bytes = bytes_per_key(count);
    std::printf("%zu keys: %.1f bytes\n", count, bytes);
    worst = std::max(worst, bytes);
  }
  std::printf("worst: %.1f bytes\n", worst);
}

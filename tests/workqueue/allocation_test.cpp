// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/object_key.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"
#include "support/allocations.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

template <class T>
void expect_no_allocation_in_steady_state(const std::vector<T>& keys)
{
  ManualClock clock;
  RateLimitingQueue<T> queue(default_controller_rate_limiter<T>(), {.clock = &clock});
  std::uint64_t before = 0;
  for (int round = 0; round < 20; ++round) {
    // The first rounds find the room that the later ones use.
    if (round == 10) before = allocations::count();
    for (const T& key : keys) {
      queue.add(key, 1);
      queue.add_after(key, 1s);
      queue.add_after(key, 500ms);
      queue.add_rate_limited(key);
    }
    while (auto lease = queue.get({}, SteadyTime{})) {
      queue.add(lease->key());
      queue.forget(lease->key());
      lease->done();
      lease = queue.try_get();
    }
    clock.advance(1s);
    while (auto lease = queue.try_get()) queue.done(lease->key());
  }
  EXPECT_GT(before, 0U);
  EXPECT_EQ(allocations::count() - before, 0U);
  EXPECT_EQ(queue.size() + queue.delayed(), 0U);
}

TEST(Allocations, NoneInSteadyStateWithStrings)
{
  std::vector<std::string> keys;
  for (int index = 0; index < 300; ++index) keys.push_back("namespace-1/some-long-name-" + std::to_string(index));
  expect_no_allocation_in_steady_state(keys);
}

TEST(Allocations, NoneInSteadyStateWithObjectKeys)
{
  std::vector<ObjectKey> keys;
  for (int index = 0; index < 300; ++index) {
    keys.push_back(
        {"a-namespace-with-a-long-name", "some-name-that-is-longer-than-a-pointer-" + std::to_string(index)});
  }
  expect_no_allocation_in_steady_state(keys);
}

}  // namespace
}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/object_key.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/workqueue/priority_queue.hpp"
#include "priority_model.hpp"
#include "support/allocations.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

TEST(PriorityAllocations, NoneInSteadyState)
{
  std::vector<ObjectKey> keys;
  for (int index = 0; index < 900; ++index) {
    keys.push_back({"a-namespace-with-a-long-name-" + std::to_string(index % 500),
                    "some-name-that-is-longer-than-a-pointer-" + std::to_string(index)});
  }
  for (const bool groups : {false, true}) {
    PriorityOptions<ObjectKey> options{.max_wait = 2s};
    if (groups) options.group = [](const ObjectKey& key) { return group_of(key.namespace_); };
    ManualClock clock;
    PriorityQueue<ObjectKey> queue(default_controller_rate_limiter<ObjectKey>(), {.clock = &clock}, options);
    std::vector<Lease<ObjectKey>> processing;
    processing.reserve(100);
    std::uint64_t before = 0;
    for (int round = 0; round < 20; ++round) {
      // The first rounds find the room that the later ones use.
      if (round == 10) before = allocations::count();
      for (std::size_t index = 0; index < keys.size(); ++index) {
        const int priority = static_cast<int>(index % 7) - 3;
        queue.add_with(keys[index], {.after = 1s, .priority = priority});
        if (index % 2 == 0) queue.add_with(keys[index], {.priority = priority + static_cast<int>(index % 3)});
        if (index % 5 == 0) queue.add_with(keys[index], {.rate_limited = true});
      }
      for (int taken = 0; taken < 100; ++taken) processing.push_back(std::move(*queue.try_get()));
      clock.advance(1s);
      for (auto& lease : processing) queue.add_with(lease.key(), {.priority = 1});
      processing.clear();
      clock.advance(3s);
      while (auto lease = queue.try_get()) queue.forget(lease->key());
    }
    EXPECT_GT(before, 0U);
    EXPECT_EQ(allocations::count() - before, 0U);
    EXPECT_EQ(queue.size() + queue.delayed(), 0U);
  }
}

// Random operations, some of them without memory, answer as the model of those that happened.
TEST(PriorityAllocations, WithoutMemoryAnOperationHasNotHappened)
{
  constexpr Duration kBase = 3ns;
  constexpr Duration kMax = 200ns;
  std::uint64_t thrown = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    SeededRandom random(seed);
    ManualClock clock;
    const bool groups = random.below(2) == 0;
    const std::optional<Duration> max_wait = random.below(2) == 0 ? std::nullopt : std::optional(Duration(100));
    PriorityOptions<int> options{.max_wait = max_wait};
    if (groups) options.group = [](const int& key) { return static_cast<std::uint64_t>(key % 50); };
    PriorityQueue<int> queue(RetryPolicy::exponential(kBase, kMax), {.clock = &clock}, options);
    PriorityModel model(kBase, kMax, max_wait, groups ? 50 : 0);
    const std::uint64_t keys = 2 + random.below(300);
    for (int operation = 0; operation < 2000; ++operation) {
      const int key = static_cast<int>(random.below(keys));
      const PriorityModel::Add add{random.below(2) == 0 ? 0 : static_cast<std::int64_t>(random.below(60)),
                                   random.below(4) == 0, static_cast<int>(random.below(60)),
                                   static_cast<Trigger>(random.below(4))};
      const std::uint64_t what = random.below(8);
      bool happened = true;
      std::optional<int> got;
      {
        std::optional<allocations::Failing> failing;
        if (random.below(2) == 0) failing.emplace(random.below(4), random.below(2) == 0);
        try {
          if (what < 4) {
            queue.add_with(key, {Duration(add.after), add.rate_limited, add.priority, add.trigger});
          } else if (what < 7) {
            if (auto lease = queue.try_get()) {
              got = lease->key();
              lease->release();
            }
          } else {
            queue.done(key);
          }
        } catch (const std::bad_alloc&) {
          happened = false;
          ++thrown;
        }
      }
      if (happened && what < 4) model.add(key, add);
      if (happened && what >= 4 && what < 7) {
        const auto expected = model.get();
        ASSERT_EQ(got, expected ? std::optional(expected->key) : std::nullopt) << "operation " << operation;
      }
      if (happened && what == 7) model.done(key);
      ASSERT_EQ(queue.size(), model.size()) << "operation " << operation;
      ASSERT_EQ(queue.delayed(), model.delayed()) << "operation " << operation;
      ASSERT_EQ(queue.num_requeues(key), model.num_requeues(key)) << "operation " << operation;
      if (random.below(4) == 0) {
        const Duration step(static_cast<std::int64_t>(random.below(40)));
        clock.advance(step);
        model.advance(step);
      }
    }
  }
  EXPECT_GT(thrown, 100U);
}

}  // namespace
}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <list>
#include <map>

#include "fake_metrics.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/workqueue/priority_queue.hpp"
#include "model_seeds.hpp"
#include "priority_model.hpp"
#include "queue_model_run.hpp"

namespace kubexx {
namespace {

constexpr Duration kBase{3};
constexpr Duration kMax{200};
constexpr std::array kPriorities{0, 0, 0, 1, 2, -1, low_priority, INT32_MIN, INT32_MAX};

/// Few keys, priorities and groups, and times of a few nanoseconds: everything meets everything.
class Run {
public:
  explicit Run(std::uint64_t seed) : random_(seed) {}

  void steps(std::uint64_t count)
  {
    while (count > 0 && !testing::Test::HasFailure()) {
      const std::uint64_t life = std::min<std::uint64_t>(count, 500 + random_.below(5000));
      one_life(life);
      count -= life;
    }
  }

private:
  struct Processing {
    Lease<int> lease;
    int key;
    std::uint64_t number;
  };

  /// A queue and its model, from construction to shutdown.
  struct Pair {
    Pair(std::optional<Duration> max_wait, int groups)
        : queue(RetryPolicy::exponential(kBase, kMax), {.name = "test", .clock = &clock, .metrics = &provider},
                {.max_wait = max_wait, .group = groups == 0 ? nullptr : grouping(groups)}),
          model(kBase, kMax, max_wait, groups)
    {
    }
    static std::function<std::uint64_t(const int&)> grouping(int groups)
    {
      return [groups](const int& key) { return static_cast<std::uint64_t>(key % groups); };
    }
    double depth(int priority) const
    {
      const auto gauge = provider.gauges.find("workqueue_depth,name=test,priority=" + std::to_string(priority));
      return gauge == provider.gauges.end() ? 0 : gauge->second();
    }

    ManualClock clock;
    FakeProvider provider;
    PriorityQueue<int> queue;
    PriorityModel model;
    std::list<Processing> leases;
  };

  std::optional<Duration> some_max_wait()
  {
    switch (random_.below(4)) {
      case 0:
        return std::nullopt;
      case 1:
        return Duration(static_cast<std::int64_t>(random_.below(3)) - 1);
      default:
        return Duration(static_cast<std::int64_t>(random_.below(200)));
    }
  }

  void one_life(std::uint64_t operations)
  {
    keys_ = 2 + random_.below(40);
    holds_.clear();
    const int groups = random_.below(2) == 0 ? 0 : 1 + static_cast<int>(random_.below(5));
    int drained = 0;  // its callback is called with the end of the queue, at the latest
    Pair pair(some_max_wait(), groups);
    pair.queue.on_drained([&drained](DrainResult) { ++drained; });
    bool hard = false;
    for (std::uint64_t index = 0; index < operations; ++index) {
      if (operations - index == 100) {
        hard = random_.below(2) == 0;
        hard ? pair.queue.shut_down() : pair.queue.begin_drain();
        pair.model.shut_down(hard);
      }
      one(pair);
      const int priority = kPriorities[random_.below(kPriorities.size())];
      ASSERT_EQ(pair.queue.size(), pair.model.size()) << "operation " << index;
      ASSERT_EQ(pair.queue.delayed(), pair.model.delayed()) << "operation " << index;
      ASSERT_EQ(pair.depth(priority), static_cast<double>(pair.model.depth(priority))) << "operation " << index;
      ASSERT_EQ(pair.queue.dropped(), pair.model.dropped);
      if (!hard) {
        ASSERT_EQ(drained, pair.model.drained() ? 1 : 0);
      }
      if (testing::Test::HasFailure()) return;
    }
    ASSERT_EQ(pair.provider.counters.at("workqueue_retries_total,name=test")->value,
              static_cast<double>(pair.model.retries));
  }

  void one(Pair& pair)
  {
    const int key = static_cast<int>(random_.below(keys_));
    switch (random_.below(16)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
        add(pair, key);
        break;
      case 6:
      case 7:
      case 8:
        get(pair);
        break;
      case 9:
      case 10:
        end_lease(pair);
        break;
      case 11:  // by key: processing or not
        pair.queue.done(key);
        pair.model.done(key);
        break;
      case 12:
        pair.queue.forget(key);
        pair.model.forget(key);
        break;
      case 13:
        ASSERT_EQ(pair.queue.num_requeues(key), pair.model.num_requeues(key));
        break;
      default: {
        const Duration step(static_cast<std::int64_t>(random_.below(40)));
        pair.clock.advance(step);
        pair.model.advance(step);
      }
    }
  }

  void add(Pair& pair, int key)
  {
    const auto trigger = static_cast<Trigger>(random_.below(4) == 0 ? random_.below(16) : 0);
    const std::int64_t delay = some_delay(random_);
    switch (random_.below(8)) {
      case 0:
        pair.queue.add(key, trigger);
        pair.model.add(key, {.trigger = trigger});
        break;
      case 1:
        pair.queue.add_after(key, Duration(delay), trigger);
        pair.model.add(key, {.after = delay, .trigger = trigger});
        break;
      case 2:
        pair.queue.add_rate_limited(key, trigger);
        pair.model.add(key, {.rate_limited = true, .trigger = trigger});
        break;
      default: {
        const bool rate_limited = random_.below(4) == 0;
        const std::int64_t after = random_.below(2) == 0 ? 0 : delay;
        const int priority = kPriorities[random_.below(kPriorities.size())];
        pair.queue.add_with(
            key, {.after = Duration(after), .rate_limited = rate_limited, .priority = priority, .trigger = trigger});
        pair.model.add(key, {after, rate_limited, priority, trigger});
      }
    }
  }

  void get(Pair& pair)
  {
    const auto expected = pair.model.get();
    auto lease = random_.below(2) == 0 ? pair.queue.try_get() : pair.queue.get({}, SteadyTime{});
    ASSERT_EQ(lease.has_value(), expected.has_value());
    if (!lease) return;
    ASSERT_EQ(lease->key(), expected->key);
    ASSERT_EQ(lease->priority(), expected->priority);
    ASSERT_EQ(lease->triggers(), expected->triggers);
    holds_[expected->key] = ++hold_;
    if (random_.below(3) == 0) {
      lease->release();
    } else {
      pair.leases.push_back({std::move(*lease), expected->key, hold_});
    }
  }

  void end_lease(Pair& pair)
  {
    if (pair.leases.empty()) return;
    const auto chosen = std::next(pair.leases.begin(), static_cast<std::ptrdiff_t>(random_.below(pair.leases.size())));
    // Given back by done(key) before, it has no effect, even if the key is processing again.
    if (holds_[chosen->key] == chosen->number) pair.model.done(chosen->key);
    pair.leases.erase(chosen);
  }

  SeededRandom random_;
  std::uint64_t keys_ = 0;
  std::map<int, std::uint64_t> holds_;  ///< number of the last dispatch of each key
  std::uint64_t hold_ = 0;
};

}  // namespace

void run_priority_model(std::uint64_t seeds, std::uint64_t operations)
{
  for_each_seed(seeds, [operations](std::uint64_t seed) { Run(seed).steps(operations); });
}

}  // namespace kubexx

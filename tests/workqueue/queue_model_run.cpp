// SPDX-License-Identifier: Apache-2.0
#include "queue_model_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"
#include "kubexx/workqueue/snapshot.hpp"
#include "model_seeds.hpp"
#include "queue_model.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

constexpr Duration kBase = 3ns;
constexpr Duration kMax = 200ns;

/// Few keys: flags meet in all combinations. Times are a few nanoseconds: many are equal.
class Run {
public:
  explicit Run(std::uint64_t seed) : random_(seed), keys_(2 + random_.below(30)) {}

  void steps(std::uint64_t count)
  {
    // A queue lives for some thousand operations, the last of which find it shutting down.
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

  void one_life(std::uint64_t operations)
  {
    ManualClock clock;
    int drained = 0;
    const bool introspection = random_.below(2) == 0;
    RateLimitingQueue<int> queue(RetryPolicy::exponential(kBase, kMax),
                                 {.clock = &clock, .introspection = introspection});
    QueueModel model(kBase, kMax);
    std::list<Processing> leases;
    LeaseBatch<int> batch;
    batch_holds_.clear();
    queue.on_drained([&drained](DrainResult) { ++drained; });
    for (std::uint64_t index = 0; index < operations; ++index) {
      if (operations - index == 100) shut_down(queue, model);
      if (random_.below(16) == 0) {
        get_batch(queue, model, batch);
      } else {
        one(clock, queue, model, leases);
      }
      ASSERT_EQ(queue.size(), model.size()) << "operation " << index;
      ASSERT_EQ(queue.delayed(), model.delayed()) << "operation " << index;
      ASSERT_EQ(queue.shutting_down(), model.shutting_down());
      ASSERT_EQ(queue.dropped(), model.dropped);
      if (!hard_) {
        ASSERT_EQ(drained, model.drained() ? 1 : 0);
      }
      if (introspection && random_.below(8) == 0) {
        ASSERT_EQ(shown(queue), model.shown()) << "operation " << index;
      }
      if (testing::Test::HasFailure()) return;
    }
  }

  static std::vector<std::string> shown(RateLimitingQueue<int>& queue)
  {
    std::vector<std::string> entries;
    std::ptrdiff_t failed_only = 0;
    for (const auto& [key, state] : snapshot(queue, 1000).entries) {
      entries.push_back(
          QueueModel::describe(key, state.processing, state.queued, state.delayed, state.failures, state.triggers));
      if (!state.processing && !state.queued && !state.delayed) ++failed_only;
    }
    std::sort(entries.end() - failed_only, entries.end());
    return entries;
  }

  void shut_down(RateLimitingQueue<int>& queue, QueueModel& model)
  {
    hard_ = random_.below(2) == 0;
    hard_ ? queue.shut_down() : queue.begin_drain();
    model.shut_down();
  }

  void one(ManualClock& clock, RateLimitingQueue<int>& queue, QueueModel& model, std::list<Processing>& leases)
  {
    const int key = static_cast<int>(random_.below(keys_));
    const auto trigger = static_cast<Trigger>(random_.below(4) == 0 ? random_.below(16) : 0);
    switch (random_.below(16)) {
      case 0:
      case 1:
      case 2:
        queue.add(key, trigger);
        model.add(key, trigger);
        break;
      case 3:
      case 4:
      case 5:
        get(queue, model, leases);
        break;
      case 6:
      case 7:
        end_lease(model, leases);
        break;
      case 8:  // by key: processing or not
        queue.done(key);
        model.done(key);
        break;
      case 9:
      case 10: {
        const std::int64_t delay = some_delay(random_);
        queue.add_after(key, Duration(delay), trigger);
        model.add_after(key, delay, trigger);
        break;
      }
      case 11:
      case 12:
        queue.add_rate_limited(key, trigger);
        model.add_rate_limited(key, trigger);
        break;
      case 13:
        queue.forget(key);
        model.forget(key);
        break;
      case 14:
        ASSERT_EQ(queue.num_requeues(key), model.num_requeues(key));
        break;
      default: {
        const Duration step(static_cast<std::int64_t>(random_.below(40)));
        clock.advance(step);
        model.advance(step);
      }
    }
  }

  void get(RateLimitingQueue<int>& queue, QueueModel& model, std::list<Processing>& leases)
  {
    Trigger expected_triggers = 0;
    const auto expected = model.get(expected_triggers);
    auto lease = random_.below(2) == 0 ? queue.try_get() : queue.get({}, SteadyTime{});
    ASSERT_EQ(lease.has_value(), expected.has_value());
    if (!lease) return;
    ASSERT_EQ(lease->key(), *expected);
    ASSERT_EQ(lease->triggers(), expected_triggers);
    holds_[*expected] = ++hold_;
    if (random_.below(3) == 0) {
      lease->release();
    } else {
      leases.push_back({std::move(*lease), *expected, hold_});
    }
  }

  void get_batch(RateLimitingQueue<int>& queue, QueueModel& model, LeaseBatch<int>& batch)
  {
    for (const auto& [key, number] : batch_holds_) {
      if (holds_[key] == number) model.done(key);
    }
    batch_holds_.clear();
    const std::size_t limit = 1 + random_.below(4);
    queue.get_batch(batch, limit, {}, SteadyTime{});
    for (std::size_t at = 0; at < limit; ++at) {
      Trigger expected_triggers = 0;
      const auto expected = model.get(expected_triggers);
      ASSERT_EQ(at < batch.size(), expected.has_value());
      if (!expected) return;
      ASSERT_EQ(batch[at], *expected);
      ASSERT_EQ(batch.triggers(at), expected_triggers);
      holds_[*expected] = ++hold_;
      batch_holds_.emplace_back(*expected, hold_);
    }
  }

  void end_lease(QueueModel& model, std::list<Processing>& leases)
  {
    if (leases.empty()) return;
    const auto chosen = std::next(leases.begin(), static_cast<std::ptrdiff_t>(random_.below(leases.size())));
    // Given back by done(key) before, it has no effect, even if the key is processing again.
    if (holds_[chosen->key] == chosen->number) model.done(chosen->key);
    leases.erase(chosen);
  }

  SeededRandom random_;
  const std::uint64_t keys_;
  std::map<int, std::uint64_t> holds_;  ///< number of the last dispatch of each key
  std::uint64_t hold_ = 0;
  std::vector<std::pair<int, std::uint64_t>> batch_holds_;  ///< what the batch took: key and number
  bool hard_ = false;
};

}  // namespace

void run_queue_model(std::uint64_t seeds, std::uint64_t operations)
{
  for_each_seed(seeds, [operations](std::uint64_t seed) { Run(seed).steps(operations); });
}

}  // namespace kubexx

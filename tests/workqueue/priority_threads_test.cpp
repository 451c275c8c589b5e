// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "fake_metrics.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/workqueue/priority_queue.hpp"

// Counterparts of controller-runtime's tests of its priority queue that need threads, and what it does not test.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

void join(std::vector<std::thread>& threads)
{
  for (auto& thread : threads) thread.join();
  threads.clear();
}

/// One thread that waits for one key.
struct WaitingTest : testing::Test {
  ManualClock clock;
  PriorityQueue<std::string> queue{RetryPolicy::exponential(5ms, 1000s), {.clock = &clock}};
  std::atomic<bool> returned{false};
  std::string key;
  int priority = 0;
  EmptyReason why = EmptyReason::none;
  std::thread waiting{[this] {
    if (auto lease = queue.get({}, {}, &why)) {
      key = lease->key();
      priority = lease->priority();
    }
    returned = true;
  }};

  void until_it_waits() const
  {
    while (clock.waiting_threads() != 1) std::this_thread::yield();
  }
};

// upstream TestItemIsReturnedAsSoonAsPossible
TEST_F(WaitingTest, AnItemIsReturnedAsSoonAsPossible)
{
  until_it_waits();
  queue.add_with("foo", {.priority = 3});
  waiting.join();
  EXPECT_EQ(key, "foo");
  EXPECT_EQ(priority, 3);
}

// upstream TestWaitingItemIsReturnedRightAfterReadWithoutAfter
TEST_F(WaitingTest, AWaitingItemIsReturnedRightAfterItIsAddedWithoutAfter)
{
  until_it_waits();
  queue.add_with("foo", {.after = 1min});
  until_it_waits();
  EXPECT_FALSE(returned);
  queue.add_with("foo", {});
  waiting.join();
  EXPECT_EQ(key, "foo");
}

// upstream TestItemIsOnlyReturnedAfterAfterHasPassed
TEST_F(WaitingTest, AnItemWakesTheOneWhoWaitsWhenItsTimeComes)
{
  until_it_waits();
  queue.add_with("foo", {.after = 1s});
  until_it_waits();
  clock.advance(999ms);
  EXPECT_FALSE(returned);
  clock.advance(1ms);
  waiting.join();
  EXPECT_EQ(key, "foo");
}

// upstream TestGetFromPriorityQueueIsUnblockedOnShutdown
TEST_F(WaitingTest, GetIsUnblockedOnShutdown)
{
  until_it_waits();
  queue.shut_down();
  waiting.join();
  EXPECT_EQ(why, EmptyReason::shut_down);
}

// upstream "returns many items"
TEST(PriorityThreads, ManyItemsAndManyWorkers)
{
  SystemClock clock;
  PriorityQueue<std::string> queue(RetryPolicy::exponential(5ms, 1000s), {.clock = &clock});
  SeededRandom random(3);
  for (int round = 0; round < 5; ++round) {
    for (int index = 0; index < 1000; ++index) {
      const int some = static_cast<int>(random.below(100));
      const std::string key = "foo" + std::to_string(index);
      if (some < 10) {
        queue.add_with(key, {.after = std::chrono::milliseconds(some)});
      } else {
        queue.add_with(key, {.priority = some});
      }
    }
    std::vector<std::thread> workers;
    for (int worker = 0; worker < 50; ++worker) {
      workers.emplace_back([&queue] {
        for (int index = 0; index < 20; ++index) EXPECT_TRUE(queue.get());
      });
    }
    join(workers);
    EXPECT_EQ(queue.size() + queue.delayed(), 0U);
  }
}

/// Series behind one lock, which is held while they are read, as a registry of metrics may do.
class LockedProvider final : public MetricsProvider {
public:
  std::shared_ptr<Counter> counter(std::string_view, std::string_view, MetricLabels) override
  {
    return std::make_shared<Ignored>();
  }
  std::shared_ptr<Gauge> gauge(std::string_view, std::string_view, MetricLabels) override { return nullptr; }
  std::shared_ptr<Histogram> histogram(std::string_view, std::string_view, MetricLabels,
                                       std::span<const double>) override
  {
    return std::make_shared<Ignored>();
  }
  std::unique_ptr<MetricRegistration> gauge_callback(std::string_view name, std::string_view, MetricLabels labels,
                                                     std::function<double()> read) override
  {
    const std::string key = series(name, labels);
    const std::lock_guard lock(mutex_);
    gauges_[key] = std::move(read);
    return std::make_unique<FakeRegistration>([this, key] {
      const std::lock_guard again(mutex_);
      gauges_.erase(key);
    });
  }

  double least_depth()
  {
    double least = 0;
    const std::lock_guard lock(mutex_);
    for (const auto& [name, read] : gauges_) {
      if (name.compare(0, 15, "workqueue_depth") == 0) least = std::min(least, read());
    }
    return least;
  }

private:
  struct Ignored final : Counter, Histogram {
    void increment(double) noexcept override {}
    void observe(double) noexcept override {}
  };
  std::mutex mutex_;
  std::map<std::string, std::function<double()>> gauges_;
};

// upstream TestFuzzPriorityQueue: thread safe, no deadlock, never two holders, each key once, the highest priority
TEST(PriorityThreads, FuzzTheInvariantsHoldUnderRandomConcurrentOperations)
{
  constexpr std::size_t kKeys = 50;
  constexpr int kNever = INT32_MIN;
  SystemClock clock;
  LockedProvider metrics;
  PriorityQueue<std::size_t> queue(RetryPolicy::exponential(5ms, 1000s),
                                   {.name = "test", .clock = &clock, .metrics = &metrics},
                                   {.max_wait = 1ms, .group = [](const std::size_t& key) { return key % 3; }});
  std::array<std::atomic<int>, kKeys> holders{};
  std::array<std::mutex, kKeys> locks;
  std::array<int, kKeys> expected;  // guarded by the key's lock: the highest priority since the last dispatch
  expected.fill(kNever);
  std::atomic<int> wrong{0};
  std::vector<std::thread> producers;
  std::vector<std::thread> workers;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    producers.emplace_back([&, seed] {
      SeededRandom random(seed);
      for (int round = 0; round < 1500; ++round) {
        const std::size_t key = random.below(kKeys);
        const int priority = static_cast<int>(random.below(60)) - 30;
        const Duration after(random.below(3) == 0 ? static_cast<std::int64_t>(random.below(2'000'000)) : 0);
        const std::lock_guard lock(locks[key]);
        queue.add_with(key, {.after = after, .priority = priority});
        expected[key] = std::max(expected[key], priority);
      }
    });
  }
  for (int worker = 0; worker < 12; ++worker) {
    workers.emplace_back([&] {
      while (auto lease = queue.get()) {
        const std::size_t key = lease->key();
        if (holders[key].fetch_add(1) != 0) ++wrong;
        {
          // A producer that adds between the dispatch and here has raised `expected` beyond what was dispatched.
          const std::lock_guard lock(locks[key]);
          if (lease->priority() > expected[key]) ++wrong;
        }
        std::this_thread::yield();
        holders[key].fetch_sub(1);
      }
    });
  }
  std::atomic<bool> ended{false};
  std::thread scraper([&] {
    while (!ended) {
      if (metrics.least_depth() < 0) ++wrong;
      std::this_thread::yield();
    }
  });
  join(producers);
  while (queue.delayed() != 0) std::this_thread::yield();
  EXPECT_EQ(queue.shut_down_with_drain(), DrainResult::drained);
  join(workers);
  ended = true;
  scraper.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(queue.size(), 0U);
  EXPECT_EQ(queue.dropped(), 0U);
}

TEST(PriorityThreads, NothingIsLost)
{
  constexpr int kKeys = 200;
  SystemClock clock;
  PriorityQueue<int> queue(RetryPolicy::exponential(1ms, 5ms), {.clock = &clock},
                           {.max_wait = 1ms, .group = [](const int& key) { return std::uint64_t(key % 5); }});
  std::vector<std::atomic<int>> produced(kKeys);  // adds that have begun
  std::vector<std::atomic<int>> answered(kKeys);  // of those, the ones that a dispatch came after
  std::vector<std::thread> producers;
  std::vector<std::thread> workers;
  for (int producer = 0; producer < 4; ++producer) {
    producers.emplace_back([&, producer] {
      SeededRandom random(static_cast<std::uint64_t>(producer));
      for (int round = 0; round < 3000; ++round) {
        const int key = static_cast<int>(random.below(kKeys / 4)) * 4 + producer;
        produced[static_cast<std::size_t>(key)].fetch_add(1);
        queue.add_with(key, {.priority = static_cast<int>(random.below(5))});
      }
    });
  }
  for (int worker = 0; worker < 6; ++worker) {
    workers.emplace_back([&] {
      while (auto lease = queue.get()) {
        const auto key = static_cast<std::size_t>(lease->key());
        answered[key].store(produced[key].load());
      }
    });
  }
  join(producers);
  EXPECT_EQ(queue.shut_down_with_drain(), DrainResult::drained);
  join(workers);
  for (std::size_t key = 0; key < kKeys; ++key) EXPECT_EQ(answered[key], produced[key]) << key;
}

// upstream TestPriorityQueueDoesNotDeadlockOnShutdownWhileHandingOutItems; and it is shut down twice
TEST(PriorityThreads, ShuttingDownTwiceWhileHandingOutItemsDoesNotDeadlock)
{
  SystemClock clock;
  for (int round = 0; round < 20; ++round) {
    PriorityQueue<std::string> queue(RetryPolicy::exponential(5ms, 1000s), {.clock = &clock});
    std::atomic<int> handed{0};
    std::vector<std::thread> workers;
    for (std::uint64_t worker = 0; worker < 10; ++worker) {
      workers.emplace_back([&, worker] {
        SeededRandom random(worker);
        for (;;) {
          queue.add_with(std::to_string(random.below(1000)), {.priority = static_cast<int>(random.below(100))});
          const auto lease = queue.get();
          if (!lease) return;
          ++handed;
        }
      });
    }
    while (handed == 0) std::this_thread::yield();
    for (int index = 0; index < round % 5; ++index) std::this_thread::yield();
    std::thread other([&queue] { queue.shut_down(); });
    queue.shut_down();
    other.join();
    join(workers);
    EXPECT_EQ(queue.size(), 0U);
  }
}

TEST(PriorityThreads, ADrainEndsWhileWorkersAddWhatTheyProcess)
{
  SystemClock clock;
  PriorityQueue<int> queue(RetryPolicy::exponential(1ms, 1s), {.clock = &clock});
  std::vector<std::thread> workers;
  std::atomic<int> handed{0};
  for (int worker = 0; worker < 8; ++worker) {
    workers.emplace_back([&] {
      while (auto lease = queue.get()) {
        ++handed;
        queue.add_with(lease->key(), {.priority = lease->priority() - 1});
      }
    });
  }
  for (int key = 0; key < 100; ++key) queue.add(key);
  while (handed < 1000) std::this_thread::yield();
  std::vector<std::thread> drainers;
  for (int drainer = 0; drainer < 3; ++drainer) {
    drainers.emplace_back([&queue] { EXPECT_EQ(queue.shut_down_with_drain(), DrainResult::drained); });
  }
  join(drainers);
  join(workers);
  EXPECT_EQ(queue.size(), 0U);
}

TEST(PriorityThreads, AHardShutdownEndsDrainsThoughKeysAreLeftAndProcessing)
{
  SystemClock clock;
  PriorityQueue<int> queue(RetryPolicy::exponential(1ms, 1s), {.clock = &clock});
  for (int key = 0; key < 10; ++key) queue.add(key);
  auto lease = queue.try_get();
  std::thread drainer([&queue] { EXPECT_EQ(queue.shut_down_with_drain(), DrainResult::shut_down); });
  while (!queue.shutting_down()) std::this_thread::yield();
  std::this_thread::yield();
  queue.shut_down();
  drainer.join();
  EXPECT_EQ(queue.dropped(), 9U);
  EXPECT_FALSE(queue.get());
  lease->done();
}

}  // namespace
}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"
#include "kubexx/workqueue/snapshot.hpp"

// Real threads: the rest of client-go's queue_test.go, wake-ups, shutdown.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

/// Until `count` threads are blocked on the manual clock. Yields; a bound would only hide which test hangs.
void until_waiting(const ManualClock& clock, std::size_t count)
{
  while (clock.waiting_threads() != count) std::this_thread::yield();
}

enum class Shutdown { hard, drain };

struct BasicTest : testing::TestWithParam<Shutdown> {
  SystemClock clock;
  Queue<int> queue{{.clock = &clock}};
  void shut_down()
  {
    if (GetParam() == Shutdown::hard) {
      queue.shut_down();
    } else {
      EXPECT_EQ(queue.shut_down_with_drain(), DrainResult::drained);
    }
  }
};

// upstream TestBasic
TEST_P(BasicTest, FiftyProducersTenConsumers)
{
  constexpr int kProducers = 50;
  constexpr int kAdds = 200;
  std::vector<std::atomic<int>> holders(kProducers);
  std::vector<std::atomic<int>> produced(kProducers);  // adds that have begun
  std::vector<std::atomic<int>> answered(kProducers);  // of those, the ones that a dispatch came after
  std::atomic<int> late{0};
  std::atomic<int> shared_holds{0};

  std::vector<std::thread> consumers;
  for (int index = 0; index < 10; ++index) {
    consumers.emplace_back([&] {
      while (auto lease = queue.get()) {
        const auto key = static_cast<std::size_t>(lease->key());
        if (key >= kProducers) {
          ++late;
          continue;
        }
        if (holders[key].fetch_add(1) != 0) ++shared_holds;
        answered[key].store(produced[key].load());
        std::this_thread::yield();
        holders[key].fetch_sub(1);
      }
    });
  }
  std::vector<std::thread> producers;
  for (int index = 0; index < kProducers; ++index) {
    producers.emplace_back([&, index] {
      for (int round = 0; round < kAdds; ++round) {
        produced[static_cast<std::size_t>(index)].fetch_add(1);
        queue.add(index);
        std::this_thread::yield();
      }
    });
  }
  for (auto& producer : producers) producer.join();
  shut_down();
  queue.add(kProducers);
  for (auto& consumer : consumers) consumer.join();

  EXPECT_EQ(late, 0);
  EXPECT_EQ(shared_holds, 0);
  EXPECT_EQ(queue.size(), 0U);
  for (const auto& last : answered) EXPECT_EQ(last, kAdds);
}

// upstream TestAddWhileProcessing
TEST_P(BasicTest, AddWhileProcessingEndsEmpty)
{
  std::atomic<int> handed{0};
  std::vector<std::thread> consumers;
  for (int index = 0; index < 10; ++index) {
    consumers.emplace_back([&] {
      std::map<int, int> added;
      while (auto lease = queue.get()) {
        ++handed;
        if (added[lease->key()]++ < 1) queue.add(lease->key());
      }
    });
  }
  std::vector<std::thread> producers;
  for (int index = 0; index < 50; ++index) {
    producers.emplace_back([&, index] { queue.add(index); });
  }
  for (auto& producer : producers) producer.join();
  shut_down();
  for (auto& consumer : consumers) consumer.join();
  EXPECT_GE(handed, 50);
  EXPECT_EQ(queue.size(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Queue, BasicTest, testing::Values(Shutdown::hard, Shutdown::drain),
                         [](const auto& which) { return which.param == Shutdown::hard ? "ShutDown" : "Drain"; });

struct ThreadsTest : testing::Test {
  ManualClock clock;
  RateLimitingQueue<std::string> queue{default_controller_rate_limiter<std::string>(), {.clock = &clock}};

  /// Takes a key, which must be ready, and leaves it to the caller to call done.
  void hold(const std::string& key)
  {
    queue.add(key);
    auto lease = queue.try_get();
    ASSERT_TRUE(lease);
    ASSERT_EQ(lease->key(), key);
    lease->release();
  }
};

/// A thread in shut_down_with_drain.
class Drainer {
public:
  template <class Queue>
  explicit Drainer(Queue& queue, std::optional<SteadyTime> deadline = {})
      : thread_([this, &queue, deadline] { result_ = queue.shut_down_with_drain(stop.get_token(), deadline); })
  {
  }
  DrainResult join()
  {
    thread_.join();
    return result_;
  }
  std::stop_source stop;

private:
  DrainResult result_ = DrainResult::drained;
  std::thread thread_;
};

// upstream TestQueueDrainageUsingShutDownWithDrain
TEST_F(ThreadsTest, QueueDrainageUsingShutDownWithDrainEndsAfterTheLastDone)
{
  hold("a");
  hold("b");
  Drainer drainer(queue);
  until_waiting(clock, 1);
  queue.done("a");
  EXPECT_EQ(clock.waiting_threads(), 1U);
  queue.done("b");
  EXPECT_EQ(drainer.join(), DrainResult::drained);
}

// upstream TestNoQueueDrainageUsingShutDown
TEST_F(ThreadsTest, NoQueueDrainageUsingShutDownItReturnsWithKeysInProcessing)
{
  hold("a");
  hold("b");
  queue.shut_down();
  queue.done("a");
  queue.done("b");
}

// upstream TestForceQueueShutdownUsingShutDown
TEST_F(ThreadsTest, ForceQueueShutdownUsingShutDownEndsADrain)
{
  hold("a");
  Drainer drainer(queue);
  until_waiting(clock, 1);
  queue.shut_down();
  EXPECT_EQ(drainer.join(), DrainResult::shut_down);
  queue.done("a");
}

// upstream TestQueueDrainageUsingShutDownWithDrainWithDirtyItem
TEST_F(ThreadsTest, QueueDrainageUsingShutDownWithDrainWithDirtyItemHandsItOutAgain)
{
  hold("a");
  queue.add("a");
  Drainer drainer(queue);
  until_waiting(clock, 1);
  EmptyReason why = EmptyReason::none;
  EXPECT_FALSE(queue.try_get(&why));
  EXPECT_EQ(why, EmptyReason::shut_down);
  queue.done("a");
  auto again = queue.try_get(&why);
  ASSERT_TRUE(again);
  EXPECT_EQ(why, EmptyReason::none);
  EXPECT_EQ(clock.waiting_threads(), 1U);
  again->done();
  EXPECT_EQ(drainer.join(), DrainResult::drained);
}

// TRAP: client-go returns at once while keys that nobody took are left.
TEST_F(ThreadsTest, ADrainWaitsForKeysThatNobodyTookYet)
{
  queue.add("a");
  Drainer drainer(queue);
  until_waiting(clock, 1);
  queue.get()->done();
  EXPECT_EQ(drainer.join(), DrainResult::drained);
}

// TRAP: client-go wakes one of them.
TEST_F(ThreadsTest, TheEndOfADrainWakesEveryoneWhoWaitsForIt)
{
  hold("a");
  Drainer one(queue);
  Drainer two(queue);
  Drainer three(queue);
  until_waiting(clock, 3);
  queue.done("a");
  EXPECT_EQ(one.join(), DrainResult::drained);
  EXPECT_EQ(two.join(), DrainResult::drained);
  EXPECT_EQ(three.join(), DrainResult::drained);
}

TEST_F(ThreadsTest, ADrainEndsAtItsDeadlineOrWithItsStopToken)
{
  hold("a");
  Drainer late(queue, clock.now() + 1s);
  Drainer stopped(queue);
  until_waiting(clock, 2);
  clock.advance(1s);
  EXPECT_EQ(late.join(), DrainResult::deadline);
  stopped.stop.request_stop();
  EXPECT_EQ(stopped.join(), DrainResult::stopped);
  queue.done("a");
}

TEST_F(ThreadsTest, ADrainAfterAShutDownWaits)
{
  hold("a");
  queue.shut_down();
  Drainer drainer(queue);
  until_waiting(clock, 1);
  queue.done("a");
  EXPECT_EQ(drainer.join(), DrainResult::drained);
}

/// A thread in get(); it gives the key back at once.
class Getter {
public:
  template <class Queue>
  explicit Getter(Queue& queue, std::optional<SteadyTime> deadline = {})
      : thread_([this, &queue, deadline] {
          if (const auto lease = queue.get(stop.get_token(), deadline, &why)) key = lease->key();
        })
  {
  }
  std::string join()
  {
    thread_.join();
    return key;
  }
  std::stop_source stop;
  std::string key;
  EmptyReason why = EmptyReason::none;

private:
  std::thread thread_;
};

TEST_F(ThreadsTest, AnAddWakesABlockedGet)
{
  Getter getter(queue);
  until_waiting(clock, 1);
  queue.add("a");
  EXPECT_EQ(getter.join(), "a");
}

TEST_F(ThreadsTest, DoneOfAKeyAddedWhileProcessingWakesABlockedGet)
{
  hold("a");
  queue.add("a");
  Getter getter(queue);
  until_waiting(clock, 1);
  queue.done("a");
  EXPECT_EQ(getter.join(), "a");
}

TEST_F(ThreadsTest, OneAddWakesOneWaiter)
{
  std::list<Getter> getters;
  for (int index = 0; index < 4; ++index) {
    getters.emplace_back(queue);
    until_waiting(clock, static_cast<std::size_t>(index) + 1);
  }
  for (std::size_t left = 4; left > 0; --left) {
    queue.add("a");
    // First come, first served: exactly the first one leaves.
    EXPECT_EQ(getters.front().join(), "a");
    getters.pop_front();
    until_waiting(clock, left - 1);
  }
}

TEST_F(ThreadsTest, ManyAddsWakeAsManyWaiters)
{
  std::list<Getter> getters;
  for (int index = 0; index < 8; ++index) getters.emplace_back(queue);
  until_waiting(clock, 8);
  for (int index = 0; index < 8; ++index) queue.add(std::to_string(index));
  std::set<std::string> keys;
  for (auto& getter : getters) keys.insert(getter.join());
  EXPECT_EQ(keys.size(), 8U);
}

TEST_F(ThreadsTest, ShutDownEndsEveryBlockedGet)
{
  std::list<Getter> getters;
  for (int index = 0; index < 4; ++index) getters.emplace_back(queue);
  until_waiting(clock, 4);
  queue.shut_down();
  for (auto& getter : getters) {
    EXPECT_EQ(getter.join(), "");
    EXPECT_EQ(getter.why, EmptyReason::shut_down);
  }
}

TEST_F(ThreadsTest, AStopTokenEndsItsOwnGetAlone)
{
  Getter stopped(queue);
  Getter other(queue);
  until_waiting(clock, 2);
  stopped.stop.request_stop();
  EXPECT_EQ(stopped.join(), "");
  EXPECT_EQ(stopped.why, EmptyReason::stopped);
  queue.add("a");
  EXPECT_EQ(other.join(), "a");
}

TEST_F(ThreadsTest, ADeadlineEndsAGet)
{
  Getter getter(queue, clock.now() + 1s);
  until_waiting(clock, 1);
  clock.advance(1s);
  EXPECT_EQ(getter.join(), "");
  EXPECT_EQ(getter.why, EmptyReason::deadline);
}

TEST_F(ThreadsTest, AnEndedDelayWakesABlockedGet)
{
  queue.add_after("a", 10s);
  Getter getter(queue);
  until_waiting(clock, 1);
  clock.advance(10s);
  EXPECT_EQ(getter.join(), "a");
}

TEST_F(ThreadsTest, ADelaySetWhileSomebodyWaitsWakesHimWhenItEnds)
{
  Getter getter(queue);
  until_waiting(clock, 1);
  queue.add_after("late", 10s);
  queue.add_after("early", 5s);
  // The waiting thread wakes to look at the clock; then it waits for the earlier time.
  while (clock.waiting_threads() != 1 || clock.next_due() != clock.now() + 5s) std::this_thread::yield();
  clock.advance(5s);
  EXPECT_EQ(getter.join(), "early");
}

TEST_F(ThreadsTest, SomebodyElseWatchesTheDelaysWhenTheLeaderLeaves)
{
  queue.add_after("a", 10s);
  Getter first(queue);
  until_waiting(clock, 1);
  Getter second(queue);
  until_waiting(clock, 2);
  first.stop.request_stop();
  first.join();
  while (clock.waiting_threads() != 1 || !clock.next_due()) std::this_thread::yield();
  clock.advance(10s);
  EXPECT_EQ(second.join(), "a");
}

TEST_F(ThreadsTest, KeysThatFallDueTogetherWakeAsManyWaiters)
{
  for (int index = 0; index < 6; ++index) queue.add_after(std::to_string(index), 1s);
  std::list<Getter> getters;
  for (int index = 0; index < 6; ++index) getters.emplace_back(queue);
  until_waiting(clock, 6);
  clock.advance(1s);
  std::set<std::string> keys;
  for (auto& getter : getters) keys.insert(getter.join());
  EXPECT_EQ(keys.size(), 6U);
}

// A worker that stops just when it is woken must not take the wake-up with it.
TEST_F(ThreadsTest, AWakeUpIsNotLostWhenItsReceiverStops)
{
  for (int round = 0; round < 2000; ++round) {
    Getter stopped(queue);
    until_waiting(clock, 1);
    Getter other(queue);
    until_waiting(clock, 2);
    std::thread stopper([&] { stopped.stop.request_stop(); });
    queue.add("a");
    queue.add("b");
    stopper.join();
    std::set<std::string> keys{stopped.join(), other.join()};
    // Either both got one, or the other one got a key and one is left.
    ASSERT_EQ(keys.size() - keys.count("") + queue.size(), 2U);
    while (queue.try_get()) continue;
  }
}

TEST(QueueDestruction, WaitsForThreadsThatAreStillInside)
{
  for (int round = 0; round < 200; ++round) {
    ManualClock clock;
    auto queue = std::make_unique<Queue<std::string>>(QueueOptions{.clock = &clock});
    Getter one(*queue);
    Getter two(*queue);
    until_waiting(clock, 2);
    queue.reset();
    one.join();
    two.join();
    EXPECT_EQ(one.why, EmptyReason::shut_down);
    EXPECT_EQ(two.why, EmptyReason::shut_down);
  }
}

TEST(QueueDestruction, WaitsForThreadsInABatchAndInADrain)
{
  for (int round = 0; round < 50; ++round) {
    ManualClock clock;
    auto queue = std::make_unique<Queue<std::string>>(QueueOptions{.clock = &clock});
    queue->add("processing");
    queue->try_get()->release();
    EmptyReason why = EmptyReason::none;
    DrainResult drained = DrainResult::drained;
    const bool drain = round % 2 == 0;
    std::thread waiting([&] {
      if (drain) {
        drained = queue->shut_down_with_drain();
      } else {
        LeaseBatch<std::string> batch;
        EXPECT_FALSE(queue->get_batch(batch, 4, {}, {}, &why));
      }
    });
    until_waiting(clock, 1);
    queue.reset();
    waiting.join();
    if (drain) {
      EXPECT_EQ(drained, DrainResult::shut_down);
    } else {
      EXPECT_EQ(why, EmptyReason::shut_down);
    }
  }
}

// Deadlines and delays that the clock will not reach do not confuse those who wait.
TEST(QueueEndlessWaits, AreEndedByAnAdd)
{
  SystemClock clock;
  DelayingQueue<std::string> queue({.clock = &clock});
  queue.add_after("never", Duration::max());
  queue.add_after("hardly", Duration::max() / 2);
  for (const SteadyTime deadline : {SteadyTime::max(), SteadyTime::max() - 1ns, clock.now() + 24h * 10'000}) {
    std::string key;
    std::thread waiting([&] {
      const auto lease = queue.get({}, deadline);
      key = lease ? lease->key() : "-";
    });
    queue.add("now");
    waiting.join();
    EXPECT_EQ(key, "now");
  }
}

// The same with the system's clock: nothing is lost, nobody holds what another one holds, whatever the threads do.
TEST(QueueStress, EveryOperationFromManyThreads)
{
  constexpr int kKeys = 40;
  SystemClock clock;
  RateLimitingQueue<int> queue(RetryPolicy::exponential(1us, 50us), {.clock = &clock, .introspection = true});
  std::vector<std::atomic<int>> holders(kKeys);
  std::vector<std::atomic<int>> produced(kKeys);
  std::vector<std::atomic<int>> answered(kKeys);
  std::atomic<int> shared_holds{0};
  std::atomic<int> wrong_ends{0};

  auto consume = [&](std::uint64_t seed) {
    SeededRandom random(seed);
    EmptyReason why = EmptyReason::none;
    for (;;) {
      std::stop_source stop;
      if (random.below(8) == 0) stop.request_stop();
      std::optional<SteadyTime> deadline;
      if (random.below(4) == 0) deadline = clock.now() + Duration(static_cast<std::int64_t>(random.below(50'000)));
      auto lease = queue.get(stop.get_token(), deadline, &why);
      if (!lease) {
        if (why == EmptyReason::shut_down) return;
        if (why != EmptyReason::stopped && why != EmptyReason::deadline) ++wrong_ends;
        continue;
      }
      const int key = lease->key();
      const auto at = static_cast<std::size_t>(key);
      if (holders[at].fetch_add(1) != 0) ++shared_holds;
      answered[at].store(produced[at].load());
      switch (random.below(6)) {
        case 0:
          queue.add_rate_limited(key);
          break;
        case 1:
          queue.add_after(key, 10us);
          break;
        case 2:
          queue.forget(key);
          break;
        default:
          (void)queue.num_requeues(key);
      }
      holders[at].fetch_sub(1);
      if (random.below(2) == 0) {
        queue.done(key);
        continue;
      }
    }
  };
  auto consume_batches = [&] {
    LeaseBatch<int> batch;
    while (queue.get_batch(batch, 4)) {
      for (std::size_t index = 0; index < batch.size(); ++index) {
        const auto at = static_cast<std::size_t>(batch[index]);
        if (holders[at].fetch_add(1) != 0) ++shared_holds;
        answered[at].store(produced[at].load());
      }
      for (std::size_t index = 0; index < batch.size(); ++index) {
        holders[static_cast<std::size_t>(batch[index])].fetch_sub(1);
      }
    }
  };
  auto produce = [&](std::uint64_t seed) {
    SeededRandom random(seed);
    for (int round = 0; round < 30000; ++round) {
      const int key = static_cast<int>(random.below(kKeys));
      switch (random.below(4)) {
        case 0:
          queue.add_after(key, Duration(static_cast<std::int64_t>(random.below(20'000))));
          break;
        case 1:
          (void)queue.size();
          if (round % 16 == 0) (void)snapshot(queue, 5);
          break;
        default:
          produced[static_cast<std::size_t>(key)].fetch_add(1);
          queue.add(key);
      }
    }
  };
  std::vector<std::thread> consumers;
  std::vector<std::thread> producers;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) consumers.emplace_back(consume, seed);
  for (int index = 0; index < 2; ++index) consumers.emplace_back(consume_batches);
  for (std::uint64_t seed = 11; seed <= 14; ++seed) producers.emplace_back(produce, seed);
  for (auto& producer : producers) producer.join();
  EXPECT_EQ(queue.shut_down_with_drain(), DrainResult::drained);
  for (auto& consumer : consumers) consumer.join();
  EXPECT_EQ(shared_holds, 0);
  EXPECT_EQ(wrong_ends, 0);
  EXPECT_EQ(queue.size(), 0U);
  EXPECT_EQ(queue.delayed(), 0U);
  for (std::size_t key = 0; key < kKeys; ++key) EXPECT_EQ(answered[key], produced[key]) << "key " << key;
}

}  // namespace
}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

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
  std::vector<std::atomic<int>> pending(kProducers);  // adds not yet answered by a hand-out
  std::atomic<int> late{0};
  std::atomic<int> shared_holds{0};

  std::vector<std::thread> consumers;
  for (int index = 0; index < 10; ++index) {
    consumers.emplace_back([&] {
      while (auto lease = queue.get()) {
        const auto key = static_cast<std::size_t>(lease->key());
        if (lease->key() < 0 || lease->key() >= kProducers) {
          ++late;
          continue;
        }
        if (holders[key].fetch_add(1) != 0) ++shared_holds;
        pending[key].store(0);
        std::this_thread::yield();
        holders[key].fetch_sub(1);
      }
    });
  }
  std::vector<std::thread> producers;
  for (int index = 0; index < kProducers; ++index) {
    producers.emplace_back([&, index] {
      for (int round = 0; round < kAdds; ++round) {
        pending[static_cast<std::size_t>(index)].store(1);
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
  for (const auto& left : pending) EXPECT_EQ(left, 0);
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
};

TEST_F(ThreadsTest, AnAddWakesABlockedGet)
{
  std::string got;
  std::thread worker([&] { got = queue.get()->key(); });
  until_waiting(clock, 1);
  queue.add("a");
  worker.join();
  EXPECT_EQ(got, "a");
}

TEST_F(ThreadsTest, AdvancingTheClockWakesABlockedGetForADelayedKey)
{
  std::string got;
  queue.add_after("a", 10s);
  std::thread worker([&] { got = queue.get()->key(); });
  until_waiting(clock, 1);
  clock.advance(10s);
  worker.join();
  EXPECT_EQ(got, "a");
}

}  // namespace
}  // namespace kubexx

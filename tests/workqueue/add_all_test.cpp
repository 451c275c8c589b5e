// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <list>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/priority_queue.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

// Many keys at once.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

template <class Queue>
std::vector<typename Queue::key_type> take_all(Queue& queue)
{
  std::vector<typename Queue::key_type> keys;
  while (auto lease = queue.try_get()) keys.push_back(lease->key());
  return keys;
}

struct AddAllTest : testing::Test {
  ManualClock clock;
};

TEST_F(AddAllTest, KeysComeInTheirOrderEachOnceAndWithTheCause)
{
  Queue<std::string> queue({.clock = &clock});
  std::vector<std::string> keys;
  for (int key = 0; key < 1000; ++key) keys.push_back("key-" + std::to_string(key));
  queue.add("key-7", 1);
  queue.add_all(keys, 2);
  queue.add_all(std::list<std::string>{"key-3", "last"}, 4);
  queue.add_all(std::vector<std::string>());
  EXPECT_EQ(queue.size(), 1001U);
  EXPECT_EQ(queue.try_get()->triggers(), 3U) << "key-7";
  EXPECT_EQ(queue.try_get()->key(), "key-0");
  const auto rest = take_all(queue);
  ASSERT_EQ(rest.size(), 999U);
  EXPECT_EQ(rest[1], "key-2");
  EXPECT_EQ(rest[2], "key-3");
  EXPECT_EQ(rest.back(), "last");
}

TEST_F(AddAllTest, AKeyInProcessingComesBackAfterItsDone)
{
  RateLimitingQueue<int> queue(default_controller_rate_limiter<int>(), {.clock = &clock});
  queue.add(2);
  auto lease = queue.try_get();
  queue.add_all(std::array{1, 2, 3});
  EXPECT_EQ(take_all(queue), (std::vector{1, 3}));
  lease->done();
  EXPECT_EQ(take_all(queue), std::vector{2});
}

TEST_F(AddAllTest, AfterAShutDownEveryKeyIsIgnored)
{
  Queue<int> queue({.clock = &clock});
  int ignored = 0;
  queue.shut_down();
  queue.observe([&ignored](const QueueEvent<int>& event) { ignored += event.operation == QueueOperation::ignored; });
  queue.add_all(std::array{1, 2, 3});
  EXPECT_EQ(ignored, 3);
  EXPECT_EQ(queue.size(), 0U);
}

struct Picky {
  std::size_t operator()(int key) const
  {
    if (key == 100) throw std::runtime_error("no hash");
    return static_cast<std::size_t>(key);
  }
};

TEST_F(AddAllTest, WhenAKeyCannotBeHashedThoseOfEarlierBatchesAreAddedAndNothingIsBroken)
{
  Queue<int, Picky> queue({.clock = &clock});
  std::vector<int> keys;
  for (int key = 0; key < 200; ++key) keys.push_back(key);
  EXPECT_THROW(queue.add_all(keys), std::runtime_error);
  const std::size_t before = queue.size();
  EXPECT_LE(before, 100U);
  queue.add(150);
  EXPECT_EQ(queue.size(), before + 1);
}

TEST_F(AddAllTest, APriorityQueueTakesARangeWithOnePriority)
{
  PriorityQueue<int> queue(default_controller_rate_limiter<int>(), {.clock = &clock});
  queue.add_all(std::array{1, 2});
  queue.add_with(std::vector{3, 4}, {.priority = 5});
  queue.add_with({6, 7}, {.after = 1s, .priority = 9});
  EXPECT_EQ(take_all(queue), (std::vector{3, 4, 1, 2}));
  clock.advance(1s);
  EXPECT_EQ(take_all(queue), (std::vector{6, 7}));
}

TEST_F(AddAllTest, AsManyThreadsAreWokenAsThereAreKeys)
{
  Queue<int> queue({.clock = &clock});
  std::vector<std::thread> threads;
  std::array<int, 6> taken{};
  for (int& key : taken) {
    threads.emplace_back([&queue, &key] {
      if (auto lease = queue.get()) {
        key = lease->key();
        lease->release();
      }
    });
  }
  while (clock.waiting_threads() != threads.size()) std::this_thread::yield();
  queue.add_all(std::array{1, 2, 3, 4, 5, 6});
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(std::set<int>(taken.begin(), taken.end()), (std::set{1, 2, 3, 4, 5, 6}));
}

}  // namespace
}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/workqueue/timer_queue/timer_queue.hpp"

// A TimerQueue and real threads.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

/// A thread that takes until it gets nothing.
class Consumer {
public:
  template <class T>
  explicit Consumer(TimerQueue<T>& queue, int most = 1'000'000)
      : thread_([this, &queue, most](std::stop_token stop) {
          while (seen_ < most) {
            const auto value = queue.take(stop, {}, &why_);
            if (!value) break;
            last_ = static_cast<int>(*value);
            ++seen_;
          }
          ended_ = true;
        })
  {
  }
  void until_seen(int count) const
  {
    while (seen_ < count) std::this_thread::yield();
  }
  void stop() { thread_.request_stop(); }
  EmptyReason join() { return thread_.join(), why_; }
  [[nodiscard]] int seen() const { return seen_; }
  [[nodiscard]] int last() const { return last_; }
  [[nodiscard]] bool ended() const { return ended_; }

private:
  std::atomic<int> seen_{0};
  std::atomic<int> last_{-1};
  std::atomic<bool> ended_{false};
  EmptyReason why_{};  // of the thread, until it is joined
  std::jthread thread_;
};

struct TimerQueueThreadsTest : testing::Test {
  ManualClock clock;
  TimerQueue<int> queue{clock};

  void until_waiting(std::size_t count) const
  {
    while (clock.waiting_threads() != count) std::this_thread::yield();
  }
};

TEST_F(TimerQueueThreadsTest, ABlockedTakeReturnsWhenTheTimeHasCome)
{
  queue.push(1, 1s);
  Consumer consumer(queue, 1);
  until_waiting(1);
  EXPECT_EQ(clock.next_due(), clock.now() + 1s);
  clock.advance(999ms);
  EXPECT_EQ(consumer.seen(), 0);
  clock.advance(1ms);
  EXPECT_EQ(consumer.join(), EmptyReason::none);
  EXPECT_EQ(consumer.last(), 1);
}

TEST_F(TimerQueueThreadsTest, ASoonerPushWakesTheOneWhoWaits)
{
  queue.push(1, 1h);
  Consumer consumer(queue, 1);
  until_waiting(1);
  queue.push(2, 1s);
  while (clock.next_due() != clock.now() + 1s) std::this_thread::yield();
  clock.advance(1s);
  consumer.join();
  EXPECT_EQ(consumer.last(), 2);
}

TEST_F(TimerQueueThreadsTest, APushThatIsDueWakesTheOneWhoWaits)
{
  Consumer consumer(queue, 2);
  until_waiting(1);
  queue.push(1, -1s);
  consumer.until_seen(1);
  until_waiting(1);
  queue.push(2, SteadyTime::min());
  consumer.join();
  EXPECT_EQ(consumer.last(), 2);
}

TEST_F(TimerQueueThreadsTest, AResetToASoonerTimeWakesTheOneWhoWaits)
{
  const TimerHandle handle = queue.push(1, 1h);
  Consumer consumer(queue, 1);
  until_waiting(1);
  EXPECT_TRUE(queue.reset(handle, 1s));
  while (clock.next_due() != clock.now() + 1s) std::this_thread::yield();
  EXPECT_TRUE(queue.reset(handle, 0s));
  consumer.join();
  EXPECT_EQ(consumer.last(), 1);
}

TEST_F(TimerQueueThreadsTest, AResetToALaterTimeKeepsHimWaiting)
{
  const TimerHandle handle = queue.push(1, 1s);
  Consumer consumer(queue, 1);
  until_waiting(1);
  EXPECT_TRUE(queue.reset(handle, 2s));
  clock.advance(1s);
  while (clock.next_due() != clock.now() + 1s) std::this_thread::yield();
  EXPECT_EQ(consumer.seen(), 0);
  clock.advance(1s);
  consumer.join();
}

TEST_F(TimerQueueThreadsTest, ACancelledValueWakesNobodyForLong)
{
  const TimerHandle handle = queue.push(1, 1s);
  Consumer consumer(queue, 1);
  until_waiting(1);
  EXPECT_EQ(queue.cancel(handle), 1);
  clock.advance(1s);
  while (clock.next_due()) std::this_thread::yield();  // nothing to wait for
  EXPECT_EQ(consumer.seen(), 0);
  queue.push(2, 0s);
  consumer.join();
  EXPECT_EQ(consumer.last(), 2);
}

TEST_F(TimerQueueThreadsTest, EveryDueValueWakesOneOfManyTakers)
{
  constexpr int kConsumers = 8;
  for (int round = 0; round < 20; ++round) {
    std::vector<std::unique_ptr<Consumer>> consumers;
    for (int index = 0; index < kConsumers; ++index) consumers.push_back(std::make_unique<Consumer>(queue, 1));
    until_waiting(kConsumers);
    for (int index = 0; index < kConsumers; ++index) queue.push(index, round % 2 == 0 ? 1s : index * 10ms);
    clock.advance(1s);
    for (auto& consumer : consumers) EXPECT_EQ(consumer->join(), EmptyReason::none);
    EXPECT_EQ(queue.size(), 0U);
  }
}

TEST_F(TimerQueueThreadsTest, TheOthersStillWatchWhenTheLeaderStops)
{
  queue.push(1, 1s);
  Consumer watcher(queue, 1);
  until_waiting(1);
  Consumer other(queue, 1);
  until_waiting(2);
  watcher.stop();
  EXPECT_EQ(watcher.join(), EmptyReason::stopped);
  while (clock.next_due() != clock.now() + 1s) std::this_thread::yield();
  clock.advance(1s);
  EXPECT_EQ(other.join(), EmptyReason::none);
}

TEST_F(TimerQueueThreadsTest, ADeadlineEndsTheWait)
{
  queue.push(1, 2s);
  EmptyReason why{};
  std::thread consumer([&] { EXPECT_EQ(queue.take({}, clock.now() + 1s, &why), std::nullopt); });
  until_waiting(1);
  clock.advance(1s);
  consumer.join();
  EXPECT_EQ(why, EmptyReason::deadline);
  EXPECT_EQ(queue.size(), 1U);
}

TEST_F(TimerQueueThreadsTest, AShutDownTellsEverybody)
{
  queue.push(1, 1h);
  std::vector<std::unique_ptr<Consumer>> consumers;
  for (int index = 0; index < 4; ++index) consumers.push_back(std::make_unique<Consumer>(queue));
  until_waiting(4);
  queue.shut_down();
  for (auto& consumer : consumers) EXPECT_EQ(consumer->join(), EmptyReason::shut_down);
  EXPECT_EQ(queue.dropped(), 1U);
}

TEST_F(TimerQueueThreadsTest, AStreamBlocksUntilAValueIsDue)
{
  std::vector<int> seen;
  std::thread reader([&] {
    for (const int value : queue.stream({}, 2)) seen.push_back(value);
  });
  until_waiting(1);
  for (int index = 0; index < 5; ++index) queue.push(index, 1s);
  clock.advance(1s);
  while (queue.size() != 0) std::this_thread::yield();
  until_waiting(1);
  queue.shut_down();
  reader.join();
  EXPECT_EQ(seen, (std::vector{0, 1, 2, 3, 4}));
}

TEST_F(TimerQueueThreadsTest, WhatAStreamGivesBackWakesOneWhoWaits)
{
  for (int index = 0; index < 3; ++index) queue.push(index, 0s);
  std::optional<TimerStream<int>> stream(queue.stream({}, 3));
  EXPECT_EQ(*stream->begin(), 0);
  Consumer consumer(queue, 2);
  until_waiting(1);
  stream.reset();
  EXPECT_EQ(consumer.join(), EmptyReason::none);
  EXPECT_EQ(consumer.last(), 2);
}

TEST(TimerQueueEnd, TheDestructorTellsThoseInsideAndWaitsForThem)
{
  for (int round = 0; round < 50; ++round) {
    ManualClock clock;
    std::optional<TimerQueue<int>> queue(std::in_place, clock);
    queue->push(1, 1h);
    Consumer consumer(*queue);
    std::thread reader([&stream_of = *queue] {
      for ([[maybe_unused]] const int value : stream_of.stream({}, 3)) ADD_FAILURE();
    });
    while (clock.waiting_threads() != 2) std::this_thread::yield();
    queue.reset();
    EXPECT_EQ(consumer.join(), EmptyReason::shut_down);
    reader.join();
  }
}

/// Its moves fail as often as `failures` says.
struct Fragile {
  static inline std::atomic<int> failures{0};
  explicit Fragile(int which) : number(which) {}
  Fragile(Fragile&& other) : number(other.number)
  {
    if (failures > 0 && failures.fetch_sub(1) > 0) throw std::runtime_error("move");
  }
  Fragile& operator=(Fragile&&) = delete;
  int number;
};

TEST(TimerQueueThrow, AnotherGetsTheValueWhoseMoveFailed)
{
  ManualClock clock;
  TimerQueue<Fragile> queue(clock);
  std::atomic<int> thrown{0};
  std::atomic<int> taken{0};
  std::vector<std::thread> consumers;
  for (int index = 0; index < 2; ++index) {
    consumers.emplace_back([&] {
      try {
        if (queue.take()) ++taken;
      } catch (const std::runtime_error&) {
        ++thrown;
      }
    });
  }
  while (clock.waiting_threads() != 2) std::this_thread::yield();
  queue.push(Fragile(1), 1s);
  Fragile::failures = 1;
  clock.advance(1s);
  for (auto& consumer : consumers) consumer.join();
  EXPECT_EQ(thrown, 1);
  EXPECT_EQ(taken, 1);
  EXPECT_EQ(queue.size(), 0U);
}

/// Every number that is pushed comes out once: taken, drained, streamed, cancelled or dropped; and everybody ends.
TEST(TimerQueueStress, NothingIsLostAndNothingComesTwice)
{
  constexpr int kProducers = 4;
  constexpr int kEach = 5'000;
  SystemClock clock;
  for (int round = 0; round < 3; ++round) {
    std::vector<std::atomic<int>> out(kProducers * kEach);
    std::atomic<int> early{0};
    std::atomic<int> refused{0};
    std::size_t dropped = 0;
    {
      struct Value {
        std::unique_ptr<int> number;
        SteadyTime at;
      };
      TimerQueue<Value> queue(clock);
      const auto count = [&](const Value& value, bool due) {
        out[static_cast<std::size_t>(*value.number)].fetch_add(1);
        if (due && clock.now() < value.at) ++early;
      };
      std::vector<std::thread> producers;
      for (int producer = 0; producer < kProducers; ++producer) {
        producers.emplace_back([&, producer] {
          SeededRandom random(static_cast<std::uint64_t>(round * kProducers + producer));
          std::vector<TimerHandle> handles;
          for (int index = 0; index < kEach; ++index) {
            const SteadyTime at = clock.now() + Duration(static_cast<std::int64_t>(random.below(200'000))) - 50us;
            const auto handle = queue.push({std::make_unique<int>(producer * kEach + index), at}, at);
            if (!handle) ++refused;
            handles.push_back(handle);
            const TimerHandle other = handles[random.below(handles.size())];
            if (index % 7 == 0) {
              if (const auto value = queue.cancel(other)) count(*value, false);
            }
            if (index % 5 == 0) queue.reset(other, 300us);
            if (round == 2 && producer == 0 && index == kEach / 2) queue.shut_down();
          }
        });
      }
      std::vector<std::thread> consumers;
      for (int consumer = 0; consumer < 3; ++consumer) {
        consumers.emplace_back([&] {
          while (const auto value = queue.take()) count(*value, true);
        });
      }
      for (std::size_t buffer = 1; buffer < 9; buffer += 7) {
        consumers.emplace_back([&, buffer] {
          EmptyReason end = EmptyReason::none;
          while (end != EmptyReason::shut_down) {
            auto stream = queue.stream({}, buffer);
            int read = 0;
            for (const Value& value : stream) {
              count(value, true);
              if (++read == 20) break;  // what is left in the buffer goes back
            }
            if (read != 20) end = stream.end_reason();
          }
        });
      }
      consumers.emplace_back([&] {
        std::vector<Value> values;
        while (!queue.shutting_down()) {
          queue.drain_all_due(values);
          for (const Value& value : values) count(value, true);
          values.clear();
          if (const auto value = queue.take({}, clock.now() + 100us)) count(*value, true);
        }
      });
      for (auto& producer : producers) producer.join();
      if (round == 0) {
        while (queue.size() != 0) std::this_thread::yield();
      }
      queue.shut_down();
      for (auto& consumer : consumers) consumer.join();
      EXPECT_EQ(queue.size(), 0U);
      dropped = queue.dropped();
    }
    int lost = 0;
    int twice = 0;
    for (const auto& times : out) {
      if (times == 0) ++lost;
      if (times > 1) ++twice;
    }
    EXPECT_EQ(static_cast<std::size_t>(lost), dropped + static_cast<std::size_t>(refused));
    EXPECT_EQ(twice, 0);
    EXPECT_EQ(early, 0);
  }
}

}  // namespace
}  // namespace kubexx

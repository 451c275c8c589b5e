// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/snapshot.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "fake_metrics.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/workqueue/priority_queue.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

/// "key flags", in order: what most of these tests are about.
template <class T>
std::string shown(const QueueSnapshot<T>& snapshot)
{
  std::ostringstream text;
  for (const auto& entry : snapshot.entries) {
    text << (text.tellp() > 0 ? " " : "") << entry.key << ":";
    if (entry.state.processing) text << "h";
    if (entry.state.queued) text << "q";
    if (entry.state.delayed) text << "d";
    if (entry.state.failures != 0) text << entry.state.failures;
  }
  return text.str();
}

struct SnapshotTest : testing::Test {
  ManualClock clock;
  RateLimitingQueue<std::string> queue{{RetryPolicy::exponential(1s, 1h), {.failures_ttl = 1h}},
                                       {.clock = &clock, .introspection = true}};

  std::string take()
  {
    auto lease = queue.try_get();
    const std::string key = lease->key();
    lease->release();
    return key;
  }
  /// A key of which only failures are known.
  void fail(const std::string& key)
  {
    queue.add_rate_limited(key);
    clock.advance(1s);
    queue.try_get().reset();
  }
};

TEST_F(SnapshotTest, OfOneKey)
{
  EXPECT_FALSE(state_of(queue, std::string("a")));
  queue.add("a", 4);
  clock.advance(2s);
  EXPECT_TRUE(state_of(queue, std::string("a"))->queued);
  EXPECT_EQ(state_of(queue, std::string("a"))->queued_for, 2s);
  EXPECT_EQ(state_of(queue, std::string("a"))->triggers, 4U);
  {
    const auto lease = queue.try_get();
    EXPECT_EQ(lease->queued_for(), 2s);
    clock.advance(3s);
    EXPECT_TRUE(state_of(queue, std::string("a"))->processing);
    EXPECT_EQ(state_of(queue, std::string("a"))->processing_for, 3s);
  }
  EXPECT_FALSE(state_of(queue, std::string("a")));
  queue.add_rate_limited("a");
  EXPECT_EQ(state_of(queue, std::string("a"))->due, clock.now() + 1s);
  EXPECT_EQ(state_of(queue, std::string("a"))->failures, 1U);
  RateLimitingQueue<std::string> plain(RetryPolicy::exponential(1s, 1h), {.clock = &clock});
  plain.add("a");
  EXPECT_FALSE(plain.try_get()->queued_for());
}

TEST_F(SnapshotTest, OfAnEmptyQueue)
{
  const auto now = snapshot(queue);
  EXPECT_TRUE(now.entries.empty());
  EXPECT_EQ(now.totals.keys, 0U);
  EXPECT_EQ(now.totals.at, clock.now());
  EXPECT_FALSE(now.totals.shutting_down);
}

TEST_F(SnapshotTest, ProcessingThenReadyThenDelayedThenFailed)
{
  fail("f1");
  fail("f2");
  queue.add("h2");
  take();
  queue.add("h1");
  take();
  queue.add("r2");
  queue.add("r1");
  queue.add_after("d2", 2h);
  queue.add_after("d1", 1h);
  queue.add_after("d3", 2h);
  const auto now = snapshot(queue);
  EXPECT_EQ(shown(now), "h2:h h1:h r2:q r1:q d1:d d2:d d3:d f1:1 f2:1");
  EXPECT_EQ(now.totals.keys, 9U);
  EXPECT_EQ(now.totals.processing, 2U);
  EXPECT_EQ(now.totals.ready, 2U);
  EXPECT_EQ(now.totals.delayed, 3U);
  EXPECT_EQ(now.totals.failing, 2U);
}

TEST_F(SnapshotTest, AKeyWithSeveralFlagsIsShownOnce)
{
  queue.add("a");
  take();
  queue.add("a");
  queue.add_rate_limited("a");
  queue.add("b");
  queue.add_rate_limited("b");
  queue.add_rate_limited("c");
  const auto now = snapshot(queue);
  EXPECT_EQ(shown(now), "a:hqd1 b:qd1 c:d1");
  EXPECT_EQ(now.totals.keys, 3U);
  EXPECT_EQ(now.totals.processing, 1U);
  EXPECT_EQ(now.totals.ready, 1U);
  EXPECT_EQ(now.totals.delayed, 3U);
  EXPECT_EQ(now.totals.failing, 3U);
}

TEST_F(SnapshotTest, AtMostTheLimitOfEachKindAndTheTotalsSayWhatIsMissing)
{
  for (const char* key : {"f1", "f2", "f3"}) fail(key);
  for (const char* key : {"h1", "h2", "h3"}) queue.add(key);
  for (int index = 0; index < 3; ++index) take();
  for (const char* key : {"r1", "r2", "r3"}) queue.add(key);
  for (const char* key : {"d1", "d2", "d3"}) queue.add_after(key, 1h);
  const auto now = snapshot(queue, 2);
  EXPECT_EQ(shown(now), "h1:h h2:h r1:q r2:q d1:d d2:d f1:1 f2:1");
  EXPECT_EQ(now.totals.keys - now.entries.size(), 4U);
  const auto totals_alone = snapshot(queue, 0);
  EXPECT_TRUE(totals_alone.entries.empty());
  EXPECT_EQ(totals_alone.totals.keys, 12U);
  EXPECT_EQ(snapshot(queue, SIZE_MAX).entries.size(), 12U);
}

TEST_F(SnapshotTest, SaysHowLongAndSinceWhen)
{
  queue.add("a");
  clock.advance(2s);
  take();
  clock.advance(3s);
  queue.add("a");
  clock.advance(4s);
  queue.add_after("b", 1min);
  const auto now = snapshot(queue);
  ASSERT_EQ(shown(now), "a:hq b:d");
  EXPECT_EQ(now.entries[0].state.processing_for, Duration(7s));
  EXPECT_EQ(now.entries[0].state.queued_for, Duration(4s));
  EXPECT_FALSE(now.entries[0].state.due);
  EXPECT_EQ(now.entries[1].state.due, clock.now() + 1min);
  EXPECT_FALSE(now.entries[1].state.queued_for);
  EXPECT_FALSE(now.entries[1].state.processing_for);
}

TEST_F(SnapshotTest, AKeyIsQueuedSinceItsDelayEndedNotSinceSomebodyLooked)
{
  queue.add_after("a", 1s);
  clock.advance(10s);
  const auto now = snapshot(queue);
  ASSERT_EQ(shown(now), "a:q");
  EXPECT_EQ(now.entries[0].state.queued_for, Duration(9s));
}

TEST_F(SnapshotTest, UnitesTheCausesOfTheAddsSinceTheLastDispatch)
{
  queue.add("a", 1);
  take();
  EXPECT_EQ(snapshot(queue).entries[0].state.triggers, 0U);
  queue.add("a", 2);
  queue.add_after("a", 1h, 4);
  EXPECT_EQ(snapshot(queue).entries[0].state.triggers, 6U);
}

TEST_F(SnapshotTest, FailuresThatAreTooOldAreGone)
{
  fail("a");
  clock.advance(1h);
  EXPECT_EQ(snapshot(queue).totals.keys, 0U);
}

TEST_F(SnapshotTest, AFailedKeyThatIsForgottenOrAddedIsNotAmongTheFailedOnes)
{
  fail("a");
  fail("b");
  fail("c");
  queue.forget("b");
  queue.add("a");
  EXPECT_EQ(shown(snapshot(queue)), "a:q1 c:1");
  queue.add_after("c", 1s);
  EXPECT_EQ(shown(snapshot(queue)), "a:q1 c:d1");
  queue.try_get().reset();
  EXPECT_EQ(shown(snapshot(queue)), "c:d1 a:1");
}

TEST_F(SnapshotTest, AfterShutDown)
{
  queue.add("a");
  take();
  queue.add("a");
  queue.add_rate_limited("b");
  queue.add_after("c", 1h);
  queue.shut_down();
  queue.add_rate_limited("d");
  const auto now = snapshot(queue);
  EXPECT_EQ(shown(now), "a:hq b:1 d:1");
  EXPECT_TRUE(now.totals.shutting_down);
  EXPECT_EQ(now.totals.dropped, 2U);
}

TEST_F(SnapshotTest, DelaysThatWereShortenedAreShownWithTheirTimeAndOnce)
{
  for (int index = 0; index < 100; ++index) queue.add_after(std::to_string(index), 1h + index * 1s);
  for (int index = 0; index < 50; ++index) queue.add_after(std::to_string(index), 1min - index * 1s);
  const auto now = snapshot(queue, 1000);
  ASSERT_EQ(now.entries.size(), 100U);
  for (int index = 0; index < 100; ++index) {
    EXPECT_EQ(now.entries[static_cast<std::size_t>(index)].key, std::to_string(index < 50 ? 49 - index : index));
  }
}

// What bounds the time under the lock.
TEST_F(SnapshotTest, LooksAtNoMoreDelaysThanItPromisesEvenIfItFindsLess)
{
  for (int index = 0; index < 1000; ++index) {
    queue.add_after(std::to_string(index), 1min);
    queue.add(std::to_string(index));
  }
  queue.add_after("last", 1h);
  EXPECT_EQ(shown(snapshot(queue, 1)), "0:qd");
  const auto all = snapshot(queue, 1000);
  EXPECT_EQ(all.entries.size(), 1001U);
  EXPECT_EQ(all.entries.back().key, "last");
}

TEST(SnapshotWithoutTimes, CountsWhatIsProcessingOrFailedAndListsTheRest)
{
  ManualClock clock;
  RateLimitingQueue<std::string> queue(RetryPolicy::exponential(1s, 1h), {.clock = &clock});
  queue.add_rate_limited("f");
  clock.advance(1s);
  queue.try_get().reset();
  queue.add("h");
  const auto lease = queue.try_get();
  queue.add("r");
  queue.add_after("d", 1h);
  const auto now = snapshot(queue);
  EXPECT_EQ(shown(now), "r:q d:d");
  EXPECT_FALSE(now.entries[0].state.queued_for);
  EXPECT_EQ(now.totals.keys, 4U);
  EXPECT_EQ(now.totals.processing, 1U);
  EXPECT_EQ(now.totals.failing, 1U);
}

TEST(SnapshotWithMetrics, KnowsAll)
{
  ManualClock clock;
  FakeProvider metrics;
  Queue<std::string> queue({.name = "q", .clock = &clock, .metrics = &metrics});
  queue.add("h");
  const auto lease = queue.try_get();
  clock.advance(1s);
  const auto now = snapshot(queue);
  ASSERT_EQ(shown(now), "h:h");
  EXPECT_EQ(now.entries[0].state.processing_for, Duration(1s));
}

/// Last added, first out.
class Stack final : public OrderPolicy<int> {
public:
  void push(const int& item) override { items_.push_back(item); }
  int pop() override
  {
    const int item = items_.back();
    items_.pop_back();
    return item;
  }

private:
  std::vector<int> items_;
};

TEST(SnapshotWithAnOrder, ReadyKeysComeAsTheyBecameReady)
{
  ManualClock clock;
  DelayingQueue<int> queue({.clock = &clock, .introspection = true}, std::make_unique<Stack>());
  for (const int key : {3, 1, 2}) queue.add(key);
  EXPECT_EQ(shown(snapshot(queue)), "3:q 1:q 2:q");
  const auto lease = queue.try_get();
  EXPECT_EQ(shown(snapshot(queue)), "2:h 3:q 1:q");
}

TEST(SnapshotOfAPriorityQueue, SaysThePriorityAndListsWhatIsReadyAsItBecameReady)
{
  ManualClock clock;
  PriorityQueue<std::string> queue(RetryPolicy::exponential(1s, 1h), {.clock = &clock, .introspection = true});
  queue.add("h");
  const auto lease = queue.try_get();
  queue.add_with("low", {.priority = low_priority});
  queue.add_with("high", {.priority = 7});
  queue.add_with("later", {.after = 1h, .priority = 3});
  queue.add_with("failed", {.rate_limited = true});
  const auto now = snapshot(queue);
  ASSERT_EQ(shown(now), "h:h low:q high:q failed:d1 later:d");
  EXPECT_FALSE(now.entries[0].state.priority);
  EXPECT_EQ(now.entries[1].state.priority, low_priority);
  EXPECT_EQ(now.entries[2].state.priority, 7);
  EXPECT_EQ(now.entries[3].state.priority, 0);
  EXPECT_EQ(now.entries[4].state.priority, 3);
  queue.shut_down();
  EXPECT_EQ(shown(snapshot(queue)), "h:h failed:1");
}

struct Uncopyable {
  int number = 0;
  explicit Uncopyable(int which) : number(which) {}
  Uncopyable(const Uncopyable& other) : number(other.number)
  {
    if (refuse) throw std::runtime_error("no copies");
  }
  bool operator==(const Uncopyable& other) const { return number == other.number; }
  static inline bool refuse = false;
};
struct UncopyableHash {
  std::size_t operator()(const Uncopyable& key) const { return static_cast<std::size_t>(key.number); }
};

TEST(SnapshotThrowing, ACopyThatThrowsChangesNothing)
{
  ManualClock clock;
  Queue<Uncopyable, UncopyableHash> queue({.clock = &clock});
  queue.add(Uncopyable(1));
  Uncopyable::refuse = true;
  EXPECT_THROW((void)snapshot(queue), std::runtime_error);
  Uncopyable::refuse = false;
  EXPECT_EQ(snapshot(queue).entries.size(), 1U);
  EXPECT_TRUE(queue.try_get());
}

}  // namespace
}  // namespace kubexx

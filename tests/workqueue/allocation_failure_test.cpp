// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fake_metrics.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/workqueue/priority_queue.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"
#include "kubexx/workqueue/snapshot.hpp"
#include "queue_model.hpp"
#include "support/allocations.hpp"

// An operation that throws std::bad_alloc has not happened, whichever of its allocations failed; those that cannot fail
// do not throw.
namespace kubexx {
namespace {

using namespace std::chrono_literals;

/// Last added, first out: makes the queue keep its ready keys elsewhere.
class Stack final : public OrderPolicy<std::string> {
public:
  void push(const std::string& item) override { items_.push_back(item); }
  std::string pop() override
  {
    std::string item = items_.back();
    items_.pop_back();
    return item;
  }

private:
  std::vector<std::string> items_;
};

std::string name(int number)
{
  return "a-name-that-no-string-keeps-in-itself-" + std::to_string(number);
}

enum class Kind { plain, introspection, metrics, ttl, order, priority };

struct Bench {
  explicit Bench(Kind kind)
  {
    QueueOptions options{.clock = &clock, .introspection = kind == Kind::introspection};
    if (kind == Kind::metrics) {
      options.name = "q";
      options.metrics = &metrics;
    }
    RateLimiterOptions limits;
    if (kind == Kind::ttl) limits.failures_ttl = 1h;
    RateLimiter<std::string> limiter(RetryPolicy::exponential(1s, 1h), limits);
    if (kind == Kind::priority) {
      queue = std::make_shared<PriorityQueue<std::string>>(std::move(limiter), options);
    } else {
      queue = std::make_shared<RateLimitingQueue<std::string>>(
          std::move(limiter), options, kind == Kind::order ? std::make_unique<Stack>() : nullptr);
    }
  }

  /// All that can be seen of the queue.
  std::string seen()
  {
    std::ostringstream text;
    const auto now = snapshot(*queue, 10'000);
    const QueueTotals& totals = now.totals;
    text << totals.keys << " keys " << totals.processing << " processing " << totals.ready << " ready "
         << totals.delayed << " delayed " << totals.failing << " failing " << totals.dropped << " dropped "
         << (totals.shutting_down ? "closed" : "open");
    for (const auto& [key, state] : now.entries) {
      text << "\n"
           << key << " " << state.queued << state.processing << state.delayed << " " << state.failures << " "
           << state.triggers;
      if (state.due) text << " " << state.due->time_since_epoch().count();
    }
    for (const auto& [series, counter] : metrics.counters) text << "\n" << series << " " << counter->value;
    return text.str();
  }

  ManualClock clock;
  FakeProvider metrics;
  std::shared_ptr<RateLimitingQueue<std::string>> queue;
};

using Step = std::function<void(Bench&)>;

/// After `before`, `step` with each of its allocations failing: alone, and with all that follow. It does all or, with
/// an exception, nothing; afterwards it can be done.
void sweep(Kind kind, const Step& before, const Step& step)
{
  std::string expected;
  {
    Bench bench(kind);
    before(bench);
    step(bench);
    expected = bench.seen();
  }
  for (const bool all_after : {false, true}) {
    bool failed = true;
    for (std::uint64_t fail = 0; failed; ++fail) {
      SCOPED_TRACE("kind " + std::to_string(static_cast<int>(kind)) + ", allocation " + std::to_string(fail) +
                   (all_after ? " and all after it" : ""));
      Bench bench(kind);
      before(bench);
      const std::string untouched = bench.seen();
      bool thrown = false;
      {
        const allocations::Failing failing(fail, all_after);
        try {
          step(bench);
        } catch (const std::bad_alloc&) {
          thrown = true;
        }
        failed = failing.failed();
      }
      if (thrown) {
        ASSERT_EQ(bench.seen(), untouched);
        step(bench);
      }
      ASSERT_EQ(bench.seen(), expected);
      ASSERT_LT(fail, 100U);
    }
  }
}

constexpr Kind kAllKinds[] = {Kind::plain, Kind::introspection, Kind::metrics, Kind::ttl, Kind::order, Kind::priority};

void sweep_all_kinds(const Step& before, const Step& step)
{
  for (const Kind kind : kAllKinds) {
    sweep(kind, before, step);
    if (testing::Test::HasFailure()) return;
  }
}

/// A user's order whose `pop` throws is not asked again: what is taken then is another key.
void sweep_without_an_order(const Step& before, const Step& step)
{
  for (const Kind kind : kAllKinds) {
    if (kind != Kind::order) sweep(kind, before, step);
    if (testing::Test::HasFailure()) return;
  }
}

void nothing(Bench&) {}

/// Some keys in every state.
void mixture(Bench& bench)
{
  auto& queue = *bench.queue;
  for (int key = 0; key < 4; ++key) queue.add(name(key), 1);
  for (int key = 0; key < 2; ++key) queue.try_get()->release();
  queue.add(name(0), 2);
  queue.add_after(name(4), 1h, 4);
  queue.add_rate_limited(name(5));
  queue.add_rate_limited(name(0));
}

TEST(AllocationFailure, Add)
{
  const std::string fresh = name(100);
  const std::string queued = name(3);
  const std::string delayed = name(4);
  sweep_all_kinds(nothing, [&](Bench& bench) { bench.queue->add(fresh, 1); });
  for (const auto& key : {fresh, queued, delayed}) {
    sweep_all_kinds(mixture, [&](Bench& bench) { bench.queue->add(key, 8); });
  }
}

TEST(AllocationFailure, AddAfter)
{
  const std::string fresh = name(100);
  const std::string queued = name(3);
  const std::string delayed = name(4);
  sweep_all_kinds(nothing, [&](Bench& bench) { bench.queue->add_after(fresh, 1h); });
  for (const auto& key : {fresh, queued, delayed}) {
    for (const Duration delay : {Duration(-1), Duration(1s), Duration(2h)}) {
      sweep_all_kinds(mixture, [&](Bench& bench) { bench.queue->add_after(key, delay, 8); });
    }
  }
}

TEST(AllocationFailure, AddRateLimitedCountsNoFailureThatItDidNotAdd)
{
  const std::string fresh = name(100);
  const std::string queued = name(3);
  const std::string failed = name(5);
  sweep_all_kinds(nothing, [&](Bench& bench) { bench.queue->add_rate_limited(fresh); });
  for (const auto& key : {fresh, queued, failed}) {
    sweep_all_kinds(mixture, [&](Bench& bench) { bench.queue->add_rate_limited(key, 8); });
  }
}

// Tables, chunks and blocks grow at such numbers of keys.
TEST(AllocationFailure, WhereTablesGrow)
{
  std::vector<int> sizes;
  for (int size = 0; size < 40; ++size) sizes.push_back(size);
  for (int size = 250; size < 260; ++size) sizes.push_back(size);
  for (int size = 1016; size < 1030; ++size) sizes.push_back(size);
  const std::string fresh = name(100'000);
  for (const int size : sizes) {
    SCOPED_TRACE(size);
    const Step add_many = [size](Bench& bench) {
      for (int key = 0; key < size; ++key) bench.queue->add(name(key));
    };
    const Step delay_many = [size](Bench& bench) {
      for (int key = 0; key < size; ++key) bench.queue->add_after(name(key), 1h + key * 1s, 1);
    };
    for (const Kind kind : {Kind::plain, Kind::introspection}) {
      sweep(kind, add_many, [&](Bench& bench) { bench.queue->add(fresh); });
      sweep(kind, delay_many, [&](Bench& bench) { bench.queue->add_after(fresh, 1s, 1); });
      sweep(kind, delay_many, [&](Bench& bench) { bench.queue->add_rate_limited(fresh, 1); });
    }
    if (HasFailure()) return;
  }
}

TEST(AllocationFailure, GetAndDone)
{
  sweep_without_an_order(mixture, [](Bench& bench) { bench.queue->try_get()->release(); });
  sweep_without_an_order(mixture, [](Bench& bench) { bench.queue->get()->release(); });
  std::stop_source stop;
  stop.request_stop();
  sweep_all_kinds(mixture, [&](Bench& bench) { EXPECT_FALSE(bench.queue->get(stop.get_token())); });
  sweep_all_kinds(nothing, [](Bench& bench) { EXPECT_FALSE(bench.queue->get({}, SteadyTime::min())); });
  const std::string processing = name(0);
  sweep_all_kinds(mixture, [&](Bench& bench) { bench.queue->done(processing); });
  sweep_without_an_order(mixture, [](Bench& bench) {
    // A lease that is given back cannot fail.
    auto lease = bench.queue->get();
    lease->done();
  });
}

TEST(AllocationFailure, ABatchIsSmallerWithoutMemoryAndLosesNothing)
{
  for (std::uint64_t fail = 0; fail < 4; ++fail) {
    Bench bench(Kind::introspection);
    for (int key = 0; key < 20; ++key) bench.queue->add(name(key));
    LeaseBatch<std::string> batch;
    {
      const allocations::Failing failing(fail, true);
      try {
        bench.queue->get_batch(batch, 10);
      } catch (const std::bad_alloc&) {
        EXPECT_TRUE(batch.empty());
      }
    }
    EXPECT_EQ(snapshot(*bench.queue).totals.processing, batch.size());
    EXPECT_EQ(bench.queue->size(), 20U - batch.size());
    batch.done();
    EXPECT_EQ(snapshot(*bench.queue).totals.processing, 0U);
  }
}

TEST(AllocationFailure, PromotingCannotFail)
{
  sweep_all_kinds(
      [](Bench& bench) {
        mixture(bench);
        for (int key = 10; key < 50; ++key) bench.queue->add_after(name(key), 1s, 1);
        bench.clock.advance(1s);
      },
      [](Bench& bench) { EXPECT_GE(bench.queue->size(), 40U); });
}

TEST(AllocationFailure, ForgetAndShutDownCannotFail)
{
  const std::string failed = name(5);
  sweep_all_kinds(mixture, [&](Bench& bench) { bench.queue->forget(failed); });
  sweep_all_kinds(mixture, [](Bench& bench) { bench.queue->shut_down(); });
  sweep_all_kinds(mixture, [](Bench& bench) { bench.queue->begin_drain(); });
}

TEST(AllocationFailure, Observe)
{
  const std::string text = name(1);
  sweep_all_kinds(mixture, [&](Bench& bench) { bench.queue->observe([text](const QueueEvent<std::string>&) {}); });
}

TEST(AllocationFailure, CallbacksOfADrainAreCalledOnceOrRefused)
{
  for (std::uint64_t fail = 0; fail < 10; ++fail) {
    for (const bool hard : {false, true}) {
      Bench bench(Kind::plain);
      int called = 0;
      const std::string text = name(1);
      int expected = 1;
      bench.queue->on_drained([&called](DrainResult) { ++called; });
      bench.queue->add("a");
      auto lease = bench.queue->try_get();
      const allocations::Failing failing(fail, true);
      try {
        bench.queue->on_drained([&called, text](DrainResult) { ++called; });
        ++expected;
      } catch (const std::bad_alloc&) {
      }
      if (hard) {
        bench.queue->shut_down();
      } else {
        bench.queue->begin_drain();
        EXPECT_EQ(called, 0);
        lease->done();
      }
      EXPECT_EQ(called, expected);
    }
  }
}

TEST(AllocationFailure, Snapshot)
{
  sweep_all_kinds(mixture, [](Bench& bench) { EXPECT_GE(snapshot(*bench.queue).entries.size(), 3U); });
}

TEST(AllocationFailure, AStandAloneLimiterCountsAllOrNothing)
{
  for (const Duration ttl : {Duration(0), Duration(1h)}) {
    for (int known = 0; known < 300; ++known) {
      bool failed = true;
      for (std::uint64_t fail = 0; failed; ++fail) {
        RateLimiter<std::string> limiter{RetryPolicy::exponential(1s, 1h), {.failures_ttl = ttl}};
        for (int key = 0; key < known; ++key) (void)limiter.when(name(key), SteadyTime{});
        const std::string fresh = name(1000);
        std::optional<Duration> delay;
        {
          const allocations::Failing failing(fail);
          try {
            delay = limiter.when(fresh, SteadyTime{});
          } catch (const std::bad_alloc&) {
          }
          failed = failing.failed();
        }
        EXPECT_EQ(limiter.num_requeues(fresh), delay ? 1U : 0U);
        EXPECT_EQ(limiter.failing(), static_cast<std::size_t>(known) + (delay ? 1 : 0));
      }
    }
  }
}

// Many threads are woken by one operation that has no memory to remember them with.
TEST(AllocationFailure, NoWakeUpIsLost)
{
  for (const bool closed : {true, false}) {
    Bench bench(Kind::plain);
    std::vector<std::thread> threads;
    std::atomic<int> keys{0};
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&bench, &keys] {
        auto lease = bench.queue->get();
        if (!lease) return;
        lease->release();
        ++keys;
      });
    }
    while (bench.clock.waiting_threads() < 4) std::this_thread::yield();
    if (closed) {
      const allocations::Failing failing(0, true);
      bench.queue->shut_down();
    } else {
      // The clock wakes one of them; it, or this thread, finds four keys that are due.
      for (int key = 0; key < 4; ++key) bench.queue->add_after(name(key), 1min);
      bench.clock.advance(1min);
      const allocations::Failing failing(0, true);
      (void)bench.queue->size();
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(keys, closed ? 0 : 4);
  }
}

// Random operations, some of them without memory, answer as the model of those that happened.
TEST(AllocationFailure, RandomOperationsAnswerAsTheModelDoes)
{
  constexpr Duration kBase = 3ns;
  constexpr Duration kMax = 200ns;
  std::uint64_t thrown = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    SeededRandom random(seed);
    ManualClock clock;
    RateLimitingQueue<int> queue(RetryPolicy::exponential(kBase, kMax),
                                 {.clock = &clock, .introspection = random.below(2) == 0});
    QueueModel model(kBase, kMax);
    const std::uint64_t keys = 2 + random.below(400);
    for (int operation = 0; operation < 3000; ++operation) {
      const int key = static_cast<int>(random.below(keys));
      const auto trigger = static_cast<Trigger>(random.below(4));
      const std::uint64_t what = random.below(8);
      const auto delay = static_cast<std::int64_t>(random.below(60));
      bool happened = true;
      std::optional<int> got;
      Trigger triggers = 0;
      {
        std::optional<allocations::Failing> failing;
        if (random.below(2) == 0) failing.emplace(random.below(3), random.below(2) == 0);
        try {
          switch (what) {
            case 0:
            case 1:
              queue.add(key, trigger);
              break;
            case 2:
              queue.add_after(key, Duration(delay), trigger);
              break;
            case 3:
              queue.add_rate_limited(key, trigger);
              break;
            case 4:
            case 5:
              if (auto lease = queue.try_get()) {
                got = lease->key();
                triggers = lease->triggers();
                lease->release();
              }
              break;
            case 6:
              queue.done(key);
              break;
            default:
              queue.forget(key);
          }
        } catch (const std::bad_alloc&) {
          happened = false;
          ++thrown;
        }
      }
      if (happened) {
        switch (what) {
          case 0:
          case 1:
            model.add(key, trigger);
            break;
          case 2:
            model.add_after(key, delay, trigger);
            break;
          case 3:
            model.add_rate_limited(key, trigger);
            break;
          case 4:
          case 5: {
            Trigger expected = 0;
            ASSERT_EQ(got, model.get(expected));
            ASSERT_EQ(triggers, expected);
            break;
          }
          case 6:
            model.done(key);
            break;
          default:
            model.forget(key);
        }
      }
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
  EXPECT_GT(thrown, 30U);
}

}  // namespace
}  // namespace kubexx

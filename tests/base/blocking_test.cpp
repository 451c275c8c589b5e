// SPDX-License-Identifier: Apache-2.0
// block_on with work of every form, and when the runtime goes, or never runs, before the answer comes.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/execution/blocking.hpp>
#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <future>
#include <latch>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/manual_clock.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;

awaitable<void> wait_for(OneShot shot, std::latch* waits)
{
  waits->count_down();
  co_await shot.wait();
}

/// What a blocking call of its own thread ends with.
class Caller {
public:
  Caller(const asio::any_io_executor& executor, std::function<awaitable<void>()> work)
      : thread_([this, executor, work = std::move(work)] {
          try {
            block_on(executor, work, "async_get");
            outcome_ = "returned";
          } catch (const RuntimeStopped& error) {
            outcome_ = std::string("stopped: ") + error.what();
          } catch (const std::exception& error) {
            outcome_ = std::string("other: ") + error.what();
          }
        })
  {
  }

  /// After its end.
  const std::string& outcome()
  {
    if (thread_.joinable()) thread_.join();
    return outcome_;
  }

private:
  std::string outcome_;
  std::thread thread_;
};

/// What the tests of capturing lambdas look at, from outside the lambdas.
struct Watched {
  static inline std::weak_ptr<int> captured;
  static inline bool there_after_suspending = false;
};

TEST(BlockOn, ACapturingLambdaMayBeTheCoroutine)
{
  SystemRuntime system;
  auto held = std::make_shared<int>(42);
  Watched::captured = held;
  Watched::there_after_suspending = false;
  auto work = [held = std::move(held)]() -> awaitable<void> {
    co_await async_yield();
    Watched::there_after_suspending = !Watched::captured.expired();
  };
  block_on(system.runtime().executor, std::move(work), "verb");
  EXPECT_TRUE(Watched::there_after_suspending);
}

awaitable<std::string> after_yield(std::string value)
{
  co_await async_yield();
  co_return value;
}

TEST(BlockOn, ReturnsTheValueOfTheWork)
{
  const SystemRuntime system({.log = Log()});
  const auto& executor = system.runtime().executor;
  int calls = 0;
  const auto coroutine = [&]() -> awaitable<int> {
    co_await async_yield();
    co_return ++calls;
  };
  EXPECT_EQ(block_on(executor, coroutine), 1);
  EXPECT_EQ(block_on<int>(executor, coroutine), 2);
  EXPECT_EQ(block_on(executor, coroutine, "async_count"), 3);
  EXPECT_EQ(block_on(executor, [] { return after_yield("text"); }), "text");
  EXPECT_EQ(block_on(executor, after_yield("text")), "text");
  block_on(executor, async_yield());
  EXPECT_EQ(block_on(
                executor, [] { return after_yield("in time"); }, "async_text", *system.runtime().clock,
                system.runtime().clock->now() + 1min),
            "in time");
}

TEST(BlockOn, AValueMayBeMovableOnlyAndItsErrorIsThrown)
{
  const SystemRuntime system({.log = Log()});
  const auto& executor = system.runtime().executor;
  const auto movable = []() -> awaitable<std::unique_ptr<int>> { co_return std::make_unique<int>(5); };
  EXPECT_EQ(*block_on(executor, movable), 5);
  const auto throws = []() -> awaitable<std::unique_ptr<int>> {
    co_await async_yield();
    throw std::domain_error("no value");
  };
  EXPECT_THROW(block_on(executor, throws), std::domain_error);
}

TEST(BlockOn, AnAwaitableThatIsNotStartedIsDestroyed)
{
  auto held = std::make_shared<int>(1);
  Watched::captured = held;
  {
    SystemRuntime system({.log = Log()});
    system.stop();
    const auto hold = [](std::shared_ptr<int> value) -> awaitable<int> { co_return *value; };
    EXPECT_THROW(block_on(system.runtime().executor, hold(std::move(held))), RuntimeStopped);
  }
  EXPECT_TRUE(Watched::captured.expired());
}

TEST(BlockOn, TheWorkMayBeMovableOnly)
{
  const SystemRuntime system({.log = Log()});
  const auto& runtime = system.runtime();
  int done = 0;
  block_on(runtime.executor, [&, owned = std::make_unique<int>(5)]() -> awaitable<void> {
    co_await async_yield();
    done += *owned;
  });
  EXPECT_EQ(done, 5);
}

TEST(BlockOn, EveryFormTakesADeadline)
{
  const SystemRuntime system({.log = Log()});
  const auto& runtime = system.runtime();
  const SteadyTime end = runtime.clock->now() + 1min;
  const std::function<awaitable<std::string>()> work = [] { return after_yield("a"); };
  EXPECT_EQ(block_on(runtime.executor, work, "verb", *runtime.clock, end), "a");
  EXPECT_EQ(block_on<std::string>(runtime.executor, work, "verb", *runtime.clock, end), "a");
  EXPECT_EQ(block_on(runtime.executor, after_yield("b"), "verb", *runtime.clock, end), "b");
  block_on(runtime.executor, async_yield(), "verb", *runtime.clock, end);
}

TEST(BlockOn, WhatIsEmptyIsRefused)
{
  const SystemRuntime system({.log = Log()});
  const auto& executor = system.runtime().executor;
  EXPECT_THROW(block_on({}, [] { return async_yield(); }), std::invalid_argument);
  EXPECT_THROW(block_on(executor, awaitable<int>()), std::invalid_argument);
  EXPECT_THROW(block_on(executor, std::function<awaitable<void>()>()), std::invalid_argument);
  EXPECT_THROW(block_on(executor, std::function<awaitable<int>()>()), std::invalid_argument);
  EXPECT_THROW(block_on<int>(executor, std::function<awaitable<int>()>()), std::invalid_argument);
  awaitable<int> (*no_function)() = nullptr;
  EXPECT_THROW(block_on(executor, no_function), std::invalid_argument);
  EXPECT_THROW(block_on(executor, [] { return awaitable<void>(); }), std::invalid_argument);
  EXPECT_THROW(block_on(executor, std::function<awaitable<void>()>([] { return awaitable<void>(); })),
               std::invalid_argument);
  EXPECT_THROW(block_on(executor, [] { return awaitable<int>(); }), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(running_in_this_thread({})), std::invalid_argument);
}

TEST(BlockOn, AThreadOfAThreadPoolIsRefusedToo)
{
  asio::thread_pool pool(1);
  const auto refused = [](const asio::any_io_executor& executor) {
    std::promise<bool> result;
    asio::post(executor, [&] {
      try {
        block_on(executor, async_yield());
        result.set_value(false);
      } catch (const std::logic_error&) {
        result.set_value(true);
      }
    });
    return result.get_future().get();
  };
  EXPECT_TRUE(refused(pool.get_executor()));
  EXPECT_TRUE(refused(asio::make_strand(pool)));
  EXPECT_TRUE(refused(make_strand_of(pool.get_executor())));
  EXPECT_TRUE(refused(asio::prefer(pool.get_executor(), asio::execution::outstanding_work.tracked)));
  block_on(pool.get_executor(), async_yield());
  pool.join();
}

TEST(BlockOn, AValueIsRefusedOnAThreadOfTheExecutorToo)
{
  const SystemRuntime system({.log = Log()});
  const auto& executor = system.runtime().executor;
  const auto inner = [&]() -> awaitable<void> {
    try {
      static_cast<void>(block_on(executor, after_yield("x"), "async_text"));
      ADD_FAILURE() << "it would wait for itself";
    } catch (const std::logic_error& error) {
      EXPECT_NE(std::string(error.what()).find("use async_text"), std::string::npos) << error.what();
    }
    co_return;
  };
  block_on(executor, inner);
}

TEST(SystemRuntimeTest, WritesWarningsToStandardErrorUnlessToldOtherwise)
{
  ::testing::internal::CaptureStderr();
  {
    const SystemRuntime system;
    system.runtime().log.info("quiet");
    system.runtime().log.warn("a warning", {{"key", "a/b"}});
    const SystemRuntime silent({.log = Log()});
    silent.runtime().log.error("silent");
    Runtime made_by_hand;
    made_by_hand.log.error("dropped");
  }
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("warn  a warning key=a/b\n"), std::string::npos) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
}

TEST(BlockOn, WhatTheWorkHoldsIsGoneWhenTheCallReturns)
{
  SystemRuntime system;
  for (int round = 0; round < 100; ++round) {
    auto held = std::make_shared<int>(42);
    Watched::captured = held;
    block_on(
        system.runtime().executor, [held = std::move(held)]() -> awaitable<void> { co_await async_yield(); }, "verb");
    ASSERT_TRUE(Watched::captured.expired());
  }
}

awaitable<void> own_and_wait(std::shared_ptr<int> owned, OneShot shot, std::atomic<int>* began)
{
  ++*began;
  co_await shot.wait();
  ++*owned;
}

/// The end of a call with a deadline that another thread makes while the clock goes on.
class BoundedCaller {
public:
  BoundedCaller(ManualClock& clock, const asio::any_io_executor& executor, std::function<awaitable<void>()> work)
      : clock_(clock), thread_([this, executor, work = std::move(work), deadline = clock.now() + 30s] {
          try {
            block_on(executor, work, "async_get", clock_, deadline);
            outcome_ = "returned";
          } catch (const RuntimeStopped& error) {
            outcome_ = error.what();
          }
          ended_ = true;
        })
  {
  }

  [[nodiscard]] bool ended() const { return ended_; }
  const std::string& outcome()
  {
    while (!ended_) {
      clock_.advance(1s);
      std::this_thread::yield();
    }
    if (thread_.joinable()) thread_.join();
    return outcome_;
  }

private:
  ManualClock& clock_;
  std::string outcome_;
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

constexpr const char* not_run =
    "no thread ran the executor of a blocking call before its deadline: call run() of its io_context on another "
    "thread, "
    "from before the call until it returns, or find the handler that blocks that thread, or use async_get";

TEST(BlockOn, EndsByTheDeadlineWhenNobodyRunsTheExecutor)
{
  ManualClock clock;
  asio::io_context context;
  std::atomic<int> began{0};
  const auto start = clock.now();
  BoundedCaller caller(clock, context.get_executor(), [&] { return own_and_wait(nullptr, OneShot(), &began); });
  EXPECT_EQ(caller.outcome(), not_run);
  EXPECT_GE(clock.now() - start, 31s);
  context.poll();
  EXPECT_EQ(began, 0) << "nobody waits for it any more";
}

TEST(BlockOn, EndsByTheDeadlineWhenTheExecutorIsRunNoMore)
{
  ManualClock clock;
  asio::io_context context;
  const auto owned = std::make_shared<int>(0);
  const OneShot shot;
  std::atomic<int> began{0};
  BoundedCaller caller(clock, context.get_executor(), [=, &began] { return own_and_wait(owned, shot, &began); });
  {
    const auto work = asio::make_work_guard(context);
    while (began == 0) context.poll();
  }
  EXPECT_EQ(caller.outcome(), not_run);
  shot.fire();  // what was left behind goes on when the executor runs again
  context.restart();
  context.poll();
  EXPECT_EQ(*owned, 1);
}

TEST(BlockOn, AnExecutorThatRunsIsWaitedForBeyondTheDeadline)
{
  ManualClock clock;
  asio::io_context context;
  const OneShot shot;
  std::atomic<int> began{0};
  const auto owned = std::make_shared<int>(0);
  BoundedCaller caller(clock, context.get_executor(), [=, &began] { return own_and_wait(owned, shot, &began); });
  const auto work = asio::make_work_guard(context);
  while (began == 0) context.poll();
  for (int second = 0; second < 32; ++second) {
    clock.advance(1s);
    if (second < 29) continue;
    while (context.poll() == 0) std::this_thread::yield();  // the call asks whether anybody is there
  }
  EXPECT_FALSE(caller.ended());
  shot.fire();
  while (!caller.ended()) context.poll();
  EXPECT_EQ(caller.outcome(), "returned");
}

TEST(BlockOn, EndsWithAnErrorWhenTheRuntimeIsStopped)
{
  SystemRuntime system;
  const OneShot never;
  std::latch waits(2);
  Caller plain(system.runtime().executor, [&] { return wait_for(never, &waits); });
  Caller strand(make_strand_of(system.runtime().executor), [&] { return wait_for(OneShot(), &waits); });
  waits.wait();
  system.stop();
  EXPECT_EQ(
      plain.outcome(),
      "stopped: the runtime was stopped while a blocking call waited for it: join the calling threads first, or use "
      "async_get");
  EXPECT_EQ(strand.outcome(), plain.outcome());
}

TEST(BlockOn, ThrowsAfterTheRuntimeWasStopped)
{
  SystemRuntime system;
  system.stop();
  std::latch waits(1);
  Caller caller(system.runtime().executor, [&] { return wait_for(OneShot(), &waits); });
  EXPECT_EQ(caller.outcome().substr(0, 8), "stopped:");
  system.stop();
}

awaitable<void> sleep_on(Clock& clock, std::latch* waits)
{
  waits->count_down();
  (void)co_await async_sleep(clock, 1h);
}

// A pool thread in a blocking call kept the pool, and so the program, from ending.
TEST(BlockOn, APoolThreadInABlockingCallDoesNotKeepTheRuntimeFromEnding)
{
  std::latch waits(1);
  std::atomic<bool> stopped{false};
  {
    SystemRuntime system;
    const Runtime runtime = system.runtime();
    runtime.pool->post([runtime, &waits, &stopped] {
      try {
        block_on(runtime.executor, [&] { return sleep_on(*runtime.clock, &waits); }, "async_sleep");
      } catch (const RuntimeStopped&) {
        stopped = true;
      }
    });
    waits.wait();
  }
  EXPECT_TRUE(stopped);
}

/// A coroutine that refers to what its caller owns until the end of its frame.
struct Scope {
  std::atomic<int>* open;
  explicit Scope(std::atomic<int>* counter) : open(counter) { ++*open; }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  ~Scope() { --*open; }
};

awaitable<void> wait_in_scope(OneShot shot, std::atomic<int>* open, std::latch* waits)
{
  const Scope scope(open);
  waits->count_down();
  co_await shot.wait();
}

TEST(BlockOn, TheCoroutineIsGoneBeforeTheStoppedCallReturns)
{
  SystemRuntime system;
  std::latch waits(1);
  std::atomic<int> open{0};
  int left = -1;
  std::thread caller([&] {
    EXPECT_THROW(block_on(
                     system.runtime().executor, [&] { return wait_in_scope(OneShot(), &open, &waits); }, "verb"),
                 RuntimeStopped);
    left = open;
  });
  waits.wait();
  system.stop();
  caller.join();
  EXPECT_EQ(left, 0);
}

awaitable<void> wait_deaf(OneShot shot, std::atomic<int>* open, std::latch* waits)
{
  const Scope scope(open);
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  waits->count_down();
  co_await shot.wait();
}

// It cannot be unwound, so its thread waits until the frame is destroyed with the runtime.
TEST(BlockOn, WorkThatDisablesCancellationEndsWithTheRuntime)
{
  std::optional<SystemRuntime> system(std::in_place);
  std::latch waits(1);
  std::atomic<int> open{0};
  int left = -1;
  std::thread caller([&, executor = system->runtime().executor] {
    EXPECT_THROW(block_on(executor, [&] { return wait_deaf(OneShot(), &open, &waits); }, "verb"), RuntimeStopped);
    left = open;
  });
  waits.wait();
  system.reset();
  caller.join();
  EXPECT_EQ(left, 0);
}

TEST(BlockOn, EndsWithAnErrorWhenItsContextDies)
{
  auto context = std::make_unique<asio::io_context>();
  std::latch waits(1);
  Caller caller(context->get_executor(), [&] { return wait_for(OneShot(), &waits); });
  {
    // Without work the first poll would stop the context, maybe before the call has come.
    const auto work = asio::make_work_guard(*context);
    while (!waits.try_wait()) context->poll();
  }
  context.reset();
  EXPECT_EQ(caller.outcome().substr(0, 8), "stopped:");
}

/// That of `context`, whose user learns what has been posted, or which cannot post.
class WatchedExecutor {
public:
  WatchedExecutor(asio::io_context& context, std::latch* posted) : context_(&context), posted_(posted) {}

  [[nodiscard]] asio::execution_context& query(asio::execution::context_t /*property*/) const noexcept
  {
    return *context_;
  }
  [[nodiscard]] WatchedExecutor require(asio::execution::blocking_t::never_t /*property*/) const { return *this; }

  template <class Function>
  void execute(Function function) const
  {
    if (posted_ == nullptr) throw std::bad_alloc();
    asio::post(*context_, std::move(function));
    posted_->count_down();
  }

  friend bool operator==(const WatchedExecutor& a, const WatchedExecutor& b) noexcept
  {
    return a.context_ == b.context_ && a.posted_ == b.posted_;
  }

private:
  asio::io_context* context_;
  std::latch* posted_;  // null: there is no memory to post
};

TEST(BlockOn, EndsWithAnErrorWhenItsContextDiesBeforeTheWorkHasBegun)
{
  auto context = std::make_unique<asio::io_context>();
  std::latch posted(1);
  std::latch waits(1);
  Caller caller(WatchedExecutor(*context, &posted), [&] { return wait_for(OneShot(), &waits); });
  posted.wait();
  context.reset();
  EXPECT_EQ(caller.outcome().substr(0, 8), "stopped:");
  EXPECT_FALSE(waits.try_wait());
}

TEST(BlockOn, EndsBeforeItsDeadlineWhenItsContextDiesBeforeTheWorkHasBegun)
{
  ManualClock clock;
  auto context = std::make_unique<asio::io_context>();
  std::atomic<int> began{0};
  BoundedCaller caller(clock, context->get_executor(), [&] { return own_and_wait(nullptr, OneShot(), &began); });
  while (clock.waiting_threads() == 0) std::this_thread::yield();
  context.reset();
  EXPECT_EQ(caller.outcome(),
            "the runtime was stopped while a blocking call waited for it: join the calling threads first, or use "
            "async_get");
  EXPECT_EQ(began, 0);
}

TEST(BlockOn, AskedAtItsDeadlineTheExecutorHasASecondToAnswer)
{
  ManualClock clock;
  asio::io_context context;
  std::latch posted(2);  // the work, and the question
  std::atomic<int> began{0};
  BoundedCaller caller(clock, WatchedExecutor(context, &posted), [&] { return own_and_wait({}, OneShot(), &began); });
  while (clock.waiting_threads() == 0) std::this_thread::yield();
  clock.advance(30s);
  posted.wait();
  while (clock.waiting_threads() == 0) std::this_thread::yield();
  clock.advance(999ms);
  EXPECT_FALSE(caller.ended());
  clock.advance(1ms);
  while (!caller.ended()) std::this_thread::yield();
  EXPECT_EQ(caller.outcome(), not_run);
}

TEST(BlockOn, ThrowsWhatKeepsItsWorkFromBeingPosted)
{
  asio::io_context context;
  std::latch waits(1);
  Caller caller(WatchedExecutor(context, nullptr), [&] { return wait_for(OneShot(), &waits); });
  EXPECT_EQ(caller.outcome(), std::string("other: ") + std::bad_alloc().what());
}

awaitable<void> refuse(bool empty)
{
  if (empty) throw std::invalid_argument("the name is empty");
  return wait_for(OneShot(), nullptr);
}

// A function that returns an awaitable need not be a coroutine.
TEST(BlockOn, ThrowsWhatTheWorkThrowsBeforeItsCoroutineIsThere)
{
  SystemRuntime system;
  Caller caller(system.runtime().executor, [] { return refuse(true); });
  EXPECT_EQ(caller.outcome(), "other: the name is empty");
}

awaitable<void> answer(int* to)
{
  co_await async_yield();
  *to = 42;
}

// Calls and stop at the same time: each call ends, with its answer or with the error.
TEST(BlockOn, EveryCallEndsWhenTheStopComesInTheMiddle)
{
  for (int round = 0; round < 200; ++round) {
    SystemRuntime system;
    const auto executor = system.runtime().executor;
    std::atomic<int> answers{0};
    std::atomic<int> refused{0};
    std::latch begun(2);
    const auto call = [&] {
      begun.count_down();
      for (;;) {
        int got = 0;
        try {
          block_on(executor, [&] { return answer(&got); }, "verb");
          EXPECT_EQ(got, 42);
          ++answers;
        } catch (const RuntimeStopped&) {
          ++refused;
          return;
        }
      }
    };
    std::thread one(call);
    std::thread two(call);
    begun.wait();
    system.stop();
    one.join();
    two.join();
    ASSERT_EQ(refused, 2);
  }
}

}  // namespace
}  // namespace kubexx

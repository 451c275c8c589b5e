// SPDX-License-Identifier: Apache-2.0
// Asio's per-operation cancellation, and what becomes of coroutines whose io_context dies.
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>
#include <exception>
#include <latch>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/asio_spawn.hpp"
#include "kubexx/base/manual_clock.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;
using namespace asio::experimental::awaitable_operators;

/// A coroutine under a cancellation signal, and how it ended.
class Cancellable {
public:
  Cancellable(asio::io_context& context, awaitable<void> work)
  {
    auto end = [this](std::exception_ptr error) {
      ended_ = true;
      error_ = std::move(error);
    };
    asio::co_spawn(context, std::move(work), asio::bind_cancellation_slot(signal_.slot(), end));
  }

  void cancel() { signal_.emit(asio::cancellation_type::terminal); }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] bool aborted() const { return ended_with(asio::error::operation_aborted); }
  [[nodiscard]] bool ended_with(const boost::system::error_code& code) const
  {
    if (!error_) return false;
    try {
      std::rethrow_exception(error_);
    } catch (const boost::system::system_error& error) {
      return error.code() == code;
    }
  }

private:
  asio::cancellation_signal signal_;
  bool ended_ = false;
  std::exception_ptr error_;
};

struct CancellationTest : testing::Test {
  ManualClock clock;
  asio::io_context context;
};

awaitable<void> wait_for(OneShot shot)
{
  co_await shot.wait();
}

awaitable<void> first_of_both(OneShot shot, Clock& clock, std::optional<std::size_t>& first)
{
  const auto outcome = co_await (shot.wait() || async_sleep(clock, 1s));
  first = outcome.index();
}

TEST_F(CancellationTest, AWaitEndsWhenTheTimerBesideItIsFirst)
{
  std::optional<std::size_t> first;
  spawn(context.get_executor(), first_of_both(OneShot(), clock, first));
  context.poll();
  EXPECT_FALSE(first);
  clock.advance(1s);
  context.poll();
  EXPECT_EQ(first, 1U);
  EXPECT_TRUE(context.stopped()) << "something still waits";
}

TEST_F(CancellationTest, ASleepEndsWhenWhatIsBesideItIsFirst)
{
  std::optional<std::size_t> first;
  const OneShot shot;
  spawn(context.get_executor(), first_of_both(shot, clock, first));
  context.poll();
  shot.fire();
  context.poll();
  EXPECT_EQ(first, 0U);
  EXPECT_FALSE(clock.next_due()) << "the timer is still set";
  EXPECT_TRUE(context.stopped());
}

TEST_F(CancellationTest, AWaitIsAborted)
{
  const OneShot shot;
  Cancellable waiting(context, wait_for(shot));
  context.poll();
  EXPECT_FALSE(waiting.ended());
  waiting.cancel();
  context.poll();
  EXPECT_TRUE(waiting.aborted());
  EXPECT_FALSE(shot.fired());
  EXPECT_TRUE(shot.fire());
  context.poll();
  EXPECT_TRUE(context.stopped());
}

TEST_F(CancellationTest, AnAbortedWaitLeavesTheOneShotForTheNext)
{
  const OneShot shot;
  Cancellable aborted(context, wait_for(shot));
  context.poll();
  aborted.cancel();
  context.poll();
  Cancellable next(context, wait_for(shot));
  context.restart();
  context.poll();
  EXPECT_FALSE(next.ended());
  shot.fire();
  context.poll();
  EXPECT_TRUE(next.ended());
  EXPECT_FALSE(next.aborted());
}

TEST_F(CancellationTest, ASecondWaiterIsRefusedAndTheFirstStillWaits)
{
  const OneShot shot;
  Cancellable first(context, wait_for(shot));
  Cancellable second(context, wait_for(shot));
  context.poll();
  EXPECT_TRUE(second.ended_with(asio::error::already_started));
  EXPECT_FALSE(first.ended());
  shot.fire();
  context.poll();
  EXPECT_TRUE(first.ended());
}

awaitable<void> wait_then_take(OneShot shot, bool& took)
{
  co_await shot.wait();
  took = true;
}

// What follows a wait mostly takes what it waited for: a coroutine that is to end must not.
TEST_F(CancellationTest, AWaitThatWasFiredAndThenCancelledBeforeItResumedIsAborted)
{
  const OneShot shot;
  bool took = false;
  Cancellable waiting(context, wait_then_take(shot, took));
  context.poll();
  // On the context's thread, where a cancellation reaches the coroutine inside the call.
  asio::post(context, [&] {
    shot.fire();
    waiting.cancel();
  });
  context.poll();
  EXPECT_TRUE(waiting.aborted());
  EXPECT_FALSE(took);
}

awaitable<void> wait_without_throwing(OneShot shot, bool& took)
{
  co_await asio::this_coro::throw_if_cancelled(false);
  co_await shot.wait();
  took = true;
}

TEST_F(CancellationTest, ACoroutineThatAsksNotToBeThrownAtGetsWhatWasFired)
{
  const OneShot shot;
  bool took = false;
  Cancellable waiting(context, wait_without_throwing(shot, took));
  context.poll();
  // On the context's thread, where a cancellation reaches the coroutine inside the call.
  asio::post(context, [&] {
    shot.fire();
    waiting.cancel();
  });
  context.poll();
  EXPECT_TRUE(took);
  EXPECT_FALSE(waiting.aborted());
}

awaitable<void> sleep_an_hour(Clock& clock)
{
  (void)co_await async_sleep(clock, 1h);
}

TEST_F(CancellationTest, ASleepIsAbortedAndItsTimerGone)
{
  Cancellable sleeping(context, sleep_an_hour(clock));
  context.poll();
  EXPECT_TRUE(clock.next_due());
  sleeping.cancel();
  context.poll();
  EXPECT_TRUE(sleeping.aborted());
  EXPECT_FALSE(clock.next_due());
}

awaitable<void> wait_stop(std::stop_token stop)
{
  co_await async_wait_stop(std::move(stop));
}

TEST_F(CancellationTest, AWaitForAStopIsAborted)
{
  std::stop_source stop;
  Cancellable waiting(context, wait_stop(stop.get_token()));
  context.poll();
  waiting.cancel();
  context.poll();
  EXPECT_TRUE(waiting.aborted());
  stop.request_stop();
}

awaitable<void> yield_for_ever()
{
  for (;;) co_await async_yield();
}

TEST_F(CancellationTest, YieldingIsAborted)
{
  Cancellable yielding(context, yield_for_ever());
  for (int round = 0; round < 10; ++round) context.poll_one();
  EXPECT_FALSE(yielding.ended());
  yielding.cancel();
  context.poll();
  EXPECT_TRUE(yielding.aborted());
}

awaitable<void> ask(TaskPool& pool, std::function<int()> question)
{
  (void)co_await run_on<int>(pool, std::move(question));
}

TEST_F(CancellationTest, APoolsAnswerIsNoLongerWaitedFor)
{
  std::latch may_end(1);
  ThreadPool pool(1);  // after what its task uses
  const auto given = std::make_shared<int>(7);
  const auto work = asio::make_work_guard(context);
  Cancellable asking(context, ask(pool, [given, &may_end] {
                       may_end.wait();
                       return *given;
                     }));
  context.poll();
  asking.cancel();
  context.poll();
  EXPECT_TRUE(asking.aborted());
  may_end.count_down();
}

awaitable<void> wait_owning(OneShot shot, std::shared_ptr<int> owned)
{
  co_await shot.wait();
  (void)owned;
}

TEST(DyingContext, TakesTheCoroutinesThatWaitWithIt)
{
  const auto owned = std::make_shared<int>(1);
  const OneShot shot;
  {
    asio::io_context context;
    spawn(context.get_executor(), wait_owning(shot, owned));
    spawn(make_strand_of(context.get_executor()), wait_owning(OneShot(), owned));
    context.poll();
    EXPECT_GT(owned.use_count(), 1);
  }
  EXPECT_EQ(owned.use_count(), 1) << "a coroutine outlived its io_context";
  EXPECT_TRUE(shot.fire());  // touches nothing of the context
}

awaitable<void> sleep_owning(Clock& clock, std::stop_token stop, std::shared_ptr<int> owned)
{
  (void)co_await async_sleep(clock, 1h, std::move(stop));
  (void)owned;
}

TEST(DyingContext, TakesSleepersAndTheirTimersWithIt)
{
  ManualClock clock;
  std::stop_source stop;
  const auto owned = std::make_shared<int>(1);
  {
    asio::io_context context;
    spawn(context.get_executor(), sleep_owning(clock, stop.get_token(), owned));
    context.poll();
  }
  EXPECT_EQ(owned.use_count(), 1);
  EXPECT_FALSE(clock.next_due());
  stop.request_stop();
}

TEST(DyingContext, MayDieWhileOtherThreadsFire)
{
  for (int round = 0; round < 500; ++round) {
    const auto owned = std::make_shared<int>(1);
    std::vector<OneShot> shots(4);
    std::latch ready(3);
    auto context = std::make_unique<asio::io_context>();
    for (const auto& shot : shots) spawn(context->get_executor(), wait_owning(shot, owned));
    context->poll();
    const auto fire = [&] {
      ready.arrive_and_wait();
      for (const auto& shot : shots) shot.fire();
    };
    std::thread one(fire);
    std::thread two(fire);
    ready.arrive_and_wait();
    context.reset();
    one.join();
    two.join();
    ASSERT_EQ(owned.use_count(), 1);
  }
}

// --- async_cancel_on ---

awaitable<void> note_end(std::stop_token stop, OneShot shot, std::string* end)
{
  try {
    co_await async_cancel_on(std::move(stop), wait_for(shot));
    *end = "ended";
  } catch (const boost::system::system_error& error) {
    *end = error.code() == asio::error::operation_aborted ? "aborted" : error.what();
  }
}

TEST_F(CancellationTest, AStopTokenCancelsWhatACoroutineWaitsFor)
{
  std::stop_source stop;
  std::string end;
  asio::co_spawn(context, note_end(stop.get_token(), OneShot(), &end), asio::detached);
  context.poll();
  EXPECT_EQ(end, "");
  std::thread([&] { stop.request_stop(); }).join();
  context.restart();
  context.poll();
  EXPECT_EQ(end, "aborted");
}

TEST_F(CancellationTest, WithoutAStopItEndsAsItsWork)
{
  std::stop_source stop;
  OneShot shot;
  std::string end;
  asio::co_spawn(context, note_end(stop.get_token(), shot, &end), asio::detached);
  context.poll();
  shot.fire();
  context.restart();
  context.poll();
  EXPECT_EQ(end, "ended");
  stop.request_stop();  // too late
  context.restart();
  context.poll();
  EXPECT_EQ(end, "ended");
}

TEST_F(CancellationTest, AStopThatWasRequestedBeforeCancelsTheFirstWait)
{
  std::stop_source stop;
  stop.request_stop();
  std::string end;
  asio::co_spawn(context, note_end(stop.get_token(), OneShot(), &end), asio::detached);
  context.poll();
  EXPECT_EQ(end, "aborted");
}

TEST_F(CancellationTest, TheCallersOwnCancellationGoesThroughIt)
{
  std::stop_source stop;
  Cancellable cancellable(context, async_cancel_on(stop.get_token(), wait_for(OneShot())));
  context.poll();
  cancellable.cancel();
  context.restart();
  context.poll();
  EXPECT_TRUE(cancellable.aborted());
}

awaitable<void> catch_all(OneShot shot)
{
  try {
    co_await shot.wait();
  } catch (const boost::system::system_error&) {  // as if it had been done
  }
}

awaitable<void> work_then_sleep(std::stop_token stop, OneShot shot, Clock& clock, bool* went_on)
{
  co_await async_cancel_on(std::move(stop), catch_all(shot));
  *went_on = true;
  co_await async_sleep(clock, 2h);
}

// It is emitted once: whoever lost it would go on for ever.
TEST_F(CancellationTest, TheCallersOwnCancellationIsNotLostWhenTheWorkCatchesIt)
{
  std::stop_source stop;
  bool went_on = false;
  Cancellable cancellable(context, work_then_sleep(stop.get_token(), OneShot(), clock, &went_on));
  context.poll();
  cancellable.cancel();
  context.restart();
  context.poll();
  EXPECT_TRUE(cancellable.aborted());
  EXPECT_FALSE(went_on);
}

awaitable<void> translate(OneShot shot)
{
  bool aborted = false;
  try {
    co_await shot.wait();
  } catch (const boost::system::system_error&) {
    aborted = true;
  }
  if (aborted) throw std::runtime_error("the request was cancelled");
}

awaitable<void> try_again(std::stop_token stop, Clock& clock, int* rounds)
{
  for (;;) {
    bool failed = false;
    try {
      co_await async_cancel_on(stop, translate(OneShot()));
    } catch (const std::runtime_error&) {
      failed = true;
    }
    if (!failed) co_return;
    ++*rounds;
    (void)co_await async_sleep(clock, 1s);
  }
}

TEST_F(CancellationTest, TheCallersOwnCancellationIsNotLostWhenTheWorkThrowsAnErrorOfItsOwn)
{
  std::stop_source stop;
  int rounds = 0;
  Cancellable cancellable(context, try_again(stop.get_token(), clock, &rounds));
  context.poll();
  cancellable.cancel();
  context.restart();
  context.poll();
  EXPECT_TRUE(cancellable.aborted());
  EXPECT_EQ(rounds, 1);
}

awaitable<void> cancel_twice(std::stop_token stop, OneShot first, OneShot second, int* reached)
{
  co_await asio::this_coro::reset_cancellation_state(asio::enable_total_cancellation());
  try {
    co_await async_cancel_on(stop, wait_for(first));
  } catch (const boost::system::system_error&) {
    *reached = 1;
  }
  const auto state = co_await asio::this_coro::cancellation_state;
  if (state.cancelled() != asio::cancellation_type::none) *reached = 2;
  if (co_await asio::this_coro::throw_if_cancelled()) *reached = 3;
  co_await second.wait();
  *reached = 4;
}

TEST_F(CancellationTest, TheCallerStaysCancelledAsItWas)
{
  std::stop_source stop;
  int reached = 0;
  Cancellable cancellable(context, cancel_twice(stop.get_token(), OneShot(), OneShot(), &reached));
  context.poll();
  cancellable.cancel();
  context.restart();
  context.poll();
  EXPECT_TRUE(cancellable.aborted());
  EXPECT_EQ(reached, 3);
}

awaitable<void> outlive(OneShot shot, bool* ended)
{
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await shot.wait();
  *ended = true;
}

TEST_F(CancellationTest, ACallerThatIsCancelledTwiceStillWaitsForItsWork)
{
  std::stop_source stop;
  const OneShot shot;
  bool ended = false;
  Cancellable cancellable(context, async_cancel_on(stop.get_token(), outlive(shot, &ended)));
  context.poll();
  cancellable.cancel();
  context.restart();
  context.poll();
  cancellable.cancel();
  context.restart();
  context.poll();
  EXPECT_FALSE(cancellable.ended());
  shot.fire();
  context.restart();
  context.poll();
  EXPECT_TRUE(ended);
  EXPECT_TRUE(cancellable.aborted());
}

TEST_F(CancellationTest, AStopThatTheWorkCatchesIsNoCancellationOfTheCaller)
{
  std::stop_source stop;
  bool went_on = false;
  Cancellable cancellable(context, work_then_sleep(stop.get_token(), OneShot(), clock, &went_on));
  context.poll();
  stop.request_stop();
  context.restart();
  context.poll();
  EXPECT_TRUE(went_on);
  EXPECT_FALSE(cancellable.ended());
  cancellable.cancel();
  context.restart();
  context.poll();
}

// It is cancelled inside emit(), whatever the version of Boost: what a coroutine waits for ends before anything that is
// posted afterwards runs.
TEST_F(CancellationTest, AStopTokenCancelsBeforeWhatIsPostedAfterwards)
{
  std::stop_source stop;
  OneShot shot;
  bool fired_too_late = false;
  Cancellable waiting(context, async_cancel_on(stop.get_token(), wait_for(shot)));
  context.poll();
  stop.request_stop();
  asio::post(context, [&] { fired_too_late = shot.fire(); });
  context.poll();
  EXPECT_TRUE(waiting.aborted());
  EXPECT_TRUE(fired_too_late);
}

awaitable<int> wait_and_answer(OneShot shot)
{
  co_await shot.wait();
  co_return 7;
}

awaitable<void> keep_answer(asio::any_io_executor executor, OneShot shot, int* answer)
{
  *answer = co_await async_on(executor, wait_and_answer(shot));
}

TEST_F(CancellationTest, WorkOnAnotherExecutorAnswersOnTheCallers)
{
  asio::io_context other;
  OneShot shot;
  int answer = 0;
  Cancellable caller(context, keep_answer(make_strand_of(other.get_executor()), shot, &answer));
  context.poll();
  other.poll();
  shot.fire();
  context.poll();
  EXPECT_FALSE(caller.ended());
  other.poll();
  EXPECT_EQ(answer, 0) << "it resumed on the other executor";
  context.poll();
  EXPECT_TRUE(caller.ended());
  EXPECT_EQ(answer, 7);
}

TEST_F(CancellationTest, WorkOnAnotherExecutorIsCancelledThere)
{
  asio::io_context other;
  OneShot shot;
  int answer = 0;
  Cancellable caller(context, keep_answer(make_strand_of(other.get_executor()), shot, &answer));
  context.poll();
  other.poll();
  caller.cancel();
  context.poll();
  EXPECT_FALSE(caller.ended()) << "it did not wait for its work, which may refer to what it owns";
  other.poll();
  context.poll();
  EXPECT_TRUE(caller.aborted());
}

TEST_F(CancellationTest, WorkOnTheCallersExecutorAnswersInTheSameHandler)
{
  OneShot shot;
  int answer = 0;
  Cancellable caller(context, keep_answer(context.get_executor(), shot, &answer));
  context.poll();
  shot.fire();
  context.restart();
  EXPECT_EQ(context.run_one(), 1U);
  EXPECT_TRUE(caller.ended()) << "the handler that resumed the work did not resume its caller";
  EXPECT_EQ(answer, 7);
}

TEST_F(CancellationTest, WorkOnTheCallersExecutorIsCancelledWithIt)
{
  OneShot shot;
  int answer = 0;
  Cancellable caller(context, keep_answer(context.get_executor(), shot, &answer));
  context.poll();
  caller.cancel();
  context.restart();
  context.poll();
  EXPECT_TRUE(caller.aborted());
  EXPECT_EQ(answer, 0);
}

awaitable<void> await_twice(asio::any_io_executor executor, OneShot first, OneShot second)
{
  try {
    co_await async_on(executor, wait_for(first));
  } catch (const boost::system::system_error&) {
  }
  co_await asio::this_coro::reset_cancellation_state();
  co_await async_on(executor, wait_for(second));
}

// A cancellation that is on its way to the other executor when the work ends there must not reach what comes after it.
TEST_F(CancellationTest, ACancellationThatComesTooLateTouchesNothing)
{
  asio::io_context other;
  OneShot first;
  OneShot second;
  Cancellable caller(context, await_twice(other.get_executor(), first, second));
  context.poll();
  other.poll();
  first.fire();
  caller.cancel();
  for (int round = 0; round < 3; ++round) {
    other.poll();
    other.restart();
    context.poll();
  }
  EXPECT_FALSE(caller.ended());
  second.fire();
  other.poll();
  context.poll();
  EXPECT_TRUE(caller.ended());
  EXPECT_FALSE(caller.aborted());
}

TEST(DyingContext, TakesTheCallerOfWorkOnAnotherExecutorWithIt)
{
  const auto seen = std::make_shared<int>(0);
  asio::io_context context;
  {
    asio::io_context other;
    const OneShot shot;
    auto keep = [](std::shared_ptr<int>, asio::any_io_executor executor, OneShot gate) -> awaitable<void> {
      co_await async_on(executor, wait_for(gate));
    };
    asio::co_spawn(context, keep(seen, other.get_executor(), shot), asio::detached);
    context.poll();
    other.poll();
    EXPECT_EQ(seen.use_count(), 2);
  }
  context.poll();  // Asio destroys a coroutine on its own executor
  EXPECT_EQ(seen.use_count(), 1);
}

awaitable<void> cancellable_owning(std::stop_token stop, OneShot shot, std::shared_ptr<int> owned)
{
  co_await async_cancel_on(std::move(stop), wait_owning(shot, owned));
}

TEST(DyingContext, TakesCancellableWorkAndItsCallerWithIt)
{
  const auto owned = std::make_shared<int>(1);
  std::stop_source stop;
  {
    asio::io_context context;
    spawn(context.get_executor(), cancellable_owning(stop.get_token(), OneShot(), owned));
    context.poll();
    EXPECT_GT(owned.use_count(), 2);
  }
  EXPECT_EQ(owned.use_count(), 1);
  stop.request_stop();  // touches nothing of the context
}

// Fired, cancelled and resumed on several threads: each wait ends exactly once.
TEST(CancellationRace, OfFireAndCancelEndsTheWaitOnce)
{
  asio::io_context context(2);
  const auto work = asio::make_work_guard(context);
  std::thread first([&] { context.run(); });
  std::thread second([&] { context.run(); });
  for (int round = 0; round < 2000; ++round) {
    const auto strand = make_strand_of(context.get_executor());
    const OneShot shot;
    asio::cancellation_signal signal;
    std::latch ended(3);
    std::atomic<int> ends{0};
    auto end = [&](const std::exception_ptr&) {
      ++ends;
      ended.count_down();
    };
    auto begin = [&] {
      asio::co_spawn(strand, wait_for(shot),
                     asio::bind_cancellation_slot(signal.slot(), asio::bind_executor(strand, end)));
      ended.count_down();
    };
    asio::post(strand, begin);
    asio::post(strand, [&] {
      signal.emit(asio::cancellation_type::terminal);
      ended.count_down();
    });
    shot.fire();
    ended.wait();
    ASSERT_EQ(ends, 1);
  }
  context.stop();
  first.join();
  second.join();
}

}  // namespace
}  // namespace kubexx

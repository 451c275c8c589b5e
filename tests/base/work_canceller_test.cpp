// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/detail/asio_work_canceller.hpp"

#include <gtest/gtest.h>

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace kubexx::test {
namespace {

using Cancellers = std::shared_ptr<detail::WorkCanceller>;
using Work = std::function<awaitable<void>()>;

awaitable<void> wait_for(OneShot shot)
{
  co_await shot.wait();
}

awaitable<void> defy_cancellation(OneShot first, OneShot second)
{
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await asio::this_coro::throw_if_cancelled(false);
  co_await first.wait();
  co_await second.wait();
}

/// One job of the coroutine, its stop, and how it ended.
struct Step {
  Work work;
  std::stop_source stop = {};
  std::string end = {};
};

awaitable<void> do_all(Cancellers canceller, std::vector<Step>* steps)
{
  for (Step& step : *steps) {
    {
      const detail::WorkCanceller::Scope scope(canceller, step.stop.get_token());
      try {
        co_await step.work();
        step.end = "ended";
      } catch (const boost::system::system_error& error) {
        step.end = error.code() == asio::error::operation_aborted ? "aborted" : error.what();
      }
    }
    co_await asio::this_coro::reset_cancellation_state();
    co_await asio::this_coro::throw_if_cancelled(true);
  }
}

class WorkCancellerTest : public ::testing::Test {
protected:
  void start()
  {
    canceller_->spawn(do_all(canceller_, &steps_), [this] { ended_ = true; });
    run();
  }
  void run()
  {
    context_.restart();
    context_.poll();
  }

  asio::io_context context_;
  Cancellers canceller_ = std::make_shared<detail::WorkCanceller>(context_.get_executor());
  std::vector<Step> steps_;
  OneShot first_, second_;
  bool ended_ = false;
};

TEST_F(WorkCancellerTest, EachStopCancelsTheWorkOfItsScopeAlone)
{
  steps_.push_back({[this] { return wait_for(first_); }});
  steps_.push_back({[this] { return wait_for(second_); }});
  start();
  std::thread([this] { steps_[0].stop.request_stop(); }).join();
  run();
  EXPECT_EQ(steps_[0].end, "aborted");
  EXPECT_EQ(steps_[1].end, "");
  steps_[1].stop.request_stop();
  run();
  EXPECT_EQ(steps_[1].end, "aborted");
  EXPECT_TRUE(ended_);
}

TEST_F(WorkCancellerTest, AStopThatArrivesAfterItsWorkCancelsNothing)
{
  steps_.push_back({[this] { return wait_for(first_); }});
  steps_.push_back({[this] { return wait_for(second_); }});
  start();
  first_.fire();                  // the coroutine goes on first,
  steps_[0].stop.request_stop();  // and then this is told
  run();
  EXPECT_EQ(steps_[0].end, "ended");
  EXPECT_EQ(steps_[1].end, "");
  second_.fire();
  run();
  EXPECT_EQ(steps_[1].end, "ended");
  EXPECT_TRUE(ended_);
}

TEST_F(WorkCancellerTest, AStopThatWasRequestedBeforeCancelsTheFirstWait)
{
  steps_.push_back({[this] { return wait_for(first_); }});
  steps_[0].stop.request_stop();
  start();
  EXPECT_EQ(steps_[0].end, "aborted");
  EXPECT_TRUE(ended_);
}

TEST_F(WorkCancellerTest, WhatTheWorkDoesToItsCancellationEndsWithIt)
{
  OneShot third;
  steps_.push_back({[this] { return defy_cancellation(first_, second_); }});
  steps_.push_back({[&] { return wait_for(third); }});
  start();
  steps_[0].stop.request_stop();
  run();
  EXPECT_EQ(steps_[0].end, "");
  first_.fire();
  second_.fire();
  run();
  EXPECT_EQ(steps_[0].end, "ended");
  steps_[1].stop.request_stop();
  run();
  EXPECT_EQ(steps_[1].end, "aborted");
}

TEST(WorkCanceller, MayDieWithItsContextInTheMiddleOfWork)
{
  std::weak_ptr<detail::WorkCanceller> canceller;
  std::vector<Step> steps;
  steps.push_back({[] { return wait_for(OneShot()); }});
  {
    asio::io_context context;
    const auto owned = std::make_shared<detail::WorkCanceller>(context.get_executor());
    canceller = owned;
    owned->spawn(do_all(owned, &steps));
    context.poll();
  }
  EXPECT_TRUE(canceller.expired());
  steps[0].stop.request_stop();
  EXPECT_EQ(steps[0].end, "");
}

}  // namespace
}  // namespace kubexx::test

// SPDX-License-Identifier: Apache-2.0
// Managers that lose the Lease while they stop: what still runs must not go on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>
#include <utility>

#include "harness.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/base/asio.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

const ObjectKey kLease{"default", "lease"};

ManagerOptions of_a_leader()
{
  ManagerOptions options;
  options.leader_election.emplace();
  options.leader_election->lease = kLease.name;
  options.leader_election->identity = "a";
  options.drain = minutes(5);
  options.grace = minutes(10);
  return options;
}

awaitable<void> take_an_hour(Clock* clock, bool heeds_the_stop)
{
  if (!heeds_the_stop) co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  (void)co_await async_sleep(*clock, hours(1));
}

awaitable<Result> reconcile_for_an_hour(Clock* clock, bool heeds_the_stop)
{
  co_await take_an_hour(clock, heeds_the_stop);
  co_return Result::done();
}

awaitable<void> stop_manager(Manager& manager, bool& well)
{
  well = co_await manager.async_stop();
}

class LostLeaseTest : public ::testing::Test {
protected:
  // One that works was asked to stop a while ago, and drains its queue.
  void begin_to_stop(bool heeds_the_stop)
  {
    Clock* const clock = &h.sim.clock();
    h.manager.controller().for_(kConfigMaps).build([=](Context&, const Request&) {
      return reconcile_for_an_hour(clock, heeds_the_stop);
    });
    h.manager.add_runnable("beside", [=](RunContext) { return take_an_hour(clock, heeds_the_stop); });
    h.create(kConfigMaps, "a");
    h.start();
    h.sim.run_for(seconds(1));
    ASSERT_TRUE(h.manager.is_leader());
    spawn(h.sim.runtime().executor, stop_manager(h.manager, well), [this] { ended = true; });
    h.sim.run_for(seconds(20));
    ASSERT_FALSE(ended);
  }
  void take_the_lease()
  {
    h.patch(resources::leases, kLease, R"({"spec":{"holderIdentity":"thief"}})");
    ASSERT_TRUE(h.until([this] { return !h.manager.is_leader(); }));
  }

  Harness h{of_a_leader()};
  bool well = true, ended = false;
};

TEST_F(LostLeaseTest, TheDrainEndsAtOnce)
{
  begin_to_stop(true);
  take_the_lease();
  h.sim.run_for(milliseconds(100));
  EXPECT_EQ(h.log->count({"info controller stopped"}), 1U) << h.log->text();
  EXPECT_TRUE(ended);
  EXPECT_FALSE(well);
  EXPECT_EQ(h.log->count({"stopping before the queue is drained", "active=1"}), 1U);
  EXPECT_EQ(h.log->count({"stopping: leadership was lost"}), 1U);
  EXPECT_EQ(h.log->count({"does not stop"}), 0U);
  EXPECT_TRUE(h.get(resources::leases, kLease).at("/spec/holderIdentity").equals("thief"));
  h.sim.run_for(hours(2));
  EXPECT_EQ(h.log->count({"controller stopped"}), 1U);
}

TEST_F(LostLeaseTest, WhatDoesNotEndIsGivenUpAfterTwoSeconds)
{
  begin_to_stop(false);
  take_the_lease();
  h.sim.run_for(milliseconds(1900));
  EXPECT_FALSE(ended);
  h.sim.run_for(milliseconds(200));
  EXPECT_TRUE(ended);
  EXPECT_FALSE(well);
  EXPECT_EQ(h.log->count({"a reconcile does not stop", "name=a"}), 1U) << h.log->text();
  EXPECT_EQ(h.log->count({"a runnable does not stop", "runnable=beside"}), 1U);
  h.sim.run_for(hours(2));
  EXPECT_EQ(h.log->count({"does not stop"}), 2U) << h.log->text();
}

TEST_F(LostLeaseTest, ALeaseThatCouldNotBeRenewedIsNotGivenBack)
{
  begin_to_stop(true);
  h.transport->hang = [](const HttpRequest& request) { return request.target.find("/leases") != std::string::npos; };
  ASSERT_TRUE(h.until([this] { return !h.manager.is_leader(); }));
  h.sim.run_for(milliseconds(100));
  EXPECT_TRUE(ended) << "the server would be asked for ten seconds";
  EXPECT_FALSE(well);
  EXPECT_TRUE(h.get(resources::leases, kLease).at("/spec/holderIdentity").equals("a"));
}

}  // namespace
}  // namespace kubexx::testing

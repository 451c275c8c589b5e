// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/request_budget.hpp"

#include <cmath>

#include "client_fixture.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/own_connections.hpp"
#include "requests/budget_state.hpp"

namespace kubexx {
namespace {

using detail::BudgetState;
using test::ClientTest;
using test::failure;
using test::web;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

constexpr SteadyTime kStart{Duration(1h)};

TEST(Budget, IsNoLimitByDefault)
{
  BudgetState state({}, kStart);
  for (int request = 0; request < 10'000; ++request) EXPECT_EQ(state.reserve(kStart), kStart);
  EXPECT_EQ(state.limit(), 0);
}

TEST(Budget, ABurstIsSentAtOnceAndTheRestAtTheRate)
{
  BudgetState state({.per_second = 10, .burst = 3}, kStart);
  for (int request = 0; request < 3; ++request) EXPECT_EQ(state.reserve(kStart), kStart);
  EXPECT_EQ(state.reserve(kStart), kStart + 100ms);
  EXPECT_EQ(state.reserve(kStart), kStart + 200ms);
  state.give_back();
  EXPECT_EQ(state.reserve(kStart), kStart + 200ms) << "the turn that was given back";
  EXPECT_EQ(state.reserve(kStart + 10s), kStart + 10s);
  EXPECT_EQ(state.limit(), 10);
}

TEST(Budget, BadNumbersAreRefusedAndAbsurdOnesHarmless)
{
  EXPECT_THROW(BudgetState({.per_second = -1}, kStart), std::invalid_argument);
  EXPECT_THROW(BudgetState({.per_second = NAN}, kStart), std::invalid_argument);
  EXPECT_EQ(BudgetState({.per_second = INFINITY}, kStart).reserve(kStart), kStart);
  BudgetState slow({.per_second = 1e-300}, kStart);
  EXPECT_EQ(slow.reserve(kStart), kStart);
  EXPECT_GT(slow.reserve(kStart), kStart + std::chrono::hours(24 * 365));
}

/// Sends as fast as it may for that long; how many requests that were.
int send_for(BudgetState& state, SteadyTime& now, Duration time)
{
  int sent = 0;
  for (const SteadyTime end = now + time; now < end; ++sent) now = std::max(now + 1ms, state.reserve(now));
  return sent;
}

TEST(Budget, ABusyServerGetsHalfAndThenSlowlyMoreUntilItIsContent)
{
  BudgetState state({}, kStart);
  SteadyTime now = kStart;
  EXPECT_EQ(send_for(state, now, 3s), 3000);
  EXPECT_TRUE(state.refused(now));
  EXPECT_NEAR(state.limit(), 500, 1);
  EXPECT_FALSE(state.refused(now)) << "those that were on their way say nothing new";
  EXPECT_NEAR(state.limit(), 500, 1);
  EXPECT_NEAR(send_for(state, now, 900ms), 450, 60);
  now += 100ms;
  EXPECT_FALSE(state.refused(now));
  EXPECT_NEAR(state.limit(), 312, 2) << "a quarter more, and half of that";
  const double low = state.limit();
  now += 1s;
  (void)state.reserve(now);
  EXPECT_NEAR(state.limit(), low * 1.25, 1);
  for (int second = 0; second < 60; ++second) (void)state.reserve(now += 1s);
  EXPECT_EQ(state.limit(), 0) << "content again";
}

TEST(Budget, AQuietClientIsNotSlowedByARefusal)
{
  BudgetState state({}, kStart);
  SteadyTime now = kStart;
  for (int second = 0; second < 5; ++second) {
    EXPECT_EQ(state.reserve(now), now);
    (void)state.refused(now);
    now += 1s;
  }
  EXPECT_GE(state.limit(), 5);
}

TEST(Budget, ItCanBeToldNotToAdapt)
{
  BudgetState state({.adaptive = false}, kStart);
  SteadyTime now = kStart;
  (void)send_for(state, now, 2s);
  EXPECT_FALSE(state.refused(now));
  EXPECT_EQ(state.reserve(now), now);
}

TEST_F(ClientTest, AClientKeepsToItsBudget)
{
  Client::Options options;
  options.budget = {.per_second = 2, .burst = 1};
  const Client slow(client.runtime(), transport, options);
  for (int call = 0; call < 4; ++call) transport->answer(200, web);
  const auto start = clock.now();
  for (int call = 0; call < 2; ++call) (void)run(slow.async_get(resources::deployments, {"default", "web"}));
  const Client copy = slow.with_interceptor(std::make_shared<test::PassingInterceptor>());
  (void)run(copy.async_get(resources::deployments, {"default", "web"}));
  EXPECT_EQ(clock.now() - start, 1s) << "a copy has no budget of its own";
  EXPECT_THAT(metrics.observations("rest_client_rate_limiter_duration_seconds", {{"verb", "GET"}, {"host", "none"}}),
              ::testing::Optional(::testing::SizeIs(3)));

  GetOptions hurry;
  hurry.timeout = 100ms;
  EXPECT_THAT(error_of([&] { (void)run(slow.async_get(resources::deployments, {"default", "web"}, hurry)); }),
              HasSubstr("would exceed the deadline: 2 requests per second"));
  EXPECT_EQ(transport->left(), 1U);
}

TEST_F(ClientTest, AClientWithOwnConnectionsHasABudgetOfItsOwn)
{
  Client::Options options;
  options.budget = {.per_second = 1, .burst = 1};
  const Client busy(client.runtime(), transport, options);
  for (int call = 0; call < 4; ++call) transport->answer(200, web);
  const Client own = with_own_connections(busy, client.runtime());
  const auto start = clock.now();
  (void)run(busy.async_get(resources::deployments, {"default", "web"}));
  (void)run(own.async_get(resources::deployments, {"default", "web"}));
  EXPECT_EQ(clock.now(), start);
  (void)run(own.async_get(resources::deployments, {"default", "web"}));
  EXPECT_EQ(clock.now() - start, 1s) << "of the same size";
}

TEST_F(ClientTest, EveryRequestSlowsDownWhenTheServerIsBusy)
{
  const Headers later{{"Retry-After", "1"}};
  for (int call = 0; call < 100; ++call) {
    transport->answer(200, web);
    (void)run(client.async_get(resources::deployments, {"default", "web"}));
  }
  transport->answer(429, failure(429, "TooManyRequests", "busy"), later);
  GetOptions once;
  once.retry = false;
  EXPECT_THROW((void)run(client.async_get(resources::deployments, {"default", "web"}, once)), ApiError);
  const auto start = clock.now();
  for (int call = 0; call < 25; ++call) {
    transport->answer(200, web);
    (void)run(client.async_get(resources::deployments, {"default", "web"}));
  }
  EXPECT_GE(clock.now() - start, 400ms) << "fifty per second";
  EXPECT_LE(clock.now() - start, 600ms);
}

TEST_F(ClientTest, ABudgetOfDisruptionsIsNotTheServersBusiness)
{
  for (int call = 0; call < 100; ++call) {
    transport->answer(429, failure(429, "TooManyRequests", "Cannot evict pod"), {{"Retry-After", "10"}});
    WriteOptions once;
    once.retry = false;
    EXPECT_THROW((void)run(client.async_create_subresource(resources::pods, {"default", "a"}, "eviction",
                                                           Object::parse(web), once)),
                 ApiError);
  }
  const auto start = clock.now();
  for (int call = 0; call < 100; ++call) {
    transport->answer(200, web);
    (void)run(client.async_get(resources::deployments, {"default", "web"}));
  }
  EXPECT_EQ(clock.now(), start);
}

TEST_F(ClientTest, AResourceWhoseCacheFillsSlowsOnlyItself)
{
  const std::string status = failure(429, "TooManyRequests", "storage is (re)initializing");
  const Headers json{{"Retry-After", "1"}, {"Content-Type", "application/json"}};
  const Headers text{{"Retry-After", "1"}, {"Content-Type", "text/plain; charset=utf-8"}};
  ListOptions once;
  once.retry = false;
  const auto took_after = [&](const std::string& body, const Headers& headers) {
    transport->answer(429, body, headers);
    EXPECT_THROW((void)run(client.async_list(resources::deployments, once)), ApiError);
    const auto start = clock.now();
    for (int call = 0; call < 20; ++call) {
      transport->answer(200, web);
      (void)run(client.async_get(resources::deployments, {"default", "web"}));
    }
    return clock.now() - start;
  };
  EXPECT_EQ(took_after(status, json), 0s);
  EXPECT_GE(took_after("Too many requests, please try again later.", text), 1s);
}

}  // namespace
}  // namespace kubexx

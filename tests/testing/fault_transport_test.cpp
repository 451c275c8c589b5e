// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "kubexx/testing/faults.hpp"
#include "kubexx/testing/scripted_transport.hpp"
#include "kubexx/testing/simulated_runtime.hpp"

namespace kubexx::testing {
namespace {

HttpResponse answer(const ScriptedRequest& request)
{
  if (!request.limits.stream) return json_response(200, "fresh");
  HttpResponse response;
  response.stream = std::make_unique<ScriptedBody>(std::vector<std::string>{"one\n", "two\n"});
  return response;
}

// What came of one exchange: the body, or "status 429", or "error: timeout after 30 s"; pieces are joined by "|".
struct Call {
  static awaitable<void> run(std::shared_ptr<Transport> transport, HttpRequest request, ExchangeLimits limits,
                             std::string& result)
  {
    try {
      HttpResponse response = co_await transport->exchange(std::move(request), std::move(limits));
      result = response.status == 200 ? response.body : "status " + std::to_string(response.status);
      while (response.stream) {
        const std::string piece = co_await response.stream->read();
        if (piece.empty()) break;
        result += piece + "|";
      }
    } catch (const TransportError& error) {
      result += std::string("error: ") + to_string(error.code());
    }
  }
};

class FaultTransportTest : public ::testing::Test {
protected:
  // One exchange while the faults of `kind` are certain.
  std::string exchange(FaultKind kind, const std::string& method = "PATCH", const std::string& target = "/x",
                       bool stream = false)
  {
    SimulatedRuntime sim({.seed = 1});
    Faults faults(FaultPlan(1), nullptr);
    faults.rates[kind] = 1;
    faults.lists.remember("/x", R"({"metadata":{"resourceVersion":"5"}})");
    crashed_ = false;
    server_ = std::make_shared<ScriptedTransport>();
    server_->always(answer);
    auto transport =
        make_fault_transport(sim.runtime(), server_, faults, "tested", [this](Duration) { crashed_ = true; });
    HttpRequest request;
    request.method = method;
    request.target = target;
    ExchangeLimits limits;
    limits.stream = stream;
    limits.deadline = sim.clock().now() + std::chrono::seconds(30);
    std::string result;
    const SteadyTime start = sim.clock().now();
    EXPECT_TRUE(sim.run([&] { return Call::run(transport, request, limits, result); }, std::chrono::hours(1)));
    took_ = sim.clock().now() - start;
    EXPECT_EQ(faults.traffic.in_flight, 0U);
    if (crashed_) {
      EXPECT_TRUE(sim.run([&] { return Call::run(transport, request, limits, again_); }, std::chrono::hours(1)));
    }
    for (const auto& fault : faults.plan.happened()) EXPECT_EQ(fault.what, name_of(kind));
    return result;
  }

  std::shared_ptr<ScriptedTransport> server_;
  Duration took_{};
  bool crashed_ = false;
  std::string again_;
};

TEST_F(FaultTransportTest, WhatTheServerNeverSees)
{
  for (const auto& [kind, result] :
       std::vector<std::pair<FaultKind, std::string>>{{FaultKind::refused, "error: connect"},
                                                      {FaultKind::lost_request, "error: closed"},
                                                      {FaultKind::hang, "error: timeout"},
                                                      {FaultKind::conflict, "status 409"},
                                                      {FaultKind::too_many_requests, "status 429"},
                                                      {FaultKind::internal_error, "status 500"},
                                                      {FaultKind::crash_before_request, "error: connect"}}) {
    EXPECT_EQ(exchange(kind), result) << name_of(kind);
    EXPECT_EQ(server_->count(), 0U) << name_of(kind);
    EXPECT_EQ(took_, kind == FaultKind::hang ? std::chrono::seconds(30) : Duration::zero()) << name_of(kind);
  }
}

TEST_F(FaultTransportTest, WhatTheServerDoesAndNobodyHearsOf)
{
  for (const auto& [kind, result] :
       std::vector<std::pair<FaultKind, std::string>>{{FaultKind::lost_response, "error: closed"},
                                                      {FaultKind::hang_after_commit, "error: timeout"},
                                                      {FaultKind::crash_after_commit, "error: connect"}}) {
    EXPECT_EQ(exchange(kind), result) << name_of(kind);
    EXPECT_EQ(server_->count(), 1U) << name_of(kind);
    EXPECT_EQ(took_, kind == FaultKind::hang_after_commit ? std::chrono::seconds(30) : Duration::zero());
  }
}

TEST_F(FaultTransportTest, ADeadProcessReachesNobody)
{
  (void)exchange(FaultKind::crash_after_commit);
  EXPECT_TRUE(crashed_);
  EXPECT_EQ(again_, "error: connect");
  EXPECT_EQ(server_->count(), 1U);
}

TEST_F(FaultTransportTest, FaultsComeWhereTheyFit)
{
  EXPECT_EQ(exchange(FaultKind::conflict, "GET"), "fresh");
  EXPECT_EQ(exchange(FaultKind::conflict, "POST"), "fresh");
  EXPECT_EQ(exchange(FaultKind::watch_gone, "GET"), "fresh");
  EXPECT_EQ(exchange(FaultKind::crash_before_request, "GET"), "fresh");
  EXPECT_EQ(exchange(FaultKind::list_gone, "GET"), "fresh");
  EXPECT_EQ(exchange(FaultKind::list_gone, "GET", "/x?resourceVersion=6"), "status 410");
  EXPECT_EQ(exchange(FaultKind::list_gone, "GET", "/x?continue=a"), "status 410");
  EXPECT_EQ(exchange(FaultKind::stale_list, "GET", "/x?resourceVersion=6"), "fresh");
  EXPECT_EQ(exchange(FaultKind::stale_list, "GET", "/x?resourceVersion=0"), R"({"metadata":{"resourceVersion":"5"}})");
}

TEST_F(FaultTransportTest, PiecesOfAWatch)
{
  const auto watch = [this](FaultKind kind) { return exchange(kind, "GET", "/x?watch=true", true); };
  EXPECT_EQ(watch(FaultKind::watch_gone), "status 410");
  EXPECT_EQ(watch(FaultKind::watch_broken), "error: truncated");
  EXPECT_EQ(watch(FaultKind::watch_cut), "on|error: truncated");
  EXPECT_EQ(watch(FaultKind::watch_split), "on|e\n|tw|o\n|");
  EXPECT_EQ(watch(FaultKind::watch_duplicated), "one\n|one\n|two\n|two\n|");
  EXPECT_EQ(watch(FaultKind::watch_ended), "");
  EXPECT_EQ(watch(FaultKind::watch_delayed), "one\n|two\n|");
  EXPECT_GT(took_, Duration::zero());
  EXPECT_LT(took_, std::chrono::seconds(6));
  EXPECT_EQ(watch(FaultKind::watch_silent), "error: truncated");
  EXPECT_EQ(took_, std::chrono::minutes(2));
}

TEST_F(FaultTransportTest, EachNameIsThatOfOneKind)
{
  for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
    EXPECT_EQ(fault_kind_named(name_of(static_cast<FaultKind>(kind))), static_cast<FaultKind>(kind));
  }
  EXPECT_FALSE(fault_kind_named("a b"));
}

}  // namespace
}  // namespace kubexx::testing

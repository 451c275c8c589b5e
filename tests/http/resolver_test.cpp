// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/resolver.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include "support.hpp"

namespace kubexx::test {
namespace {

class FixedResolver final : public Resolver {
public:
  explicit FixedResolver(std::vector<Endpoint> answer) : answer_(std::move(answer)) {}
  awaitable<std::vector<Endpoint>> resolve(std::string host, std::uint16_t /*port*/, std::stop_token /*stop*/) override
  {
    asked_for = std::move(host);
    if (answer_.empty()) throw std::runtime_error("the name service is unwell");
    co_return answer_;
  }
  std::string asked_for;

private:
  std::vector<Endpoint> answer_;
};

class ResolverTest : public NetTest {
protected:
  [[nodiscard]] std::shared_ptr<ClientTransport> through(std::shared_ptr<Resolver> resolver, std::uint16_t port = 1)
  {
    auto with = options(port);
    with.host = "api.example";
    with.resolver = std::move(resolver);
    return make_client_transport(runtime, with);
  }
};

TEST_F(ResolverTest, AHangingOneDelaysNoDeadline)
{
  const auto hanging = std::make_shared<HangingResolver>();
  const auto transport = through(hanging);
  ExchangeLimits limits;
  limits.deadline = clock.now() + std::chrono::seconds(3);
  auto waiting = start(*transport, request("GET"), limits);
  EXPECT_TRUE(hanging->asked.wait());
  clock.advance(std::chrono::seconds(3));
  const auto error = error_of(waiting);
  EXPECT_EQ(error.code(), TransportErrc::timeout);
  EXPECT_FALSE(error.request_written());
  hanging->let_go.fire();
}

TEST_F(ResolverTest, AHangingOneIsGivenUpAfterTheConnectTimeout)
{
  const auto hanging = std::make_shared<HangingResolver>();
  const auto transport = through(hanging);
  auto waiting = start(*transport, request("GET"));
  EXPECT_TRUE(hanging->asked.wait());
  clock.advance(std::chrono::seconds(10));
  const auto error = error_of(waiting);
  EXPECT_EQ(error.code(), TransportErrc::timeout);
  EXPECT_TRUE(error.retryable());
  EXPECT_STREQ(error.what(), "the host name api.example was not resolved within 10 s (connect timeout)");
  hanging->let_go.fire();
}

TEST_F(ResolverTest, AHangingOneDelaysNoStop)
{
  const auto hanging = std::make_shared<HangingResolver>();
  const auto transport = through(hanging);
  std::stop_source stop;
  ExchangeLimits limits;
  limits.stop = stop.get_token();
  auto waiting = start(*transport, request("GET"), limits);
  EXPECT_TRUE(hanging->asked.wait());
  stop.request_stop();
  EXPECT_EQ(error_of(waiting).code(), TransportErrc::cancelled);
  hanging->let_go.fire();
}

TEST_F(ResolverTest, AHangingOneDelaysNoDestruction)
{
  const auto hanging = std::make_shared<HangingResolver>();
  auto transport = through(hanging);
  auto waiting = start(*transport, request("GET"));
  EXPECT_TRUE(hanging->asked.wait());
  transport.reset();
  EXPECT_EQ(error_of(waiting).code(), TransportErrc::cancelled);
  hanging->let_go.fire();
}

TEST_F(ResolverTest, TheNextAddressIsTriedWhenOneFails)
{
  ScriptedServer server([](Peer& peer) {
    const auto got = peer.read_until();
    EXPECT_NE(got.find("\r\nHost: api.example:"), std::string::npos) << got;
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    static_cast<void>(peer.wait_closed());
  });
  std::uint16_t refusing = 0;
  {
    ScriptedServer gone([](Peer&) {});
    refusing = gone.port();
  }
  const auto fixed = std::make_shared<FixedResolver>(
      std::vector<Endpoint>{{"not an address", 1}, {"127.0.0.1", refusing}, {"127.0.0.1", server.port()}});
  const auto transport = through(fixed, server.port());
  EXPECT_EQ(exchange(*transport, request("GET")).status, 200U);
  EXPECT_EQ(fixed->asked_for, "api.example");
}

TEST_F(ResolverTest, AFailureSaysWhichNameAndWhy)
{
  const auto error = exchange_error(*through(std::make_shared<FixedResolver>(std::vector<Endpoint>())), request("GET"));
  EXPECT_EQ(error.code(), TransportErrc::resolve);
  EXPECT_STREQ(error.what(), "cannot resolve api.example: the name service is unwell");
}

TEST_F(ResolverTest, TheSystemsOneKnowsLocalhost)
{
  const auto resolver = make_system_resolver(runtime);
  for (int round = 0; round < 3; ++round) {
    auto future = asio::co_spawn(runtime.executor, resolver->resolve("localhost", 6443, {}), asio::use_future);
    const auto endpoints = value_of(future);
    EXPECT_TRUE(endpoints.front().address == "127.0.0.1" || endpoints.front().address == "::1");
    EXPECT_EQ(endpoints.front().port, 6443);
  }
}

TEST_F(ResolverTest, TheSystemsOneTakesAddressesAsTheyAre)
{
  const auto resolver = make_system_resolver(runtime);
  auto future = asio::co_spawn(runtime.executor, resolver->resolve("::1", 1, {}), asio::use_future);
  EXPECT_EQ(value_of(future), (std::vector<Endpoint>{{"::1", 1}}));
}

TEST_F(ResolverTest, TheSystemsOneFailsWithAText)
{
  const auto resolver = make_system_resolver(runtime);
  auto future = asio::co_spawn(runtime.executor, resolver->resolve("a..b", 1, {}), asio::use_future);
  const auto error = error_of(future);
  EXPECT_EQ(error.code(), TransportErrc::resolve);
  EXPECT_NE(std::string_view(error.what()).find("a..b"), std::string_view::npos);
}

TEST_F(ResolverTest, TheSystemsOneCanBeStoppedAtAnyMoment)
{
  const auto resolver = make_system_resolver(runtime);
  for (int round = 0; round < 50; ++round) {
    std::stop_source stop;
    auto future =
        asio::co_spawn(runtime.executor, resolver->resolve("localhost", 1, stop.get_token()), asio::use_future);
    if (round % 2 == 0) std::this_thread::yield();
    stop.request_stop();
    if (future.wait_for(std::chrono::seconds(20)) != std::future_status::ready) FAIL() << "it did not stop";
    try {
      EXPECT_FALSE(future.get().empty());
    } catch (const TransportError& error) {
      EXPECT_EQ(error.code(), TransportErrc::cancelled);
    }
  }
}

}  // namespace
}  // namespace kubexx::test

// SPDX-License-Identifier: Apache-2.0
// Of several addresses the first that answers is used (RFC 8305).
#include "happy_eyeballs.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "support.hpp"

namespace kubexx::test {
namespace {

using namespace std::chrono_literals;

class FixedResolver final : public Resolver {
public:
  explicit FixedResolver(std::vector<Endpoint> answer) : answer_(std::move(answer)) {}
  awaitable<std::vector<Endpoint>> resolve(std::string /*host*/, std::uint16_t /*port*/,
                                           std::stop_token /*stop*/) override
  {
    co_return answer_;
  }

private:
  const std::vector<Endpoint> answer_;
};

void answer_ok(Peer& peer)
{
  peer.read_until();
  peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  static_cast<void>(peer.wait_closed());
}

std::ptrdiff_t open_sockets()
{
  std::ptrdiff_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    if (std::filesystem::read_symlink(entry, gone).string().starts_with("socket:")) ++count;
  }
  return count;
}

bool has_ipv6()
{
  const int handle = ::socket(AF_INET6, SOCK_STREAM, 0);
  if (handle >= 0) ::close(handle);
  return handle >= 0;
}

class HappyEyeballsTest : public NetTest {
protected:
  std::shared_ptr<ClientTransport> to(std::vector<Endpoint> endpoints)
  {
    auto with = options(1);
    with.host = "api.example";
    with.resolver = std::make_shared<FixedResolver>(std::move(endpoints));
    return make_client_transport(runtime, with);
  }
  static bool pending(const std::future<HttpResponse>& future)
  {
    return future.wait_for(20ms) == std::future_status::timeout;
  }
  /// Waits until an attempt is under way behind which the next one waits.
  bool waits_for_the_next()
  {
    return eventually([&] { return clock.next_due() && *clock.next_due() <= clock.now() + 250ms; });
  }
};

TEST(InterleaveByFamily, TheFamiliesTakeTurnsAndKeepTheirOrder)
{
  const auto order = [](std::vector<std::string> addresses) {
    std::vector<Endpoint> endpoints;
    for (const auto& address : addresses) endpoints.push_back({address, 1});
    std::string text;
    for (const auto& endpoint : detail::interleave_by_family(std::move(endpoints))) text += endpoint.address + ' ';
    return text;
  };
  EXPECT_EQ(order({"::1", "::2", "::3", "10.0.0.1", "10.0.0.2"}), "::1 10.0.0.1 ::2 10.0.0.2 ::3 ");
  EXPECT_EQ(order({"10.0.0.1", "::1", "::2"}), "10.0.0.1 ::1 ::2 ");
  EXPECT_EQ(order({"10.0.0.1", "10.0.0.2"}), "10.0.0.1 10.0.0.2 ");
  EXPECT_EQ(order({}), "");
}

TEST_F(HappyEyeballsTest, AnAddressThatDoesNotAnswerCostsAQuarterOfASecond)
{
  const BlackHole hole;
  ScriptedServer server(answer_ok);
  const auto transport = to({{"127.0.0.1", hole.port()}, {"127.0.0.1", server.port()}});
  auto waiting = start(*transport, request("GET"));
  ASSERT_TRUE(waits_for_the_next());
  clock.advance(249ms);
  EXPECT_TRUE(pending(waiting));
  EXPECT_EQ(server.accepted(), 0);
  clock.advance(1ms);
  EXPECT_EQ(value_of(waiting).status, 200U);
}

TEST_F(HappyEyeballsTest, EachFurtherOneCostsAsMuch)
{
  const BlackHole hole;
  ScriptedServer server(answer_ok);
  const Endpoint silent{"127.0.0.1", hole.port()};
  const auto transport = to({silent, silent, silent, {"127.0.0.1", server.port()}});
  auto waiting = start(*transport, request("GET"));
  for (int attempt = 0; attempt < 3; ++attempt) {
    ASSERT_TRUE(waits_for_the_next());
    EXPECT_EQ(server.accepted(), 0);
    clock.advance(250ms);
  }
  EXPECT_EQ(value_of(waiting).status, 200U);
}

// A server whose addresses of one family are all unreachable costs one delay, however many they are.
TEST_F(HappyEyeballsTest, AfterAnAddressOfOneFamilyComesOneOfTheOther)
{
  if (!has_ipv6()) GTEST_SKIP() << "no IPv6 on this machine";
  const BlackHole hole;
  ScriptedServer server(answer_ok);
  const Endpoint silent{"127.0.0.1", hole.port()};
  const auto transport = to({silent, silent, silent, {"::ffff:127.0.0.1", server.port()}});
  auto waiting = start(*transport, request("GET"));
  ASSERT_TRUE(waits_for_the_next());
  clock.advance(250ms);
  EXPECT_EQ(value_of(waiting).status, 200U);
}

TEST_F(HappyEyeballsTest, TheAttemptsThatWereNotNeededAreClosed)
{
  const BlackHole hole;
  ScriptedServer server(answer_ok);
  const auto before = open_sockets();
  const auto transport = to({{"127.0.0.1", hole.port()}, {"127.0.0.1", server.port()}});
  auto waiting = start(*transport, request("GET"));
  ASSERT_TRUE(waits_for_the_next());
  clock.advance(250ms);
  EXPECT_EQ(value_of(waiting).status, 200U);
  EXPECT_TRUE(eventually([&] { return open_sockets() == before + 2; })) << "both ends of the one that is used";
  EXPECT_EQ(transport->stats().open, 1U);
}

TEST_F(HappyEyeballsTest, WhenNoneAnswersItIsTheConnectTimeout)
{
  const BlackHole hole;
  const Endpoint silent{"127.0.0.1", hole.port()};
  const auto transport = to({silent, silent});
  auto waiting = start(*transport, request("GET"));
  ASSERT_TRUE(waits_for_the_next());
  clock.advance(250ms);
  EXPECT_TRUE(eventually([&] { return clock.next_due() && *clock.next_due() > clock.now() + 9s; }));
  clock.advance(9749ms);
  EXPECT_TRUE(pending(waiting));
  clock.advance(1ms);
  const auto error = error_of(waiting);
  EXPECT_EQ(error.code(), TransportErrc::timeout);
  EXPECT_STREQ(error.what(), "cannot connect to api.example:1: no response within 10 s (connect timeout)");
}

TEST_F(HappyEyeballsTest, AStopEndsEveryAttempt)
{
  const BlackHole hole;
  const Endpoint silent{"127.0.0.1", hole.port()};
  const auto transport = to({silent, silent});
  std::stop_source stop;
  ExchangeLimits limits;
  limits.stop = stop.get_token();
  const auto before = open_sockets();
  auto waiting = start(*transport, request("GET"), limits);
  ASSERT_TRUE(waits_for_the_next());
  clock.advance(250ms);
  EXPECT_TRUE(eventually([&] { return open_sockets() == before + 2; }));
  stop.request_stop();
  EXPECT_EQ(error_of(waiting).code(), TransportErrc::cancelled);
  EXPECT_TRUE(eventually([&] { return open_sockets() == before; }));
}

}  // namespace
}  // namespace kubexx::test

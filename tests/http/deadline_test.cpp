// SPDX-License-Identifier: Apache-2.0
// The separate deadlines of an exchange: connecting, the head of the answer, silence in its body.
#include <gmock/gmock.h>

#include <fstream>
#include <string>

#include "kubexx/http/resolver.hpp"
#include "support.hpp"

namespace kubexx::test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// More bytes than the sockets of both sides take: when all of them were written, the reader has read some.
std::size_t more_than_buffered()
{
  std::size_t sum = std::size_t{8} << 20U;
  for (const char* path : {"/proc/sys/net/ipv4/tcp_rmem", "/proc/sys/net/ipv4/tcp_wmem"}) {
    std::ifstream file(path);
    std::size_t least = 0;
    std::size_t usual = 0;
    std::size_t most = 0;
    if (!(file >> least >> usual >> most)) most = std::size_t{32} << 20U;
    sum += most;
  }
  return sum;
}

/// Answers when the test lets it.
class SlowResolver final : public Resolver {
public:
  awaitable<std::vector<Endpoint>> resolve(std::string /*host*/, std::uint16_t port, std::stop_token /*stop*/) override
  {
    asked.set();
    co_await let_go.wait();
    co_return std::vector<Endpoint>(1, Endpoint{"127.0.0.1", port});
  }
  Signal asked;
  OneShot let_go;
};

class DeadlineTest : public NetTest {
protected:
  static bool pending(const std::future<HttpResponse>& future)
  {
    return future.wait_for(20ms) == std::future_status::timeout;
  }
};

TEST_F(DeadlineTest, ConnectingIsOneSpanOfTimeForNameServiceTcpAndTls)
{
  Signal greeted;
  ScriptedServer server([&](Peer& peer) {
    peer.read_until("\x01");
    greeted.set();
    EXPECT_TRUE(peer.wait_closed());
  });
  const auto resolver = std::make_shared<SlowResolver>();
  auto with = options(server.port());
  with.host = "api.example";
  with.resolver = resolver;
  with.tls = TlsClientConfig{};
  with.connect_timeout = 10s;
  const auto transport = make_client_transport(runtime, with);
  auto waiting = start(*transport, request("GET"));
  ASSERT_TRUE(resolver->asked.wait());
  clock.advance(6s);
  resolver->let_go.fire();
  ASSERT_TRUE(greeted.wait());
  clock.advance(3999ms);
  EXPECT_TRUE(pending(waiting));
  clock.advance(1ms);
  const auto error = error_of(waiting);
  EXPECT_EQ(error.code(), TransportErrc::timeout);
  EXPECT_FALSE(error.request_written());
  EXPECT_THAT(error.what(), HasSubstr("did not complete within 10 s of connecting (connect timeout)"));
}

/// Takes its time, which nobody notices meanwhile, as when the process stands still.
class LateResolver final : public Resolver {
public:
  explicit LateResolver(ManualClock& clock) : clock_(clock) {}
  awaitable<std::vector<Endpoint>> resolve(std::string /*host*/, std::uint16_t port, std::stop_token /*stop*/) override
  {
    clock_.advance(5s);
    co_return std::vector<Endpoint>(1, Endpoint{"127.0.0.1", port});
  }

private:
  ManualClock& clock_;
};

TEST_F(DeadlineTest, NoByteIsSentAfterTheDeadline)
{
  Signal closed;
  std::string got;
  ScriptedServer server([&](Peer& peer) {
    got = peer.read_until();
    closed.set();
  });
  auto with = options(server.port());
  with.host = "api.example";
  with.resolver = std::make_shared<LateResolver>(clock);
  const auto transport = make_client_transport(runtime, with);
  ExchangeLimits limits;
  limits.deadline = clock.now() + 5s;
  const auto error = exchange_error(*transport, request("PUT", "/", "late"), limits);
  EXPECT_EQ(error.code(), TransportErrc::timeout);
  EXPECT_FALSE(error.request_written());
  if (server.accepted() > 0) {
    EXPECT_TRUE(closed.wait());
  }
  EXPECT_EQ(got, "");
}

TEST_F(DeadlineTest, TheDeadlineSaysHowLongItWasAndWhatWasGoingOn)
{
  ScriptedServer server([](Peer& peer) { static_cast<void>(peer.wait_closed()); });
  const auto transport = plain(server.port());
  ExchangeLimits limits;
  limits.deadline = clock.now() + 5s;
  auto waiting = start(*transport, request("GET"), limits);
  EXPECT_TRUE(eventually([&] { return transport->stats().exchanges == 1; }));
  clock.advance(5s);
  const std::string text = error_of(waiting).what();
  EXPECT_THAT(text, HasSubstr("the deadline of a request to 127.0.0.1:" + std::to_string(server.port()) +
                              ", 5 s after it began, passed while "));
}

TEST_F(DeadlineTest, TheHeadHasItsOwnWhichASlowHeadDoesNotMove)
{
  for (const bool stream : {false, true}) {
    Signal half;
    Signal go_on;
    Signal more;
    ScriptedServer server([&](Peer& peer) {
      peer.read_until();
      peer.write("HTTP/1.1 100 Continue\r\n\r\n");
      peer.write_one_by_one("HTTP/1.1 200 OK\r\nX-Slow: a");
      half.set();
      EXPECT_TRUE(go_on.wait());
      peer.write("b");
      more.set();
      EXPECT_TRUE(peer.wait_closed());
    });
    const auto transport = plain(server.port());
    ExchangeLimits limits;
    limits.deadline = clock.now() + 1h;
    limits.head_timeout = 7s;
    limits.idle_timeout = 1s;  // of the body alone
    limits.stream = stream;
    auto waiting = start(*transport, request("GET"), limits);
    EXPECT_TRUE(half.wait());
    EXPECT_TRUE(eventually([&] { return clock.next_due() && *clock.next_due() <= clock.now() + 7s; }));
    clock.advance(6s);
    go_on.set();
    EXPECT_TRUE(more.wait());
    EXPECT_TRUE(pending(waiting));
    clock.advance(999ms);
    EXPECT_TRUE(pending(waiting));
    clock.advance(1ms);
    const auto error = error_of(waiting);
    EXPECT_EQ(error.code(), TransportErrc::timeout);
    EXPECT_TRUE(error.request_written());
    EXPECT_THAT(error.what(), HasSubstr("did not send response headers within 7 s of the request (head timeout)"));
  }
}

TEST_F(DeadlineTest, TheHeadsBeginsWhenTheRequestIsWritten)
{
  Signal read_on;
  Signal got_all;
  const std::string body(more_than_buffered(), 'x');
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    EXPECT_TRUE(read_on.wait());
    EXPECT_EQ(peer.read_block(body.size()), body.size());
    got_all.set();
    EXPECT_TRUE(peer.wait_closed());
  });
  const auto transport = plain(server.port());
  ExchangeLimits limits;
  limits.head_timeout = 5s;
  auto waiting = start(*transport, request("POST", "/", body), limits);
  EXPECT_TRUE(eventually([&] { return transport->stats().exchanges == 1; }));
  clock.advance(1min);
  EXPECT_TRUE(pending(waiting));
  read_on.set();
  ASSERT_TRUE(got_all.wait());
  EXPECT_TRUE(eventually([&] {
    clock.advance(5s);
    return !pending(waiting);
  }));
  EXPECT_THAT(error_of(waiting).what(), HasSubstr("(head timeout)"));
}

TEST_F(DeadlineTest, ABodyThatFallsSilentIsGivenUp)
{
  Signal half;
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
    half.set();
    EXPECT_TRUE(peer.wait_closed());
  });
  const auto transport = plain(server.port());
  ExchangeLimits limits;
  limits.deadline = clock.now() + 1h;
  limits.idle_timeout = 40s;
  auto waiting = start(*transport, request("GET"), limits);
  EXPECT_TRUE(half.wait());
  EXPECT_TRUE(eventually([&] {
    clock.advance(40s);
    return !pending(waiting);
  }));
  const auto error = error_of(waiting);
  EXPECT_EQ(error.code(), TransportErrc::idle);
  EXPECT_TRUE(error.request_written());
  EXPECT_TRUE(error.retryable());
  EXPECT_THAT(error.what(), HasSubstr("sent nothing for 40 s in the response body (idle timeout)"));
}

TEST_F(DeadlineTest, EachPieceOfABodyMovesItsIdleLimit)
{
  const std::string piece(more_than_buffered(), 'x');
  Signal first;
  Signal go_on;
  Signal second;
  Signal finish;
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(piece.size() + 2) + "\r\n\r\n!");
    first.set();
    EXPECT_TRUE(go_on.wait());
    peer.write(piece);
    second.set();
    EXPECT_TRUE(finish.wait());
    peer.write("!");
    static_cast<void>(peer.wait_closed());
  });
  const auto transport = plain(server.port());
  ExchangeLimits limits;
  limits.idle_timeout = 40s;
  auto waiting = start(*transport, request("GET"), limits);
  ASSERT_TRUE(first.wait());
  clock.advance(10s);  // past the end of connecting, until when the timer of that hides the next one
  ASSERT_TRUE(eventually([&] { return clock.next_due() > clock.now(); }));
  const SteadyTime limit = *clock.next_due();
  clock.advance(limit - clock.now() - 10s);
  go_on.set();
  ASSERT_TRUE(second.wait());
  clock.advance(20s);
  EXPECT_GT(clock.now(), limit) << "where the limit was before the piece";
  finish.set();
  EXPECT_EQ(value_of(waiting).body.size(), piece.size() + 2);
}

TEST_F(DeadlineTest, AFreeConnectionIsAwaitedNoLongerThanTheDeadline)
{
  ScriptedServer server([](Peer& peer) {
    peer.read_until();
    EXPECT_TRUE(peer.wait_closed());
  });
  auto one = options(server.port());
  one.max_connections = 1;
  const auto transport = make_client_transport(runtime, one);
  auto first = start(*transport, request("GET"));
  EXPECT_TRUE(eventually([&] { return transport->stats().exchanges == 1; }));
  ExchangeLimits limits;
  limits.deadline = clock.now() + 3s;
  auto second = start(*transport, request("GET"), limits);
  EXPECT_TRUE(eventually([&] { return clock.next_due() && *clock.next_due() <= *limits.deadline; }));
  clock.advance(3s);
  EXPECT_THAT(error_of(second).what(), HasSubstr("became free within 3 s, the deadline of the request (1 are in use)"));
}

}  // namespace
}  // namespace kubexx::test

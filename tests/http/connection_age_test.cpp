// SPDX-License-Identifier: Apache-2.0
// When a connection that could serve another request is closed instead, so that a client's traffic spreads over the
// servers behind one address again (kubernetes#48610).
#include <atomic>
#include <chrono>
#include <string>

#include "support.hpp"

namespace kubexx::test {
namespace {

using namespace std::chrono_literals;

/// Draws the same value always.
class FixedRandom final : public Random {
public:
  explicit FixedRandom(std::uint64_t value) : value_(value) {}
  std::uint64_t next() override { return value_; }

private:
  const std::uint64_t value_;
};

class ConnectionAge : public NetTest {
protected:
  static ScriptedServer::Script answers(std::string status)
  {
    return [status = std::move(status)](Peer& peer) {
      while (!peer.read_until().empty()) {
        peer.write("HTTP/1.1 " + status + "\r\nContent-Length: 2\r\n\r\nok");
      }
    };
  }
  std::shared_ptr<ClientTransport> client(std::uint16_t port, std::uint64_t drawn = 0)
  {
    drawn_ = std::make_unique<FixedRandom>(drawn);
    runtime.random = drawn_.get();
    auto with = options(port);
    with.max_age = 10min;
    with.idle_timeout = 1h;
    return make_client_transport(runtime, with);
  }
  /// How long a connection lives that serves a request each second.
  Duration life_of_a_busy_one(std::uint64_t drawn)
  {
    ScriptedServer server(answers("200 OK"));
    const auto transport = client(server.port(), drawn);
    const auto begin = clock.now();
    for (int second = 0; second < 1200 && transport->stats().connects < 2; ++second) {
      exchange(*transport, request("GET"));
      clock.advance(1s);
    }
    return clock.now() - begin;
  }

  std::unique_ptr<FixedRandom> drawn_;
};

TEST_F(ConnectionAge, OneThatIsNeverIdleEndsToo)
{
  const auto life = life_of_a_busy_one(0);
  EXPECT_GE(life, 10min);
  EXPECT_LE(life, 10min + 5s);
}

TEST_F(ConnectionAge, NotAllEndTogether)
{
  const auto life = life_of_a_busy_one(~std::uint64_t{0});
  EXPECT_GE(life, 7min + 30s);
  EXPECT_LE(life, 7min + 35s);
}

TEST_F(ConnectionAge, AnIdleOneIsClosedWhenItsTimeHasCome)
{
  ScriptedServer server(answers("200 OK"));
  const auto transport = client(server.port());
  exchange(*transport, request("GET"));
  clock.advance(10min - 1ms);
  EXPECT_EQ(transport->stats().idle, 1U);
  clock.advance(1ms);
  EXPECT_TRUE(eventually([&] { return transport->stats().idle == 0; }));
}

// Another server behind the same address may have room. A young connection is kept, because a handshake for every
// refused request would be one more burden on servers that have too many.
TEST_F(ConnectionAge, ARefusalForOverloadEndsOneThatIsNoLongerYoung)
{
  ScriptedServer server(answers("429 Too Many Requests"));
  const auto transport = client(server.port());
  exchange(*transport, request("GET"));
  clock.advance(59s);
  exchange(*transport, request("GET"));
  EXPECT_EQ(transport->stats().idle, 1U);
  clock.advance(1s);
  exchange(*transport, request("GET"));
  EXPECT_EQ(transport->stats().connects, 1U);
  EXPECT_EQ(transport->stats().open, 0U);
  exchange(*transport, request("GET"));
  EXPECT_EQ(transport->stats().connects, 2U);
}

// A burst of requests leaves no more connections, each a socket and a session on every server, than it was told to.
TEST_F(ConnectionAge, NoMoreThanTheLimitAreKeptIdle)
{
  std::atomic<int> waiting = 0;
  ScriptedServer server([&](Peer& peer) {
    while (!peer.read_until().empty()) {
      ++waiting;
      eventually([&] { return waiting >= 3; });
      peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    }
  });
  auto with = options(server.port());
  with.max_idle = 2;
  const auto transport = make_client_transport(runtime, with);
  auto a = start(*transport, request("GET"));
  auto b = start(*transport, request("GET"));
  auto c = start(*transport, request("GET"));
  EXPECT_EQ(value_of(a).body + value_of(b).body + value_of(c).body, "okokok");
  EXPECT_TRUE(eventually([&] { return transport->stats().open == 2; }));
  EXPECT_EQ(transport->stats().idle, 2U);
}

}  // namespace
}  // namespace kubexx::test

// SPDX-License-Identifier: Apache-2.0
// Asio's own cancellation (awaitable_operators, bind_cancellation_slot) ends an exchange promptly in every phase.
#include <atomic>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_future.hpp>
#include <optional>
#include <string>

#include "support.hpp"

namespace kubexx::test {
namespace {

/// Which of the two ended first.
awaitable<std::size_t> race(Transport& transport, HttpRequest request, ExchangeLimits limits, OneShot timer)
{
  using namespace asio::experimental::awaitable_operators;
  auto first = co_await (transport.exchange(std::move(request), std::move(limits)) || timer.wait());
  co_return first.index();
}

awaitable<std::size_t> race_read(BodyStream& stream, OneShot timer)
{
  using namespace asio::experimental::awaitable_operators;
  auto first = co_await (stream.read() || timer.wait());
  co_return first.index();
}

class Cancellation : public NetTest {
protected:
  /// An exchange that hangs when `hangs` becomes true ends with the other operand of ||, and by a cancellation slot in
  /// TransportError cancelled. Both leave nothing behind.
  void expect_prompt_end(ClientTransport& transport, const HttpRequest& one, const std::function<bool()>& hangs,
                         std::size_t open_before = 0)
  {
    const OneShot timer;
    auto raced = asio::co_spawn(runtime.executor, race(transport, one, {}, timer), asio::use_future);
    EXPECT_TRUE(eventually(hangs));
    timer.fire();
    EXPECT_EQ(value_of(raced), 1U);
    EXPECT_TRUE(eventually([&] { return transport.stats().open == open_before; }));

    asio::cancellation_signal signal;
    std::promise<std::exception_ptr> ended;
    auto end = ended.get_future();
    asio::co_spawn(runtime.executor, transport.exchange(one, {}),
                   asio::bind_cancellation_slot(
                       signal.slot(), [&](const std::exception_ptr& error, HttpResponse) { ended.set_value(error); }));
    EXPECT_TRUE(eventually(hangs));
    asio::post(runtime.executor, [&] { signal.emit(asio::cancellation_type::terminal); });
    expect_cancelled(value_of(end));
    EXPECT_TRUE(eventually([&] { return transport.stats().open == open_before; }));
  }
  static void expect_cancelled(const std::exception_ptr& error)
  {
    if (!error) {
      ADD_FAILURE() << "no error";
      return;
    }
    try {
      std::rethrow_exception(error);
    } catch (const TransportError& cancelled) {
      EXPECT_EQ(cancelled.code(), TransportErrc::cancelled) << cancelled.what();
      EXPECT_FALSE(cancelled.retryable());
    } catch (const std::exception& other) {
      ADD_FAILURE() << "another error: " << other.what();
    }
  }
  /// A server that says `text` when a request has come, and then nothing; counts the requests.
  ScriptedServer::Script says(std::string text)
  {
    return [this, text = std::move(text)](Peer& peer) {
      peer.read_until();
      if (!text.empty()) peer.write(text);
      ++requests_;
      static_cast<void>(peer.wait_closed());
    };
  }
  /// True when one request more has come than at the last time that this was true.
  std::function<bool()> next_request()
  {
    return [this] {
      if (requests_ <= seen_) return false;
      ++seen_;
      return true;
    };
  }

  std::atomic<int> requests_ = 0;
  int seen_ = 0;
  std::atomic<bool> done_sending_ = false;
};

TEST_F(Cancellation, WhileTheNameServiceIsAsked)
{
  const auto hanging = std::make_shared<HangingResolver>();
  auto with = options(1);
  with.host = "api.example";
  with.resolver = hanging;
  const auto transport = make_client_transport(runtime, with);
  const OneShot timer;
  auto raced = asio::co_spawn(runtime.executor, race(*transport, request("GET"), {}, timer), asio::use_future);
  EXPECT_TRUE(hanging->asked.wait());
  timer.fire();
  EXPECT_EQ(value_of(raced), 1U);
  EXPECT_TRUE(eventually([&] { return transport->stats().open == 0; }));
  hanging->let_go.fire();
}

TEST_F(Cancellation, WhileConnecting)
{
  const BlackHole hole;
  const auto transport = plain(hole.port());
  expect_prompt_end(*transport, request("GET"), [&] { return clock.next_due().has_value(); });
}

TEST_F(Cancellation, WhileShakingHands)
{
  std::atomic<int> greeted = 0;
  int seen = 0;
  ScriptedServer server([&](Peer& peer) {
    peer.read_until("\x01");
    ++greeted;
    static_cast<void>(peer.wait_closed());
  });
  auto with = options(server.port());
  with.tls = TlsClientConfig{};
  const auto transport = make_client_transport(runtime, with);
  expect_prompt_end(*transport, request("GET"), [&] { return greeted > seen && ++seen > 0; });
}

TEST_F(Cancellation, WhileSending)
{
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    ++requests_;
    // Reads nothing more, and so does not see the end either.
    EXPECT_TRUE(eventually([&] { return done_sending_.load(); }));
  });
  const auto transport = plain(server.port());
  const auto large = request("POST", "/", std::string(std::size_t{64} << 20U, 'x'));
  expect_prompt_end(*transport, large, next_request());
  done_sending_ = true;
}

TEST_F(Cancellation, WhileWaitingForTheHead)
{
  ScriptedServer server(says(""));
  const auto transport = plain(server.port());
  expect_prompt_end(*transport, request("GET"), next_request());
  EXPECT_EQ(server.accepted(), 2) << "and nothing was sent again";
}

TEST_F(Cancellation, WhileReadingTheBody)
{
  ScriptedServer server(says("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"));
  const auto transport = plain(server.port());
  expect_prompt_end(*transport, request("GET"), next_request());
}

// A GET over a kept connection that breaks is sent again; one that is cancelled is not.
TEST_F(Cancellation, OverAKeptConnection)
{
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    peer.read_until();
    ++requests_;
    static_cast<void>(peer.wait_closed());
  });
  const auto transport = plain(server.port());
  exchange(*transport, request("GET"));
  const OneShot timer;
  auto raced = asio::co_spawn(runtime.executor, race(*transport, request("GET"), {}, timer), asio::use_future);
  EXPECT_TRUE(eventually([&] { return requests_ == 1; }));
  timer.fire();
  EXPECT_EQ(value_of(raced), 1U);
  EXPECT_TRUE(eventually([&] { return transport->stats().open == 0; }));
  EXPECT_EQ(server.accepted(), 1);
  EXPECT_EQ(transport->stats().stale, 0U);
}

TEST_F(Cancellation, WhileWaitingForAFreeConnection)
{
  Signal answer;
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    ++requests_;
    EXPECT_TRUE(answer.wait());
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    while (!peer.read_until().empty()) peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  auto with = options(server.port());
  with.max_connections = 1;
  const auto transport = make_client_transport(runtime, with);
  auto first = start(*transport, request("GET"));
  EXPECT_TRUE(eventually([&] { return requests_ == 1; }));
  const OneShot timer;
  auto raced = asio::co_spawn(runtime.executor, race(*transport, request("GET"), {}, timer), asio::use_future);
  auto behind = start(*transport, request("GET"));
  timer.fire();
  EXPECT_EQ(value_of(raced), 1U);
  answer.set();
  EXPECT_EQ(value_of(first).body, "ok");
  EXPECT_EQ(value_of(behind).body, "ok") << "the one that left the line keeps nobody waiting";
}

TEST_F(Cancellation, WhileReadingAStream)
{
  ScriptedServer server(says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
  const auto transport = plain(server.port());
  ExchangeLimits limits;
  limits.stream = true;
  const auto answer = exchange(*transport, request("GET"), limits);
  const OneShot timer;
  auto raced = asio::co_spawn(runtime.executor, race_read(*answer.stream, timer), asio::use_future);
  timer.fire();
  EXPECT_EQ(value_of(raced), 1U);
  auto again = start_read(*answer.stream);
  EXPECT_EQ(error_of(again).code(), TransportErrc::cancelled);
}

}  // namespace
}  // namespace kubexx::test

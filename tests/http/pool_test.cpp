// SPDX-License-Identifier: Apache-2.0
// The keep-alive pool: reuse, retirement, stale connections, limits.
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <chrono>
#include <future>
#include <memory>
#include <stop_token>
#include <string>

#include "support.hpp"

namespace kubexx::test {
namespace {

constexpr std::string_view kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

awaitable<HttpResponse> ok(HttpRequest /*request*/)
{
  HttpResponse response;
  response.body = "ok";
  co_return response;
}

using PoolTest = NetTest;

// kubernetes-client/c makes a connection and a TLS handshake for every request.
TEST_F(PoolTest, ManyRequestsUseOneConnection)
{
  ScriptedServer server([](Peer& peer) {
    while (!peer.read_until().empty()) peer.write(kOk);
  });
  const auto transport = plain(server.port());
  for (int round = 0; round < 100; ++round) EXPECT_EQ(exchange(*transport, request("GET")).body, "ok");
  EXPECT_EQ(server.accepted(), 1);
}

TEST_F(PoolTest, RequestsAtTheSameTimeUseTheirOwn)
{
  std::atomic<int> waiting = 0;
  ScriptedServer server([&](Peer& peer) {
    while (!peer.read_until().empty()) {
      ++waiting;
      eventually([&] { return waiting >= 3; });
      peer.write(kOk);
    }
  });
  const auto transport = plain(server.port());
  auto a = start(*transport, request("GET"));
  auto b = start(*transport, request("GET"));
  auto c = start(*transport, request("GET"));
  EXPECT_EQ(value_of(a).body + value_of(b).body + value_of(c).body, "okokok");
  EXPECT_EQ(server.accepted(), 3);
  EXPECT_EQ(exchange(*transport, request("GET")).body, "ok");
  EXPECT_EQ(server.accepted(), 3);
}

TEST_F(PoolTest, ATransportMayOutliveItsContext)
{
  ScriptedServer server([](Peer& peer) {
    while (!peer.read_until().empty()) peer.write(kOk);
  });
  auto context = std::make_unique<asio::io_context>();
  Runtime of_context = runtime;
  of_context.executor = context->get_executor();
  auto transport = make_client_transport(of_context, options(server.port()));
  auto answer = asio::co_spawn(*context, transport->exchange(request("GET"), {}), asio::use_future);
  while (answer.wait_for(std::chrono::seconds(0)) != std::future_status::ready) context->run_one();
  EXPECT_EQ(answer.get().body, "ok");
  EXPECT_EQ(transport->stats().idle, 1U);
  context.reset();
  EXPECT_EQ(transport->stats().open, 0U) << "nothing of the context is left";
  EXPECT_EQ(exchange_error(*transport, request("GET")).code(), TransportErrc::cancelled);
  transport.reset();
}

TEST_F(PoolTest, AStreamMayOutliveItsContext)
{
  ScriptedServer server([](Peer& peer) {
    static_cast<void>(peer.read_until());
    peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
    static_cast<void>(peer.wait_closed());
  });
  for (const bool is_read : {false, true}) {
    auto context = std::make_unique<asio::io_context>();
    Runtime of_context = runtime;
    of_context.executor = context->get_executor();
    const auto transport = make_client_transport(of_context, options(server.port()));
    const auto run_until_ready = [&](auto& future) {
      while (future.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        context->restart();
        context->run_one();
      }
    };
    std::stop_source stop;
    ExchangeLimits limits;
    limits.stream = true;
    limits.stop = stop.get_token();
    limits.idle_timeout = std::chrono::hours(1);
    auto answer = asio::co_spawn(*context, transport->exchange(request("GET"), limits), asio::use_future);
    run_until_ready(answer);
    auto stream = answer.get().stream;
    auto first = asio::co_spawn(*context, stream->read(), asio::use_future);
    run_until_ready(first);
    EXPECT_EQ(first.get(), "hello");
    std::future<std::string> under_way;
    if (is_read) {
      under_way = asio::co_spawn(*context, stream->read(), asio::use_future);
      context->restart();
      context->poll();
    }
    context.reset();
    EXPECT_EQ(transport->stats().open, 0U) << "nothing of the context is left";
    stream->cancel();
    stop.request_stop();
    auto late = start_read(*stream);
    EXPECT_EQ(error_of(late).code(), TransportErrc::cancelled);
    stream.reset();
  }
}

TEST_F(PoolTest, AConnectionThatWasIdleForASecondIsDroppedWhenTheServerClosesIt)
{
  Signal close;
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    peer.write(kOk);
    EXPECT_TRUE(close.wait());
  });
  const auto transport = plain(server.port());
  EXPECT_EQ(exchange(*transport, request("GET")).body, "ok");
  clock.advance(std::chrono::seconds(1));
  EXPECT_EQ(transport->stats().idle, 1U);
  close.set();
  EXPECT_TRUE(eventually([&] { return transport->stats().open == 0; }));
  EXPECT_EQ(transport->stats().idle, 0U);
}

TEST_F(PoolTest, AConnectionThatWasClosedBeforeItIsWatchedIsDroppedToo)
{
  ScriptedServer server([](Peer& peer) {
    peer.read_until();
    peer.write(kOk);
  });
  const auto transport = plain(server.port());
  EXPECT_EQ(exchange(*transport, request("GET")).body, "ok");
  clock.advance(std::chrono::seconds(1));
  EXPECT_TRUE(eventually([&] { return transport->stats().open == 0; }));
  EXPECT_EQ(transport->stats().idle, 0U);
  EXPECT_EQ(exchange(*transport, request("POST", "/", "x")).body, "ok");
  EXPECT_EQ(server.accepted(), 2);
}

ScriptedServer::Script answers_always()
{
  return [](Peer& peer) {
    while (!peer.read_until().empty()) peer.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfresh");
  };
}

// A POST cannot be sent again, so the client looks first, unless the connection was in use just now.
TEST_F(PoolTest, APostDoesNotUseAConnectionThatTheServerClosedAWhileAgo)
{
  Signal closed;
  ScriptedServer server({[&](Peer& peer) {
                           peer.read_until();
                           peer.write(kOk);
                           peer.close();
                           closed.set();
                         },
                         answers_always()});
  const auto transport = plain(server.port());
  EXPECT_EQ(exchange(*transport, request("GET")).body, "ok");
  ASSERT_TRUE(closed.wait());
  clock.advance(std::chrono::milliseconds(1));
  EXPECT_EQ(exchange(*transport, request("POST", "/", "x")).body, "fresh");
  EXPECT_EQ(transport->stats().stale, 1U);
}

TEST_F(PoolTest, AnIdleConnectionIsRetired)
{
  HttpListener listener(runtime, {}, ok);
  const auto transport = plain(listener.port());
  exchange(*transport, request("GET"));
  clock.advance(std::chrono::seconds(79));
  exchange(*transport, request("GET"));
  EXPECT_EQ(transport->stats().connects, 1U);
  clock.advance(std::chrono::seconds(79));
  EXPECT_EQ(transport->stats().idle, 1U);
  clock.advance(std::chrono::seconds(1));
  EXPECT_TRUE(eventually([&] { return transport->stats().idle == 0; }));
  EXPECT_TRUE(eventually([&] { return listener.connections() == 0; }));
}

TEST_F(PoolTest, TheServersKeepAliveShortensIt)
{
  ScriptedServer server([](Peer& peer) {
    peer.read_until();
    peer.write("HTTP/1.1 200 OK\r\nKeep-Alive: timeout=5, max=100\r\nContent-Length: 0\r\n\r\n");
    static_cast<void>(peer.wait_closed());
  });
  const auto transport = plain(server.port());
  exchange(*transport, request("GET"));
  clock.advance(std::chrono::milliseconds(3999));
  EXPECT_EQ(transport->stats().idle, 1U);
  clock.advance(std::chrono::milliseconds(1));
  EXPECT_TRUE(eventually([&] { return transport->stats().idle == 0; }));
}

// Answers one request and resets the connection when the next one has come: too late for the client's look.
ScriptedServer::Script answers_once_then_resets()
{
  return [](Peer& peer) {
    peer.read_until();
    peer.write(kOk);
    if (peer.read_until().empty()) return;
    peer.reset();
  };
}

TEST_F(PoolTest, AGetOverAStaleConnectionIsSentAgainOnce)
{
  ScriptedServer server({answers_once_then_resets(), answers_always()});
  const auto transport = plain(server.port());
  exchange(*transport, request("GET"));
  EXPECT_EQ(exchange(*transport, request("GET")).body, "fresh");
  EXPECT_EQ(server.accepted(), 2);
  EXPECT_EQ(transport->stats().stale, 1U);
}

TEST_F(PoolTest, APostOverAStaleConnectionIsNeverSentAgain)
{
  ScriptedServer server({answers_once_then_resets(), answers_always()});
  const auto transport = plain(server.port());
  exchange(*transport, request("GET"));
  const auto error = exchange_error(*transport, request("POST", "/", "x"));
  EXPECT_EQ(error.code(), TransportErrc::closed);
  EXPECT_TRUE(error.request_written());
  EXPECT_TRUE(error.retryable());
  EXPECT_EQ(server.accepted(), 1);
}

TEST_F(PoolTest, AGetThatFailsOnAFreshConnectionIsNotSentAgain)
{
  ScriptedServer server([](Peer& peer) { peer.read_until(); });
  const auto transport = plain(server.port());
  const auto error = exchange_error(*transport, request("GET"));
  EXPECT_EQ(error.code(), TransportErrc::closed);
  EXPECT_TRUE(error.request_written());
  EXPECT_EQ(server.accepted(), 1);
}

TEST_F(PoolTest, BytesAfterAnAnswerSpoilTheConnection)
{
  ScriptedServer server([](Peer& peer) {
    peer.read_until();
    peer.write(std::string(kOk) + "HTTP/1.1 200 OK\r\n");
    static_cast<void>(peer.wait_closed());
  });
  const auto transport = plain(server.port());
  EXPECT_EQ(exchange(*transport, request("GET")).body, "ok");
  EXPECT_EQ(exchange(*transport, request("GET")).body, "ok");
  EXPECT_EQ(server.accepted(), 2);
}

TEST_F(PoolTest, ConnectionCloseIsHonoured)
{
  ScriptedServer server([](Peer& peer) {
    peer.read_until();
    peer.write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
    EXPECT_TRUE(peer.wait_closed());
  });
  const auto transport = plain(server.port());
  EXPECT_EQ(exchange(*transport, request("GET")).body, "ok");
  EXPECT_EQ(transport->stats().open, 0U);
}

TEST_F(PoolTest, MoreExchangesThanConnectionsWaitInTurn)
{
  Signal go;
  ScriptedServer server([&](Peer& peer) {
    while (!peer.read_until().empty()) {
      EXPECT_TRUE(go.wait());
      peer.write(kOk);
    }
  });
  auto few = options(server.port());
  few.max_connections = 2;
  const auto transport = make_client_transport(runtime, few);
  std::vector<std::future<HttpResponse>> all;
  for (int count = 0; count < 6; ++count) all.push_back(start(*transport, request("GET")));
  EXPECT_TRUE(eventually([&] { return transport->stats().exchanges == 2; }));

  ExchangeLimits soon;
  soon.deadline = clock.now() + std::chrono::seconds(1);
  auto late = start(*transport, request("GET"), soon);
  std::stop_source stop;
  ExchangeLimits stoppable;
  stoppable.stop = stop.get_token();
  auto stopped = start(*transport, request("GET"), stoppable);
  EXPECT_TRUE(eventually([&] { return clock.next_due().has_value(); }));
  stop.request_stop();
  EXPECT_EQ(error_of(stopped).code(), TransportErrc::cancelled);
  EXPECT_TRUE(eventually([&] { return clock.next_due() && *clock.next_due() <= *soon.deadline; }));
  clock.advance(std::chrono::seconds(1));
  const auto error = error_of(late);
  EXPECT_EQ(error.code(), TransportErrc::timeout);
  EXPECT_FALSE(error.request_written());

  go.set();
  for (auto& one : all) EXPECT_EQ(value_of(one).body, "ok");
  EXPECT_EQ(server.accepted(), 2);
}

TEST_F(PoolTest, StreamsDoNotUseUpTheConnections)
{
  ScriptedServer server([](Peer& peer) {
    for (auto got = peer.read_until(); got.find("/watch") == std::string::npos; got = peer.read_until()) {
      if (got.empty()) return;
      peer.write(kOk);
    }
    peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n");
    static_cast<void>(peer.wait_closed());
  });
  auto few = options(server.port());
  few.max_connections = 1;
  const auto transport = make_client_transport(runtime, few);
  ExchangeLimits streamed;
  streamed.stream = true;
  std::vector<HttpResponse> watches;
  for (int count = 0; count < 5; ++count) watches.push_back(exchange(*transport, request("GET", "/watch"), streamed));
  EXPECT_EQ(exchange(*transport, request("GET")).body, "ok");
  EXPECT_EQ(read(*watches.back().stream), "x");
  watches.clear();
  EXPECT_TRUE(eventually([&] { return transport->stats().open == 1; }));
}

// The connection serves somebody else by then.
TEST_F(PoolTest, AStopThatComesTooLateHarmsNobody)
{
  HttpListener listener(runtime, {}, ok);
  const auto transport = plain(listener.port());
  ExchangeLimits streamed;
  streamed.stream = true;
  for (int round = 0; round < 200; ++round) {
    std::stop_source stop;
    ExchangeLimits limits;
    limits.stop = stop.get_token();
    auto first = start(*transport, request("GET"), limits);
    if (round % 2 == 0) must_end(first);
    stop.request_stop();
    auto second = start(*transport, request("POST", "/", "x"));
    EXPECT_EQ(value_of(second).body, "ok");
    must_end(first);

    const auto response = exchange(*transport, request("GET"), streamed);
    EXPECT_EQ(read_all(*response.stream), "ok");
    response.stream->cancel();
    auto third = start(*transport, request("POST", "/", "x"));
    EXPECT_EQ(value_of(third).body, "ok");
  }
}

TEST_F(PoolTest, CancellingAStreamAfterItsEndLeavesTheConnectionToOthers)
{
  HttpListener listener(runtime, {}, ok);
  const auto transport = plain(listener.port());
  ExchangeLimits streamed;
  streamed.stream = true;
  for (int round = 0; round < 3; ++round) {
    const auto response = exchange(*transport, request("GET"), streamed);
    EXPECT_EQ(read_all(*response.stream), "ok");
    response.stream->cancel();
  }
  EXPECT_EQ(transport->stats().connects, 1U);
}

TEST_F(PoolTest, DestroyingTheTransportEndsEverything)
{
  Signal asked;
  ScriptedServer server([&](Peer& peer) {
    if (peer.read_until().find("/watch") == std::string::npos) {
      asked.set();
    } else {
      peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    }
    EXPECT_TRUE(peer.wait_closed());
  });
  auto transport = plain(server.port());
  ExchangeLimits streamed;
  streamed.stream = true;
  const auto watch = exchange(*transport, request("GET", "/watch"), streamed);
  auto reading = start_read(*watch.stream);
  auto waiting = start(*transport, request("GET"));
  EXPECT_TRUE(asked.wait());
  transport.reset();
  EXPECT_EQ(error_of(waiting).code(), TransportErrc::cancelled);
  EXPECT_EQ(error_of(reading).code(), TransportErrc::cancelled);
}

}  // namespace
}  // namespace kubexx::test

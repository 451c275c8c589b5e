// SPDX-License-Identifier: Apache-2.0
// What a bad network and a bad server do to an exchange: each ends in its documented error.
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <boost/asio/io_context.hpp>
#include <stdexcept>
#include <string>

#include "byte_stream.hpp"
#include "support.hpp"

namespace kubexx::test {
namespace {

using FaultTest = NetTest;

ScriptedServer::Script says(std::string text)
{
  return [text](Peer& peer) {
    peer.read_until();
    peer.write(text);
  };
}

ScriptedServer::Script says_byte_by_byte(std::string text)
{
  return [text](Peer& peer) {
    peer.read_until();
    peer.write_one_by_one(text);
    static_cast<void>(peer.wait_closed());
  };
}

ExchangeLimits streamed()
{
  ExchangeLimits limits;
  limits.stream = true;
  return limits;
}

// What the kernel does with these cannot be tried on a loopback device, so the test is that it was told.
TEST(Tune, APeerThatVanishedIsNoticedWithinAMinute)
{
  boost::asio::io_context context;
  detail::Socket socket(context, boost::asio::ip::tcp::v4());
  detail::tune(socket);
  const auto option = [&socket](int level, int name) {
    int value = -1;
    socklen_t size = sizeof value;
    EXPECT_EQ(::getsockopt(socket.native_handle(), level, name, &value, &size), 0);
    return value;
  };
  EXPECT_EQ(option(SOL_SOCKET, SO_KEEPALIVE), 1);
  EXPECT_EQ(option(IPPROTO_TCP, TCP_KEEPIDLE) + option(IPPROTO_TCP, TCP_KEEPINTVL) * option(IPPROTO_TCP, TCP_KEEPCNT),
            45);
  EXPECT_EQ(option(IPPROTO_TCP, TCP_USER_TIMEOUT), 45'000);
}

// A credential plugin that outlives us would hold our connections, and whoever it starts could write into them.
TEST(OpenSocket, NoConnectionIsInheritedByAChildProcess)
{
  using boost::asio::ip::tcp;
  const auto is_inherited = [](auto& socket) { return (::fcntl(socket.native_handle(), F_GETFD) & FD_CLOEXEC) == 0; };
  boost::asio::io_context context;
  boost::system::error_code error;
  tcp::acceptor acceptor(context);
  detail::open_socket(acceptor, tcp::v4(), error);
  ASSERT_FALSE(error);
  EXPECT_FALSE(is_inherited(acceptor));
  acceptor.non_blocking(true);
  acceptor.listen();
  detail::Socket accepted(context);
  detail::accept_socket(acceptor, accepted, error);
  EXPECT_EQ(error, boost::asio::error::would_block);

  detail::Socket socket(context);
  detail::open_socket(socket, tcp::v4(), error);
  ASSERT_FALSE(error);
  EXPECT_FALSE(is_inherited(socket));
  socket.connect(tcp::endpoint(boost::asio::ip::address_v4::loopback(), acceptor.local_endpoint().port()));
  detail::accept_socket(acceptor, accepted, error);
  ASSERT_FALSE(error);
  EXPECT_FALSE(is_inherited(accepted));
}

TEST_F(FaultTest, OneByteAtATimeIsAnAnswerLikeAnyOther)
{
  {
    ScriptedServer server(says_byte_by_byte("HTTP/1.1 201 Created\r\nX-A: b\r\nContent-Length: 5\r\n\r\nhello"));
    const auto transport = plain(server.port());
    const auto response = exchange(*transport, request("GET"));
    EXPECT_EQ(response.status, 201U);
    EXPECT_EQ(response.headers.find("x-a"), "b");
    EXPECT_EQ(response.body, "hello");
  }
  ScriptedServer server(
      says_byte_by_byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n"));
  const auto transport = plain(server.port());
  const auto response = exchange(*transport, request("GET"), streamed());
  EXPECT_EQ(read_all(*response.stream), "hello world");
  EXPECT_EQ(read(*response.stream), "");
}

TEST_F(FaultTest, RefusedConnection)
{
  std::uint16_t port = 0;
  {
    ScriptedServer gone([](Peer&) {});
    port = gone.port();
  }
  const auto transport = plain(port);
  const auto error = exchange_error(*transport, request("POST", "/", "x"));
  EXPECT_EQ(error.code(), TransportErrc::connect);
  EXPECT_FALSE(error.request_written());
  EXPECT_TRUE(error.retryable());
  EXPECT_STREQ(error.what(), ("cannot connect to 127.0.0.1:" + std::to_string(port) + ": Connection refused").c_str());
  EXPECT_TRUE(eventually([&] { return transport->stats().open == 0; }));
}

TEST_F(FaultTest, ClosedBeforeTheHead)
{
  for (const auto* text : {"", "HTTP/1.1 200 OK\r\nContent-"}) {
    ScriptedServer server(says(text));
    const auto transport = plain(server.port());
    const auto error = exchange_error(*transport, request("POST", "/", "x"));
    EXPECT_EQ(error.code(), TransportErrc::closed) << error.what();
    EXPECT_TRUE(error.request_written());
  }
}

TEST_F(FaultTest, BodyBreaksOff)
{
  for (const auto* text : {"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello",
                           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
                           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
                           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"}) {
    ScriptedServer server(says(text));
    const auto transport = plain(server.port());
    const auto error = exchange_error(*transport, request("GET"));
    EXPECT_EQ(error.code(), TransportErrc::truncated) << error.what();
    EXPECT_TRUE(error.retryable());

    const auto response = exchange(*transport, request("GET"), streamed());
    std::string all;
    TransportErrc code = TransportErrc::protocol;
    for (;;) {
      auto piece = start_read(*response.stream);
      try {
        all += value_of(piece);
      } catch (const TransportError& broken) {
        code = broken.code();
        break;
      }
    }
    EXPECT_EQ(code, TransportErrc::truncated);
    EXPECT_EQ(all.substr(0, 3), "hel");
  }
}

TEST_F(FaultTest, ABodyThatBreaksOffLeavesTheStatusKnown)
{
  ScriptedServer server(says("HTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\nhello"));
  const auto transport = plain(server.port());
  const auto error = exchange_error(*transport, request("POST", "/", "x"));
  EXPECT_EQ(error.code(), TransportErrc::truncated);
  EXPECT_TRUE(error.request_written());
  EXPECT_EQ(error.status(), 201U);
  const std::string text = error.what();
  EXPECT_TRUE(text.starts_with("the response of 127.0.0.1:" + std::to_string(server.port()) +
                               ", HTTP status 201, ended before its body was complete: "))
      << text;
}

TEST_F(FaultTest, ResetInTheBody)
{
  Signal got;
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
    EXPECT_TRUE(got.wait());
    peer.reset();
  });
  const auto transport = plain(server.port());
  const auto response = exchange(*transport, request("GET"), streamed());
  EXPECT_EQ(read(*response.stream), "hello");
  got.set();
  auto next = start_read(*response.stream);
  EXPECT_EQ(error_of(next).code(), TransportErrc::truncated);
}

TEST_F(FaultTest, ABodyThatEndsWithTheConnection)
{
  ScriptedServer server(says("HTTP/1.1 200 OK\r\n\r\nall of it"));
  const auto transport = plain(server.port());
  EXPECT_EQ(exchange(*transport, request("GET")).body, "all of it");
  const auto response = exchange(*transport, request("GET"), streamed());
  EXPECT_EQ(read_all(*response.stream), "all of it");
}

TEST_F(FaultTest, Garbage)
{
  for (const std::string text :
       {"\x15\x03\x01\x02\x02\x28", "SSH-2.0-OpenSSH_9.2p1 Debian\r\n", "HTTP/9.9 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnothexatall\r\n"}) {
    ScriptedServer server(says(text));
    const auto transport = plain(server.port());
    const auto error = exchange_error(*transport, request("GET"));
    EXPECT_EQ(error.code(), TransportErrc::protocol) << error.what();
    EXPECT_NE(std::string_view(error.what()).find("127.0.0.1:"), std::string_view::npos);
  }
}

TEST_F(FaultTest, AnInterimAnswerIsSkipped)
{
  ScriptedServer server(
      says("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
           "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
  const auto transport = plain(server.port());
  const auto response = exchange(*transport, request("GET"));
  EXPECT_EQ(response.body, "ok");
  EXPECT_EQ(response.headers.find("Link"), std::nullopt);
}

TEST_F(FaultTest, TooLarge)
{
  ExchangeLimits small;
  small.max_body = 1000;
  for (const auto& text : {"HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n" + std::string(1001, 'x'),
                           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3E9\r\n" + std::string(1001, 'x'),
                           "HTTP/1.1 200 OK\r\n\r\n" + std::string(1001, 'x'),
                           "HTTP/1.1 200 OK\r\nX: " + std::string(300000, 'x') + "\r\n\r\n",
                           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;" + std::string(300000, 'x')}) {
    ScriptedServer server(says(text));
    const auto transport = plain(server.port());
    const auto error = exchange_error(*transport, request("GET"), small);
    EXPECT_EQ(error.code(), TransportErrc::too_large) << error.what();
    EXPECT_FALSE(error.retryable());
  }
}

TEST_F(FaultTest, AStreamHasNoLimitAndDeliversWhatItGets)
{
  const std::string piece(100000, 'x');
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (int count = 0; count < 100; ++count) peer.write("186a0\r\n" + piece + "\r\n");
    peer.write("0\r\n\r\n");
    static_cast<void>(peer.wait_closed());
  });
  const auto transport = plain(server.port());
  auto limits = streamed();
  limits.max_body = 10;
  const auto response = exchange(*transport, request("GET"), limits);
  EXPECT_EQ(read_all(*response.stream).size(), piece.size() * 100);
  EXPECT_EQ(transport->stats().idle, 1U) << "a stream that ended in order leaves its connection to others";
}

// The server refuses a large body before it has read it, and closes.
TEST_F(FaultTest, AnEarlyAnswerIsSeenAlthoughTheRequestCouldNotBeSent)
{
  ScriptedServer server([](Peer& peer) {
    peer.read_until();
    peer.write("HTTP/1.1 413 Payload Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig");
    static_cast<void>(peer.wait_closed());
  });
  const auto transport = plain(server.port());
  const auto response = exchange(*transport, request("POST", "/", std::string(8U << 20U, 'x')));
  EXPECT_EQ(response.status, 413U);
}

TEST_F(FaultTest, DeadlineInEachPhase)
{
  ExchangeLimits limits;
  limits.deadline = clock.now() + std::chrono::seconds(5);
  {
    ScriptedServer server([](Peer& peer) { static_cast<void>(peer.wait_closed()); });
    const auto transport = plain(server.port());
    auto waiting = start(*transport, request("GET"), limits);
    EXPECT_TRUE(eventually([&] { return transport->stats().exchanges == 1; }));
    clock.advance(std::chrono::seconds(4));
    EXPECT_EQ(waiting.wait_for(std::chrono::milliseconds(20)), std::future_status::timeout);
    clock.advance(std::chrono::seconds(1));
    const auto error = error_of(waiting);
    EXPECT_EQ(error.code(), TransportErrc::timeout);
    EXPECT_TRUE(error.request_written());
    EXPECT_TRUE(error.retryable());
  }
  {
    // Slow headers: a byte now and then does not move a deadline.
    Signal half;
    ScriptedServer server([&](Peer& peer) {
      peer.read_until();
      peer.write("HTTP/1.1 200 OK\r\nX-Slow: ");
      half.set();
      static_cast<void>(peer.wait_closed());
    });
    const auto transport = plain(server.port());
    limits.deadline = clock.now() + std::chrono::seconds(5);
    auto waiting = start(*transport, request("GET"), limits);
    EXPECT_TRUE(half.wait());
    clock.advance(std::chrono::seconds(5));
    EXPECT_EQ(error_of(waiting).code(), TransportErrc::timeout);
  }
  {
    Signal half;
    ScriptedServer server([&](Peer& peer) {
      peer.read_until();
      peer.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
      half.set();
      static_cast<void>(peer.wait_closed());
    });
    const auto transport = plain(server.port());
    limits.deadline = clock.now() + std::chrono::seconds(5);
    auto waiting = start(*transport, request("GET"), limits);
    EXPECT_TRUE(half.wait());
    clock.advance(std::chrono::seconds(5));
    EXPECT_EQ(error_of(waiting).code(), TransportErrc::timeout);
  }
  {
    // A server that does not read: the request's own bytes get stuck.
    Signal stuck;
    ScriptedServer server([&](Peer&) { EXPECT_TRUE(stuck.wait()); });
    const auto transport = plain(server.port());
    limits.deadline = clock.now() + std::chrono::seconds(5);
    auto waiting = start(*transport, request("POST", "/", std::string(64U << 20U, 'x')), limits);
    EXPECT_TRUE(eventually([&] { return transport->stats().exchanges == 1; }));
    clock.advance(std::chrono::seconds(5));
    EXPECT_EQ(error_of(waiting).code(), TransportErrc::timeout);
    stuck.set();
  }
  {
    const auto transport = plain(1);
    limits.deadline = clock.now();
    EXPECT_EQ(exchange_error(*transport, request("GET"), limits).code(), TransportErrc::timeout);
  }
}

TEST_F(FaultTest, AHalfOpenPeerIsNoticedByTheIdleLimit)
{
  ScriptedServer server([](Peer& peer) {
    peer.read_until();
    peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
    EXPECT_TRUE(peer.wait_closed());
  });
  const auto transport = plain(server.port());
  auto limits = streamed();
  limits.deadline = clock.now() + std::chrono::seconds(5);
  limits.idle_timeout = std::chrono::seconds(40);
  const auto response = exchange(*transport, request("GET"), limits);
  EXPECT_EQ(read(*response.stream), "hello");
  clock.advance(std::chrono::hours(1));  // nobody reads: neither the deadline of the head nor the idle limit counts
  auto next = start_read(*response.stream);
  EXPECT_TRUE(eventually([&] { return clock.next_due().has_value(); }));
  clock.advance(std::chrono::seconds(39));
  EXPECT_EQ(next.wait_for(std::chrono::milliseconds(20)), std::future_status::timeout);
  clock.advance(std::chrono::seconds(1));
  const auto error = error_of(next);
  EXPECT_EQ(error.code(), TransportErrc::idle);
  EXPECT_TRUE(error.retryable());
  auto again = start_read(*response.stream);
  EXPECT_EQ(error_of(again).code(), TransportErrc::idle);
}

TEST_F(FaultTest, StopInEachPhase)
{
  {
    BlackHole hole;
    const auto transport = plain(hole.port());
    std::stop_source stop;
    ExchangeLimits limits;
    limits.stop = stop.get_token();
    auto waiting = start(*transport, request("GET"), limits);
    EXPECT_TRUE(eventually([&] { return transport->stats().open == 1 && clock.next_due(); }));
    stop.request_stop();
    const auto error = error_of(waiting);
    EXPECT_EQ(error.code(), TransportErrc::cancelled);
    EXPECT_FALSE(error.request_written());
    EXPECT_FALSE(error.retryable());
  }
  for (const auto* text : {"", "HTTP/1.1 200 OK\r\nX", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"}) {
    Signal said;
    ScriptedServer server([&](Peer& peer) {
      peer.read_until();
      peer.write(text);
      said.set();
      EXPECT_TRUE(peer.wait_closed());
    });
    const auto transport = plain(server.port());
    std::stop_source stop;
    ExchangeLimits limits;
    limits.stop = stop.get_token();
    auto waiting = start(*transport, request("GET"), limits);
    EXPECT_TRUE(said.wait());
    stop.request_stop();
    EXPECT_EQ(error_of(waiting).code(), TransportErrc::cancelled);
  }
  {
    ScriptedServer server([&](Peer& peer) {
      peer.read_until();
      peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      EXPECT_TRUE(peer.wait_closed());
    });
    const auto transport = plain(server.port());
    std::stop_source stop;
    auto limits = streamed();
    limits.stop = stop.get_token();
    const auto response = exchange(*transport, request("GET"), limits);
    auto reading = start_read(*response.stream);
    stop.request_stop();
    EXPECT_EQ(error_of(reading).code(), TransportErrc::cancelled);
    EXPECT_EQ(exchange_error(*transport, request("GET"), limits).code(), TransportErrc::cancelled);
  }
  {
    ScriptedServer server([&](Peer& peer) {
      peer.read_until();
      peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      EXPECT_TRUE(peer.wait_closed());
    });
    const auto transport = plain(server.port());
    const auto response = exchange(*transport, request("GET"), streamed());
    auto reading = start_read(*response.stream);
    response.stream->cancel();
    EXPECT_EQ(error_of(reading).code(), TransportErrc::cancelled);
  }
}

TEST_F(FaultTest, ConnectThatHangs)
{
  BlackHole hole;
  const auto transport = plain(hole.port());
  auto waiting = start(*transport, request("GET"));
  EXPECT_TRUE(eventually([&] { return clock.next_due().has_value(); }));
  clock.advance(std::chrono::seconds(10));
  const auto error = error_of(waiting);
  EXPECT_EQ(error.code(), TransportErrc::timeout);
  EXPECT_NE(std::string_view(error.what()).find("no response within 10 s (connect timeout)"), std::string_view::npos)
      << error.what();
}

TEST_F(FaultTest, WhatWouldBecomeAnotherRequestIsRefused)
{
  const auto transport = plain(1);
  const auto refused = [&](HttpRequest bad) {
    auto future = start(*transport, std::move(bad));
    EXPECT_THROW(value_of(future), std::invalid_argument);
  };
  refused(request("GET", "/a b"));
  refused(request("GET", "/a\r\nX: y"));
  refused(request("GET", "http://other/"));
  refused(request("GET", ""));
  refused(request("GE T", "/"));
  auto header = request("GET");
  header.headers.add("X", "a\r\nY: hunter2");
  refused(header);
  header.headers = {{"X: Y", "a"}};
  refused(header);
}

TEST_F(FaultTest, WhatIsSent)
{
  std::string got;
  Signal done;
  ScriptedServer server([&](Peer& peer) {
    got = peer.read_until("{}");
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    done.set();
    static_cast<void>(peer.wait_closed());
  });
  const auto transport = plain(server.port());
  auto sent = request("PATCH", "/a?b=c", "{}");
  sent.headers.add("Content-Type", "application/merge-patch+json");
  exchange(*transport, sent);
  EXPECT_TRUE(done.wait());
  EXPECT_EQ(got, "PATCH /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
                     "\r\nContent-Type: application/merge-patch+json\r\nContent-Length: 2\r\n\r\n{}");
}

}  // namespace
}  // namespace kubexx::test

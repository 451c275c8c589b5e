// SPDX-License-Identifier: Apache-2.0
// Faults on the wire that the other files leave out: each ends in its documented error, and the next call is unharmed.
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <string>
#include <vector>

#include "kubexx/http/compression.hpp"
#include "support.hpp"

namespace kubexx::test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr std::string_view kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/// To a request that ends with `end`: what is left unread would reset the connection.
ScriptedServer::Script says(std::string text, std::string end = "\r\n\r\n")
{
  return [text = std::move(text), end = std::move(end)](Peer& peer) {
    peer.read_until(end);
    peer.write(text);
  };
}

ScriptedServer::Script answers()
{
  return [](Peer& peer) {
    while (!peer.read_until().empty()) peer.write(kOk);
  };
}

using WireFault = NetTest;

TEST_F(WireFault, EverySplitOfAnAnswerIsTheSameAnswer)
{
  const std::string text =
      "HTTP/1.1 200 OK\r\nX-A: b\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n";
  ScriptedServer server([&](Peer& peer) {
    for (std::size_t split = 1; split < text.size(); ++split) {
      if (peer.read_until().empty()) return;
      peer.write(text.substr(0, split));
      peer.write(text.substr(split));
    }
    static_cast<void>(peer.wait_closed());
  });
  const auto transport = plain(server.port());
  ExchangeLimits streamed;
  streamed.stream = true;
  for (std::size_t split = 1; split < text.size(); ++split) {
    const auto response = exchange(*transport, request("GET"), split % 2 == 0 ? streamed : ExchangeLimits());
    EXPECT_EQ(response.headers.find("X-A"), "b") << split;
    EXPECT_EQ(response.stream ? read_all(*response.stream) : response.body, "hello world") << split;
  }
  EXPECT_EQ(server.accepted(), 1);
}

TEST_F(WireFault, TheNextCallIsUnharmed)
{
  struct Case {
    const char* name;
    ScriptedServer::Script script;
    TransportErrc code;
  };
  const ScriptedServer::Script closes = [](Peer&) {};
  // Without the wait it may come before the connection is seen, which is `connect`.
  const ScriptedServer::Script resets = [](Peer& peer) {
    peer.read(1);
    peer.reset();
  };
  const auto says_to_post = [](const char* text) { return says(text, "\r\n\r\nx"); };
  const std::vector<Case> cases = {
      {"closed at once", closes, TransportErrc::closed},
      {"reset in the request", resets, TransportErrc::closed},
      {"closed before an answer", says_to_post(""), TransportErrc::closed},
      {"closed in the head", says_to_post("HTTP/1.1 200 OK\r\nContent-"), TransportErrc::closed},
      {"closed in the body", says_to_post("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"),
       TransportErrc::truncated},
      {"closed in a chunk", says_to_post("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf"),
       TransportErrc::truncated},
      {"closed before the last chunk",
       says_to_post("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"), TransportErrc::truncated},
      {"garbage", says_to_post("SSH-2.0-OpenSSH_9.2p1 Debian\r\n"), TransportErrc::protocol},
      {"a chunk of garbage", says_to_post("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n"),
       TransportErrc::protocol},
      {"a length of garbage", says_to_post("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"), TransportErrc::protocol},
  };
  for (const auto& [name, script, code] : cases) {
    ScriptedServer server({script, answers()});
    const auto transport = plain(server.port());
    const auto error = exchange_error(*transport, request("POST", "/", "x"));
    EXPECT_EQ(error.code(), code) << name << ": " << error.what();
    EXPECT_EQ(server.accepted(), 1) << name << ": a POST is never sent twice";
    EXPECT_EQ(exchange(*transport, request("POST", "/", "x")).body, "ok") << name;
    EXPECT_EQ(server.accepted(), 2) << name;
    EXPECT_EQ(transport->stats().open, 1U) << name;
  }
}

TEST_F(WireFault, AFloodOfHeadersEndsAtTheLimit)
{
  std::size_t written = 0;
  ScriptedServer server([&](Peer& peer) {
    peer.read_until();
    peer.write("HTTP/1.1 200 OK\r\n");
    const std::string field = "X-Flood: " + std::string(1000, 'x') + "\r\n";
    while (::send(peer.handle(), field.data(), field.size(), MSG_NOSIGNAL) > 0) written += field.size();
  });
  const auto transport = plain(server.port());
  const auto error = exchange_error(*transport, request("GET"));
  EXPECT_EQ(error.code(), TransportErrc::too_large);
  EXPECT_THAT(error.what(), HasSubstr("is larger than 262144 bytes"));
  EXPECT_FALSE(error.retryable());
  EXPECT_EQ(transport->stats().open, 0U) << "nobody reads on";
}

TEST_F(WireFault, GarbageInsteadOfTls)
{
  const CertificateAuthority authority(clock);
  const auto with_tls = [&](std::uint16_t port) {
    auto with = options(port);
    with.tls = TlsClientConfig{};
    with.tls->ca_pem = authority.cert_pem();
    return make_client_transport(runtime, with);
  };
  for (const std::string& text :
       {std::string("\x16\x03\x03\x00\x10garbage-garbage-", 21), std::string("garbage, and much of it"),
        std::string("\x15\x03\x03\x00\x02\x02\x28", 7), std::string("HTTP/1.1 400 Bad Request\r\n\r\n")}) {
    ScriptedServer server([&](Peer& peer) {
      peer.read_until("\x01");
      peer.write(text);
      EXPECT_TRUE(peer.wait_closed());
    });
    const auto transport = with_tls(server.port());
    const auto error = exchange_error(*transport, request("POST", "/", "x"));
    EXPECT_EQ(error.code(), TransportErrc::tls) << error.what();
    EXPECT_FALSE(error.request_written());
    EXPECT_EQ(transport->stats().open, 0U);
  }
}

TEST_F(WireFault, ABombIsRefusedAtTheLimit)
{
  const std::string bomb = gzip_of_blanks(std::size_t{16} << 20U);
  ScriptedServer server(says("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " +
                             std::to_string(bomb.size()) + "\r\n\r\n" + bomb));
  const auto transport = make_decompressing(plain(server.port()));
  ExchangeLimits limits;
  limits.max_body = std::size_t{1} << 20U;
  ASSERT_LT(bomb.size(), limits.max_body);
  EXPECT_EQ(exchange_error(*transport, request("GET"), limits).code(), TransportErrc::too_large);
  limits.stream = true;
  const auto response = exchange(*transport, request("GET"), limits);
  std::size_t size = 0;
  for (auto piece = read(*response.stream); !piece.empty(); piece = read(*response.stream)) {
    EXPECT_LE(piece.size(), std::size_t{64} << 10U);
    size += piece.size();
  }
  EXPECT_EQ(size, std::size_t{16} << 20U);
}

TEST_F(WireFault, ASilentServerUnderTlsIsGivenUp)
{
  const CertificateAuthority authority(clock);
  CertificateRequest wanted;
  wanted.ip_addresses = {"127.0.0.1"};
  const auto leaf = authority.issue(wanted);
  ListenerOptions listening;
  listening.tls = TlsServerConfig{leaf.cert_pem, leaf.key_pem, {}};
  Signal asked;
  OneShot never;
  HttpListener listener(runtime, listening, [&](HttpRequest) {
    asked.set();
    return [](OneShot wait) -> awaitable<HttpResponse> {
      co_await wait.wait();
      co_return HttpResponse();
    }(never);
  });
  auto with = options(listener.port());
  with.tls = TlsClientConfig{};
  with.tls->ca_pem = authority.cert_pem();
  const auto transport = make_client_transport(runtime, with);
  ExchangeLimits limits;
  limits.head_timeout = 5s;
  auto waiting = start(*transport, request("GET"), limits);
  ASSERT_TRUE(asked.wait());
  EXPECT_TRUE(eventually([&] {
    clock.advance(5s);
    return waiting.wait_for(20ms) == std::future_status::ready;
  }));
  EXPECT_THAT(error_of(waiting).what(), HasSubstr("(head timeout)"));
  never.fire();
}

}  // namespace
}  // namespace kubexx::test

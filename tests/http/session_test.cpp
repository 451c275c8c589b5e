// SPDX-License-Identifier: Apache-2.0
// TLS sessions: when a handshake is short, and when it must not be.
#include <gmock/gmock.h>
#include <openssl/ssl.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <set>
#include <string>
#include <vector>

#include "byte_stream.hpp"
#include "support.hpp"
#include "tls_sessions.hpp"

namespace kubexx::test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// Says who asks, and ends the connection, so that the next request needs another.
awaitable<HttpResponse> who(HttpRequest request)
{
  HttpResponse response;
  response.headers.add("Connection", "close");
  response.body = "user=" + request.user;
  co_return response;
}

class SessionTest : public NetTest {
protected:
  [[nodiscard]] CertificateAndKey server_certificate(const CertificateAuthority& by, Duration lifetime = 24h) const
  {
    CertificateRequest wanted;
    wanted.common_name = "kube-apiserver";
    wanted.dns_names = {"kubernetes.default.svc"};
    wanted.ip_addresses = {"127.0.0.1"};
    wanted.not_after = lifetime;
    return by.issue(wanted);
  }
  [[nodiscard]] ListenerOptions listening(const CertificateAndKey& leaf) const
  {
    ListenerOptions result;
    result.tls = TlsServerConfig{leaf.cert_pem, leaf.key_pem, authority.cert_pem()};
    return result;
  }
  [[nodiscard]] TlsClientConfig trusting(const CertificateAuthority& whom) const
  {
    TlsClientConfig config;
    config.ca_pem = whom.cert_pem();
    return config;
  }
  [[nodiscard]] std::shared_ptr<ClientTransport> transport_to(std::uint16_t port, const TlsClientConfig& config) const
  {
    auto with = options(port);
    with.tls = config;
    return make_client_transport(runtime, with);
  }
  /// One request over a connection of its own with `context`: whether it resumed a session.
  bool resumes(std::uint16_t port, const std::shared_ptr<detail::TlsContext>& context, const std::string& host)
  {
    auto future = asio::co_spawn(runtime.executor, ask(port, context, host, clock.wall_now()), asio::use_future);
    return value_of(future);
  }

  CertificateAuthority authority{clock};

private:
  static awaitable<bool> ask(std::uint16_t port, std::shared_ptr<detail::TlsContext> context, std::string host,
                             WallTime now)
  {
    detail::Socket socket(co_await asio::this_coro::executor);
    const asio::ip::tcp::endpoint target(asio::ip::address_v4::loopback(), port);
    co_await socket.async_connect(target, asio::use_awaitable);
    const auto stream = detail::make_tls_client_stream(std::move(socket), context, host, "test", now);
    const auto failed = co_await stream->handshake();
    EXPECT_FALSE(failed) << (failed ? failed->message : std::string());
    const std::string request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    const asio::const_buffer out(request.data(), request.size());
    static_cast<void>(co_await stream->write(out));
    std::string got(4096, ' ');
    const asio::mutable_buffer room(got.data(), got.size());
    for (;;) {
      const auto result = co_await stream->read_some(room);
      if (result.error) break;
    }
    const bool resumed = stream->resumed();
    stream->send_close_notify();
    stream->close();
    co_return resumed;
  }
};

TEST_F(SessionTest, AnotherConnectionResumesTheSession)
{
  HttpListener listener(runtime, listening(server_certificate(authority)), who);
  const auto transport = transport_to(listener.port(), trusting(authority));
  for (int round = 0; round < 5; ++round) EXPECT_EQ(exchange(*transport, request("GET")).body, "user=");
  EXPECT_EQ(transport->stats().connects, 5U);
  EXPECT_EQ(transport->stats().resumed, 4U);
}

TEST_F(SessionTest, ATicketIsUsedOnceAndTheirNumberIsBounded)
{
  HttpListener listener(runtime, listening(server_certificate(authority)), who);
  const auto context = detail::make_tls_context(trusting(authority));
  EXPECT_FALSE(resumes(listener.port(), context, "127.0.0.1"));
  const std::size_t offered = context->sessions->size();
  ASSERT_GE(offered, 1U);
  std::set<SSL_SESSION*> different;
  std::vector<detail::TlsSessions::Session> taken;
  for (std::size_t count = 0; count < offered; ++count) {
    auto session = context->sessions->take("127.0.0.1", clock.wall_now());
    ASSERT_TRUE(session);
    different.insert(session->session.get());
    taken.push_back(std::move(*session));
  }
  EXPECT_EQ(different.size(), offered);
  EXPECT_FALSE(context->sessions->take("127.0.0.1", clock.wall_now()));
  EXPECT_FALSE(resumes(listener.port(), context, "127.0.0.1"));

  for (std::size_t count = 0; count < 3 * detail::TlsSessions::most; ++count) {
    detail::TlsSessions::Session copy;
    copy.session.reset(SSL_SESSION_dup(taken.front().session.get()));
    context->sessions->keep("name " + std::to_string(count), std::move(copy));
  }
  EXPECT_EQ(context->sessions->size(), detail::TlsSessions::most);
}

TEST_F(SessionTest, TheNameThatWasVerifiedIsPartOfIt)
{
  HttpListener listener(runtime, listening(server_certificate(authority)), who);
  const auto context = detail::make_tls_context(trusting(authority));
  EXPECT_FALSE(resumes(listener.port(), context, "127.0.0.1"));
  EXPECT_FALSE(resumes(listener.port(), context, "kubernetes.default.svc"));
  EXPECT_TRUE(resumes(listener.port(), context, "127.0.0.1"));
  EXPECT_TRUE(resumes(listener.port(), context, "kubernetes.default.svc"));
}

TEST_F(SessionTest, ItEndsWithTheCertificate)
{
  HttpListener listener(runtime, listening(server_certificate(authority, 1h)), who);
  const auto transport = transport_to(listener.port(), trusting(authority));
  exchange(*transport, request("GET"));
  clock.advance(59min);
  exchange(*transport, request("GET"));
  EXPECT_EQ(transport->stats().resumed, 1U);
  clock.advance(2min);
  const auto error = exchange_error(*transport, request("GET"));
  EXPECT_EQ(error.code(), TransportErrc::tls);
  EXPECT_THAT(error.what(), HasSubstr("expired"));
}

TEST_F(SessionTest, ItEndsWithTheAuthority)
{
  const CertificateAuthority brief(clock, "brief", 1h);
  HttpListener listener(runtime, listening(server_certificate(brief)), who);
  const auto transport = transport_to(listener.port(), trusting(brief));
  exchange(*transport, request("GET"));
  clock.advance(61min);
  EXPECT_EQ(exchange_error(*transport, request("GET")).code(), TransportErrc::tls);
  EXPECT_EQ(transport->stats().resumed, 0U);
}

TEST_F(SessionTest, ItEndsWithTheConfiguration)
{
  HttpListener listener(runtime, listening(server_certificate(authority)), who);
  const auto transport = transport_to(listener.port(), trusting(authority));
  exchange(*transport, request("GET"));
  transport->set_tls(trusting(authority), false);
  exchange(*transport, request("GET"));
  EXPECT_EQ(transport->stats().resumed, 0U);
  exchange(*transport, request("GET"));
  EXPECT_EQ(transport->stats().resumed, 1U);
}

TEST_F(SessionTest, OneThatNobodyVerifiedIsNotTakenForAVerifiedOne)
{
  HttpListener listener(runtime, listening(server_certificate(authority)), who);
  TlsClientConfig careless;
  careless.insecure_skip_verify = true;
  const auto transport = transport_to(listener.port(), careless);
  exchange(*transport, request("GET"));
  exchange(*transport, request("GET"));
  EXPECT_EQ(transport->stats().resumed, 1U);
  transport->set_tls(trusting(CertificateAuthority(clock)), false);
  const auto error = exchange_error(*transport, request("GET"));
  EXPECT_EQ(error.code(), TransportErrc::tls);
  EXPECT_THAT(error.what(), HasSubstr("unknown authority"));
}

TEST_F(SessionTest, AServerWithAnotherAuthorityGetsAFullHandshake)
{
  const CertificateAuthority other(clock);
  HttpListener before(runtime, listening(server_certificate(authority)), who);
  HttpListener after(runtime, listening(server_certificate(other)), who);
  const auto to = [](std::uint16_t port) {
    return [port](Peer& client) { Peer::relay(client, *Peer::connect(port)); };
  };
  ScriptedServer server({to(before.port()), to(before.port()), to(after.port())});
  const auto transport = transport_to(server.port(), trusting(authority));
  exchange(*transport, request("GET"));
  exchange(*transport, request("GET"));
  EXPECT_EQ(transport->stats().resumed, 1U);
  EXPECT_THAT(exchange_error(*transport, request("GET")).what(), HasSubstr("unknown authority"));
  transport->set_tls(trusting(other), false);
  EXPECT_EQ(exchange(*transport, request("GET")).status, 200U);
  EXPECT_EQ(transport->stats().resumed, 1U);
}

// The server's side: a ticket stands for a client whose certificate was verified once.
TEST_F(SessionTest, AClientIsWhoItWasAndOnlyWhileItsCertificateIsValid)
{
  HttpListener listener(runtime, listening(server_certificate(authority)), who);
  CertificateRequest wanted;
  wanted.common_name = "alice";
  wanted.server = false;
  wanted.not_after = 1h;
  const auto alice = authority.issue(wanted);
  auto config = trusting(authority);
  config.cert_pem = alice.cert_pem;
  config.key_pem = alice.key_pem;
  const auto transport = transport_to(listener.port(), config);
  EXPECT_EQ(exchange(*transport, request("GET")).body, "user=alice");
  EXPECT_EQ(exchange(*transport, request("GET")).body, "user=alice");
  EXPECT_EQ(transport->stats().resumed, 1U);
  clock.advance(61min);
  const auto error = exchange_error(*transport, request("GET"));
  EXPECT_EQ(error.code(), TransportErrc::tls);
  EXPECT_THAT(error.what(), HasSubstr("expired"));
}

awaitable<void> serve(asio::ip::tcp::acceptor& acceptor, std::shared_ptr<detail::TlsContext> context, int connections)
{
  for (int count = 0; count < connections; ++count) {
    auto socket = co_await acceptor.async_accept(asio::use_awaitable);
    const auto stream = detail::make_tls_server_stream(std::move(socket), context, "test", WallTime());
    const auto failed = co_await stream->handshake();
    if (failed) continue;
    std::string got(4096, ' ');
    const asio::mutable_buffer room(got.data(), got.size());
    static_cast<void>(co_await stream->read_some(room));
    const std::string text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";
    const asio::const_buffer answer(text.data(), text.size());
    static_cast<void>(co_await stream->write(answer));
    co_await stream->shutdown();
    stream->close();
  }
}

TEST_F(SessionTest, OfTls12ItServesMoreThanOnce)
{
  const auto leaf = server_certificate(authority);
  const auto context = detail::make_tls_context(TlsServerConfig{leaf.cert_pem, leaf.key_pem, {}});
  SSL_CTX_set_max_proto_version(context->context.native_handle(), TLS1_2_VERSION);
  asio::ip::tcp::acceptor acceptor(runtime.executor, {asio::ip::address_v4::loopback(), 0});
  auto serving = asio::co_spawn(runtime.executor, serve(acceptor, context, 4), asio::use_future);
  const auto transport = transport_to(acceptor.local_endpoint().port(), trusting(authority));
  for (int round = 0; round < 4; ++round) EXPECT_EQ(exchange(*transport, request("GET")).body, "ok");
  EXPECT_EQ(transport->stats().resumed, 3U);
  value_of(serving);
}

awaitable<void> serve_in_turn(asio::ip::tcp::acceptor& acceptor,
                              std::vector<std::shared_ptr<detail::TlsContext>> contexts)
{
  for (const auto& context : contexts) co_await serve(acceptor, context, 1);
}

TEST_F(SessionTest, AHandshakeThatFailsEndsIt)
{
  const CertificateAuthority other(clock);
  const auto context_of = [](const CertificateAndKey& leaf) {
    auto context = detail::make_tls_context(TlsServerConfig{leaf.cert_pem, leaf.key_pem, {}});
    SSL_CTX_set_max_proto_version(context->context.native_handle(), TLS1_2_VERSION);
    return context;
  };
  const auto good = context_of(server_certificate(authority));
  const auto bad = context_of(server_certificate(other));
  asio::ip::tcp::acceptor acceptor(runtime.executor, {asio::ip::address_v4::loopback(), 0});
  std::vector<std::shared_ptr<detail::TlsContext>> turns{good, good, bad, good};
  auto serving = asio::co_spawn(runtime.executor, serve_in_turn(acceptor, turns), asio::use_future);
  const auto transport = transport_to(acceptor.local_endpoint().port(), trusting(authority));
  exchange(*transport, request("GET"));
  exchange(*transport, request("GET"));
  EXPECT_EQ(transport->stats().resumed, 1U);
  EXPECT_EQ(exchange_error(*transport, request("GET")).code(), TransportErrc::tls);
  exchange(*transport, request("GET"));
  EXPECT_EQ(transport->stats().resumed, 1U);
  value_of(serving);
}

}  // namespace
}  // namespace kubexx::test

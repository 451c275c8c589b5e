// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/tls.hpp"

#include <gmock/gmock.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/asio/write.hpp>
#include <stdexcept>

#include "byte_stream.hpp"
#include "support.hpp"

namespace kubexx::test {
namespace {

using testing::HasSubstr;
using testing::Not;

awaitable<HttpResponse> who(HttpRequest request)
{
  HttpResponse response;
  response.body = "user=" + request.user;
  if (request.target == "/big") response.body = std::string(5U << 20U, 'x');
  if (request.target == "/echo") response.body = std::move(request.body);
  co_return response;
}

class TlsTest : public NetTest {
protected:
  [[nodiscard]] CertificateAndKey server_certificate() const
  {
    CertificateRequest wanted;
    wanted.common_name = "kube-apiserver";
    wanted.dns_names = {"kubernetes.default.svc", "*.example.com"};
    wanted.ip_addresses = {"127.0.0.1", "::1"};
    return authority.issue(wanted);
  }

  [[nodiscard]] ListenerOptions listening(const CertificateAndKey& leaf) const
  {
    ListenerOptions result;
    result.tls = TlsServerConfig{leaf.cert_pem, leaf.key_pem, authority.cert_pem()};
    return result;
  }

  [[nodiscard]] ClientTransportOptions trusting(std::uint16_t port) const
  {
    auto result = options(port);
    result.tls = TlsClientConfig{};
    result.tls->ca_pem = authority.cert_pem();
    return result;
  }

  TransportError failure(const ClientTransportOptions& with)
  {
    const auto transport = make_client_transport(runtime, with);
    return exchange_error(*transport, request("POST", "/", "x"));
  }

  static void expect_text(const TransportError& error, std::string_view text)
  {
    EXPECT_NE(std::string_view(error.what()).find(text), std::string_view::npos) << error.what();
  }

  CertificateAuthority authority{clock};
};

TEST_F(TlsTest, CarriesLargeBodiesBothWays)
{
  HttpListener listener(runtime, listening(server_certificate()), who);
  const auto transport = make_client_transport(runtime, trusting(listener.port()));
  EXPECT_EQ(exchange(*transport, request("GET", "/big")).body.size(), 5U << 20U);
  const std::string body(2U << 20U, 'y');
  EXPECT_EQ(exchange(*transport, request("POST", "/echo", body)).body, body);
  EXPECT_EQ(exchange(*transport, request("GET")).body, "user=");
  EXPECT_EQ(transport->stats().connects, 1U);
}

TEST_F(TlsTest, UnknownAuthority)
{
  HttpListener listener(runtime, listening(server_certificate()), who);
  const CertificateAuthority other(clock);
  auto with = trusting(listener.port());
  with.tls->ca_pem = other.cert_pem();
  const auto error = failure(with);
  EXPECT_EQ(error.code(), TransportErrc::tls);
  EXPECT_FALSE(error.retryable());
  EXPECT_FALSE(error.request_written());
  expect_text(error, "127.0.0.1:" + std::to_string(listener.port()) + " is signed by an unknown authority");

  with.tls->ca_pem.clear();
  expect_text(failure(with), "unknown authority");

  with.tls->insecure_skip_verify = true;
  EXPECT_EQ(exchange(*make_client_transport(runtime, with), request("GET")).body, "user=");
}

TEST_F(TlsTest, WrongName)
{
  CertificateRequest wanted;
  wanted.dns_names = {"a.example", "b.example"};
  wanted.ip_addresses = {"10.0.0.1"};
  HttpListener listener(runtime, listening(authority.issue(wanted)), who);
  const auto error = failure(trusting(listener.port()));
  EXPECT_EQ(error.code(), TransportErrc::tls);
  expect_text(error, "is not valid for 127.0.0.1, only for a.example, b.example, 10.0.0.1");
}

TEST_F(TlsTest, TheServerNameIsWhatIsVerified)
{
  HttpListener listener(runtime, listening(server_certificate()), who);
  auto with = trusting(listener.port());
  for (const auto* name : {"kubernetes.default.svc", "any.example.com", "::1"}) {
    with.tls->server_name = name;
    EXPECT_EQ(exchange(*make_client_transport(runtime, with), request("GET")).body, "user=") << name;
  }
  for (const auto* name : {"example.com", "a.b.example.com", "kubernetes", "10.0.0.1"}) {
    with.tls->server_name = name;
    EXPECT_EQ(failure(with).code(), TransportErrc::tls) << name;
  }
}

TEST_F(TlsTest, TheServerNameIsWhatIsAskedFor)
{
  for (const std::string name : {"api.example", ""}) {
    std::string hello;
    Signal said;
    ScriptedServer server([&](Peer& peer) {
      constexpr std::size_t header = 5;
      const std::string record = peer.read(header);
      if (record.size() == header) {
        const auto byte = [&](std::size_t at) {
          return static_cast<std::size_t>(static_cast<unsigned char>(record[at]));
        };
        hello = peer.read(byte(3) * 256 + byte(4));
      }
      said.set();
    });
    auto with = trusting(server.port());
    with.tls->server_name = name;
    (void)failure(with);
    ASSERT_TRUE(said.wait());
    EXPECT_FALSE(hello.empty());
    EXPECT_THAT(hello, Not(HasSubstr("127.0.0.1"))) << "an address is not for SNI (RFC 6066)";
    EXPECT_THAT(hello, HasSubstr(name));
  }
}

TEST_F(TlsTest, ExpiredAndNotYetValid)
{
  CertificateRequest wanted;
  wanted.ip_addresses = {"127.0.0.1"};
  wanted.not_after = std::chrono::hours(1);
  {
    HttpListener listener(runtime, listening(authority.issue(wanted)), who);
    const auto with = trusting(listener.port());
    EXPECT_EQ(exchange(*make_client_transport(runtime, with), request("GET")).status, 200U);
    clock.advance(std::chrono::hours(2));
    const auto error = failure(with);
    EXPECT_EQ(error.code(), TransportErrc::tls);
    expect_text(error, "expired on Jan  1 01:00:00 2026 GMT");
  }
  wanted.not_before = std::chrono::hours(24);
  wanted.not_after = std::chrono::hours(48);
  HttpListener listener(runtime, listening(authority.issue(wanted)), who);
  const auto error = failure(trusting(listener.port()));
  EXPECT_EQ(error.code(), TransportErrc::tls);
  expect_text(error, "is not valid yet");
}

TEST_F(TlsTest, AnAuthorityMayBeAnIntermediateOrTheCertificateItself)
{
  const auto leaf = server_certificate();
  HttpListener listener(runtime, listening(leaf), who);
  auto with = trusting(listener.port());
  with.tls->ca_pem = leaf.cert_pem;
  EXPECT_EQ(exchange(*make_client_transport(runtime, with), request("GET")).status, 200U);
}

TEST_F(TlsTest, PlainAndTlsMixedUp)
{
  HttpListener secure(runtime, listening(server_certificate()), who);
  const auto plain_error = exchange_error(*plain(secure.port()), request("GET"));
  EXPECT_FALSE(plain_error.code() == TransportErrc::tls) << plain_error.what();
  HttpListener open(runtime, {}, who);
  const auto error = failure(trusting(open.port()));
  EXPECT_EQ(error.code(), TransportErrc::tls);
  expect_text(error, "does not speak TLS");
}

TEST_F(TlsTest, AClientCertificateOfAnotherAuthorityIsRefused)
{
  HttpListener listener(runtime, listening(server_certificate()), who);
  const CertificateAuthority other(clock);
  CertificateRequest wanted;
  wanted.common_name = "mallory";
  wanted.server = false;
  const auto client = other.issue(wanted);
  auto with = trusting(listener.port());
  with.tls->cert_pem = client.cert_pem;
  with.tls->key_pem = client.key_pem;
  const auto error = failure(with);
  EXPECT_EQ(error.code(), TransportErrc::tls) << error.what();
  expect_text(error, "refused the client certificate");
}

TEST_F(TlsTest, AHandshakeThatHangsOrBreaksOff)
{
  {
    Signal begun;
    ScriptedServer server([&](Peer& peer) {
      peer.read_until("\x01");
      begun.set();
      EXPECT_TRUE(peer.wait_closed());
    });
    const auto transport = make_client_transport(runtime, trusting(server.port()));
    auto waiting = start(*transport, request("GET"));
    EXPECT_TRUE(begun.wait());
    clock.advance(std::chrono::seconds(10));
    const auto error = error_of(waiting);
    EXPECT_EQ(error.code(), TransportErrc::timeout);
    EXPECT_TRUE(error.retryable());
    expect_text(error, "did not complete within 10 s of connecting (connect timeout)");
  }
  {
    Signal begun;
    ScriptedServer server([&](Peer& peer) {
      peer.read_until("\x01");
      begun.set();
      EXPECT_TRUE(peer.wait_closed());
    });
    const auto transport = make_client_transport(runtime, trusting(server.port()));
    std::stop_source stop;
    ExchangeLimits limits;
    limits.stop = stop.get_token();
    auto waiting = start(*transport, request("GET"), limits);
    EXPECT_TRUE(begun.wait());
    stop.request_stop();
    EXPECT_EQ(error_of(waiting).code(), TransportErrc::cancelled);
  }
  for (const bool reset : {false, true}) {
    ScriptedServer server([&](Peer& peer) {
      peer.read_until("\x01");
      if (reset) peer.reset();
    });
    const auto error = failure(trusting(server.port()));
    EXPECT_EQ(error.code(), TransportErrc::closed) << error.what();
    EXPECT_FALSE(error.request_written());
    EXPECT_TRUE(error.retryable());
  }
}

TEST_F(TlsTest, AConfigurationThatCannotBeUsedSaysWhy)
{
  const auto leaf = server_certificate();
  const auto other = server_certificate();
  const auto refused = [&](TlsClientConfig config, std::string_view why) {
    auto with = options(1);
    with.tls = std::move(config);
    try {
      static_cast<void>(make_client_transport(runtime, with));
      ADD_FAILURE() << why << ": accepted";
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string_view(error.what()).find(why), std::string_view::npos) << error.what();
      EXPECT_EQ(std::string_view(error.what()).find("hunter2"), std::string_view::npos) << error.what();
    }
  };
  TlsClientConfig config;
  config.ca_pem = "hunter2";
  refused(config, "the certificate authority contains no certificate");
  config.ca_pem = "-----BEGIN CERTIFICATE-----\nhunter2\n-----END CERTIFICATE-----\n";
  refused(config, "the certificate authority contains an invalid certificate");
  config.ca_pem = authority.cert_pem();
  config.cert_pem = leaf.cert_pem;
  refused(config, "no client key");
  config.key_pem = "hunter2";
  refused(config, "the client key is not an unencrypted private key");
  config.key_pem = other.key_pem;
  refused(config, "does not belong");
  config.cert_pem.clear();
  refused(config, "no client certificate");
  EXPECT_THROW(HttpListener(runtime, listening({"hunter2", "hunter2"}), who), std::invalid_argument);
}

TEST_F(TlsTest, TheConfigurationCanBeSwapped)
{
  HttpListener listener(runtime, listening(server_certificate()), who);
  const auto person = [&](const std::string& name) {
    CertificateRequest wanted;
    wanted.common_name = name;
    wanted.server = false;
    auto issued = authority.issue(wanted);
    auto config = *trusting(0).tls;
    config.cert_pem = issued.cert_pem;
    config.key_pem = issued.key_pem;
    return config;
  };
  auto with = trusting(listener.port());
  with.tls = person("before");
  const auto transport = make_client_transport(runtime, with);
  EXPECT_EQ(exchange(*transport, request("GET")).body, "user=before");
  transport->set_tls(person("after"), false);
  EXPECT_EQ(exchange(*transport, request("GET")).body, "user=after");
  EXPECT_EQ(transport->stats().connects, 2U);

  TlsClientConfig bad;
  bad.ca_pem = "no";
  EXPECT_THROW(transport->set_tls(bad, true), std::invalid_argument);
  EXPECT_EQ(exchange(*transport, request("GET")).body, "user=after");
  EXPECT_EQ(transport->stats().connects, 2U);
  EXPECT_THROW(plain(1)->set_tls(person("x"), false), std::invalid_argument);
}

// Answers one request over TLS with `text` and cuts the connection, with or without TLS's close_notify.
enum class Cut { after_close_notify, between_records, in_a_record };
awaitable<void> answer_and_cut(asio::ip::tcp::acceptor& acceptor, TlsServerConfig config, std::string text, Cut cut)
{
  auto socket = co_await acceptor.async_accept(asio::use_awaitable);
  const auto stream =
      detail::make_tls_server_stream(std::move(socket), detail::make_tls_context(config), "test", WallTime());
  const auto failed = co_await stream->handshake();
  EXPECT_FALSE(failed.has_value());
  std::string got(1000, ' ');
  const asio::mutable_buffer room(got.data(), got.size());
  static_cast<void>(co_await stream->read_some(room));
  const asio::const_buffer answer(text.data(), text.size());
  static_cast<void>(co_await stream->write(answer));
  if (cut == Cut::after_close_notify) co_await stream->shutdown();
  if (cut == Cut::in_a_record) {
    constexpr std::string_view kBegun("\x17\x03\x03\x01\x00lost", 9);  // 256 bytes of data are announced
    asio::write(stream->socket(), asio::buffer(kBegun));
  }
  stream->close();
}

awaitable<HttpResponse> answer_after(OneShot go_on, Signal* asked)
{
  asked->set();
  co_await go_on.wait();
  co_return HttpResponse();
}

TEST_F(TlsTest, AnExchangeThatOutlivesTheConfigurationLeavesNoConnection)
{
  Signal asked;
  OneShot go_on;
  const HttpHandler slow = [&](const HttpRequest&) { return answer_after(go_on, &asked); };
  HttpListener listener(runtime, listening(server_certificate()), slow);
  const auto with = trusting(listener.port());
  const auto transport = make_client_transport(runtime, with);
  auto waiting = start(*transport, request("GET"));
  ASSERT_TRUE(asked.wait());
  transport->set_tls(*with.tls, false);
  go_on.fire();
  EXPECT_EQ(value_of(waiting).status, 200U);
  EXPECT_EQ(transport->stats().idle, 0U) << "the next one must not use the configuration of before";
}

TEST_F(TlsTest, ACutIsNoEndOfABodyButHarmlessAfterOne)
{
  const auto leaf = server_certificate();
  asio::ip::tcp::acceptor acceptor(runtime.executor, {asio::ip::address_v4::loopback(), 0});
  const auto with = trusting(acceptor.local_endpoint().port());
  const auto answer = [&](const std::string& text, Cut cut) {
    const TlsServerConfig config{leaf.cert_pem, leaf.key_pem, {}};
    auto serving = asio::co_spawn(runtime.executor, answer_and_cut(acceptor, config, text, cut), asio::use_future);
    const auto transport = make_client_transport(runtime, with);
    auto future = start(*transport, request("GET"));
    must_end(future);
    std::string outcome;
    try {
      outcome = future.get().body;
    } catch (const TransportError& error) {
      outcome = to_string(error.code());
    }
    value_of(serving);
    return outcome;
  };
  // As in Go: what has no length of its own may end without close_notify, but not in the middle of a record.
  EXPECT_EQ(answer("HTTP/1.1 200 OK\r\n\r\nwhole", Cut::after_close_notify), "whole");
  EXPECT_EQ(answer("HTTP/1.1 200 OK\r\n\r\nwhole", Cut::between_records), "whole");
  EXPECT_EQ(answer("HTTP/1.1 200 OK\r\n\r\npart", Cut::in_a_record), "truncated");
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
  EXPECT_EQ(answer(head + "whole", Cut::between_records), "whole");
  EXPECT_EQ(answer(head + "part", Cut::between_records), "truncated");
  EXPECT_EQ(answer(head + "part", Cut::after_close_notify), "truncated");
  const std::string chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n";
  EXPECT_EQ(answer(chunked, Cut::after_close_notify), "truncated");
  EXPECT_EQ(answer("HTTP/1.1 200 OK\r\nContent-Le", Cut::after_close_notify), "closed");
}

}  // namespace
}  // namespace kubexx::test

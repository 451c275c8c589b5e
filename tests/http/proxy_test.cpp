// SPDX-License-Identifier: Apache-2.0
// Connections through HTTP, HTTPS and SOCKS5 proxies.
#include <gmock/gmock.h>
#include <openssl/ssl.h>
#include <poll.h>

#include <string>

#include "kubexx/http/proxy.hpp"
#include "support.hpp"

namespace kubexx::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* tunnel_open = "HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n";

/// Nothing that a proxy should look up is looked up here.
class NoResolver final : public Resolver {
public:
  awaitable<std::vector<Endpoint>> resolve(std::string host, std::uint16_t /*port*/, std::stop_token /*stop*/) override
  {
    throw std::runtime_error("was asked for " + host);
  }
};

awaitable<HttpResponse> echo(HttpRequest request)
{
  HttpResponse response;
  response.body = request.method + " " + request.target;
  if (request.target == "/large") response.body.append(1'000'000, 'x');
  co_return response;
}

class ProxyTest : public NetTest {
protected:
  ProxyTest()
  {
    CertificateRequest request;
    request.common_name = "api";
    request.dns_names = {"api.internal"};
    const auto issued = authority.issue(request);
    ListenerOptions listen;
    listen.tls = TlsServerConfig{issued.cert_pem, issued.key_pem, ""};
    server = std::make_unique<HttpListener>(runtime, listen, echo);
  }
  ~ProxyTest() override { stop(*server); }

  /// To a server whose name only the proxy knows.
  [[nodiscard]] ClientTransportOptions through(ProxyKind kind, std::uint16_t port, bool tls = true) const
  {
    ClientTransportOptions to;
    to.host = "api.internal";
    to.port = 6443;
    to.resolver = std::make_shared<NoResolver>();
    if (tls) to.tls.emplace().ca_pem = authority.cert_pem();
    to.proxy.emplace();
    to.proxy->kind = kind;
    to.proxy->host = "127.0.0.1";
    to.proxy->port = port;
    return to;
  }
  static ClientTransportOptions with_password(ClientTransportOptions to)
  {
    to.proxy->username = "u";
    to.proxy->password = "SECRET";
    return to;
  }

  TransportError error_when_time_passes(std::future<HttpResponse>& future)
  {
    EXPECT_TRUE(eventually([&] {
      clock.advance_to_next();
      return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    }));
    return error_of(future);
  }

  std::string failure(const ClientTransportOptions& to, TransportErrc code = TransportErrc::connect)
  {
    const auto transport = make_client_transport(runtime, to);
    const auto error = exchange_error(*transport, request("POST", "/x"));
    EXPECT_EQ(error.code(), code) << error.what();
    EXPECT_FALSE(error.request_written());
    EXPECT_THAT(error.what(), AllOf(HasSubstr("proxy"), Not(HasSubstr("SECRET")), Not(HasSubstr("dTpTRUNSRVQ"))));
    return error.what();
  }

  CertificateAuthority authority{clock};
  std::unique_ptr<HttpListener> server;
};

TEST_F(ProxyTest, ConnectMakesATunnelThatIsKept)
{
  std::string asked;
  ScriptedServer proxy([&](Peer& client) {
    asked = client.read_until();
    const auto target = Peer::connect(server->port());
    client.write_one_by_one(tunnel_open);
    Peer::relay(client, *target);
  });
  {
    const auto transport = make_client_transport(runtime, with_password(through(ProxyKind::http, proxy.port())));
    EXPECT_EQ(exchange(*transport, request("POST", "/a", "x")).body, "POST /a");
    EXPECT_EQ(exchange(*transport, request("GET", "/b")).body, "GET /b");
    EXPECT_EQ(transport->stats().connects, 1U);
  }
  EXPECT_EQ(proxy.accepted(), 1);
  EXPECT_EQ(asked,
            "CONNECT api.internal:6443 HTTP/1.1\r\nHost: api.internal:6443\r\n"
            "Proxy-Authorization: Basic dTpTRUNSRVQ=\r\n\r\n");
}

TEST_F(ProxyTest, APlainServersRequestNamesTheServer)
{
  std::string asked;
  ScriptedServer proxy([&](Peer& client) {
    for (int count = 0; count < 2; ++count) {
      asked += client.read_until();
      client.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    }
    EXPECT_TRUE(client.wait_closed());
  });
  {
    const auto to = with_password(through(ProxyKind::http, proxy.port(), false));
    const auto transport = make_client_transport(runtime, to);
    EXPECT_EQ(exchange(*transport, request("GET", "/a?b=c")).body, "ok");
    EXPECT_EQ(exchange(*transport, request("GET", "/d")).body, "ok");
  }
  EXPECT_EQ(asked,
            "GET http://api.internal:6443/a?b=c HTTP/1.1\r\nHost: api.internal:6443\r\n"
            "Proxy-Authorization: Basic dTpTRUNSRVQ=\r\n\r\n"
            "GET http://api.internal:6443/d HTTP/1.1\r\nHost: api.internal:6443\r\n"
            "Proxy-Authorization: Basic dTpTRUNSRVQ=\r\n\r\n");
}

TEST_F(ProxyTest, Socks5IsToldTheName)
{
  std::string asked;
  ScriptedServer proxy([&](Peer& client) {
    asked = client.read(3);
    client.write(std::string("\x05\x00", 2));
    asked += client.read(4 + 1 + 12 + 2);
    const auto target = Peer::connect(server->port());
    client.write_one_by_one(std::string("\x05\x00\x00\x03\x02me\x00\x01", 9));
    Peer::relay(client, *target);
  });
  {
    const auto transport = make_client_transport(runtime, through(ProxyKind::socks5, proxy.port()));
    EXPECT_EQ(exchange(*transport, request("GET", "/a")).body, "GET /a");
  }
  EXPECT_EQ(asked, std::string("\x05\x01\x00\x05\x01\x00\x03\x0c"
                               "api.internal\x19\x2b",
                               22));
}

TEST_F(ProxyTest, Socks5AuthenticatesAndIsToldAddresses)
{
  std::string asked;
  ScriptedServer proxy([&](Peer& client) {
    asked = client.read(4);
    client.write(std::string("\x05\x02", 2));
    asked += client.read(3 + 1 + 6);
    client.write(std::string("\x01\x00", 2));
    asked += client.read(4 + 16 + 2);
    client.write(std::string("\x05\x05\x00\x01\x00\x00\x00\x00\x00\x00", 10));
    EXPECT_TRUE(client.wait_closed());
  });
  auto to = with_password(through(ProxyKind::socks5, proxy.port()));
  to.host = "fd00::1";
  EXPECT_EQ(failure(to), "the proxy socks5://127.0.0.1:" + std::to_string(proxy.port()) +
                             " did not connect to fd00::1:6443: the connection was refused");
  std::string expected("\x05\x02\x00\x02\x01\x01u\x06SECRET\x05\x01\x00\x04\xfd\x00", 20);
  expected += std::string(13, '\0') + "\x01\x19\x2b";
  EXPECT_EQ(asked, expected);
}

TEST_F(ProxyTest, RefusalsSayWhatToDo)
{
  const auto answering = [](std::string answer) {
    return [answer](Peer& client) {
      client.read_until();
      client.write(answer);
      EXPECT_TRUE(client.wait_closed());
    };
  };
  ScriptedServer wants(answering("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"));
  EXPECT_THAT(failure(through(ProxyKind::http, wants.port())),
              HasSubstr("requires a user and password in its URL (407)"));
  EXPECT_THAT(failure(with_password(through(ProxyKind::http, wants.port()))),
              HasSubstr("rejected the user and password in its URL (407)"));
  ScriptedServer forbids(answering("HTTP/1.0 403 SECRET\r\n\r\n"));
  EXPECT_THAT(failure(through(ProxyKind::http, forbids.port())),
              HasSubstr("refused to connect to api.internal:6443: HTTP status 403"));
  ScriptedServer other(answering("SSH-2.0-x\r\n\r\n"));
  EXPECT_THAT(failure(through(ProxyKind::http, other.port())), HasSubstr("is it an HTTP proxy?"));
  ScriptedServer early(answering(std::string(tunnel_open) + "x"));
  EXPECT_THAT(failure(through(ProxyKind::http, early.port())), HasSubstr("sent data after its response"));
  ScriptedServer endless(answering("HTTP/1.1 200 OK\r\nX: " + std::string(20000, 'x')));
  EXPECT_THAT(failure(through(ProxyKind::http, endless.port())), HasSubstr("is too long"));
  ScriptedServer closes([](Peer& client) { client.read_until(); });
  EXPECT_THAT(failure(through(ProxyKind::http, closes.port())), HasSubstr("closed the connection before"));

  const auto socks = [](std::string method) {
    return [method](Peer& client) {
      client.read(3);
      client.write(method);
      EXPECT_TRUE(client.wait_closed());
    };
  };
  ScriptedServer password(socks("\x05\xff"));
  EXPECT_THAT(failure(through(ProxyKind::socks5, password.port())),
              HasSubstr("requires a user and password in its URL"));
  ScriptedServer http(socks("HTTP/1.1 400 Bad Request\r\n\r\n"));
  EXPECT_THAT(failure(through(ProxyKind::socks5, http.port())), HasSubstr("does not speak SOCKS5"));
  ScriptedServer wrong([](Peer& client) {
    client.read(4);
    client.write("\x05\x02");
    client.read(10);
    client.write("\x01\x01");
    EXPECT_TRUE(client.wait_closed());
  });
  EXPECT_THAT(failure(with_password(through(ProxyKind::socks5, wrong.port()))),
              HasSubstr("rejected the user and password"));
}

TEST_F(ProxyTest, ItsNameAndPortAreInEveryError)
{
  BlackHole hole;
  const auto transport = make_client_transport(runtime, through(ProxyKind::http, hole.port()));
  auto hanging = start(*transport, request("GET"));
  const auto error = error_when_time_passes(hanging);
  EXPECT_EQ(error.code(), TransportErrc::timeout);
  EXPECT_THAT(error.what(), HasSubstr("cannot connect to the proxy http://127.0.0.1:" + std::to_string(hole.port())));
  auto named = through(ProxyKind::socks5, 1);
  named.proxy->host = "proxy.internal";
  EXPECT_THAT(failure(named, TransportErrc::resolve),
              HasSubstr("cannot resolve proxy.internal: was asked for proxy.internal"));
}

TEST_F(ProxyTest, OneThatHangsIsLeft)
{
  Signal reached;
  ScriptedServer proxy([&](Peer& client) {
    client.read_until();
    reached.set();
    EXPECT_TRUE(client.wait_closed());
  });
  const auto transport = make_client_transport(runtime, through(ProxyKind::http, proxy.port()));
  auto hanging = start(*transport, request("GET"));
  ASSERT_TRUE(reached.wait());
  EXPECT_THAT(error_when_time_passes(hanging).what(),
              AllOf(HasSubstr("did not connect to api.internal"), HasSubstr("within 10 s")));

  std::stop_source stop;
  ExchangeLimits limits;
  limits.stop = stop.get_token();
  auto stopped = start(*transport, request("GET"), limits);
  EXPECT_TRUE(eventually([&] { return proxy.accepted() == 2; }));
  stop.request_stop();
  EXPECT_EQ(error_of(stopped).code(), TransportErrc::cancelled);
}

/// The proxy's side of TLS, and a relay behind it.
class TlsProxy {
public:
  TlsProxy(const CertificateAndKey& certificate, std::uint16_t target) : target_(target)
  {
    BIO* cert = BIO_new_mem_buf(certificate.cert_pem.data(), -1);
    BIO* key = BIO_new_mem_buf(certificate.key_pem.data(), -1);
    X509* x509 = PEM_read_bio_X509(cert, nullptr, nullptr, nullptr);
    EVP_PKEY* private_key = PEM_read_bio_PrivateKey(key, nullptr, nullptr, nullptr);
    SSL_CTX_use_certificate(context_, x509);
    SSL_CTX_use_PrivateKey(context_, private_key);
    X509_free(x509);
    EVP_PKEY_free(private_key);
    BIO_free(cert);
    BIO_free(key);
  }
  ~TlsProxy() { SSL_CTX_free(context_); }
  TlsProxy(const TlsProxy&) = delete;
  TlsProxy& operator=(const TlsProxy&) = delete;

  void serve(Peer& client)
  {
    SSL* tls = SSL_new(context_);
    SSL_set_fd(tls, client.handle());
    if (SSL_accept(tls) == 1) tunnel(tls, client);
    SSL_free(tls);
  }
  std::string asked;

private:
  void tunnel(SSL* tls, const Peer& client)
  {
    char bytes[16384];
    while (asked.find("\r\n\r\n") == std::string::npos) {
      const int count = SSL_read(tls, bytes, sizeof bytes);
      if (count <= 0) return;
      asked.append(bytes, static_cast<std::size_t>(count));
    }
    const auto target = Peer::connect(target_);
    SSL_write(tls, tunnel_open, static_cast<int>(std::string_view(tunnel_open).size()));
    for (;;) {
      pollfd ends[] = {{client.handle(), POLLIN, 0}, {target->handle(), POLLIN, 0}};
      if (SSL_pending(tls) == 0 && ::poll(ends, 2, 20000) <= 0) return;
      if (SSL_pending(tls) > 0 || ends[0].revents != 0) {
        const int count = SSL_read(tls, bytes, sizeof bytes);
        if (count <= 0) return;
        target->write(std::string_view(bytes, static_cast<std::size_t>(count)));
      }
      if (ends[1].revents != 0) {
        const auto count = ::recv(target->handle(), bytes, sizeof bytes, 0);
        if (count <= 0) return;
        SSL_write(tls, bytes, static_cast<int>(count));
      }
    }
  }

  SSL_CTX* context_ = SSL_CTX_new(TLS_server_method());
  std::uint16_t target_;
};

TEST_F(ProxyTest, AnHttpsProxyIsVerifiedAndCarriesTlsInTls)
{
  CertificateRequest request_;
  request_.common_name = "proxy";
  request_.ip_addresses = {"127.0.0.1"};
  TlsProxy tls(authority.issue(request_), server->port());
  ScriptedServer proxy([&](Peer& client) { tls.serve(client); });
  auto to = through(ProxyKind::https, proxy.port());
  EXPECT_THAT(failure(to, TransportErrc::tls), HasSubstr("the certificate of the proxy https://127.0.0.1:"));
  to.proxy_tls.ca_pem = authority.cert_pem();
  {
    const auto transport = make_client_transport(runtime, to);
    EXPECT_EQ(exchange(*transport, request("GET", "/a")).body, "GET /a");
    EXPECT_EQ(exchange(*transport, request("POST", "/b", std::string(100000, 'x'))).body, "POST /b");
    EXPECT_EQ(exchange(*transport, request("GET", "/large")).body.size(), 1'000'010U);
    EXPECT_EQ(transport->stats().connects, 1U);
  }
  EXPECT_THAT(tls.asked, StartsWith("CONNECT api.internal:6443 "));
}

}  // namespace
}  // namespace kubexx::test

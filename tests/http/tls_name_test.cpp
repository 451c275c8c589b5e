// SPDX-License-Identifier: Apache-2.0
// Which names a server's certificate must be for: as Go's crypto/x509 decides it, and never none.
#include <openssl/ssl.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "support.hpp"
#include "tls_context.hpp"

namespace kubexx::test {
namespace {

using namespace std::string_literals;

awaitable<HttpResponse> ok(HttpRequest /*request*/)
{
  HttpResponse response;
  response.body = "ok";
  co_return response;
}

class TlsNameTest : public NetTest {
protected:
  /// What a client that expects `name` gets from a server with this certificate: "ok" or the error's text.
  std::string answer(const std::string& name, const CertificateRequest& wanted)
  {
    const auto leaf = authority.issue(wanted);
    ListenerOptions listening;
    listening.tls = TlsServerConfig{leaf.cert_pem, leaf.key_pem, {}};
    HttpListener listener(runtime, listening, ok);
    auto with = options(listener.port());
    with.tls = TlsClientConfig{};
    with.tls->ca_pem = authority.cert_pem();
    with.tls->server_name = name;
    const auto transport = make_client_transport(runtime, with);
    auto waiting = start(*transport, request("GET"));
    must_end(waiting);
    try {
      return waiting.get().body;
    } catch (const TransportError& error) {
      EXPECT_EQ(error.code(), TransportErrc::tls) << error.what();
      return error.what();
    }
  }
  static CertificateRequest for_names(std::vector<std::string> names)
  {
    CertificateRequest wanted;
    wanted.dns_names = std::move(names);
    return wanted;
  }
  static CertificateRequest for_addresses(std::vector<std::string> addresses)
  {
    CertificateRequest wanted;
    wanted.ip_addresses = std::move(addresses);
    return wanted;
  }

  CertificateAuthority authority{clock};
};

TEST_F(TlsNameTest, OfAnAddressWithAZoneTheAddressIsVerified)
{
  EXPECT_NE(answer("fe80::1%lo", for_addresses({"127.0.0.1"})), "ok");
  EXPECT_NE(answer("fe80::1%lo", for_names({"other.example"})), "ok");
  EXPECT_NE(answer("fe80::1%lo", for_addresses({"fe80::2"})), "ok");
  EXPECT_EQ(answer("fe80::1%lo", for_addresses({"fe80::1"})), "ok");
}

TEST_F(TlsNameTest, AnIpv4AddressIsTheSameInIpv6)
{
  EXPECT_EQ(answer("::ffff:10.0.0.1", for_addresses({"10.0.0.1"})), "ok");
  EXPECT_NE(answer("::ffff:10.0.0.2", for_addresses({"10.0.0.1"})), "ok");
}

TEST_F(TlsNameTest, ADotAtTheEndIsNotPartOfTheName)
{
  EXPECT_EQ(answer("api.example.", for_names({"api.example"})), "ok");
  EXPECT_NE(answer("api.example.", for_names({"api.example.org"})), "ok");
}

// Go has refused these since 1.15.
TEST_F(TlsNameTest, ACommonNameIsNoName)
{
  CertificateRequest wanted;
  wanted.common_name = "api.example";
  EXPECT_NE(answer("api.example", wanted).find("only for no names"), std::string::npos);
}

TEST_F(TlsNameTest, AWildcardIsAWholeLabel)
{
  EXPECT_EQ(answer("foo.example.org", for_names({"*.example.org"})), "ok");
  EXPECT_NE(answer("foo.example.org", for_names({"f*.example.org"})), "ok");
  EXPECT_NE(answer("foo.example.org", for_names({"*o.example.org"})), "ok");
}

TEST_F(TlsNameTest, ANameThatCannotBeVerifiedIsRefused)
{
  auto with = options(1);
  with.tls = TlsClientConfig{};
  for (const std::string& name : {"api.example\0.evil.example"s, "api example"s, "\0"s, "api.example\n"s}) {
    with.tls->server_name = name;
    EXPECT_THROW((void)make_client_transport(runtime, with), std::invalid_argument);
    auto to = options(1);
    to.host = name;
    EXPECT_THROW((void)make_client_transport(runtime, to), std::invalid_argument);
  }
  // Whatever the way by which such a name comes: no handshake begins.
  const auto tls = detail::make_tls_context(TlsClientConfig{});
  const std::unique_ptr<SSL, decltype(&SSL_free)> ssl(SSL_new(tls->context.native_handle()), SSL_free);
  for (const std::string& name : {"api.example\0.evil.example"s, ""s}) {
    EXPECT_THROW(detail::prepare_client(ssl.get(), *tls, name, clock.wall_now()), TransportError);
  }
}

}  // namespace
}  // namespace kubexx::test

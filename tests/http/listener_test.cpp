// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/listener.hpp"

#include "support.hpp"

namespace kubexx::test {
namespace {

awaitable<HttpResponse> echo(HttpRequest request)
{
  HttpResponse response;
  response.headers.add("X-Method", request.method);
  response.headers.add("X-Target", request.target);
  response.headers.add("X-User", request.user);
  std::string groups;
  for (const auto& group : request.groups) groups += group + ';';
  response.headers.add("X-Groups", groups);
  response.body = std::move(request.body);
  co_return response;
}

using ListenerTest = NetTest;

TEST_F(ListenerTest, AnswersAndKeepsTheConnection)
{
  HttpListener listener(runtime, {}, echo);
  const auto transport = plain(listener.port());
  for (int round = 0; round < 5; ++round) {
    const auto response = exchange(*transport, request("POST", "/a?b=c", "body " + std::to_string(round)));
    EXPECT_EQ(response.status, 200U);
    EXPECT_EQ(response.body, "body " + std::to_string(round));
    EXPECT_EQ(response.headers.find("x-target"), "/a?b=c");
    EXPECT_EQ(response.headers.find("date"), "Thu, 01 Jan 2026 00:00:00 GMT");
  }
  EXPECT_EQ(transport->stats().connects, 1U);
  EXPECT_EQ(transport->stats().exchanges, 5U);
  EXPECT_EQ(listener.connections(), 1U);
  stop(listener);
  EXPECT_EQ(listener.connections(), 0U);
}

TEST_F(ListenerTest, SpeaksTlsAndKnowsTheClient)
{
  const CertificateAuthority authority(clock);
  CertificateRequest server;
  server.common_name = "server";
  server.ip_addresses = {"127.0.0.1", "::1"};
  const auto leaf = authority.issue(server);
  ListenerOptions listening;
  listening.tls = TlsServerConfig{leaf.cert_pem, leaf.key_pem, authority.cert_pem()};
  HttpListener listener(runtime, listening, echo);

  CertificateRequest person;
  person.common_name = "alice";
  person.organizations = {"system:masters", "dev"};
  person.server = false;
  const auto client = authority.issue(person);
  auto with = options(listener.port());
  with.tls = TlsClientConfig{};
  with.tls->ca_pem = authority.cert_pem();
  with.tls->cert_pem = client.cert_pem;
  with.tls->key_pem = client.key_pem;
  const auto transport = make_client_transport(runtime, with);
  for (int round = 0; round < 3; ++round) {
    const auto response = exchange(*transport, request("GET", "/"));
    EXPECT_EQ(response.headers.find("X-User"), "alice");
    EXPECT_EQ(response.headers.find("X-Groups"), "system:masters;dev;");
  }
  EXPECT_EQ(transport->stats().connects, 1U);
}

}  // namespace
}  // namespace kubexx::test

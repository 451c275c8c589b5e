// SPDX-License-Identifier: Apache-2.0
// What users of kubernetes-client/c complain of, each over real sockets with TLS: it must not happen here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <thread>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/typed.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/client_transport.hpp"
#include "kubexx/http/listener.hpp"
#include "kubexx/http/url.hpp"
#include "kubexx/testing/scripted_body.hpp"
#include "support/partial_deployment.hpp"

namespace kubexx {
namespace {

using test::Deployment;
using ::testing::ElementsAre;
using ::testing::Pair;

/// A described struct whose members are keywords of C++ in JSON.
struct Keywords {
  static constexpr ResourceInfo kubexx_resource{"example.com", "v1", "Keyword", "keywords"};
  ObjectMeta metadata;
  std::string default_, class_, operator_;
};
BOOST_DESCRIBE_STRUCT(Keywords, (), (metadata, default_, class_, operator_))

/// Keeps what was asked and gives the answers of a test.
class Server {
public:
  HttpResponse answer(const HttpRequest& request)
  {
    const std::lock_guard lock(mutex_);
    targets_.push_back(request.target);
    HttpResponse response;
    response.headers.add("Content-Type", "application/json");
    if (streams_) {
      std::vector<std::string> bytes;
      for (const char byte : body_) bytes.emplace_back(1, byte);
      response.stream = std::make_unique<testing::ScriptedBody>(std::move(bytes));
    } else {
      response.body = body_;
    }
    return response;
  }
  void say(std::string body, bool streams = false)
  {
    const std::lock_guard lock(mutex_);
    body_ = std::move(body);
    streams_ = streams;
  }
  [[nodiscard]] std::string last_target() const
  {
    const std::lock_guard lock(mutex_);
    return targets_.back();
  }
  [[nodiscard]] std::size_t asked() const
  {
    const std::lock_guard lock(mutex_);
    return targets_.size();
  }

private:
  mutable std::mutex mutex_;
  std::string body_;                  // guarded by mutex_
  bool streams_ = false;              // guarded by mutex_
  std::vector<std::string> targets_;  // guarded by mutex_
};

awaitable<HttpResponse> answer_of(Server* server, HttpRequest request)
{
  co_return server->answer(request);
}

class Complaints : public ::testing::Test {
protected:
  Complaints()
  {
    CertificateRequest wanted;
    wanted.ip_addresses = {"127.0.0.1"};
    const auto leaf = authority.issue(wanted);
    ListenerOptions listening;
    listening.tls = TlsServerConfig{leaf.cert_pem, leaf.key_pem, {}};
    const HttpHandler handler = [this](HttpRequest request) { return answer_of(&server, std::move(request)); };
    listener = std::make_unique<HttpListener>(system.runtime(), listening, handler);
    ClientTransportOptions to;
    to.host = "127.0.0.1";
    to.port = listener->port();
    to.tls = TlsClientConfig{};
    to.tls->ca_pem = authority.cert_pem();
    transport = make_client_transport(system.runtime(), to);
    client = std::make_unique<Client>(system.runtime(), transport);
  }
  ~Complaints() override
  {
    client.reset();
    transport.reset();
    block_on(system.runtime().executor, [this] { return listener->async_stop(); }, "async_stop");
    listener.reset();
    system.stop();
  }
  static std::string pod(const std::string& name)
  {
    return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name + R"(","namespace":"n"}})";
  }

  SystemRuntime system;
  CertificateAuthority authority{*system.runtime().clock};
  Server server;
  std::unique_ptr<HttpListener> listener;
  std::shared_ptr<ClientTransport> transport;
  std::unique_ptr<Client> client;
};

TEST_F(Complaints, ACallNamesOnlyWhatItWants)
{
  server.say(pod("a"));
  (void)client->get(resources::pods, {"n", "a"});
  EXPECT_EQ(server.last_target(), "/api/v1/namespaces/n/pods/a") << "nothing but what was said";
  WriteOptions options;
  options.dry_run = true;
  (void)client->create(resources::pods, Object::parse(pod("a")), options);
  EXPECT_EQ(server.last_target(), "/api/v1/namespaces/n/pods?dryRun=All&fieldManager=kubexx");
}

TEST_F(Complaints, WhatWasReadOutlivesTheClientAndNobodyFreesIt)
{
  std::string_view name;
  Object kept;
  {
    server.say(R"({"items":[)" + pod("a") + "," + pod("b") + "]}");
    const auto list = client->list(resources::pods);
    kept = list.items.at(1);
    name = kept.name();
  }
  client.reset();
  transport.reset();
  EXPECT_EQ(name, "b");
  EXPECT_EQ(kept.namespace_(), "n");
}

TEST_F(Complaints, NullsWhereValuesWereExpectedAreNothing)
{
  server.say(R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a","namespace":"n","labels":null,
    "annotations":null,"ownerReferences":null,"finalizers":null,"creationTimestamp":null,"generation":null,
    "managedFields":null},"spec":{"replicas":null,"selector":null,"template":null},"status":null})");
  const auto deployment = api<Deployment>(*client).get({"n", "a"});
  EXPECT_FALSE(deployment->spec.replicas);
  EXPECT_TRUE(deployment->metadata.labels.empty());
  EXPECT_TRUE(deployment.object().owners().empty());
  server.say(R"({"kind":"PodList","metadata":null,"items":null})");
  EXPECT_TRUE(client->list(resources::pods).items.empty());
  server.say(R"({"type":"ADDED","object":null})"
             "\n"
             R"({"type":null,"object":{"metadata":{"name":"a"}}})"
             "\n"
             R"({"type":"ADDED","object":{"metadata":{"name":"b","labels":null}}})"
             "\n",
             true);
  const auto stream = client->watch(resources::pods);
  EXPECT_EQ(stream->next()->type, WatchEvent::Type::unreadable);
  EXPECT_EQ(stream->next()->object.name(), "b");
  EXPECT_EQ(stream->undecodable(), 2U);
}

TEST_F(Complaints, KeywordsOfTheLanguageAreOrdinaryFields)
{
  server.say(R"({"apiVersion":"example.com/v1","kind":"Keyword","metadata":{"name":"a","namespace":"n"},
    "default":"1","class":"2","operator":"3"})");
  auto keywords = api<Keywords>(*client).get({"n", "a"});
  EXPECT_EQ(keywords->default_ + keywords->class_ + keywords->operator_, "123");
  keywords->class_ = "4";
  EXPECT_EQ(keywords.object().at("/class").as_string(), "4");
}

TEST_F(Complaints, ThreadsNeedNoSetUp)
{
  server.say(pod("a"));
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([copy = *client] {
      for (int call = 0; call < 25; ++call) EXPECT_EQ(copy.get(resources::pods, {"n", "a"}).name(), "a");
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(server.asked(), 200U);
}

TEST_F(Complaints, AThousandRequestsUseOneConnection)
{
  server.say(pod("a"));
  for (int call = 0; call < 1000; ++call) (void)client->get(resources::pods, {"n", "a"});
  const auto stats = transport->stats();
  EXPECT_EQ(stats.exchanges, 1000U);
  EXPECT_EQ(stats.connects, 1U) << "one TCP connection, one TLS handshake";
}

TEST_F(Complaints, AWatchInChunksOfOneByteGivesEachEventWhenItsLineEnds)
{
  std::string events;
  for (int i = 0; i < 20; ++i) events += R"({"type":"ADDED","object":)" + pod("p" + std::to_string(i)) + "}\n";
  server.say(events, true);
  const auto stream = client->watch(resources::pods);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(stream->next()->object.name(), "p" + std::to_string(i));
  EXPECT_FALSE(stream->next());
  EXPECT_EQ(stream->undecodable(), 0U);
}

TEST_F(Complaints, LongLegalNamesArriveWhole)
{
  const std::string namespace_(63, 'n'), name(253, 'a'), group(253, 'g'), plural(63, 'p');
  const ResourceType type{group, "v1alpha1", "Long", plural};
  server.say(R"({"metadata":{"name":")" + name + R"(","namespace":")" + namespace_ + R"("}})");
  EXPECT_EQ(client->get(type, {namespace_, name}).name(), name);
  EXPECT_EQ(server.last_target(), "/apis/" + group + "/v1alpha1/namespaces/" + namespace_ + "/" + plural + "/" + name);
}

TEST_F(Complaints, OddCharactersArriveAsTheyWere)
{
  const std::string odd = R"(a b&c=d+e%20f?g#h/i;j,k"l\m'n<o>p)"
                          "\xc3\xa4";
  server.say(R"({"items":[]})");
  ListOptions options;
  options.label_selector = "x in (a,b),!y";
  options.field_selector = "spec.odd=" + odd;
  options.continue_ = odd;
  (void)client->list(resources::pods, options);
  const std::string target = server.last_target();
  std::map<std::string, std::string> query;
  std::string_view left = std::string_view(target).substr(target.find('?') + 1);
  while (!left.empty()) {
    const std::string_view part = left.substr(0, left.find('&'));
    left.remove_prefix(std::min(part.size() + 1, left.size()));
    query.emplace(percent_decode(part.substr(0, part.find('='))), percent_decode(part.substr(part.find('=') + 1)));
  }
  EXPECT_THAT(query, ElementsAre(Pair("continue", odd), Pair("fieldSelector", "spec.odd=" + odd),
                                 Pair("labelSelector", "x in (a,b),!y")));
}

TEST_F(Complaints, AnErrorIsAnExceptionWithTheServersReason)
{
  server.say(R"({"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired","message":"1 is too old"}})"
             "\n",
             true);
  const auto stream = client->watch(resources::pods);
  try {
    (void)stream->next();
    FAIL() << "it was an event";
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_gone(error));
    EXPECT_EQ(error.status().message, "1 is too old");
  }
}

}  // namespace
}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
// The client's verbs against the embedded server: in this process and over sockets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <set>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/client/logs.hpp"
#include "kubexx/client/pages.hpp"
#include "kubexx/client/rest_mapper.hpp"
#include "kubexx/client/scale.hpp"
#include "kubexx/client/table.hpp"
#include "kubexx/http/client_transport.hpp"
#include "kubexx/http/listener.hpp"
#include "support/merge_rules.hpp"
#include "support/two_writers.hpp"

namespace kubexx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

awaitable<HttpResponse> answer_of(ApiServer* server, HttpRequest request)
{
  co_return co_await server->async_handle(std::move(request));
}

/// One server and a client of it; the parameter: over sockets.
class EmbeddedClient : public testing::TestWithParam<bool> {
protected:
  EmbeddedClient()
  {
    const HttpHandler handler = [this](HttpRequest asked) { return answer_of(&server, std::move(asked)); };
    if (!GetParam()) {
      client.emplace(system.runtime(), make_in_process_transport(system.runtime(), server));
      return;
    }
    listener = std::make_unique<HttpListener>(system.runtime(), ListenerOptions{}, handler);
    ClientTransportOptions to;
    to.host = "127.0.0.1";
    const std::string url = listener->url();
    to.port = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
    client.emplace(system.runtime(), make_client_transport(system.runtime(), to));
  }
  ~EmbeddedClient() override
  {
    client.reset();
    if (listener) block_on(system.runtime().executor, [this] { return listener->async_stop(); }, "async_stop");
    listener.reset();
    system.stop();
  }

  static Object config_map(const std::string& name, const std::string& colour = "blue")
  {
    return Object::parse(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"default","name":")" + name +
                         R"(","labels":{"colour":")" + colour + R"("}},"data":{"a":"b"}})");
  }
  void make(int count)
  {
    for (int i = 0; i < count; ++i) client->create(resources::config_maps, config_map("m-" + std::to_string(i)));
  }
  static ListOptions in_default(std::int64_t limit = 0)
  {
    ListOptions options;
    options.namespace_ = "default";
    options.limit = limit;
    return options;
  }
  template <class Call>
  static ApiError error_of(Call call)
  {
    try {
      call();
    } catch (const ApiError& error) {
      return error;
    }
    throw std::logic_error("the call succeeded");
  }

  SystemRuntime system;
  SystemClock clock;
  SeededRandom random{1};
  ApiServer server{{.clock = &clock, .random = &random}};
  std::unique_ptr<HttpListener> listener;
  std::optional<Client> client;
};

INSTANTIATE_TEST_SUITE_P(Both, EmbeddedClient, testing::Bool(),
                         [](const auto& param) { return param.param ? "OverSockets" : "InProcess"; });

TEST_P(EmbeddedClient, WhatTwoWritersAddSurvives)
{
  test::expect_built_in_writes_survive(*client, "default");
  client->create(resources::custom_resource_definitions, test::widget_definition());
  test::expect_custom_writes_survive(*client, "default");
}

TEST_P(EmbeddedClient, MergeRulesAreThoseOfTheServer)
{
  int kinds = 0;
  for (const char* version : {"api/v1", "apis/apps/v1", "apis/coordination.k8s.io/v1", "apis/events.k8s.io/v1",
                              "apis/rbac.authorization.k8s.io/v1", "apis/apiextensions.k8s.io/v1"}) {
    test::MergeRulesCheck check(version, client->get_raw(std::string("/openapi/v3/") + version));
    check.check_kinds();
    kinds += check.kinds;
  }
  EXPECT_GT(kinds, 10);
}

TEST_P(EmbeddedClient, PagesAreCompleteAndAnExpiredTokenHasItsFallbacks)
{
  make(25);
  auto pages = client->pages(resources::config_maps, in_default(10));
  std::set<std::string> names;
  while (const auto item = pages.next()) names.emplace(item->name());
  EXPECT_EQ(names.size(), 25U);
  EXPECT_EQ(pages.pages(), 3U);

  const auto expire = [&] {
    client->patch(resources::config_maps, {"default", "m-0"}, R"({"data":{"a":"c"}})");
    client->patch(resources::config_maps, {"default", "m-0"}, R"({"data":{"a":"d"}})");
    server.compact();
  };
  auto strict = client->pages(resources::config_maps, in_default(10));
  ASSERT_TRUE(strict.next_page());
  expire();
  EXPECT_TRUE(is_gone(error_of([&] { (void)strict.next_page(); })));

  auto on = client->pages(resources::config_maps, in_default(10), OnExpired::inconsistent);
  ASSERT_TRUE(on.next_page());
  expire();
  EXPECT_EQ(on.collect().items.size(), 15U);
  EXPECT_FALSE(on.consistent());

  auto whole = client->pages(resources::config_maps, in_default(10), OnExpired::full_list);
  ASSERT_TRUE(whole.next_page());
  expire();
  EXPECT_EQ(whole.collect().items.size(), 25U);
  EXPECT_TRUE(whole.restarted());
}

TEST_P(EmbeddedClient, ATableOfASubresource)
{
  client->create(resources::deployments, Object::parse(R"({"apiVersion": "apps/v1", "kind": "Deployment",
    "metadata": {"namespace": "default", "name": "web"}, "spec": {"replicas": 2, "selector": {"matchLabels": {"a": "b"}},
    "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}}})"));
  const auto table = client->get_subresource_table(resources::deployments, {"default", "web"}, "scale");
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.columns.at(1).name, "Desired");
  EXPECT_EQ(table.rows[0].cells.at(1), "2");
}

TEST_P(EmbeddedClient, TablesAndMetadata)
{
  make(2);
  const auto table = client->list_table(resources::config_maps, in_default());
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.columns.at(0).name, "Name");
  EXPECT_EQ(table.rows[0].cells.at(0), "m-0");
  EXPECT_EQ(table.rows[0].object.kind(), "PartialObjectMetadata");
  EXPECT_FALSE(
      client->get_table(resources::config_maps, {"default", "m-1"}, {}, IncludeObject::none).rows.at(0).object);
  auto options = in_default();
  options.metadata_only = true;
  const auto list = client->list(resources::config_maps, options);
  ASSERT_EQ(list.items.size(), 2U);
  EXPECT_EQ(list.items[0].kind(), "PartialObjectMetadata");
  EXPECT_FALSE(list.items[0].at("/data"));
}

TEST_P(EmbeddedClient, WatchOfTables)
{
  WatchOptions options;
  options.namespace_ = "default";
  options.send_initial_events = true;
  make(2);
  auto stream = client->watch_table(resources::config_maps, options);
  const auto first = stream.next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->table.columns.at(0).name, "Name");
  EXPECT_EQ(first->table.rows.at(0).cells.at(0), "m-0");
  const auto second = stream.next();
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->table.columns.empty());
  EXPECT_EQ(second->table.rows.at(0).object.name(), "m-1");
  EXPECT_EQ(second->resource_version, second->table.rows.at(0).object.resource_version());
  const auto end = stream.next();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->type, WatchEvent::Type::bookmark);
  EXPECT_TRUE(end->initial_events_end);
  client->delete_(resources::config_maps, {"default", "m-0"});
  EXPECT_EQ(stream.next()->type, WatchEvent::Type::deleted);
}

TEST_P(EmbeddedClient, DeleteCollectionBySelectorAndDry)
{
  make(2);
  client->create(resources::config_maps, config_map("red", "red"));
  auto blue = in_default();
  blue.label_selector = "colour=blue";
  DeleteOptions dry;
  dry.dry_run = true;
  EXPECT_EQ(client->delete_collection(resources::config_maps, blue, dry).items.size(), 2U);
  EXPECT_EQ(client->list(resources::config_maps, in_default()).items.size(), 3U);
  EXPECT_EQ(client->delete_collection(resources::config_maps, blue).items.size(), 2U);
  EXPECT_EQ(client->list(resources::config_maps, in_default()).items.size(), 1U);
}

TEST_P(EmbeddedClient, SubresourcesAnswerAsARealServersDo)
{
  client->create(resources::deployments, Object::parse(R"({"apiVersion":"apps/v1","kind":"Deployment",
    "metadata":{"namespace":"default","name":"web"},"spec":{"replicas":2,"selector":{"matchLabels":{"a":"b"}},
    "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"x"}]}}}})"));
  auto scale = client->get_scale(resources::deployments, {"default", "web"});
  EXPECT_EQ(scale.spec.replicas, 2);
  const auto old = scale;
  scale.spec.replicas = 5;
  EXPECT_EQ(client->update_scale(resources::deployments, scale).spec.replicas, 5);
  EXPECT_TRUE(is_conflict(error_of([&] { (void)client->update_scale(resources::deployments, old); })));
  EXPECT_EQ(client->patch_scale(resources::deployments, {"default", "web"}, R"({"spec":{"replicas":1}})").spec.replicas,
            1);

  client->create(resources::pods, Object::parse(R"({"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default",
    "name":"a"},"spec":{"containers":[{"name":"one","image":"x"},{"name":"two","image":"x"}]}})"));
  LogOptions log;
  EXPECT_THAT(error_of([&] { (void)client->logs({"default", "a"}); }).what(),
              HasSubstr("a container name must be specified for pod a, choose one of: [one two]"));
  log.container = "three";
  EXPECT_THAT(error_of([&] { (void)client->logs({"default", "a"}, log); }).what(),
              HasSubstr("container three is not valid for pod a"));
  log.container = "one";
  EXPECT_EQ(client->logs({"default", "a"}, log), "");  // nothing has run yet
  EXPECT_TRUE(is_not_found(error_of([&] { (void)client->logs({"default", "b"}); })));

  DeleteOptions dry;
  dry.dry_run = true;
  client->evict({"default", "a"}, dry);
  EXPECT_EQ(client->get(resources::pods, {"default", "a"}).name(), "a");
  client->evict({"default", "a"});
  EXPECT_TRUE(is_not_found(error_of([&] { client->evict({"default", "a"}); })));

  client->create(resources::service_accounts, Object::parse(R"({"metadata":{"namespace":"default","name":"robot"}})"));
  EXPECT_FALSE(client->create_token({"default", "robot"}).token.empty());
  TokenOptions brief;
  brief.expires_in = std::chrono::seconds(1);
  EXPECT_TRUE(is_invalid(error_of([&] { (void)client->create_token({"default", "robot"}, brief); })));
  EXPECT_TRUE(is_not_found(error_of([&] { (void)client->create_token({"default", "nobody"}); })));
}

/// Asks as a client from before aggregated discovery does.
class OldClient final : public Interceptor {
public:
  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    call.request.headers.set("Accept", "application/json");
    return next(std::move(call));
  }
};

std::set<std::string> told(const Discovery& discovery)
{
  std::set<std::string> lines;
  for (const auto& group : discovery.groups) {
    for (const auto& version : group.versions) {
      for (const auto& resource : version.resources) {
        const auto name = resource.type.plural + "." + resource.type.version + "." + resource.type.group;
        lines.insert(name + " " + resource.type.kind + " " + resource.singular);
        for (const auto& sub : resource.subresources) {
          lines.insert(name + "/" + sub.name + " " + sub.group + "/" + sub.version + "/" + sub.kind);
        }
      }
    }
  }
  return lines;
}

TEST_P(EmbeddedClient, BothFormsOfDiscoveryTellTheSame)
{
  const auto lines = told(discover(*client));
  EXPECT_GT(lines.size(), 20U);
  EXPECT_TRUE(lines.contains("pods.v1./eviction policy/v1/Eviction"));
  EXPECT_TRUE(lines.contains("deployments.v1.apps/status apps/v1/Deployment"));
  EXPECT_EQ(lines, told(discover(client->with_interceptor(std::make_shared<OldClient>()))));
  EXPECT_EQ(server_version(*client).major, "1");
}

TEST_P(EmbeddedClient, TheMapperFindsADefinitionThatCameLater)
{
  RestMapper::Options options;
  options.reload_interval = Duration::zero();
  const RestMapper mapper(*client, options);
  EXPECT_EQ(mapper.resource("deploy").type.kind, "Deployment");
  EXPECT_THROW((void)mapper.resource("late"), NoMatchError);
  client->create(resources::custom_resource_definitions, Object::parse(R"({"metadata":{"name":"latecomers.example.com"},
    "spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"latecomers","singular":"latecomer",
    "kind":"Latecomer","listKind":"LatecomerList","shortNames":["late"]},"versions":[{"name":"v1","served":true,
    "storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}})"));
  EXPECT_EQ(mapper.resource("late").type.plural, "latecomers");
  EXPECT_EQ(mapper.kind("example.com", "Latecomer").type.version, "v1");
}

}  // namespace
}  // namespace kubexx

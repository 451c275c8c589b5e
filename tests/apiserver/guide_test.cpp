// SPDX-License-Identifier: Apache-2.0
// The listings of docs/guides/client.md, compiled and run against the embedded server over sockets. tests/design checks
// that the document shows nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/client/pages.hpp"
#include "kubexx/client/rest_mapper.hpp"
#include "kubexx/client/retry.hpp"
#include "kubexx/client/table.hpp"
#include "kubexx/client/typed.hpp"
#include "kubexx/http/listener.hpp"
#include "kubexx/types/apps/v1/deployment.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;
using appsv1::Deployment;

awaitable<HttpResponse> answer_of(ApiServer* server, HttpRequest request)
{
  co_return co_await server->async_handle(std::move(request));
}

/// Counts what the client sends.
class CountingInterceptor final : public Interceptor {
public:
  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    calls.fetch_add(1);
    HttpResponse response = co_await next(std::move(call));
    co_return response;
  }
  std::atomic<int> calls = 0;
};

awaitable<std::string> first_name(Client client, WatchOptions options)
{
  const auto stream = co_await client.async_watch(resources::config_maps, options);
  while (const auto event = co_await stream->async_next()) {
    if (event->type == WatchEvent::Type::added) co_return std::string(event->object.name());
  }
  co_return "";
}

awaitable<void> store(awaitable<std::string> work, std::string* to)
{
  *to = co_await std::move(work);
}

class Guide : public testing::Test {
protected:
  Guide()
  {
    const HttpHandler handler = [this](HttpRequest asked) { return answer_of(&server, std::move(asked)); };
    listener = std::make_unique<HttpListener>(system.runtime(), ListenerOptions{}, handler);
    folder = std::filesystem::path(testing::TempDir()) /
             (std::string("kubexx-guide-") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder);
    path = (folder / "kubeconfig").string();
    std::ofstream(path) << "current-context: here\ncontexts: [{name: here, context: {cluster: here, user: me}}]\n"
                        << "clusters: [{name: here, cluster: {server: '" << listener->url() << "'}}]\n"
                        << "users: [{name: me, user: {}}]\n";
    own.emplace(connected());
  }
  ~Guide() override
  {
    own.reset();
    block_on(system.runtime().executor, [this] { return listener->async_stop(); }, "async_stop");
    listener.reset();
    system.stop();
    std::filesystem::remove_all(folder);
  }
  Client connected()
  {
    // connect
    ConfigOptions options;
    options.environment = system_environment();  // KUBECONFIG, HOME, proxies
    options.path = path;                         // --kubeconfig
    const ClientConfig config = load_config(options);
    Client connection = Client::connect(system.runtime(), config);
    return connection;
  }
  static Object config_map(const std::string& name)
  {
    return Object::parse(R"({"metadata":{"namespace":"default","name":")" + name +
                         R"(","labels":{"app":"web"}},"data":{"colour":"blue"}})");
  }

  SystemRuntime system;
  SystemClock clock;
  SeededRandom random{1};
  ApiServer server{{.clock = &clock, .random = &random}};
  std::unique_ptr<HttpListener> listener;
  std::filesystem::path folder;
  std::string path;
  std::optional<Client> own;
};

TEST_F(Guide, VerbsOnObjects)
{
  const Client& client = *own;
  const Object wanted = config_map("a");
  // verbs
  const Object created = client.create(resources::config_maps, wanted);
  const Object map = client.get(resources::config_maps, {"default", "a"});
  const auto colour = map.at("/data/colour").as_string();  // looks into the bytes, builds no tree
  client.patch(resources::config_maps, {"default", "a"}, R"({"data":{"colour":"red"}})");
  client.delete_(resources::config_maps, map.key());
  EXPECT_EQ(colour, "blue");
  EXPECT_EQ(created.name(), "a");
  EXPECT_THROW((void)client.get(resources::config_maps, map.key()), ApiError);
}

TEST_F(Guide, PatchesOfEachKind)
{
  const Client& client = *own;
  client.create(resources::config_maps, config_map("a"));
  const ObjectKey key{"default", "a"};
  // patches
  client.patch(resources::config_maps, key, R"({"data":{"colour":"red"}})");  // merge
  client.patch(resources::config_maps, key,
               {PatchType::json, R"([{"op":"replace","path":"/data/colour","value":"green"}])"});
  PatchOptions ours;
  ours.field_manager = "painter";
  ours.force = true;  // takes the field over from whoever owned it
  client.apply(resources::config_maps, config_map("a"), ours);
  EXPECT_EQ(client.get(resources::config_maps, key).at("/data/colour").as_string(), "blue");
}

TEST_F(Guide, ListsSelectAndStream)
{
  const Client& client = *own;
  for (const char* name : {"a", "b", "c"}) client.create(resources::config_maps, config_map(name));
  std::vector<std::string> names;
  // list
  ListOptions options;
  options.namespace_ = "default";
  options.label_selector = LabelSelector().eq("app", "web").not_exists("canary");
  const ObjectList list = client.list(resources::config_maps, options);  // one page: here all of them
  options.limit = 2;
  auto pages = client.pages(resources::config_maps, options);  // any number, one page in memory
  while (const auto item = pages.next()) names.emplace_back(item->name());
  EXPECT_EQ(list.items.size(), 3U);
  EXPECT_THAT(names, testing::ElementsAre("a", "b", "c"));
}

TEST_F(Guide, TypedObjectsKeepWhatTheyDoNotKnow)
{
  const Client& client = *own;
  client.create(resources::deployments, Object::parse(R"({"metadata":{"namespace":"default","name":"web"},
    "spec":{"paused":true,"replicas":1,"selector":{"matchLabels":{"a":"b"}},
    "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"x"}]}}}})"));
  // typed
  const auto deployments = api<Deployment>(client);
  auto web = deployments.get({"default", "web"});
  web->spec.replicas = 3;
  web.patch();  // the difference alone
  EXPECT_EQ(web->spec.replicas, 3);
  EXPECT_EQ(web.object().at("/spec/paused").as_bool(), true);
}

TEST_F(Guide, Watches)
{
  const Client& client = *own;
  WatchOptions options;
  options.namespace_ = "default";
  options.send_initial_events = true;
  client.create(resources::config_maps, config_map("a"));
  std::stop_source stop;
  // watch
  const auto stream = client.watch(resources::config_maps, options);
  try {
    while (const auto event = stream->next(CallOptions(60s, stop.get_token()))) {
      if (event->type == WatchEvent::Type::bookmark) continue;
      options.resource_version = event->resource_version;  // where the next watch goes on
      stop.request_stop();
    }
  } catch (const TransportError& error) {
    // `timeout`: nothing came for a minute; `cancelled`: stopped. Either way the stream is whole: next() goes on.
    EXPECT_EQ(error.code(), TransportErrc::cancelled);
  }
  EXPECT_FALSE(options.resource_version.empty());
  WatchOptions again;
  again.namespace_ = "default";
  again.send_initial_events = true;
  std::string name;
  block_on(system.runtime().executor, [&] { return store(first_name(client, again), &name); }, "first_name");
  EXPECT_EQ(name, "a");
}

TEST_F(Guide, ErrorsSayWhatHappened)
{
  const Client& client = *own;
  std::string told;
  // errors
  try {
    (void)client.get(resources::pods, {"default", "nobody"});
  } catch (const ApiError& error) {
    // the server's answer: code(), reason(), status().message, .causes, .retry_after
    if (!is_not_found(error)) throw;
    told = error.what();
  } catch (const TransportError& error) {
    // no answer: code() says why, request_written() whether the server may have seen the call
    if (!error.retryable()) throw;
  }
  EXPECT_THAT(told, testing::HasSubstr("pods \"nobody\" not found"));
}

TEST_F(Guide, DeadlinesAndStops)
{
  const Client& client = *own;
  std::stop_source stop;
  // bounds
  ListOptions options;
  options.timeout = 5s;             // the whole call, retries included
  options.stop = stop.get_token();  // ends it immediately, from any thread
  options.retry = false;            // the first failure is thrown
  EXPECT_TRUE(client.list(resources::pods, options).items.empty());
  stop.request_stop();
  EXPECT_THROW((void)client.list(resources::pods, options), TransportError);
}

TEST_F(Guide, ConflictsAreTriedAgain)
{
  const Client& client = *own;
  client.create(resources::config_maps, config_map("a"));
  const ObjectKey key{"default", "a"};
  int tries = 0;
  // conflict
  retry_on_conflict(client, [&] {
    auto tree = client.get(resources::config_maps, key).json();
    tree["data"]["count"] = std::to_string(++tries);
    if (tries == 1) client.patch(resources::config_maps, key, R"({"data":{"other":"writer"}})");
    client.update(resources::config_maps, Object::from_json(tree));
  });
  EXPECT_EQ(tries, 2);
}

TEST_F(Guide, InterceptorsSeeEveryCall)
{
  const Client& client = *own;
  // interceptor
  const auto counter = std::make_shared<CountingInterceptor>();
  const Client counted = client.with_interceptor(counter);
  (void)counted.list(resources::pods);
  EXPECT_EQ(counter->calls, 1);
}

TEST_F(Guide, NamesAreMappedAsKubectlMapsThem)
{
  const Client& client = *own;
  // mapper
  const RestMapper mapper(client);
  const ApiResource deployments = mapper.resource("deploy");  // asks the server once
  const ObjectList all = client.list(deployments.type);
  const Discovery everything = discover(client);  // .failures: groups that could not be asked
  EXPECT_EQ(deployments.type.plural, "deployments");
  EXPECT_TRUE(all.items.empty());
  EXPECT_TRUE(everything.failures.empty());
}

TEST_F(Guide, TablesAndMetadata)
{
  const Client& client = *own;
  client.create(resources::config_maps, config_map("a"));
  // forms
  const Table table = client.list_table(resources::config_maps);  // what kubectl prints
  ListOptions light;
  light.metadata_only = true;  // no spec and no status cross the wire
  const ObjectList names = client.list(resources::config_maps, light);
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0].cells.at(0), "a");
  EXPECT_EQ(names.items.at(0).kind(), "PartialObjectMetadata");
}

}  // namespace
}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
// What a reconciler writes through its context, on a real kube-apiserver.
#include <gmock/gmock.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <future>
#include <iostream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <stop_token>
#include <thread>

#include "control_plane.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/controller/finalizer.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/http/client_transport.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct ShopSpec {
  std::string deploymentName;
  std::optional<std::int32_t> replicas;
};
BOOST_DESCRIBE_STRUCT(ShopSpec, (), (deploymentName, replicas))
struct ShopStatus {
  std::int32_t availableReplicas = 0;
};
BOOST_DESCRIBE_STRUCT(ShopStatus, (), (availableReplicas))
// The kind of manifests/crd.yaml.
struct Shop {
  static constexpr ResourceInfo kubexx_resource{"samplecontroller.k8s.io", "v1alpha1", "Foo", "foos"};
  ObjectMeta metadata;
  ShopSpec spec;
  ShopStatus status;
};
BOOST_DESCRIBE_STRUCT(Shop, (), (metadata, spec, status))

struct Settings {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(Settings, (), (metadata, data))

constexpr const char* kFinalizer = "example.org/cleanup";

// What a Shop has outside the cluster, and the results of create_or_update.
struct World {
  std::mutex mutex;
  std::set<std::string> outside;
  std::map<std::string, int> results;
};

Settings applied(const Request& request, const std::string& replicas)
{
  Settings settings;
  settings.metadata.namespace_ = request.namespace_;
  settings.metadata.name = request.name + "-applied";
  settings.data["replicas"] = replicas;
  return settings;
}

Result reconcile(World& world, Context& context, const Request& request)
{
  auto shop = context.get<Shop>(request);
  if (!shop) return Result::done();
  const bool live = finalize(context, shop, kFinalizer, [&] {
    const std::lock_guard lock(world.mutex);
    world.outside.erase(request.name);
  });
  if (!live) return Result::done();

  const std::string replicas = std::to_string(shop->spec.replicas.value_or(1));
  const auto done = context.create_or_update<Settings>(request.key(), [&](Settings& settings) {
    context.own(shop, settings);
    settings.data["replicas"] = replicas;
  });
  Settings wanted = applied(request, replicas);
  context.own(shop, wanted);
  context.apply(wanted);
  context.remove_if_exists<Settings>({request.namespace_, request.name + "-old"});
  shop->status.availableReplicas = static_cast<std::int32_t>(context.owned<Settings>(shop).size());
  shop.patch_status();

  const std::lock_guard lock(world.mutex);
  world.outside.insert(request.name);
  ++world.results[to_string(done.result)];
  return Result::done();
}

class RealContext : public RealServer {
protected:
  void SetUp() override
  {
    RealServer::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    ManagerOptions options;
    options.namespaces = {ns()};
    manager_ = std::make_unique<Manager>(admin(), options);
    manager_->controller().for_<Shop>().owns<Settings>().build(
        [this](Context& context, const Request& request) { return reconcile(world_, context, request); });
    running_ = asio::co_spawn(runtime().executor, manager_->async_run(stop_.get_token()), asio::use_future);
  }
  void TearDown() override
  {
    stop_.request_stop();
    if (running_.valid()) {
      EXPECT_TRUE(running_.get());
    }
    manager_.reset();
    RealServer::TearDown();
  }

  [[nodiscard]] std::string replicas_in(const std::string& config_map) const
  {
    const auto found = api<Settings>(admin()).try_get({ns(), config_map});
    return found && (*found)->data.contains("replicas") ? (*found)->data.at("replicas") : "none";
  }

  World world_;

private:
  std::unique_ptr<Manager> manager_;
  std::stop_source stop_;
  std::future<bool> running_;
};

TEST_F(RealContext, WritesWhatItShallAndCleansUp)
{
  const ObjectKey key{ns(), "corner"};
  admin().create(config_maps(), config_map(ns(), "corner-old"));
  admin().create(foos(), foo(ns(), "corner", "d", 2));
  ASSERT_TRUE(eventually([&] { return replicas_in("corner") == "2" && replicas_in("corner-applied") == "2"; }));
  ASSERT_TRUE(eventually([&] { return admin().get(foos(), key).at("/status/availableReplicas").as_int() == 2; }));
  EXPECT_EQ(replicas_in("corner-old"), "none");
  EXPECT_FALSE(api<Settings>(admin()).try_get({ns(), "corner-old"}));
  EXPECT_THAT(admin().get(foos(), key).finalizers(), ElementsAre(kFinalizer));

  // Another writer's field stays, and what is applied has the controller as its manager.
  admin().patch(config_maps(), {ns(), "corner"}, R"({"data":{"other":"kept"}})");
  admin().patch(config_maps(), {ns(), "corner-applied"}, R"({"data":{"other":"kept","replicas":"9"}})");
  admin().patch(foos(), key, R"({"spec":{"replicas":3}})");
  ASSERT_TRUE(eventually([&] { return replicas_in("corner") == "3" && replicas_in("corner-applied") == "3"; }));
  for (const auto* name : {"corner", "corner-applied"}) {
    EXPECT_EQ(admin().get(config_maps(), {ns(), name}).at("/data/other").as_string(), "kept") << name;
  }
  GetOptions whole;
  whole.keep_managed_fields = true;
  EXPECT_THAT(std::string(admin().get(config_maps(), {ns(), "corner-applied"}, whole).bytes()),
              HasSubstr(R"("manager":"foo","operation":"Apply")"));

  {
    const std::lock_guard lock(world_.mutex);
    EXPECT_EQ(world_.results["created"], 1);
    EXPECT_GE(world_.results["updated"], 1);
  }
  admin().delete_(foos(), key);
  ASSERT_TRUE(eventually([&] { return !api<Shop>(admin()).try_get(key); }));
  const std::lock_guard lock(world_.mutex);
  EXPECT_THAT(world_.outside, testing::IsEmpty());
}

TEST_F(RealContext, ARemovalIsOfThisObjectAlone)
{
  const ObjectKey key{ns(), "twice"};
  admin().create(config_maps(), config_map(ns(), "twice"));
  auto first = api<Settings>(admin()).get(key);
  EXPECT_TRUE(first.remove());
  EXPECT_FALSE(first.remove());
  admin().create(config_maps(), config_map(ns(), "twice"));
  EXPECT_FALSE(first.remove()) << "another object has its name";
  auto second = api<Settings>(admin()).get(key);
  second->data["a"] = "b";
  EXPECT_TRUE(second.update());
  EXPECT_FALSE(second.update());
  auto stale = api<Settings>(admin()).get(key);
  second->data["a"] = "c";
  EXPECT_TRUE(second.patch());
  stale->data["d"] = "e";
  EXPECT_THROW(stale.update(), ApiError);
  EXPECT_TRUE(stale.patch()) << "only the difference, which nobody else has written";
  EXPECT_EQ(stale->data.at("a"), "c");
}

template <class T>
std::future<T> ended(awaitable<T> work)
{
  return asio::co_spawn(runtime().executor, std::move(work), asio::use_future);
}

// The same server under two names.
TEST_F(RealContext, AReconcileWorksInTheClusterOfItsKey)
{
  ManagerOptions options;
  options.namespaces = {ns()};
  Manager manager(admin(), options);
  manager.add_cluster("east", admin());
  manager.controller()
      .for_<Settings>({.clusters = Clusters::every()})
      .workers(2)
      .build([](Context& context, const Request& request) {
        auto settings = context.get<Settings>(request);
        if (!settings) return Result::done();
        settings->data[context.cluster().empty() ? "own" : context.cluster()] = request.to_string();
        settings.patch();
        return Result::done();
      });
  manager.start();
  admin().create(config_maps(), config_map(ns(), "shared"));
  const auto data = [&] { return api<Settings>(admin()).get({ns(), "shared"})->data; };
  EXPECT_TRUE(eventually([&] { return data().contains("own") && data().contains("east"); }));
  EXPECT_EQ(data()["own"], ns() + "/shared");
  EXPECT_EQ(data()["east"], "east:" + ns() + "/shared");
  EXPECT_TRUE(ended(manager.async_remove_cluster("east")).get());
  admin().create(config_maps(), config_map(ns(), "later"));
  const auto later = [&] { return api<Settings>(admin()).get({ns(), "later"})->data; };
  EXPECT_TRUE(eventually([&] { return later().contains("own"); }));
  EXPECT_FALSE(later().contains("east"));
  EXPECT_TRUE(ended(manager.async_stop()).get());
}

awaitable<unsigned> scrape(std::shared_ptr<Transport> transport, std::string token)
{
  HttpRequest request;
  request.target = "/metrics";
  request.headers.add("Host", "localhost");
  request.headers.add("Authorization", "Bearer " + token);
  ExchangeLimits limits;
  const HttpResponse response = co_await transport->exchange(std::move(request), std::move(limits));
  co_return response.status;
}

TEST_F(RealContext, MetricsAreShownToThoseAloneWhoMayGetThem)
{
  PrometheusMetrics metrics;
  ManagerOptions options;
  options.metrics = &metrics;
  options.metrics_address = "127.0.0.1:0";
  options.metrics_token_review = true;
  Manager manager(admin(), options);
  manager.start();
  ClientTransportOptions there;
  there.host = "127.0.0.1";
  there.port = manager.metrics_port();
  const std::shared_ptr<Transport> scraper = make_client_transport(admin().runtime(), there);
  EXPECT_EQ(ended(scrape(scraper, admin_token)).get(), 200U);
  EXPECT_EQ(ended(scrape(scraper, powerless_token)).get(), 403U);
  EXPECT_EQ(ended(scrape(scraper, "nobody's")).get(), 401U);
  EXPECT_TRUE(ended(manager.async_stop()).get());
}

// A reconciler of Deployments that changes their Pods' template each time. A Deployment that is paused is not rolled
// out: its own controller only notes in the status that it has seen the change.
class HotLoopInCluster : public RealCluster {};

TEST_F(HotLoopInCluster, IsHeldBackAndNamed)
{
  ManagerOptions options;
  options.namespaces = {ns()};
  Manager manager(admin(), options);
  std::atomic<int> runs{0};
  manager.controller().for_(deployments()).named("stamps").build([&](Context& context, const Request& request) {
    const int run = ++runs;
    context.client().patch(
        deployments(), request.key(),
        R"({"spec":{"template":{"metadata":{"annotations":{"run":")" + std::to_string(run) + R"("}}}}})");
    return Result::done();
  });
  std::stop_source stop;
  auto running = asio::co_spawn(runtime().executor, manager.async_run(stop.get_token()), asio::use_future);
  admin().create(deployments(),
                 Object::parse(R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":")" +
                               ns() + R"("},
          "spec":{"paused":true,"replicas":0,"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
          "spec":{"containers":[{"name":"c","image":"busybox"}]}}}})"));
  const Request key(ObjectKey{ns(), "web"});
  EXPECT_TRUE(eventually([&] { return manager.why(key).at(0).has("held_back"); })) << to_text(manager.why(key));
  EXPECT_THAT(to_text(manager.why(key)), HasSubstr("/spec/template/metadata/annotations/run of deployments.apps"));
  std::this_thread::sleep_for(std::chrono::seconds(4));
  // Each reconcile leaves a new state, so eighty are tolerated; then come the pauses of 100, 200, 400, ... ms. A
  // reconcile takes some 8 ms, so without the guard there are several hundred.
  EXPECT_LT(runs, 120) << to_text(manager.why(key));
  std::cout << "HOT LOOP: " << runs << " reconciles\n";
  stop.request_stop();
  EXPECT_TRUE(running.get());
}

}  // namespace
}  // namespace kubexx::e2e

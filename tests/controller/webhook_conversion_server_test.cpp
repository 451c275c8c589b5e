// SPDX-License-Identifier: Apache-2.0
// The embedded server stores one version of a kind and asks a manager for the others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "conversion_kinds.hpp"
#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/apimachinery/lossless_conversion.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/apiserver/webhook_caller.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/controller/builder.hpp"
#include "kubexx/controller/detail/webhook_access.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "kubexx/testing/recording_log.hpp"
#include "kubexx/testing/simulated_runtime.hpp"
#include "webhook_harness.hpp"

namespace kubexx::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const ResourceType kOldRoads{"travel.example.org", "v1beta1", "Road", "roads", Scope::namespaced};
const ResourceType kNewRoads{"travel.example.org", "v1", "Road", "roads", Scope::namespaced};
const ResourceType kCrds{"apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions",
                         Scope::cluster};

/// Calls the webhooks of a manager without sockets.
class ManagerWebhooks final : public WebhookCaller {
public:
  awaitable<WebhookAnswer> call(WebhookCall call) override
  {
    ++calls;
    HttpRequest request;
    request.method = "POST";
    request.target = call.url.substr(call.url.find('/', call.url.find("://") + 3));
    request.headers.add("Content-Type", "application/json");
    request.body = std::move(call.body);
    auto calling = detail::async_call_webhook(*manager, std::move(request));
    HttpResponse response = co_await std::move(calling);
    WebhookAnswer answer;
    answer.status = response.status;
    answer.content_type = response.headers.find("Content-Type").value_or("");
    answer.body = std::move(response.body);
    co_return answer;
  }

  Manager* manager = nullptr;
  int calls = 0;
};

json roads_crd(bool stores_old)
{
  const auto version = [&](const char* name, bool stored, json spec) {
    return json{
        {"name", name},
        {"served", true},
        {"storage", stored},
        {"schema",
         {{"openAPIV3Schema",
           {{"type", "object"}, {"properties", {{"spec", {{"type", "object"}, {"properties", std::move(spec)}}}}}}}}}};
  };
  const json number = {{"type", "integer"}, {"format", "int64"}};
  return {
      {"apiVersion", "apiextensions.k8s.io/v1"},
      {"kind", "CustomResourceDefinition"},
      {"metadata", {{"name", "roads.travel.example.org"}}},
      {"spec",
       {{"group", "travel.example.org"},
        {"scope", "Namespaced"},
        {"names", {{"plural", "roads"}, {"singular", "road"}, {"kind", "Road"}, {"listKind", "RoadList"}}},
        {"versions",
         {version("v1beta1", stores_old, {{"miles", number}}),
          version("v1", !stores_old, {{"metres", number}, {"lanes", number}})}},
        {"conversion",
         {{"strategy", "Webhook"},
          {"webhook",
           {{"conversionReviewVersions", {"v1"}},
            {"clientConfig", {{"service", {{"namespace", "travel"}, {"name", "roads"}, {"path", "/convert"}}}}}}}}}}}};
}

class WebhookConversionServer : public ::testing::TestWithParam<bool> {
protected:
  WebhookConversionServer()
  {
    hooks->manager = &manager;
    manager.webhooks().converts(road_conversions());
    manager.start();
    (void)user.create(kCrds, Object::from_json(roads_crd(GetParam())));
  }
  ~WebhookConversionServer() override
  {
    EXPECT_TRUE(sim.run([this]() -> awaitable<void> { return stop(manager); }, std::chrono::minutes(1)));
  }
  static awaitable<void> stop(Manager& manager) { (void)co_await manager.async_stop(); }

  static json spec(const Object& object) { return object.json().value("spec", json()); }
  Object create_new(const std::string& name, json with)
  {
    return user.create(kNewRoads, Object::from_json(road("v1", name, std::move(with))));
  }

  std::shared_ptr<RecordingLog> log = make_recording_log();
  std::shared_ptr<ManagerWebhooks> hooks = std::make_shared<ManagerWebhooks>();
  SimulatedRuntime sim{{.seed = 1, .disorder = 0, .log = Log(log)}};
  ApiServer server{[this] {
    ApiServer::Options options;
    options.clock = &sim.clock();
    options.random = sim.runtime().random;
    options.webhooks = hooks;
    return options;
  }()};
  Client user{sim.user_runtime(), make_in_process_transport(sim.runtime(), server)};
  Manager manager{Client(sim.runtime(), make_in_process_transport(sim.runtime(), server)), without_listener()};
};

TEST_P(WebhookConversionServer, WhatIsCreatedInOneVersionIsReadInTheOther)
{
  (void)user.create(kOldRoads, Object::from_json(road("v1beta1", "a", {{"miles", 2}})));
  const Object now = user.get(kNewRoads, {"default", "a"});
  EXPECT_EQ(spec(now), json::parse(R"({"metres": 2000})"));
  EXPECT_EQ(user.get(kOldRoads, {"default", "a"}).uid(), now.uid());
  EXPECT_GT(hooks->calls, 0);
}

TEST_P(WebhookConversionServer, AChangeInTheOlderVersionKeepsWhatItCannotExpress)
{
  (void)create_new("a", {{"metres", 1500}, {"lanes", 4}});
  EXPECT_EQ(spec(user.get(kNewRoads, {"default", "a"})), json::parse(R"({"metres": 1500, "lanes": 4})"));
  EXPECT_EQ(spec(user.get(kOldRoads, {"default", "a"})), json::parse(R"({"miles": 1})"));

  (void)user.patch(kOldRoads, {"default", "a"}, R"({"metadata": {"labels": {"l": "m"}}})");
  EXPECT_EQ(spec(user.get(kNewRoads, {"default", "a"})), json::parse(R"({"metres": 1500, "lanes": 4})"));
  EXPECT_EQ(user.get(kNewRoads, {"default", "a"}).generation(), 1) << "the spec has not changed";

  (void)user.patch(kOldRoads, {"default", "a"}, R"({"spec": {"miles": 7}})");
  const Object now = user.get(kNewRoads, {"default", "a"});
  EXPECT_EQ(spec(now), json::parse(R"({"metres": 7000, "lanes": 4})"));
  EXPECT_EQ(now.annotation(conversion_data_annotation), std::nullopt);
  EXPECT_EQ(now.label("l"), "m");
}

TEST_P(WebhookConversionServer, AReplaceInTheOlderVersionIsAChangeToo)
{
  (void)create_new("a", {{"metres", 1500}, {"lanes", 4}});
  json old = user.get(kOldRoads, {"default", "a"}).json();
  old["spec"]["miles"] = 2;
  (void)user.update(kOldRoads, Object::from_json(old));
  EXPECT_EQ(spec(user.get(kNewRoads, {"default", "a"})), json::parse(R"({"metres": 2000, "lanes": 4})"));
}

// "apiextensions: TestWebhookConverterWithWatchCache".
TEST_P(WebhookConversionServer, AWatchDeliversItsVersion)
{
  std::string seen;
  manager.controller().named("roads").for_(kOldRoads).build([&](Context& context, const Request& key) {
    if (const Object object = context.get(kOldRoads, key.key())) seen += spec(object).dump() + ";";
    return Result::done();
  });
  (void)create_new("a", {{"metres", 1500}, {"lanes", 4}});
  EXPECT_TRUE(sim.run_until([&] { return !seen.empty(); }, std::chrono::minutes(1)));
  (void)user.patch(kNewRoads, {"default", "a"}, R"({"spec": {"metres": 9000}})");
  EXPECT_TRUE(sim.run_until([&] { return seen == R"({"miles":1};{"miles":9};)"; }, std::chrono::minutes(1))) << seen;
}

TEST_P(WebhookConversionServer, AListOfAThousandObjectsIsConverted)
{
  constexpr int count = 1000;
  for (int i = 0; i < count; ++i)
    (void)create_new("road-" + std::to_string(i), {{"metres", (i + 1) * 1000 + 1}, {"lanes", 2}});
  hooks->calls = 0;
  const auto old = user.list(kOldRoads);
  ASSERT_EQ(old.items.size(), static_cast<std::size_t>(count));
  EXPECT_EQ(hooks->calls, GetParam() ? 0 : 1) << "one request for all objects";
  for (const Object& object : old.items) {
    const int number = std::stoi(std::string(object.name()).substr(5));
    EXPECT_EQ(spec(object), (json{{"miles", number + 1}}));
  }
  const auto now = user.list(kNewRoads);
  for (const Object& object : now.items) EXPECT_EQ(spec(object)["lanes"], 2);
  EXPECT_THAT(log->text(), ::testing::Not(HasSubstr("conversion")));
}

INSTANTIATE_TEST_SUITE_P(Storage, WebhookConversionServer, ::testing::Bool(), [](const auto& storage) {
  return storage.param ? std::string("StoresTheOlder") : std::string("StoresTheNewer");
});

}  // namespace
}  // namespace kubexx::testing

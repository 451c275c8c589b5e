// SPDX-License-Identifier: Apache-2.0
// Discovery in both forms, its failures, and the names that it resolves.
#include "kubexx/client/discovery.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include "client_fixture.hpp"
#include "kubexx/client/rest_mapper.hpp"

namespace kubexx {
namespace {

using test::ClientTest;
using test::failure;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace std::chrono_literals;

std::string aggregated_resource(const std::string& plural, const std::string& kind, const std::string& more = "",
                                const std::string& scope = "Namespaced")
{
  return R"({"resource":")" + plural + R"(","responseKind":{"group":"","version":"v1","kind":")" + kind +
         R"("},"scope":")" + scope + R"(","verbs":["get","list"])" + more + "}";
}

std::string aggregated_group(const std::string& name, const std::vector<std::pair<std::string, std::string>>& versions)
{
  std::string text;
  for (const auto& [version, resources] : versions) {
    text += (text.empty() ? "" : ",") + (R"({"version":")" + version + R"(","freshness":"Current","resources":[)") +
            resources + "]}";
  }
  return R"({"metadata":{)" + (name.empty() ? "" : R"("name":")" + name + "\"") + R"(},"versions":[)" + text + "]}";
}

std::string aggregated(const std::string& groups)
{
  return R"({"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[)" + groups +
         "]}";
}

const std::string core = aggregated(aggregated_group(
    "", {{"v1", aggregated_resource("pods", "Pod",
                                    R"(,"shortNames":["po"],"categories":["all"],"singularResource":"pod",
       "subresources":[{"subresource":"log","responseKind":{"group":"","version":"v1","kind":"Pod"},"verbs":["get"]},
       {"subresource":"eviction","responseKind":{"group":"policy","version":"v1","kind":"Eviction"},"verbs":["create"]}])") +
                    "," + aggregated_resource("namespaces", "Namespace", R"(,"shortNames":["ns"])", "Cluster") + "," +
                    aggregated_resource("events", "Event", R"(,"shortNames":["ev"])") + "," +
                    R"({"resource":"bindings","scope":"Namespaced","verbs":["create"]})"}}));

const std::string groups = aggregated(
    aggregated_group("apps",
                     {{"v1", aggregated_resource("deployments", "Deployment",
                                                 R"(,"shortNames":["deploy"],"categories":["all"],"subresources":[
        {"subresource":"status","responseKind":{"group":"","version":"","kind":"Deployment"},"verbs":["get"]}])")},
                      {"v1beta1", aggregated_resource("deployments", "Deployment", R"(,"categories":["all"])") + "," +
                                      aggregated_resource("oldthings", "OldThing")}}) +
    "," +
    aggregated_group("events.k8s.io", {{"v1", aggregated_resource("events", "Event", R"(,"shortNames":["ev"])")}}) +
    "," +
    aggregated_group("storage.k8s.io", {{"v1", aggregated_resource("storageclasses", "StorageClass",
                                                                   R"(,"shortNames":["sc"])", "Cluster")}}) +
    "," +
    aggregated_group("example.com", {{"v1", aggregated_resource("pods", "Pod", R"(,"shortNames":["po"])") + "," +
                                                aggregated_resource("deploy", "Deploy")}}));

class DiscoveryTest : public ClientTest {
protected:
  Discovery learned()
  {
    transport->answer(200, core).answer(200, groups);
    return discover(client);
  }
};

TEST_F(DiscoveryTest, TheAggregatedFormTakesTwoRequests)
{
  const auto discovery = learned();
  ASSERT_EQ(transport->count(), 2U);
  EXPECT_EQ(transport->request(0).target, "/api");
  EXPECT_EQ(transport->request(1).target, "/apis");
  EXPECT_EQ(transport->last().headers.find("Accept"),
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
            "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json");
  ASSERT_EQ(discovery.groups.size(), 5U);
  EXPECT_EQ(discovery.groups[0].name, "");
  EXPECT_EQ(discovery.groups[1].versions[1].name, "v1beta1");
  const ApiResource& pods = discovery.groups[0].versions[0].resources.at(0);
  EXPECT_EQ(pods.type, (ResourceType{"", "v1", "Pod", "pods"}));
  EXPECT_EQ(pods.singular, "pod");
  EXPECT_THAT(pods.short_names, ElementsAre("po"));
  EXPECT_THAT(pods.categories, ElementsAre("all"));
  EXPECT_TRUE(pods.has_verb("list"));
  EXPECT_FALSE(pods.has_verb("delete"));
  ASSERT_EQ(pods.subresources.size(), 2U);
  EXPECT_EQ(pods.subresources[1].name, "eviction");
  EXPECT_EQ(pods.subresources[1].group, "policy");
  EXPECT_EQ(pods.subresources[1].kind, "Eviction");
  const ApiSubresource& status = discovery.groups[1].versions[0].resources.at(0).subresources.at(0);
  EXPECT_EQ(status.group, "apps") << "a real server leaves out what is the resource's own";
  EXPECT_EQ(status.version, "v1");
  const ApiResource& namespaces = discovery.groups[0].versions[0].resources.at(1);
  EXPECT_FALSE(namespaces.type.namespaced());
  EXPECT_EQ(namespaces.singular, "namespace");
  // What has no kind cannot be used as a resource.
  EXPECT_EQ(discovery.groups[0].versions[0].resources.size(), 3U);
  EXPECT_THAT(discovery.failures, IsEmpty());
}

TEST_F(DiscoveryTest, AStaleVersionIsAFailureAndTheRestIsUsable)
{
  transport->answer(200, core).answer(200,
                                      aggregated(R"({"metadata":{"name":"metrics.k8s.io"},"versions":[
      {"version":"v1beta1","freshness":"Stale","resources":[]}]},)" +
                                                 aggregated_group("apps", {{"v1", aggregated_resource("a", "A")}})));
  const auto discovery = discover(client);
  ASSERT_EQ(discovery.failures.size(), 1U);
  EXPECT_EQ(discovery.failures[0].group, "metrics.k8s.io");
  EXPECT_EQ(discovery.failures[0].version, "v1beta1");
  EXPECT_THAT(discovery.failures[0].problem, HasSubstr("stale"));
  ASSERT_EQ(discovery.groups.size(), 2U);
  EXPECT_EQ(discovery.groups[1].name, "apps");
}

const std::string api_versions = R"({"kind":"APIVersions","versions":["v1"]})";
const std::string group_list = R"({"kind":"APIGroupList","apiVersion":"v1","groups":[
  {"name":"apps","preferredVersion":{"groupVersion":"apps/v1","version":"v1"},
   "versions":[{"groupVersion":"apps/v1beta1","version":"v1beta1"},{"groupVersion":"apps/v1","version":"v1"}]},
  {"name":"broken.io","preferredVersion":{"groupVersion":"broken.io/v1","version":"v1"},
   "versions":[{"groupVersion":"broken.io/v1","version":"v1"}]}]})";
const std::string core_list = R"({"kind":"APIResourceList","groupVersion":"v1","resources":[
  {"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["get"],"shortNames":["po"]},
  {"name":"pods/status","singularName":"","namespaced":true,"kind":"Pod","verbs":["get"]},
  {"name":"pods/eviction","namespaced":true,"group":"policy","version":"v1","kind":"Eviction","verbs":["create"]},
  {"name":"nodes","singularName":"","namespaced":false,"kind":"Node","verbs":["get"]}]})";
const std::string apps_list = R"({"kind":"APIResourceList","groupVersion":"apps/v1","resources":[
  {"name":"deployments","singularName":"deployment","namespaced":true,"kind":"Deployment","verbs":["get"]}]})";

TEST_F(DiscoveryTest, AnOldServerIsAskedVersionByVersionAndAFailedOneTwice)
{
  transport->answer(200, api_versions)
      .answer(200, group_list)
      .answer(200, core_list)
      .answer(200, apps_list)
      .answer(200, apps_list)
      .answer(503, failure(503, "ServiceUnavailable", "no endpoints"))
      .answer(503, failure(503, "ServiceUnavailable", "still no endpoints"));
  const auto discovery = discover(client);
  std::vector<std::string> targets;
  for (std::size_t at = 0; at < transport->count(); ++at) targets.push_back(transport->request(at).target);
  EXPECT_THAT(targets, ElementsAre("/api", "/apis", "/api/v1", "/apis/apps/v1", "/apis/apps/v1beta1",
                                   "/apis/broken.io/v1", "/apis/broken.io/v1"));
  ASSERT_EQ(discovery.groups.size(), 2U);
  EXPECT_EQ(discovery.groups[1].versions[0].name, "v1") << "the preferred version comes first";
  const auto& resources = discovery.groups[0].versions[0].resources;
  ASSERT_EQ(resources.size(), 2U);
  ASSERT_EQ(resources[0].subresources.size(), 2U);
  EXPECT_EQ(resources[0].subresources[0].name, "status");
  EXPECT_EQ(resources[0].subresources[0].version, "v1");
  EXPECT_EQ(resources[0].subresources[1].group, "policy");
  EXPECT_EQ(resources[1].singular, "node");
  EXPECT_FALSE(resources[1].type.namespaced());
  ASSERT_EQ(discovery.failures.size(), 1U);
  EXPECT_EQ(discovery.failures[0].group, "broken.io");
  EXPECT_THAT(discovery.failures[0].problem, HasSubstr("still no endpoints"));
}

TEST_F(DiscoveryTest, AGroupNamedTwiceIsOneGroup)
{
  transport->answer(200, R"({"kind":"APIVersions","versions":["v1","v1"]})")
      .answer(200, R"({"kind":"APIGroupList","groups":[
        {"name":"apps","versions":[{"version":"v1"}]},
        {"name":"apps","versions":[{"version":"v1"},{"version":"v2"},{"version":""},{"version":".."}],
         "preferredVersion":{"version":"v2"}},
        {"name":"..","versions":[{"version":"v1"}]}]})")
      .answer(200, core_list)
      .answer(200, apps_list)
      .answer(200, apps_list);
  const auto discovery = discover(client);
  EXPECT_EQ(transport->left(), 0U);
  ASSERT_EQ(discovery.groups.size(), 2U);
  ASSERT_EQ(discovery.groups[0].versions.size(), 1U);
  ASSERT_EQ(discovery.groups[1].versions.size(), 2U);
  EXPECT_EQ(discovery.groups[1].versions[0].name, "v2");
  EXPECT_EQ(discovery.groups[1].versions[0].resources.size(), 1U);
  EXPECT_EQ(discovery.groups[1].versions[1].resources.size(), 1U);
  ASSERT_EQ(discovery.failures.size(), 3U);
  EXPECT_THAT(discovery.failures[2].problem, HasSubstr("its name cannot be part of a path"));

  transport->answer(200, core).answer(
      200, aggregated(aggregated_group("apps", {{"v1", aggregated_resource("a", "A")}}) + "," +
                      aggregated_group(
                          "apps", {{"v1", aggregated_resource("b", "B")}, {"v2", aggregated_resource("c", "C")}})));
  const auto merged = discover(client);
  ASSERT_EQ(merged.groups.size(), 2U);
  ASSERT_EQ(merged.groups[1].versions.size(), 2U);
  EXPECT_EQ(merged.groups[1].versions[0].resources.at(0).type.plural, "a");
}

TEST_F(DiscoveryTest, AServerWithoutCoreGroupIsFineOneWithoutGroupsIsNot)
{
  transport->answer(404, "404 page not found").answer(200, groups);
  EXPECT_EQ(discover(client).groups.size(), 4U);
  transport->answer(200, core).answer(404, "404 page not found");
  EXPECT_THROW((void)discover(client), ApiError);
  transport->answer(200, "<html>");
  EXPECT_THAT(error_of([&] { (void)discover(client); }),
              HasSubstr("get /api: the server's response is not a discovery"));
  transport->answer(200, R"({"kind":"Pod"})");
  EXPECT_THROW((void)discover(client), ObjectError);
}

TEST_F(DiscoveryTest, ItsDeadlineCoversAllRequestsAndAStopEndsIt)
{
  const SteadyTime start = clock.now();
  transport->then([&](const testing::ScriptedRequest&) {
    clock.advance(30s);
    HttpResponse response;
    response.body = core;
    return response;
  });
  transport->answer(200, groups);
  (void)discover(client);
  EXPECT_EQ(transport->request(0).limits.deadline, start + 32s);
  EXPECT_EQ(transport->request(1).limits.deadline, start + 32s);

  std::stop_source source;
  transport->answer(200, api_versions).answer(200, group_list).then([&](const testing::ScriptedRequest&) {
    source.request_stop();
    HttpResponse response;
    response.body = core_list;
    return response;
  });
  const CallOptions options({}, source.get_token());
  try {
    (void)discover(client, options);
    FAIL() << "it went on";
  } catch (const TransportError& error) {
    EXPECT_EQ(error.code(), TransportErrc::cancelled);
  }
}

TEST_F(DiscoveryTest, TheServersVersion)
{
  transport->answer(200, R"({"major":"1","minor":"37","gitVersion":"v1.37.1","platform":"linux/amd64"})");
  const auto version = server_version(client);
  EXPECT_EQ(version.minor, "37");
  EXPECT_EQ(version.git_version, "v1.37.1");
  transport->answer(200, "[]");
  EXPECT_THAT(error_of([&] { (void)run(async_server_version(client)); }), HasSubstr("get /version"));
}

TEST_F(DiscoveryTest, NamesResolveAsKubectlResolvesThem)
{
  const auto discovery = learned();
  const auto found = [&](const char* argument) -> std::string {
    const auto* resource = find_resource(discovery, argument);
    return resource == nullptr ? "none"
                               : resource->type.plural + "." + resource->type.version + "." + resource->type.group;
  };
  struct Row {
    const char* argument;
    const char* resource;
  };
  for (const auto& [argument, resource] : std::vector<Row>{
           {"pods", "pods.v1."},
           {"pod", "pods.v1."},
           {"po", "pods.v1."},
           {"Pod", "pods.v1."},
           {"PODS", "pods.v1."},
           {"pods.v1.", "pods.v1."},
           {"pods.example.com", "pods.v1.example.com"},
           {"po.example.com", "pods.v1.example.com"},
           {"pods.v1.example.com", "pods.v1.example.com"},
           {"deployments", "deployments.v1.apps"},
           {"deployment.apps", "deployments.v1.apps"},
           {"deploy.apps", "deployments.v1.apps"},
           {"deploy.v1.apps", "deployments.v1.apps"},
           {"deployments.v1beta1.apps", "deployments.v1beta1.apps"},
           {"Deployment.v1beta1.apps", "deployments.v1beta1.apps"},
           // A whole name comes before a short one.
           {"deploy", "deploy.v1.example.com"},
           // In no preferred version.
           {"oldthings", "oldthings.v1beta1.apps"},
           {"events", "events.v1."},
           {"ev", "events.v1."},
           {"events.events.k8s.io", "events.v1.events.k8s.io"},
           // The beginning of a group will do.
           {"storageclass.storage", "storageclasses.v1.storage.k8s.io"},
           {"sc.storage", "storageclasses.v1.storage.k8s.io"},
           {"deployments.v2.apps", "none"},
           {"deployments.extensions", "none"},
           {"nothing", "none"},
           {"", "none"},
           {".", "none"},
           {"..", "none"},
           {"pods/log", "none"},
       }) {
    EXPECT_EQ(found(argument), resource) << argument;
  }
}

TEST_F(DiscoveryTest, KindsPluralsAndCategories)
{
  const auto discovery = learned();
  EXPECT_EQ(find_kind(discovery, "apps", "Deployment")->type.version, "v1");
  EXPECT_EQ(find_kind(discovery, "apps", "deployment", "v1beta1")->type.version, "v1beta1");
  EXPECT_EQ(find_kind(discovery, "apps", "OldThing")->type.version, "v1beta1");
  EXPECT_EQ(find_kind(discovery, "", "Deployment"), nullptr);
  EXPECT_EQ(find_kind(discovery, "apps", "Deployment", "v2"), nullptr);
  EXPECT_EQ(find_plural(discovery, "apps", "deployments")->type.kind, "Deployment");
  EXPECT_EQ(find_plural(discovery, "app", "deployments"), nullptr);
  std::vector<std::string> members;
  for (const auto* resource : find_category(discovery, "all"))
    members.push_back(resource->type.api_version() + " " + resource->type.plural);
  EXPECT_THAT(members, ElementsAre("v1 pods", "apps/v1 deployments"));
  EXPECT_THAT(find_category(discovery, "none"), IsEmpty());
}

class Mapper : public DiscoveryTest {
protected:
  void scripted(int times)
  {
    for (int i = 0; i < times; ++i) transport->answer(200, core).answer(200, groups);
  }
  RestMapper mapper{client};
};

TEST_F(Mapper, AsksOnceForAnyNumberOfNames)
{
  scripted(1);
  EXPECT_EQ(mapper.known(), nullptr);
  EXPECT_EQ(mapper.resource("deploy.apps").type.kind, "Deployment");
  EXPECT_EQ(mapper.kind("", "Pod").type.plural, "pods");
  EXPECT_EQ(mapper.plural("apps", "deployments", "v1beta1").type.version, "v1beta1");
  EXPECT_EQ(mapper.category("all").size(), 2U);
  EXPECT_EQ(transport->count(), 2U);
  EXPECT_NE(mapper.known(), nullptr);
  const RestMapper& same = mapper;
  EXPECT_EQ(same.resource("po").type.kind, "Pod");
}

TEST_F(Mapper, AMissReloadsButNotMoreThanOnceInAWhile)
{
  scripted(1);
  EXPECT_EQ(mapper.resource("po").type.kind, "Pod");
  EXPECT_THROW((void)mapper.resource("foos"), NoMatchError);
  EXPECT_EQ(transport->count(), 2U) << "it has just been asked";

  clock.advance(5s);
  transport->answer(200, core).answer(
      200, aggregated(aggregated_group("x.io", {{"v1", aggregated_resource("foos", "Foo")}})));
  EXPECT_EQ(mapper.resource("foos").type.group, "x.io");
  EXPECT_EQ(transport->count(), 4U);

  clock.advance(5s);
  scripted(1);
  EXPECT_EQ(error_of([&] { (void)mapper.kind("x.io", "Bar", "v1"); }),
            "the server does not have a kind \"Bar\" in group \"x.io\", version \"v1\"");
  EXPECT_THROW((void)mapper.resource("bars"), NoMatchError);
  EXPECT_THAT(mapper.category("bars"), IsEmpty());
  EXPECT_EQ(transport->count(), 6U);
}

TEST_F(Mapper, AFailedReloadKeepsWhatIsKnown)
{
  scripted(1);
  (void)mapper.resource("po");
  clock.advance(6s);
  transport->fail(TransportErrc::connect);
  EXPECT_THROW((void)mapper.resource("foos"), TransportError);
  EXPECT_EQ(mapper.resource("po").type.kind, "Pod");
  EXPECT_THROW((void)mapper.resource("foos"), NoMatchError) << "no hammering of a server that does not answer";
}

TEST_F(Mapper, InvalidateAsksAgain)
{
  scripted(2);
  (void)mapper.resource("po");
  mapper.invalidate();
  EXPECT_EQ(mapper.known(), nullptr);
  (void)mapper.resource("po");
  EXPECT_EQ(transport->count(), 4U);
}

TEST_F(Mapper, AMissNamesWhatCouldNotBeLearned)
{
  transport->answer(200, core).answer(200, aggregated(R"({"metadata":{"name":"metrics.k8s.io"},"versions":[
      {"version":"v1beta1","freshness":"Stale","resources":[]}]})"));
  EXPECT_THAT(error_of([&] { (void)mapper.resource("nodemetrics"); }),
              HasSubstr("does not have a resource type \"nodemetrics\"; discovery failed for: "
                        "metrics.k8s.io/v1beta1 ("));
}

/// Answers when told to; ends with the call's stop.
class HeldTransport final : public Transport {
public:
  explicit HeldTransport(std::shared_ptr<testing::ScriptedTransport> behind) : behind_(std::move(behind)) {}
  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    ++asked;
    const OneShot gate;
    gates.push_back(gate);
    const std::stop_callback on_stop(limits.stop, [gate] { gate.fire(); });
    co_await gate.wait();
    if (limits.stop.stop_requested()) throw TransportError(TransportErrc::cancelled, "stopped");
    co_return co_await behind_->exchange(std::move(request), std::move(limits));
  }
  int asked = 0;
  std::vector<OneShot> gates;

private:
  std::shared_ptr<testing::ScriptedTransport> behind_;
};

/// A server of the older form with twenty groups, whose requests wait until they are let through.
class OldDiscovery : public DiscoveryTest {
protected:
  OldDiscovery()
  {
    std::string list;
    for (int i = 0; i < 20; ++i) {
      const std::string version = R"({"groupVersion":")" + group(i) + R"(/v1","version":"v1"})";
      list += (i == 0 ? "" : ",") + (R"({"name":")" + group(i) + R"(","preferredVersion":)") + version +
              R"(,"versions":[)" + version + "]}";
    }
    transport->answer(404, "404 page not found").answer(200, R"({"kind":"APIGroupList","groups":[)" + list + "]}");
  }
  static std::string group(int number) { return "g" + std::to_string(number) + ".io"; }
  static std::string document(const std::string& plural)
  {
    return R"({"kind":"APIResourceList","resources":[{"name":")" + plural +
           R"(","singularName":"","namespaced":true,"kind":"Thing","verbs":["get"]}]})";
  }
  void poll()
  {
    context.restart();
    context.poll();
  }
  /// Lets every request through that is being held.
  void let_through()
  {
    const auto waiting = held->gates;
    for (const auto& gate : waiting) gate.fire();
    poll();
  }
  /// Begins, and answers /api and /apis.
  void start(const CallOptions& options = {})
  {
    asio::co_spawn(context, async_discover(Client(make_runtime(), held), options),
                   [this](std::exception_ptr failed, Discovery discovery) {
                     error = failed;
                     found = std::move(discovery);
                     done = true;
                   });
    poll();
    let_through();
    let_through();
  }
  [[nodiscard]] TransportErrc failed_with() const
  {
    try {
      if (error) std::rethrow_exception(error);
    } catch (const TransportError& failed) {
      return failed.code();
    }
    throw std::logic_error("it did not fail");
  }

  std::shared_ptr<HeldTransport> held = std::make_shared<HeldTransport>(transport);
  Discovery found;
  std::exception_ptr error;
  bool done = false;
};

TEST_F(OldDiscovery, AsksForEightDocumentsAtATimeAndKeepsTheServersOrder)
{
  start();
  ASSERT_EQ(held->asked, 2 + 8);
  for (int i = 0; i < 20; ++i) transport->answer(200, document("things"));
  // One answer makes room for one request: the last of the eight comes first.
  held->gates[9].fire();
  poll();
  EXPECT_EQ(held->asked, 2 + 9);
  let_through();
  EXPECT_EQ(held->asked, 2 + 17);
  let_through();
  EXPECT_EQ(held->asked, 2 + 20);
  EXPECT_FALSE(done);
  let_through();
  ASSERT_TRUE(done);
  EXPECT_FALSE(error);
  ASSERT_EQ(found.groups.size(), 20U);
  for (int i = 0; i < 20; ++i) {
    const ApiGroup& learned_group = found.groups[static_cast<std::size_t>(i)];
    EXPECT_EQ(learned_group.name, group(i));
    ASSERT_EQ(learned_group.versions.at(0).resources.size(), 1U);
    EXPECT_EQ(learned_group.versions[0].resources[0].type.group, group(i));
  }
  EXPECT_THAT(found.failures, IsEmpty());
}

TEST_F(OldDiscovery, AStopEndsEveryRequestUnderWay)
{
  std::stop_source stop;
  start(CallOptions({}, stop.get_token()));
  ASSERT_EQ(held->asked, 2 + 8);
  stop.request_stop();
  poll();
  ASSERT_TRUE(done);
  EXPECT_EQ(failed_with(), TransportErrc::cancelled);
  EXPECT_EQ(held->asked, 2 + 8) << "nothing more was asked for";
}

TEST_F(OldDiscovery, WhatFailsOrComesTooLateIsReportedAndTheRestIsUsable)
{
  start();
  transport->answer(200, document("things"))
      .answer(503, failure(503, "ServiceUnavailable", "no endpoints"))
      .answer(200, "<html>")
      .fail(TransportErrc::connect)
      .fail(TransportErrc::timeout);
  for (int i = 5; i < 20; ++i) transport->answer(200, document("things"));
  for (int i = 0; i < 3; ++i) let_through();
  EXPECT_EQ(held->asked, 2 + 20 + 4) << "what failed is asked for once more";
  transport->answer(200, document("things")).answer(200, document("things")).fail(TransportErrc::connect);
  clock.advance(32s);
  transport->fail(TransportErrc::timeout);
  let_through();
  ASSERT_TRUE(done);
  EXPECT_FALSE(error);
  EXPECT_EQ(found.groups.size(), 18U);
  ASSERT_EQ(found.failures.size(), 2U);
  EXPECT_EQ(found.failures[0].group, "g3.io");
  EXPECT_EQ(found.failures[1].group, "g4.io");
  EXPECT_THAT(found.failures[1].problem, HasSubstr("/apis/g4.io/v1"));
}

TEST_F(OldDiscovery, TheDeadlineIsOneForAllOfThem)
{
  const SteadyTime begun = clock.now();
  start(CallOptions(Duration(10s)));
  for (int i = 0; i < 20; ++i) transport->fail(TransportErrc::timeout);
  clock.advance(10s);
  for (int i = 0; i < 3; ++i) let_through();
  ASSERT_TRUE(done);
  EXPECT_EQ(failed_with(), TransportErrc::timeout) << "nothing was learned";
  EXPECT_EQ(held->asked, 2 + 20) << "no second try after the deadline";
  for (std::size_t at = 0; at < transport->count(); ++at)
    EXPECT_EQ(transport->request(at).limits.deadline, begun + 10s);
}

TEST_F(OldDiscovery, BlockingInOneStepWorksToo)
{
  for (int i = 0; i < 20; ++i) transport->answer(200, document("things"));
  EXPECT_EQ(discover(client).groups.size(), 20U);
}

class MapperFlights : public DiscoveryTest {
protected:
  struct Caller {
    std::optional<ApiResource> found;
    std::exception_ptr error;
    bool done = false;
  };
  void start(Caller& caller, const CallOptions& options = {})
  {
    asio::co_spawn(context, mapper.async_resource("po", options),
                   [&caller](std::exception_ptr error, ApiResource found) {
                     caller.error = error;
                     if (!error) caller.found = std::move(found);
                     caller.done = true;
                   });
    poll();
  }
  void poll()
  {
    context.restart();
    context.poll();
  }
  void open_all()
  {
    for (std::size_t i = 0; i < held->gates.size(); ++i) {
      held->gates[i].fire();
      poll();
    }
  }
  static TransportErrc code_of(const Caller& caller)
  {
    try {
      std::rethrow_exception(caller.error);
    } catch (const TransportError& error) {
      return error.code();
    }
  }

  std::shared_ptr<HeldTransport> held = std::make_shared<HeldTransport>(transport);
  RestMapper mapper{Client(make_runtime(), held)};
};

TEST_F(MapperFlights, ManyCallersShareOneDiscovery)
{
  transport->answer(200, core).answer(200, groups);
  std::vector<Caller> callers(10);
  for (auto& caller : callers) start(caller);
  EXPECT_EQ(held->asked, 1);
  open_all();
  EXPECT_EQ(held->asked, 2) << "/api and /apis, once";
  for (const auto& caller : callers) EXPECT_EQ(caller.found->type.kind, "Pod");
}

TEST_F(MapperFlights, TheirFailureIsSharedToo)
{
  transport->fail(TransportErrc::connect);
  std::vector<Caller> callers(3);
  for (auto& caller : callers) start(caller);
  open_all();
  EXPECT_EQ(held->asked, 1);
  for (const auto& caller : callers) EXPECT_EQ(code_of(caller), TransportErrc::connect);
}

TEST_F(MapperFlights, ACallerThatStopsTakesNobodyWithIt)
{
  transport->answer(200, core).answer(200, groups);
  std::stop_source first, second;
  std::vector<Caller> callers(3);
  start(callers[0], CallOptions({}, first.get_token()));
  start(callers[1], CallOptions({}, second.get_token()));
  start(callers[2]);
  second.request_stop();  // who waits
  poll();
  ASSERT_TRUE(callers[1].done);
  EXPECT_EQ(code_of(callers[1]), TransportErrc::cancelled);
  EXPECT_FALSE(callers[2].done);
  first.request_stop();  // who asks: another goes on in his place
  poll();
  ASSERT_TRUE(callers[0].done);
  EXPECT_EQ(code_of(callers[0]), TransportErrc::cancelled);
  EXPECT_FALSE(callers[2].done);
  open_all();
  ASSERT_TRUE(callers[2].done);
  EXPECT_EQ(callers[2].found->type.kind, "Pod");
}

TEST_F(MapperFlights, AsiosCancellationOfOneThatWaitsIsATransportError)
{
  transport->answer(200, core).answer(200, groups);
  std::vector<Caller> callers(2);
  start(callers[0]);
  asio::cancellation_signal signal;
  asio::co_spawn(context, mapper.async_resource("po"),
                 asio::bind_cancellation_slot(signal.slot(), [&](std::exception_ptr error, const ApiResource&) {
                   callers[1].error = std::move(error);
                   callers[1].done = true;
                 }));
  poll();
  signal.emit(asio::cancellation_type::terminal);
  poll();
  ASSERT_TRUE(callers[1].done);
  EXPECT_EQ(code_of(callers[1]), TransportErrc::cancelled);
  open_all();
  EXPECT_TRUE(callers[0].found);
}

TEST_F(MapperFlights, WhoWaitsHasADeadlineOfHisOwn)
{
  std::vector<Caller> callers(2);
  start(callers[0]);
  start(callers[1], CallOptions(Duration(3s)));
  clock.advance(3s);
  poll();
  ASSERT_TRUE(callers[1].done);
  EXPECT_EQ(code_of(callers[1]), TransportErrc::timeout);
  EXPECT_FALSE(callers[0].done);
  transport->answer(200, core).answer(200, groups);
  open_all();
  EXPECT_TRUE(callers[0].found);
}

}  // namespace
}  // namespace kubexx

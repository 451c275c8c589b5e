// SPDX-License-Identifier: Apache-2.0
// Subresources, tables, metadata, apply and delete-collection against a real kube-apiserver. A kubelet that this test
// plays itself stands behind pods/log.
#include <gmock/gmock.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "kubexx/base/system_clock.hpp"
#include "kubexx/client/logs.hpp"
#include "kubexx/client/pages.hpp"
#include "kubexx/client/retry.hpp"
#include "kubexx/client/scale.hpp"
#include "kubexx/client/table.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/listener.hpp"
#include "kubexx/testing/scripted_body.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;
using namespace std::chrono_literals;

const ResourceType budgets{"policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets"};
const ResourceType nodes{"", "v1", "Node", "nodes", Scope::cluster};

Object pod(const std::string& namespace_, const std::string& name, const std::string& node = "")
{
  json tree{{"apiVersion", "v1"},
            {"kind", "Pod"},
            {"metadata", {{"namespace", namespace_}, {"name", name}, {"labels", {{"app", name}}}}},
            {"spec", {{"containers", {{{"name", "main"}, {"image", "x"}}}}}}};
  if (!node.empty()) tree["spec"]["nodeName"] = node;
  return Object::from_json(tree);
}

template <class F>
std::optional<ApiError> error_of(const F& call)
{
  try {
    call();
  } catch (const ApiError& error) {
    return error;
  }
  ADD_FAILURE() << "the call succeeded";
  return std::nullopt;
}

class ClientSubresources : public RealServer {
protected:
  void make_foos(std::initializer_list<const char*> names)
  {
    for (const char* name : names) admin().create(foos(), foo(ns(), name, name, 1));
  }
  ListOptions here() const
  {
    ListOptions options;
    options.namespace_ = ns();
    return options;
  }
};

TEST_F(ClientSubresources, ScaleIsUpdatedWithOptimisticLocking)
{
  admin().create(deployments(), Object::from_json(json::parse(R"({"apiVersion":"apps/v1","kind":"Deployment",
    "metadata":{"namespace":")" + ns() + R"(","name":"web"},"spec":{"replicas":2,"selector":{"matchLabels":{"a":"b"}},
    "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"x"}]}}}})")));
  const auto old = admin().get_scale(deployments(), {ns(), "web"});
  EXPECT_EQ(old.spec.replicas, 2);
  EXPECT_EQ(old.status.selector, "a=b");
  // The deployment controller writes to it, too.
  retry_on_conflict(admin(), [&] {
    auto scale = admin().get_scale(deployments(), {ns(), "web"});
    scale.spec.replicas = 0;
    EXPECT_EQ(admin().update_scale(deployments(), scale).spec.replicas, 0);
  });
  EXPECT_EQ(admin().get(deployments(), {ns(), "web"}).at("/spec/replicas").as_int(), 0);
  const auto stale = error_of([&] { (void)admin().update_scale(deployments(), old); });
  ASSERT_TRUE(stale);
  EXPECT_TRUE(is_conflict(*stale)) << stale->what();
  EXPECT_EQ(admin().patch_scale(deployments(), {ns(), "web"}, R"({"spec":{"replicas":3}})").spec.replicas, 3);
}

TEST_F(ClientSubresources, AnEvictionThatABudgetForbidsIsA429WithTheServersReason)
{
  admin().create(pods(), pod(ns(), "guarded"));
  admin().patch(pods(), {ns(), "guarded"}, R"({"status":{"phase":"Running",
    "conditions":[{"type":"Ready","status":"True"}]}})",
                {}, "status");
  admin().create(
      budgets,
      Object::from_json({{"apiVersion", "policy/v1"},
                         {"kind", "PodDisruptionBudget"},
                         {"metadata", {{"namespace", ns()}, {"name", "keep"}}},
                         {"spec", {{"minAvailable", 1}, {"selector", {{"matchLabels", {{"app", "guarded"}}}}}}}}));
  const auto status = R"({"status":{"observedGeneration":1,"disruptionsAllowed":0,"currentHealthy":1,
    "desiredHealthy":1,"expectedPods":1}})";
  admin().patch(budgets, {ns(), "keep"}, status, {}, "status");
  DeleteOptions once;
  once.retry = false;
  const auto error = error_of([&] { admin().evict({ns(), "guarded"}, once); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code(), 429U);
  EXPECT_TRUE(is_too_many_requests(*error));
  EXPECT_TRUE(error->retryable());
  EXPECT_THAT(error->what(), HasSubstr("Cannot evict pod as it would violate the pod's disruption budget"));
  ASSERT_EQ(error->status().causes.size(), 1U);
  EXPECT_EQ(error->status().causes[0].reason, "DisruptionBudget");
  EXPECT_THAT(error->status().causes[0].message, HasSubstr("keep"));

  DeleteOptions dry = once;
  dry.dry_run = true;
  admin().delete_(budgets, {ns(), "keep"});
  admin().evict({ns(), "guarded"}, dry);
  EXPECT_EQ(admin().get(pods(), {ns(), "guarded"}).name(), "guarded");
  DeleteOptions now = once;
  now.grace_period_seconds = 0;
  admin().evict({ns(), "guarded"}, now);
  EXPECT_FALSE(error_of([&] { (void)admin().get(pods(), {ns(), "guarded"}); })->retryable());
  EXPECT_TRUE(is_not_found(*error_of([&] { admin().evict({ns(), "guarded"}, once); })));
}

TEST_F(ClientSubresources, ATokenHasItsAudiencesAndLifetime)
{
  admin().create(service_accounts(), Object::from_json({{"apiVersion", "v1"},
                                                        {"kind", "ServiceAccount"},
                                                        {"metadata", {{"namespace", ns()}, {"name", "robot"}}}}));
  TokenOptions options;
  options.expires_in = 3600s;
  const auto issued = admin().create_token({ns(), "robot"}, options);
  EXPECT_EQ(std::count(issued.token.begin(), issued.token.end(), '.'), 2);
  EXPECT_THAT(issued.expires, HasSubstr("T"));
  const auto who =
      client_with(issued.token)
          .create({"authentication.k8s.io", "v1", "SelfSubjectReview", "selfsubjectreviews", Scope::cluster},
                  Object::parse(R"({"metadata":{}})"));
  EXPECT_EQ(who.at("/status/userInfo/username").as_string(), "system:serviceaccount:" + ns() + ":robot");

  options.audiences = {"somebody-else"};
  const auto other = admin().create_token({ns(), "robot"}, options);
  EXPECT_TRUE(is_unauthorized(*error_of([&] { (void)client_with(other.token).get(config_maps(), {ns(), "x"}); })));
  options = {};
  options.expires_in = 1s;
  EXPECT_TRUE(is_invalid(*error_of([&] { (void)admin().create_token({ns(), "robot"}, options); })));
}

TEST_F(ClientSubresources, TheServerMakesTables)
{
  make_foos({"a", "b", "c"});
  auto options = here();
  options.limit = 2;
  const auto table = admin().list_table(foos(), options);
  ASSERT_FALSE(table.columns.empty());
  EXPECT_EQ(table.columns[0].name, "Name");
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0].cells.at(0), "a");
  EXPECT_EQ(table.rows[0].object.kind(), "PartialObjectMetadata");
  EXPECT_EQ(table.remaining_item_count, 1);
  options.continue_ = table.continue_;
  const auto rest = admin().list_table(foos(), options, IncludeObject::object);
  ASSERT_EQ(rest.rows.size(), 1U);
  EXPECT_EQ(rest.rows[0].object.at("/spec/replicas").as_int(), 1);
  const auto one = admin().get_table(foos(), {ns(), "b"}, {}, IncludeObject::none);
  ASSERT_EQ(one.rows.size(), 1U);
  EXPECT_EQ(one.rows[0].cells.size(), one.columns.size());
  EXPECT_FALSE(one.rows[0].object);
}

TEST_F(ClientSubresources, MetadataComesWithoutTheRest)
{
  make_foos({"a", "b"});
  GetOptions get;
  get.metadata_only = true;
  const auto one = admin().get(foos(), {ns(), "a"}, get);
  EXPECT_EQ(one.kind(), "PartialObjectMetadata");
  EXPECT_FALSE(one.uid().empty());
  EXPECT_FALSE(one.at("/spec"));
  EXPECT_THROW((void)admin().update(foos(), one), std::invalid_argument);

  auto list = here();
  list.metadata_only = true;
  const auto all = admin().list(foos(), list);
  ASSERT_EQ(all.items.size(), 2U);
  EXPECT_EQ(all.items[1].kind(), "PartialObjectMetadata");
  EXPECT_FALSE(all.items[1].at("/spec"));

  WatchOptions watch;
  watch.namespace_ = ns();
  watch.metadata_only = true;
  watch.resource_version = all.resource_version;
  watch.allow_bookmarks = false;
  const auto stream = open_watch(admin(), foos(), watch);
  PatchOptions patch;
  patch.metadata_only = true;
  const auto patched =
      admin().patch(foos(), {ns(), "a"}, R"({"metadata":{"labels":{"x":"y"}},"spec":{"replicas":4}})", patch);
  EXPECT_EQ(patched.label("x"), "y");
  EXPECT_FALSE(patched.at("/spec"));
  const auto event = next_event(*stream);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->type, WatchEvent::Type::modified);
  EXPECT_EQ(event->object.kind(), "PartialObjectMetadata");
  EXPECT_EQ(event->object.label("x"), "y");
}

TEST_F(ClientSubresources, DeleteCollectionDeletesWhatIsSelectedAndDryRunNothing)
{
  for (const char* name : {"a", "b", "c"}) {
    auto tree = config_map(ns(), name).json();
    tree["metadata"]["labels"] = {{"colour", *name == 'c' ? "red" : "blue"}};
    admin().create(config_maps(), Object::from_json(tree));
  }
  auto blue = here();
  blue.label_selector = "colour=blue";
  DeleteOptions dry;
  dry.dry_run = true;
  EXPECT_EQ(admin().delete_collection(config_maps(), blue, dry).items.size(), 2U);
  EXPECT_EQ(admin().list(config_maps(), blue).items.size(), 2U);
  EXPECT_EQ(admin().delete_collection(config_maps(), blue).items.size(), 2U);
  EXPECT_TRUE(admin().list(config_maps(), blue).items.empty());
  EXPECT_EQ(admin().get(config_maps(), {ns(), "c"}).name(), "c");
}

TEST_F(ClientSubresources, ApplyCreatesUpdatesAndGivesUpFields)
{
  const auto wanted = [&](const json& data) {
    return Object::from_json({{"apiVersion", "v1"},
                              {"kind", "ConfigMap"},
                              {"metadata", {{"namespace", ns()}, {"name", "applied"}}},
                              {"data", data}});
  };
  PatchOptions first;
  first.field_manager = "first";
  EXPECT_FALSE(admin().apply(config_maps(), wanted({{"a", "1"}, {"b", "2"}}), first).uid().empty());
  const auto after = admin().apply(config_maps(), wanted({{"a", "3"}}), first);
  EXPECT_EQ(after.at("/data/a").as_string(), "3");
  EXPECT_FALSE(after.at("/data/b")) << "a field that is applied no more goes";
  PatchOptions second;
  second.field_manager = "second";
  const auto error = error_of([&] { (void)admin().apply(config_maps(), wanted({{"a", "4"}}), second); });
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_conflict(*error));
  ASSERT_EQ(error->status().causes.size(), 1U);
  EXPECT_EQ(error->status().causes[0].field, ".data.a");
  second.force = true;
  second.dry_run = true;
  EXPECT_EQ(admin().apply(config_maps(), wanted({{"a", "4"}}), second).at("/data/a").as_string(), "4");
  EXPECT_EQ(admin().get(config_maps(), {ns(), "applied"}).at("/data/a").as_string(), "3");
}

TEST_F(ClientSubresources, ListsAtAVersionAreExactOrAtLeastAsNew)
{
  const auto before = admin().list(config_maps(), here());
  admin().create(config_maps(), config_map(ns(), "later"));
  auto exact = here();
  exact.resource_version = before.resource_version;
  exact.resource_version_match = "Exact";
  EXPECT_EQ(admin().list(config_maps(), exact).items.size(), before.items.size());
  exact.resource_version_match = "NotOlderThan";
  EXPECT_GE(admin().list(config_maps(), exact).items.size(), before.items.size());
}

/// Serves /containerLogs as a kubelet does.
class ClientLogs : public ClientSubresources {
protected:
  void SetUp() override
  {
    ClientSubresources::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    CertificateRequest request;
    request.common_name = "kubelet";
    request.ip_addresses = {"127.0.0.1"};
    const auto issued = authority_.issue(request);
    ListenerOptions options;
    options.tls = TlsServerConfig{issued.cert_pem, issued.key_pem, ""};
    const HttpHandler handler = [this](HttpRequest asked) { return answer(this, std::move(asked)); };
    listener_ = std::make_unique<HttpListener>(runtime(), options, handler);
    const auto port = std::stoi(listener_->url().substr(listener_->url().rfind(':') + 1));
    admin().create(nodes, Object::from_json({{"apiVersion", "v1"},
                                             {"kind", "Node"},
                                             {"metadata", {{"name", ns()}}},
                                             {"status",
                                              {{"addresses", {{{"type", "InternalIP"}, {"address", "127.0.0.1"}}}},
                                               {"daemonEndpoints", {{"kubeletEndpoint", {{"Port", port}}}}}}}}));
    admin().create(pods(), pod(ns(), "talker", ns()));
  }
  void TearDown() override
  {
    if (listener_) {
      live_.end();
      DeleteOptions now;
      now.grace_period_seconds = 0;
      admin().delete_(pods(), {ns(), "talker"}, now);
      admin().delete_(nodes, {"", ns()});
      block_on(runtime().executor, [this] { return listener_->async_stop(); }, "async_stop");
    }
    ClientSubresources::TearDown();
  }
  static awaitable<HttpResponse> answer(ClientLogs* self, HttpRequest asked)
  {
    HttpResponse response;
    response.headers.add("Content-Type", "text/plain");
    {
      const std::lock_guard lock(self->mutex_);
      self->asked_ = asked.target;
    }
    if (asked.target.find("follow=true") != std::string::npos) {
      response.stream = std::make_unique<testing::ScriptedBody>(self->live_);
    } else {
      response.body = "one\ntwo\n";
    }
    co_return response;
  }
  std::string asked() const
  {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

  testing::BodyScript live_;

private:
  SystemClock clock_;
  CertificateAuthority authority_{clock_};
  std::unique_ptr<HttpListener> listener_;
  mutable std::mutex mutex_;
  std::string asked_;  // guarded by mutex_
};

TEST_F(ClientLogs, AreReadAtOnceWithTheirOptions)
{
  LogOptions options;
  options.container = "main";
  options.timestamps = true;
  options.tail_lines = 5;
  options.since = 60s;
  EXPECT_EQ(admin().logs({ns(), "talker"}, options), "one\ntwo\n");
  EXPECT_THAT(asked(), HasSubstr("/containerLogs/" + ns() + "/talker/main?"));
  for (const char* part : {"tailLines=5", "timestamps=true", "sinceSeconds=60"}) EXPECT_THAT(asked(), HasSubstr(part));
  options = {};
  options.container = "nobody";
  const auto error = error_of([&] { (void)admin().logs({ns(), "talker"}, options); });
  ASSERT_TRUE(error);
  EXPECT_TRUE(is_bad_request(*error));
  EXPECT_THAT(error->what(), HasSubstr("container nobody is not valid for pod talker"));
}

TEST_F(ClientLogs, AreFollowedLineByLineAsTheyAreWritten)
{
  LogOptions options;
  options.follow = true;
  live_.send("first\nsec");
  auto stream = admin().stream_logs({ns(), "talker"}, options);
  EXPECT_EQ(stream.read_line(), "first");
  live_.send("ond\n");
  EXPECT_EQ(stream.read_line(), "second");
  live_.send("last without an end");
  live_.end();
  EXPECT_EQ(stream.read_line(), "last without an end");
  EXPECT_FALSE(stream.read_line());
}

TEST_F(ClientLogs, AStopEndsAReaderThatWaits)
{
  std::stop_source source;
  LogOptions options;
  options.follow = true;
  options.stop = source.get_token();
  live_.send("first\n");
  auto stream = admin().stream_logs({ns(), "talker"}, options);
  EXPECT_EQ(stream.read_line(), "first");
  const auto begin = std::chrono::steady_clock::now();
  std::jthread stopper([&] {
    std::this_thread::sleep_for(100ms);
    source.request_stop();
  });
  try {
    (void)stream.read_line();
    FAIL() << "nothing was written";
  } catch (const TransportError& error) {
    EXPECT_EQ(error.code(), TransportErrc::cancelled);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
}

TEST_F(ClientLogs, ANodeThatDoesNotAnswerIsA500WithTheServersReason)
{
  admin().patch(nodes, {"", ns()}, R"({"status":{"daemonEndpoints":{"kubeletEndpoint":{"Port":1}}}})", {}, "status");
  const auto error = error_of([&] { (void)admin().logs({ns(), "talker"}); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code(), 500U);
  EXPECT_EQ(error->reason(), "InternalError");
  EXPECT_TRUE(error->retryable());
  EXPECT_THAT(error->what(), HasSubstr("127.0.0.1:1"));
}

}  // namespace
}  // namespace kubexx::e2e

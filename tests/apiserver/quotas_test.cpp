// SPDX-License-Identifier: Apache-2.0
// ResourceQuota: what admission charges and refuses, and who computes the status with simulated controllers. Texts are
// those of 1.37.1 (tests/e2e/recordings/quotas.yaml).
#include <gmock/gmock.h>

#include "fixture.hpp"

namespace kubexx::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* pods = "/api/v1/namespaces/default/pods";
constexpr const char* quotas = "/api/v1/namespaces/default/resourcequotas";
constexpr const char* secrets = "/api/v1/namespaces/default/secrets";

Json pod(const std::string& name, const Json& requests = Json::object())
{
  return {{"metadata", {{"name", name}}},
          {"spec", {{"containers", {{{"name", "c"}, {"image", "i"}, {"resources", {{"requests", requests}}}}}}}}};
}

Json secret(const std::string& name)
{
  return {{"metadata", {{"name", name}}}};
}

struct Quotas : ApiServerTest {
  Quotas() = default;
  explicit Quotas(bool fake)
      : ApiServerTest([fake](ApiServer::Options& options) { options.simulate_controllers = fake; })
  {
  }

  void add_quota(const Json& hard, const Json& more = Json::object())
  {
    Json quota{{"metadata", {{"name", "q"}}}, {"spec", {{"hard", hard}}}};
    quota["spec"].update(more);
    create(quotas, quota);
  }
  void set_status(const Json& hard, const Json& used)
  {
    const auto answer = patch(std::string(quotas) + "/q/status", {{"status", {{"hard", hard}, {"used", used}}}});
    ASSERT_EQ(answer.status, 200U) << answer.body;
  }
  Json status() { return get(std::string(quotas) + "/q").value("status", Json()); }
  void expect_refusal(const std::string& collection, const Json& object, const std::string& text)
  {
    const auto answer = call("POST", collection, object);
    EXPECT_EQ(answer.status, 403U) << answer.body;
    EXPECT_EQ(answer.reason(), "Forbidden");
    EXPECT_EQ(answer.message(), text);
  }
};

TEST_F(Quotas, WithoutAStatusNothingIsLimited)
{
  add_quota({{"secrets", "0"}});
  create(secrets, secret("a"));
  EXPECT_FALSE(status().contains("used"));
}

TEST_F(Quotas, ALimitOfUnknownUseRefuses)
{
  add_quota({{"secrets", "5"}});
  set_status({{"secrets", "5"}}, Json::object());
  expect_refusal(secrets, secret("a"), "secrets \"a\" is forbidden: status unknown for quota: q, resources: secrets");
}

TEST_F(Quotas, CreatesAreChargedUntilTheLimit)
{
  add_quota({{"secrets", "1"}});
  set_status({{"secrets", "1"}, {"count/secrets", "9"}}, {{"secrets", "0"}, {"count/secrets", "0"}});
  EXPECT_EQ(call("POST", std::string(secrets) + "?dryRun=All", secret("a")).status, 201U);
  EXPECT_EQ(status()["used"], (Json{{"secrets", "0"}, {"count/secrets", "0"}})) << "a dry run is not charged";
  create(secrets, secret("a"));
  EXPECT_EQ(status()["used"], (Json{{"secrets", "1"}, {"count/secrets", "1"}}));
  expect_refusal(secrets, secret("b"),
                 "secrets \"b\" is forbidden: exceeded quota: q, requested: secrets=1, used: secrets=1, limited: "
                 "secrets=1");
  create(config_maps, config_map("others"));
  EXPECT_EQ(status()["used"]["secrets"], "1");
  const auto owners = get(std::string(quotas) + "/q")["metadata"]["managedFields"];
  EXPECT_THAT(owners.dump(), HasSubstr(R"("manager":"kube-apiserver","operation":"Update","subresource":"status")"));
}

TEST_F(Quotas, PodsMustSayWhatIsLimited)
{
  add_quota({{"cpu", "1"}});
  set_status({{"cpu", "1"}, {"pods", "5"}}, {{"cpu", "0"}, {"pods", "0"}});
  expect_refusal(pods, pod("a"), "pods \"a\" is forbidden: failed quota: q: must specify cpu for: c");
  create(pods, pod("a", {{"cpu", "600m"}}));
  expect_refusal(pods, pod("b", {{"cpu", "600m"}}),
                 "pods \"b\" is forbidden: exceeded quota: q, requested: cpu=600m, used: cpu=600m, limited: cpu=1");
  EXPECT_EQ(status()["used"], (Json{{"cpu", "600m"}, {"pods", "1"}}));
}

TEST_F(Quotas, ScopesSelectPods)
{
  add_quota({{"pods", "0"}}, {{"scopes", {"BestEffort"}}});
  set_status({{"pods", "0"}}, {{"pods", "0"}});
  create(pods, pod("a", {{"cpu", "1"}}));
  expect_refusal(pods, pod("b"),
                 "pods \"b\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0");
}

TEST_F(Quotas, CustomObjectsAreCounted)
{
  install_foos();
  add_quota({{"count/foos.samplecontroller.k8s.io", "1"}});
  set_status({{"count/foos.samplecontroller.k8s.io", "1"}}, {{"count/foos.samplecontroller.k8s.io", "0"}});
  create(foos, foo("a"));
  const auto refused = call("POST", foos, foo("b"));
  EXPECT_EQ(refused.status, 403U);
  EXPECT_THAT(refused.message(), HasSubstr("exceeded quota: q, requested: count/foos.samplecontroller.k8s.io=1"));
}

struct CountedQuotas : Quotas {
  CountedQuotas() : Quotas(true) {}
};

TEST_F(CountedQuotas, TheStatusIsComputed)
{
  create(secrets, secret("before"));
  add_quota({{"secrets", "3"}, {"pods", "2"}, {"unknown.example.com/x", "1"}});
  EXPECT_EQ(status()["hard"], (Json{{"secrets", "3"}, {"pods", "2"}, {"unknown.example.com/x", "1"}}));
  EXPECT_EQ(status()["used"], (Json{{"secrets", "1"}, {"pods", "0"}}));
  create(secrets, secret("after"));
  EXPECT_EQ(status()["used"]["secrets"], "2");
  call("DELETE", std::string(secrets) + "/before");
  EXPECT_EQ(status()["used"]["secrets"], "1");
}

TEST_F(CountedQuotas, ATakenNameIsNotChargedInTheEnd)
{
  add_quota({{"secrets", "3"}});
  create(secrets, secret("a"));
  for (int times = 0; times < 3; ++times) EXPECT_EQ(call("POST", secrets, secret("a")).status, 409U);
  EXPECT_EQ(status()["used"]["secrets"], "1");
  call("DELETE", std::string(secrets) + "/a");
  EXPECT_EQ(status()["used"]["secrets"], "0");
}

TEST_F(CountedQuotas, AReplicaSetSaysWhyPodsAreMissingAndGoesOn)
{
  add_quota({{"pods", "2"}});
  Json web = deployment("web");
  web["spec"]["replicas"] = 3;
  create(deployments, web);
  EXPECT_EQ(get(pods)["items"].size(), 2U);
  EXPECT_EQ(status()["used"]["pods"], "2");
  const auto set = get("/apis/apps/v1/namespaces/default/replicasets")["items"][0];
  EXPECT_EQ(set["status"]["replicas"], 2);
  const auto condition = set.at("status").at("conditions").at(0);
  EXPECT_EQ(condition["type"], "ReplicaFailure");
  EXPECT_EQ(condition["reason"], "FailedCreate");
  EXPECT_THAT(condition["message"].get<std::string>(), HasSubstr("exceeded quota: q, requested: pods=1, used: pods=2"));
  patch(std::string(quotas) + "/q", {{"spec", {{"hard", {{"pods", "5"}}}}}});
  EXPECT_EQ(get(pods)["items"].size(), 3U);
  EXPECT_EQ(status()["used"]["pods"], "3");
  const auto after = get("/apis/apps/v1/namespaces/default/replicasets")["items"][0];
  EXPECT_FALSE(after["status"].contains("conditions")) << after["status"];
}

}  // namespace
}  // namespace kubexx::testing

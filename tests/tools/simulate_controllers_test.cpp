// SPDX-License-Identifier: Apache-2.0
// kubexx-apiserver, the program, with and without --simulate-controllers.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kubexx/client/client.hpp"
#include "kubexx/client/load_config.hpp"
#include "support/embedded_server.hpp"

namespace kubexx::test {
namespace {

using nlohmann::json;

const ResourceType deployments{"apps", "v1", "Deployment", "deployments"};
const ResourceType replica_sets{"apps", "v1", "ReplicaSet", "replicasets"};
const ResourceType pods{"", "v1", "Pod", "pods"};

json web(int replicas)
{
  return {{"apiVersion", "apps/v1"},
          {"kind", "Deployment"},
          {"metadata", {{"name", "web"}, {"namespace", "default"}}},
          {"spec",
           {{"replicas", replicas},
            {"selector", {{"matchLabels", {{"app", "web"}}}}},
            {"template",
             {{"metadata", {{"labels", {{"app", "web"}}}}},
              {"spec", {{"containers", json::array({{{"name", "c"}, {"image", "nginx"}}})}}}}}}}};
}

class SimulateControllersFlag : public testing::Test {
protected:
  void start(const std::vector<std::string>& flags)
  {
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    server_ = std::make_unique<support::EmbeddedServer>(
        TOOLS_TEST_APISERVER, std::filesystem::path(TOOLS_TEST_FOLDER) / ("simulate-controllers." + name), flags);
    client_ = std::make_unique<Client>(Client::connect(system_.runtime(), load_kubeconfig(server_->kubeconfig())));
  }
  void TearDown() override
  {
    if (!server_) return;
    const auto exit = server_->process().stop();
    EXPECT_EQ(exit.code, 0) << support::to_string(exit);
  }

  [[nodiscard]] const Client& client() const { return *client_; }
  [[nodiscard]] std::vector<Object> all(const ResourceType& type) const
  {
    ListOptions options;
    options.namespace_ = "default";
    return client_->list(type, options).items;
  }
  [[nodiscard]] std::size_t ready_pods() const
  {
    std::size_t ready = 0;
    for (const auto& pod : all(pods)) {
      const auto status = pod.json().at("status");
      const auto conditions = status.value("conditions", json::array());
      for (const auto& condition : conditions) {
        if (condition.at("type") == "Ready" && condition.at("status") == "True") ++ready;
      }
    }
    return ready;
  }

private:
  SystemRuntime system_;
  std::unique_ptr<support::EmbeddedServer> server_;
  std::unique_ptr<Client> client_;
};

TEST_F(SimulateControllersFlag, ADeploymentGetsReadyPodsWhichFollowItsScaleAndItsDeletion)
{
  start({"--simulate-controllers"});
  client().create(deployments, Object::from_json(web(3)));
  ASSERT_EQ(all(replica_sets).size(), 1U);
  EXPECT_EQ(all(pods).size(), 3U);
  EXPECT_EQ(ready_pods(), 3U);
  EXPECT_EQ(client().get(deployments, {"default", "web"}).at("/status/readyReplicas").as_int(), 3);

  client().patch(deployments, {"default", "web"}, R"({"spec":{"replicas":1}})");
  EXPECT_EQ(all(pods).size(), 1U);
  EXPECT_EQ(client().get(deployments, {"default", "web"}).at("/status/readyReplicas").as_int(), 1);

  client().delete_(deployments, {"default", "web"});
  EXPECT_EQ(all(replica_sets).size(), 0U);
  EXPECT_EQ(all(pods).size(), 0U);
}

TEST_F(SimulateControllersFlag, WithoutItADeploymentStaysAlone)
{
  start({});
  client().create(deployments, Object::from_json(web(3)));
  EXPECT_EQ(all(replica_sets).size(), 0U);
  EXPECT_EQ(all(pods).size(), 0U);
  EXPECT_FALSE(client().get(deployments, {"default", "web"}).json().at("status").contains("readyReplicas"));
}

}  // namespace
}  // namespace kubexx::test

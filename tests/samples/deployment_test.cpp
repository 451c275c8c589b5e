// SPDX-License-Identifier: Apache-2.0
// manifests/deployment.yaml against what the program needs.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kubexx/controller/manager.hpp"
#include "support/yaml.hpp"

namespace kubexx {
namespace {

nlohmann::json deployment()
{
  for (const auto& one : support::read_yaml(MANIFESTS "/deployment.yaml")) {
    if (one.at("kind") == "Deployment") return one;
  }
  return nullptr;
}

TEST(DeploymentManifest, TheReplicasAreSpreadOverNodes)
{
  const nlohmann::json spec = deployment().at("spec");
  const nlohmann::json pod = spec.at("template").at("spec");
  ASSERT_TRUE(pod.contains("topologySpreadConstraints"));
  const nlohmann::json spread = pod.at("topologySpreadConstraints").at(0);
  EXPECT_EQ(spread.at("topologyKey"), "kubernetes.io/hostname");
  EXPECT_EQ(spread.at("whenUnsatisfiable"), "ScheduleAnyway") << "a cluster of one node runs both";
  EXPECT_EQ(spread.at("labelSelector"), spec.at("selector"));
}

TEST(DeploymentManifest, TheKubeletWaitsLongerThanTheManagersStop)
{
  const std::chrono::seconds kubelet(
      deployment().at("spec").at("template").at("spec").at("terminationGracePeriodSeconds").get<int>());
  // Manager::run() ends the process itself at the end of the grace period, a few seconds later if the runtime's threads
  // are blocked; the rest is for a slow node.
  EXPECT_GE(kubelet, ManagerOptions().grace + std::chrono::seconds(10));
}

}  // namespace
}  // namespace kubexx

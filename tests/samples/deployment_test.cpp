// SPDX-License-Identifier: Apache-2.0
// manifests/deployment.yaml against what the program needs.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kubexx/controller/manager.hpp"
#include "support/yaml.hpp"

namespace kubexx {
namespace {

TEST(DeploymentManifest, TheKubeletWaitsLongerThanTheManagersStop)
{
  const auto documents = support::read_yaml(MANIFESTS "/deployment.yaml");
  const auto deployment =
      std::find_if(documents.begin(), documents.end(), [](const auto& one) { return one.at("kind") == "Deployment"; });
  ASSERT_NE(deployment, documents.end());
  const std::chrono::seconds kubelet(
      deployment->at("spec").at("template").at("spec").at("terminationGracePeriodSeconds").template get<int>());
  // Manager::run() ends the process itself at the end of the grace period, a few seconds later if the runtime's threads
  // are blocked; the rest is for a slow node.
  EXPECT_GE(kubelet, ManagerOptions().grace + std::chrono::seconds(10));
}

}  // namespace
}  // namespace kubexx

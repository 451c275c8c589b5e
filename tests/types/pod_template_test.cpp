// SPDX-License-Identifier: Apache-2.0
// A reconciler that edits a Pod template by generated types, on the embedded server.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kubexx/controller.hpp"
#include "kubexx/testing/operator_test.hpp"
#include "kubexx/types/apps/v1/deployment.hpp"

namespace kubexx::testing {

namespace {

constexpr const char* kDeployment = R"(
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: nginx, env: [{name: LEVEL, value: low}]}
      - {name: proxy, image: envoy, env: [{name: LEVEL, value: low}, {name: KEPT, value: "1"}], tty: true}
)";

Result raise_level(Context& ctx, const Request& request)
{
  auto deployment = ctx.get<appsv1::Deployment>(request);
  if (!deployment || deployment.is_deleting()) return Result::done();
  auto& env = deployment->spec.template_.spec.containers.at(1).env;
  env.at(0).value = "high";
  (void)deployment.patch();
  return Result::done();
}

TEST(PodTemplate, AReconcilerEditsTheEnvironmentOfTheSecondContainer)
{
  OperatorTestOptions options;
  options.setup = [](Manager& manager) {
    (void)manager.controller().for_<appsv1::Deployment>().writes<appsv1::Deployment>({Verb::patch}).build(raise_level);
  };
  OperatorTest test(options);
  test.start();
  test.apply_text(kDeployment);
  nlohmann::json containers;
  test.wait_until("the level is high", [&] {
    const auto object = test.user().get(resource_of<appsv1::Deployment>(), {test.ns(), "web"});
    containers = object.json()["spec"]["template"]["spec"]["containers"];
    return containers[1]["env"][0]["value"] == "high";
  });
  EXPECT_EQ(containers[0]["env"], nlohmann::json::parse(R"([{"name":"LEVEL","value":"low"}])"));
  const auto& env = containers[1]["env"];
  ASSERT_EQ(env.size(), 2U);
  for (const auto& one : env) EXPECT_EQ(one["value"], one["name"] == "LEVEL" ? "high" : "1");
  EXPECT_EQ(containers[1]["tty"], true);
  EXPECT_EQ(containers[1]["image"], "envoy");
}

}  // namespace

}  // namespace kubexx::testing

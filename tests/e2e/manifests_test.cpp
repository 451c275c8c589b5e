// SPDX-License-Identifier: Apache-2.0
// The manifests on a real server: what a person applies is accepted, strictly, and does what it says.
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using testing::HasSubstr;

using Manifests = RealServer;
using ManifestsInCluster = RealCluster;

TEST_F(Manifests, KustomizeRendersAll)
{
  const auto rendered = run({{plane().kubectl, "kustomize", manifests()}});
  ASSERT_TRUE(rendered.ok()) << rendered.all();
  for (const char* kind : {"Namespace", "CustomResourceDefinition", "ServiceAccount", "ClusterRole",
                           "ClusterRoleBinding", "Role", "RoleBinding", "Deployment"}) {
    EXPECT_THAT(rendered.out, HasSubstr("kind: " + std::string(kind) + "\n"));
  }
  EXPECT_THAT(rendered.out, HasSubstr("image: kubexx/sample-controller:0.2.0"));
}

TEST_F(Manifests, EveryFileIsAcceptedStrictly)
{
  const auto applied = kubectl({"apply", "-k", manifests(), "--dry-run=server", "--validate=strict"});
  EXPECT_TRUE(applied.ok()) << applied.all();
  EXPECT_EQ(applied.err.find("Warning: unknown"), std::string::npos) << applied.err;
  const auto example =
      kubectl({"apply", "-f", manifests() / "example-foo.yaml", "--dry-run=server", "--validate=strict"});
  EXPECT_TRUE(example.ok()) << example.all();
}

TEST_F(Manifests, TheSchemaHoldsItsLimits)
{
  for (const int replicas : {0, 11, -1}) {
    EXPECT_THROW(admin().create(foos(), foo(ns(), "f", "d", replicas)), ApiError) << replicas;
  }
  for (const int replicas : {1, 10}) {
    const auto name = "f-" + std::to_string(replicas);
    EXPECT_EQ(admin().create(foos(), foo(ns(), name, "d", replicas)).generation(), 1);
  }
  auto tree = foo(ns(), "words", "d", 1).json();
  tree["spec"]["replicas"] = "three";
  EXPECT_THROW(admin().create(foos(), Object::from_json(tree)), ApiError);
}

TEST_F(Manifests, TheRoleHasNoWildcardAndNoSecrets)
{
  for (const auto& document : read_yaml(manifests() / "rbac.yaml")) {
    for (const auto& rule : document.value("rules", nlohmann::json::array())) {
      for (const char* field : {"apiGroups", "resources", "verbs"}) {
        for (const auto& entry : rule.at(field)) EXPECT_NE(entry, "*") << rule;
      }
      const auto& resources = rule.at("resources");
      EXPECT_EQ(std::count(resources.begin(), resources.end(), "secrets"), 0);
    }
  }
}

// The namespace enforces the "restricted" Pod security standard: a Pod of the Deployment exists only when it meets it.
TEST_F(ManifestsInCluster, ThePodMeetsTheRestrictedStandard)
{
  const auto applied = kubectl({"apply", "-k", manifests()});
  ASSERT_TRUE(applied.ok()) << applied.all();
  ListOptions options;
  options.namespace_ = "sample-controller";
  options.label_selector = "app.kubernetes.io/name=sample-controller";
  EXPECT_TRUE(eventually([&] { return admin().list(pods(), options).items.size() == 2; }))
      << kubectl({"describe", "replicaset", "-n", "sample-controller"}).out;
  EXPECT_TRUE(kubectl({"delete", "deployment", "-n", "sample-controller", "sample-controller"}).ok());
}

}  // namespace
}  // namespace kubexx::e2e

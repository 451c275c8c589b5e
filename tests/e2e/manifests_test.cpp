// SPDX-License-Identifier: Apache-2.0
// The manifests on a real server: what a person applies is accepted, strictly, and does what it says.
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

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
  for (const char* kind :
       {"Namespace", "CustomResourceDefinition", "ServiceAccount", "ClusterRole", "ClusterRoleBinding", "Role",
        "RoleBinding", "Deployment", "PodDisruptionBudget", "NetworkPolicy"}) {
    EXPECT_THAT(rendered.out, HasSubstr("kind: " + std::string(kind) + "\n"));
  }
  EXPECT_THAT(rendered.out, HasSubstr("image: kubexx/sample-controller:0.4.0"));
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

// What a drained node asks for: the eviction of both replicas, one after the other.
TEST_F(ManifestsInCluster, OneReplicaStaysWhenANodeIsDrained)
{
  const auto applied = kubectl({"apply", "-k", manifests()});
  ASSERT_TRUE(applied.ok()) << applied.all();
  const std::string label = "app.kubernetes.io/name=sample-controller";
  ASSERT_TRUE(eventually([&] { return run_pods(admin(), "sample-controller", label) == 2; }));
  const auto allowed = [&] {
    return kubectl({"get", "poddisruptionbudget", "sample-controller", "-n", "sample-controller", "-o",
                    "jsonpath={.status.disruptionsAllowed} of {.status.expectedPods}"})
        .out;
  };
  ASSERT_TRUE(eventually([&] { return allowed() == "1 of 2"; })) << allowed();
  ListOptions options;
  options.namespace_ = "sample-controller";
  options.label_selector = label;
  const auto evict = [&](const Object& pod) {
    const std::string name(pod.name());
    const nlohmann::json eviction = {{"apiVersion", "policy/v1"},
                                     {"kind", "Eviction"},
                                     {"metadata", {{"namespace", "sample-controller"}, {"name", name}}}};
    return kubectl({"create", "--raw", "/api/v1/namespaces/sample-controller/pods/" + name + "/eviction", "-f", "-"},
                   eviction.dump());
  };
  const auto replicas = admin().list(pods(), options).items;
  ASSERT_EQ(replicas.size(), 2U);
  const auto first = evict(replicas[0]);
  EXPECT_TRUE(first.ok()) << first.all();
  // The Pod that replaces it is not ready: nobody says so here.
  const auto second = evict(replicas[1]);
  EXPECT_FALSE(second.ok());
  EXPECT_THAT(second.err, HasSubstr("disruption budget"));
  EXPECT_TRUE(kubectl({"delete", "deployment", "-n", "sample-controller", "sample-controller"}).ok());
}

// Nothing enforces the policy here; what the server has stored must select the Pods and name their ports.
TEST_F(Manifests, TheNetworkPolicyIsAboutThePodsAndTheirPorts)
{
  const auto applied = kubectl({"apply", "-k", manifests()});
  ASSERT_TRUE(applied.ok()) << applied.all();
  const auto get = [&](const char* kind) {
    return nlohmann::json::parse(
        kubectl({"get", kind, "sample-controller", "-n", "sample-controller", "-o", "json"}).out);
  };
  const auto policy = get("networkpolicy").at("spec");
  const auto pod = get("deployment").at("spec").at("template");
  EXPECT_EQ(policy.at("podSelector").at("matchLabels"), pod.at("metadata").at("labels"));
  EXPECT_EQ(policy.at("policyTypes"), nlohmann::json({"Ingress", "Egress"}));
  std::set<std::string> opened;
  for (const auto& rule : policy.at("ingress")) {
    for (const auto& port : rule.at("ports")) opened.insert(port.at("port").get<std::string>());
  }
  std::set<std::string> named;
  for (const auto& port : pod.at("spec").at("containers").at(0).at("ports")) {
    named.insert(port.at("name").get<std::string>());
  }
  EXPECT_EQ(opened, named);
  std::set<std::string> reached;
  for (const auto& rule : policy.at("egress")) {
    for (const auto& port : rule.at("ports")) {
      reached.insert(port.at("protocol").get<std::string>() + " " + std::to_string(port.at("port").get<int>()));
    }
  }
  EXPECT_EQ(reached, (std::set<std::string>{"TCP 443", "TCP 53", "TCP 6443", "UDP 53"}));
  EXPECT_TRUE(kubectl({"delete", "deployment", "-n", "sample-controller", "sample-controller"}).ok());
}

// Its own CRD, without its schema, is enough for the server to take it.
TEST_F(Manifests, TheServiceMonitorFindsThePods)
{
  const auto documents = read_yaml(manifests() / "servicemonitor.yaml");
  ASSERT_EQ(documents.size(), 2U);
  const auto& service = documents[0];
  const auto& monitor = documents[1];
  const auto deployment = read_yaml(manifests() / "deployment.yaml").at(0);
  const auto& pod = deployment.at("spec").at("template");
  EXPECT_EQ(service.at("spec").at("selector"), pod.at("metadata").at("labels"));
  EXPECT_EQ(monitor.at("spec").at("selector").at("matchLabels"), service.at("metadata").at("labels"));
  EXPECT_EQ(monitor.at("spec").at("endpoints").at(0).at("port"), service.at("spec").at("ports").at(0).at("name"));
  const auto& ports = pod.at("spec").at("containers").at(0).at("ports");
  EXPECT_TRUE(std::any_of(ports.begin(), ports.end(), [&](const auto& port) {
    return port.at("name") == service.at("spec").at("ports").at(0).at("targetPort");
  }));

  const nlohmann::json definition = {
      {"apiVersion", "apiextensions.k8s.io/v1"},
      {"kind", "CustomResourceDefinition"},
      {"metadata", {{"name", "servicemonitors.monitoring.coreos.com"}}},
      {"spec",
       {{"group", "monitoring.coreos.com"},
        {"scope", "Namespaced"},
        {"names", {{"kind", "ServiceMonitor"}, {"plural", "servicemonitors"}}},
        {"versions",
         {{{"name", "v1"},
           {"served", true},
           {"storage", true},
           {"schema",
            {{"openAPIV3Schema", {{"type", "object"}, {"x-kubernetes-preserve-unknown-fields", true}}}}}}}}}}};
  ASSERT_TRUE(kubectl({"apply", "-f", "-"}, definition.dump()).ok());
  ASSERT_TRUE(
      kubectl({"wait", "--timeout=30s", "--for=condition=Established", "crd/servicemonitors.monitoring.coreos.com"})
          .ok());
  const auto file = manifests() / "servicemonitor.yaml";
  const auto taken = kubectl({"apply", "-f", file, "--validate=strict"});
  EXPECT_TRUE(taken.ok()) << taken.all();
  EXPECT_TRUE(kubectl({"delete", "-f", file}).ok());
  EXPECT_TRUE(kubectl({"delete", "crd", "servicemonitors.monitoring.coreos.com"}).ok());
}

}  // namespace
}  // namespace kubexx::e2e

// SPDX-License-Identifier: Apache-2.0
// `kubexx patch` beside kubectl: what both say, with which status, and what they leave behind.
#include <nlohmann/json.hpp>

#include "kubexx_pair.hpp"

namespace kubexx::e2e {
namespace {

class KubexxPatch : public KubexxPair {
protected:
  void make(const std::string& text)
  {
    for (const auto& each : {ns(), other_ns()}) {
      const auto made = pair().kubectl_in(each, {"create", "-f", "-"}, text);
      ASSERT_TRUE(made.ok()) << made.all();
    }
  }
};

// No controller writes to a PodTemplate.
constexpr const char* pod_template = R"(apiVersion: v1
kind: PodTemplate
metadata: {name: web}
template:
  metadata: {labels: {app: web}}
  spec: {containers: [{name: a, image: x}, {name: b, image: z}]}
)";

TEST_F(KubexxPatch, EveryTypeOfPatchFromTextAndFile)
{
  make(pod_template);
  const auto containers = R"({"template":{"spec":{"containers":[{"name":"a","image":"z"}]}}})";
  same({"patch", "podtemplate", "web", "-p", containers, "--dry-run=client", "-o", "yaml"});
  same({"patch", "podtemplate", "web", "-p", containers, "--dry-run=server"});
  same({"patch", "podtemplate", "web", "-p", containers});
  same({"patch", "podtemplate", "web", "-p", containers});
  same({"patch", "podtemplate/web", "-p", "metadata:\n  labels:\n    yaml: 'yes'\n"});
  same({"patch", "podtemplate", "web", "--type=merge", "-p", R"({"metadata":{"labels":{"yaml":null,"b":"c"}}})"});
  const auto path = file("p.json", R"([{"op":"add","path":"/metadata/labels/d","value":"e"}])");
  same({"patch", "podtemplate", "web", "--type", "json", "--patch-file", path, "--dry-run=client", "-o", "json"});
  same({"patch", "podtemplate", "web", "--type", "json", "--patch-file", path, "-o", "name"});
  same({"patch", "podtemplate", "web", "-p", "{}", "-o", "json"});
  same_object("podtemplate", "web");
}

TEST_F(KubexxPatch, ASubresource)
{
  make(R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 0
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: a, image: x}]}
)");
  same({"patch", "deploy", "web", "--subresource=scale", "--type=merge", "-p", R"({"spec":{"replicas":1}})"});
  EXPECT_EQ(pair().read(other_ns(), "deployment", "web").at("spec").at("replicas"), 1);
  same({"patch", "deploy", "web", "--subresource=nothing", "--type=merge", "-p", "{}"});
}

TEST_F(KubexxPatch, OfSeveralManifestsAFailingOneIsToldAndTheOthersArePatched)
{
  make("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
  make("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n");
  std::string all;
  for (const char* name : {"a", "missing", "c"}) {
    all += std::string("---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ") + name + "}\n";
  }
  const auto outcome = same({"patch", "-f", file("all.yaml", all), "-p", R"({"data":{"k":"v"}})"});
  EXPECT_EQ(outcome.kubexx.exit.code, 1);
  EXPECT_NE(outcome.kubexx.out.find("configmap/c patched"), std::string::npos) << outcome.kubexx.all();
  same_object("configmap", "a");
  same_object("configmap", "c");
}

TEST_F(KubexxPatch, RefusesWhatKubectlAndTheServerRefuse)
{
  make(
      "apiVersion: samplecontroller.k8s.io/v1alpha1\nkind: Foo\nmetadata: {name: f}\nspec: {deploymentName: d, "
      "replicas: "
      "1}\n");
  same({"patch", "foo", "f", "-p", R"({"spec":{"replicas":2}})"});
  same({"patch", "foo", "f", "--type=merge", "-p", R"({"spec":{"replicas":2}})"});
  same({"patch", "foo", "f", "--type=merge", "-p", R"({"spec":{"replicas":"x"}})"});
  same({"patch", "cm", "missing", "-p", "{}"});
  same({"patch", "cm", "-p", "{}"});
  same({"patch", "-p", "{}"});
  same({"patch", "cm", "a"});
  same({"patch", "cm", "a", "-p", "{}", "--patch-file", "x"});
  same({"patch", "cm", "a", "-p", "{}", "--type=other"});
  same({"patch", "cm", "a", "--patch-file", "/nonexistent"});
  same({"patch", "cm", "a", "--patch-file", "/etc"});
}

}  // namespace
}  // namespace kubexx::e2e

// SPDX-License-Identifier: Apache-2.0
// `kubexx delete` beside kubectl: what both say, with which status, and what is gone.
#include <nlohmann/json.hpp>

#include "kubexx_pair.hpp"

namespace kubexx::e2e {
namespace {

class KubexxDelete : public KubexxPair {
protected:
  /// The same ConfigMap in both namespaces.
  void make(const std::string& name, const std::string& metadata = {})
  {
    const auto text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + metadata + "}\n";
    for (const auto& each : {ns(), other_ns()}) ASSERT_TRUE(pair().kubectl_in(each, {"create", "-f", "-"}, text).ok());
  }
  void expect_left(const std::string& names) const
  {
    for (const auto& each : {ns(), other_ns()}) {
      const auto got = pair().kubectl_in(each, {"get", "configmap", "--field-selector=metadata.name!=kube-root-ca.crt",
                                                "-o", "jsonpath={.items[*].metadata.name}"});
      EXPECT_EQ(got.out, names) << each;
    }
  }
};

TEST_F(KubexxDelete, ByNameAndBySelector)
{
  for (const char* name : {"a", "b", "c", "d"}) make(name);
  make("e", ", labels: {app: x}");
  make("f", ", labels: {app: x}");
  same({"delete", "configmap", "a", "b"});
  same({"delete", "configmap/c"});
  same({"delete", "cm", "missing", "d"});
  expect_left("e f");
  same({"delete", "cm", "missing", "--ignore-not-found"});
  same({"delete", "cm", "-l", "app=x", "-o", "name"});
  same({"delete", "cm", "-l", "app=x"});
  expect_left("");
  make("g");
  same({"delete", "cm", "--field-selector", "metadata.name=g"});
  make("h");
  make("i");
  same({"delete", "cm", "--all", "--dry-run=client"});
  same({"delete", "cm", "--all", "--dry-run=server"});
  same({"delete", "cm", "--all"});
}

TEST_F(KubexxDelete, ByFilesWhoseManifestsTheSelectorChoosesFrom)
{
  make("a", ", labels: {app: live}");
  make("b");
  const auto path = file("all.yaml",
                         "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n"
                         "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b, labels: {app: x}}\n");
  same({"delete", "-f", path, "-l", "app=x"});
  expect_left("a");
  same({"delete", "-f", path});
  expect_left("");
  same({"delete", "-f", path, "--ignore-not-found"});
  same({"delete", "-f", path, "configmap", "a"});
  make("a");
  const auto fields = pair().kubexx_in(other_ns(), {"delete", "-f", path, "--field-selector", "metadata.name=b"});
  EXPECT_EQ(fields.exit.code, 1);
  EXPECT_NE(fields.err.find("--field-selector"), std::string::npos) << fields.err;
  expect_left("a");
}

TEST_F(KubexxDelete, WaitsUntilTheObjectIsGoneAndNoLonger)
{
  make("held", ", finalizers: [test.kubexx.dev/hold]");
  same({"delete", "cm", "held", "--wait=false"});
  same({"delete", "cm", "held", "--timeout=1s"});
  for (const auto& each : {ns(), other_ns()}) {
    ASSERT_TRUE(pair().kubectl_in(each, {"patch", "cm", "held", "-p", R"({"metadata":{"finalizers":null}})"}).ok());
  }
  expect_left("");
}

TEST_F(KubexxDelete, GraceForceAndCascade)
{
  const std::string pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i}]}\n";
  const auto make_pod = [&] {
    for (const auto& each : {ns(), other_ns()}) {
      ASSERT_TRUE(eventually([&] { return pair().kubectl_in(each, {"apply", "-f", "-"}, pod).ok(); }));
    }
  };
  make_pod();
  same({"delete", "pod", "p", "--force"});
  make_pod();
  same({"delete", "pod", "p", "--now"});
  make("a");
  same({"delete", "cm", "a", "--cascade=false"});
  for (const char* how : {"orphan", "foreground", "background"}) {
    make("a");
    same({"delete", "cm", "a", std::string("--cascade=") + how});
  }
  same({"delete", "cm", "a", "--cascade=maybe"});
  same({"delete", "pod", "p", "--now", "--grace-period=3"});
  same({"delete", "pod", "p", "--force", "--grace-period=3"});
}

TEST_F(KubexxDelete, RefusesWhatKubectlRefuses)
{
  same({"delete"});
  same({"delete", "configmap"});
  same({"delete", "cm", "--all", "-l", "a=b"});
  same({"delete", "cm", "a", "-l", "a=b"});
  same({"delete", "cm", "a", "-A"});
  same({"delete", "nonsense", "a"});
  same({"delete", "cm", "a", "-o", "json"});
  same({"delete", "namespace", "nobody-has-this"});
}

}  // namespace
}  // namespace kubexx::e2e

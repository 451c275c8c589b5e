// SPDX-License-Identifier: Apache-2.0
// What a person types at the embedded API server: kubectl 1.32 against kubexx-apiserver.
#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "embedded.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class KubectlEmbedded : public WithEmbeddedServer {
protected:
  [[nodiscard]] static std::string foo_yaml(int replicas)
  {
    return "apiVersion: samplecontroller.k8s.io/v1alpha1\nkind: Foo\nmetadata:\n  name: web\nspec:\n"
           "  deploymentName: web\n  replicas: " +
           std::to_string(replicas) + "\n";
  }

  void create_deployment(const std::string& name, int replicas) const
  {
    must({"create", "deployment", name, "--image=nginx", "--replicas=" + std::to_string(replicas)});
  }
  void create_config_map(const std::string& name) const { must({"create", "configmap", name, "--from-literal=k=v"}); }
};

TEST_F(KubectlEmbedded, VersionAndApiResources)
{
  EXPECT_THAT(must({"version"}), HasSubstr("Server Version: v1."));
  const auto resources = must({"api-resources"});
  for (const char* line :
       {"configmaps +cm +v1 +true +ConfigMap", "deployments +deploy +apps/v1 +true +Deployment",
        "foos +samplecontroller.k8s.io/v1alpha1 +true +Foo", "leases +coordination.k8s.io/v1 +true +Lease",
        "namespaces +ns +v1 +false +Namespace", "pods +po +v1 +true +Pod", "secrets +v1 +true +Secret"}) {
    EXPECT_THAT(resources, ContainsRegex(line));
  }
}

TEST_F(KubectlEmbedded, GetFoosShowsThePrinterColumns)
{
  must({"apply", "-f", "-"}, foo_yaml(2));
  const auto table = must({"get", "foos"});
  EXPECT_THAT(table, ContainsRegex("NAME +DEPLOYMENT +REPLICAS +AVAILABLE +AGE"));
  EXPECT_THAT(table, ContainsRegex("web +web +2"));
  EXPECT_EQ(must({"get", "foos", "-o", "name"}), "foo.samplecontroller.k8s.io/web\n");
  EXPECT_THAT(must({"get", "foos", "-A"}), ContainsRegex("default +web +web +2"));
  const auto none = kubectl({"get", "foos", "-n", "kube-system"});
  EXPECT_TRUE(none.ok());
  EXPECT_THAT(none.err, HasSubstr("No resources found in kube-system namespace."));
}

TEST_F(KubectlEmbedded, ApplyTwiceWithAChange)
{
  EXPECT_EQ(must({"apply", "-f", "-"}, foo_yaml(1)), "foo.samplecontroller.k8s.io/web created\n");
  EXPECT_EQ(must({"apply", "-f", "-"}, foo_yaml(1)), "foo.samplecontroller.k8s.io/web unchanged\n");
  EXPECT_EQ(must({"apply", "-f", "-"}, foo_yaml(3)), "foo.samplecontroller.k8s.io/web configured\n");
  const auto tree = json::parse(must({"get", "foo", "web", "-o", "json"}));
  EXPECT_EQ(tree.at("spec").at("replicas"), 3);
  EXPECT_EQ(tree.at("metadata").at("generation"), 2);
}

TEST_F(KubectlEmbedded, ServerSideApplyConflictsForceAndDiff)
{
  const auto config = [](const std::string& value) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ssa\ndata:\n  a: " + value + "\n";
  };
  EXPECT_EQ(must({"apply", "--server-side", "-f", "-"}, config("one")), "configmap/ssa serverside-applied\n");
  EXPECT_EQ(must({"apply", "--server-side", "-f", "-"}, config("one")), "configmap/ssa serverside-applied\n");
  const auto refused = kubectl({"apply", "--server-side", "--field-manager", "other", "-f", "-"}, config("two"));
  EXPECT_FALSE(refused.ok());
  EXPECT_THAT(refused.err, HasSubstr("Apply failed with 1 conflict: conflict with \"kubectl\": .data.a"));
  must({"apply", "--server-side", "--field-manager", "other", "--force-conflicts", "-f", "-"}, config("two"));
  const auto object = json::parse(must({"get", "cm", "ssa", "-o", "json", "--show-managed-fields"}));
  EXPECT_EQ(object.at("data").at("a"), "two");
  ASSERT_EQ(object.at("metadata").at("managedFields").size(), 1U);
  EXPECT_EQ(object.at("metadata").at("managedFields")[0].at("manager"), "other");
  const auto same = kubectl({"diff", "--server-side", "--field-manager", "other", "-f", "-"}, config("two"));
  EXPECT_TRUE(same.ok()) << same.err;
  const auto other = kubectl({"diff", "--server-side", "--field-manager", "other", "-f", "-"}, config("three"));
  EXPECT_FALSE(other.ok());
  EXPECT_THAT(other.out, AllOf(HasSubstr("-  a: two"), HasSubstr("+  a: three")));
}

TEST_F(KubectlEmbedded, FromClientSideToServerSideApply)
{
  const auto config = [](const std::string& data) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: csa\ndata: {" + data + "}\n";
  };
  must({"apply", "-f", "-"}, config("a: one, b: one"));
  EXPECT_EQ(must({"apply", "--server-side", "-f", "-"}, config("a: two")), "configmap/csa serverside-applied\n");
  const auto object = json::parse(must({"get", "cm", "csa", "-o", "json"}));
  EXPECT_EQ(object.at("data"), json({{"a", "two"}}));
  EXPECT_THAT(must({"apply", "view-last-applied", "cm/csa"}), HasSubstr("a: two"));
}

TEST_F(KubectlEmbedded, ApplyOfADeploymentMergesItsContainersByName)
{
  const auto yaml = [](const std::string& image) {
    return "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: d\nspec:\n  selector:\n    matchLabels: {app: "
           "d}\n"
           "  template:\n    metadata:\n      labels: {app: d}\n    spec:\n      containers:\n      - name: main\n"
           "        image: " +
           image + "\n";
  };
  must({"apply", "-f", "-"}, yaml("nginx:1"));
  // A field that the applied file does not own survives the next apply.
  must({"patch", "deploy", "d", "-p",
        R"({"spec":{"template":{"spec":{"containers":[{"name":"side","image":"busybox"}]}}}})"});
  EXPECT_EQ(must({"apply", "-f", "-"}, yaml("nginx:2")), "deployment.apps/d configured\n");
  const auto containers =
      json::parse(must({"get", "deploy", "d", "-o", "json"})).at("spec").at("template").at("spec").at("containers");
  ASSERT_EQ(containers.size(), 2U) << containers;
  std::map<std::string, std::string> images;
  for (const auto& container : containers) images[container.at("name")] = container.at("image");
  EXPECT_EQ(images, (std::map<std::string, std::string>{{"main", "nginx:2"}, {"side", "busybox"}}));
}

TEST_F(KubectlEmbedded, ApplyRefusesWhatTheSchemaForbids)
{
  const auto refused = kubectl({"apply", "-f", "-"}, foo_yaml(11));
  EXPECT_FALSE(refused.ok());
  EXPECT_THAT(refused.err, HasSubstr("spec.replicas: Invalid value: 11: spec.replicas in body should be less than or "
                                     "equal to 10"));
  auto unknown = foo_yaml(1) + "  replica: 3\n";
  const auto strict = kubectl({"apply", "-f", "-"}, unknown);
  EXPECT_FALSE(strict.ok());
  EXPECT_THAT(strict.err, HasSubstr("unknown field \"spec.replica\""));
}

TEST_F(KubectlEmbedded, ScaleChangesADeployment)
{
  create_deployment("d", 1);
  EXPECT_EQ(must({"scale", "deployment/d", "--replicas=4"}), "deployment.apps/d scaled\n");
  EXPECT_EQ(must({"get", "deploy", "d", "-o", "jsonpath={.spec.replicas}"}), "4");
  const auto wrong = kubectl({"scale", "deployment/d", "--current-replicas=9", "--replicas=5"});
  EXPECT_FALSE(wrong.ok());
  EXPECT_EQ(must({"get", "deploy", "d", "-o", "jsonpath={.spec.replicas}"}), "4");
}

TEST_F(KubectlEmbedded, GetDeployWatchShowsEachChange)
{
  create_deployment("d", 1);
  Process watch(command({"get", "deploy", "-w"}), folder() / "watch.log");
  const auto shows = [&](const char* pattern) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < end) {
      if (testing::Value(watch.output(), ContainsRegex(pattern))) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  };
  EXPECT_TRUE(shows("d +0/1 ")) << watch.output();
  must({"scale", "deployment/d", "--replicas=3"});
  EXPECT_TRUE(shows("d +0/3 ")) << watch.output();
  must({"patch", "deploy", "d", "--subresource=status", "--type=merge", "-p",
        R"({"status":{"replicas":3,"readyReplicas":2,"availableReplicas":2,"updatedReplicas":3}})"});
  EXPECT_TRUE(shows("d +2/3 +3 +2 ")) << watch.output();
  EXPECT_TRUE(watch.running());
}

TEST_F(KubectlEmbedded, DeleteFooTakesWhatItOwns)
{
  must({"apply", "-f", "-"}, foo_yaml(1));
  const auto uid = must({"get", "foo", "web", "-o", "jsonpath={.metadata.uid}"});
  create_deployment("web", 1);
  must({"patch", "deploy", "web", "--type=merge", "-p",
        R"({"metadata":{"ownerReferences":[{"apiVersion":"samplecontroller.k8s.io/v1alpha1","kind":"Foo","name":"web",)"
        R"("uid":")" +
            uid + R"(","controller":true,"blockOwnerDeletion":true}]}})"});
  EXPECT_EQ(must({"delete", "foo", "web", "--timeout=20s"}), "foo.samplecontroller.k8s.io \"web\" deleted\n");
  must({"wait", "--for=delete", "deploy/web", "--timeout=20s"});
  EXPECT_THAT(kubectl({"get", "deploy", "web"}).err, HasSubstr("deployments.apps \"web\" not found"));
}

TEST_F(KubectlEmbedded, DeleteWaitsForAFinalizer)
{
  must({"apply", "-f", "-"}, foo_yaml(1));
  must({"patch", "foo", "web", "--type=merge", "-p", R"({"metadata":{"finalizers":["example.com/hold"]}})"});
  must({"delete", "foo", "web", "--wait=false"});
  EXPECT_NE(must({"get", "foo", "web", "-o", "jsonpath={.metadata.deletionTimestamp}"}), "");
  must({"patch", "foo", "web", "--type=json", "-p", R"([{"op":"remove","path":"/metadata/finalizers"}])"});
  must({"wait", "--for=delete", "foo/web", "--timeout=20s"});
}

TEST_F(KubectlEmbedded, EventsAreShownAndDescribed)
{
  must({"apply", "-f", "-"}, foo_yaml(1));
  const auto uid = must({"get", "foo", "web", "-o", "jsonpath={.metadata.uid}"});
  const auto event =
      R"({"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"name":"web.1","namespace":"default"},
    "eventTime":"2026-01-02T03:04:05.000000Z","reportingController":"sample-controller","reportingInstance":"here",
    "action":"Sync","reason":"Synced","type":"Normal","note":"Foo synced successfully",
    "regarding":{"apiVersion":"samplecontroller.k8s.io/v1alpha1","kind":"Foo","name":"web","namespace":"default","uid":")" +
      uid + "\"}}";
  must({"create", "-f", "-"}, event);
  EXPECT_THAT(must({"get", "events"}), ContainsRegex("Normal +Synced +foo/web +Foo synced successfully"));
  EXPECT_THAT(must({"events", "--for=foo/web"}), ContainsRegex("Normal +Synced +Foo/web +Foo synced successfully"));
  const auto described = must({"describe", "foo", "web"});
  EXPECT_THAT(described, AllOf(ContainsRegex("Name: +web"), ContainsRegex("Deployment Name: +web"),
                               ContainsRegex("Kind: +Foo"), HasSubstr("Foo synced successfully")));
}

TEST_F(KubectlEmbedded, DescribeDeployment)
{
  create_deployment("d", 2);
  EXPECT_THAT(must({"describe", "deployment", "d"}),
              AllOf(ContainsRegex("Name: +d"), ContainsRegex("Selector: +app=d"), ContainsRegex("Image: +nginx"),
                    ContainsRegex("Replicas: +2 desired")));
}

TEST_F(KubectlEmbedded, ExplainReadsTheSchema)
{
  const auto foo = must({"explain", "foo"});
  EXPECT_THAT(foo, AllOf(HasSubstr("GROUP:      samplecontroller.k8s.io"), HasSubstr("KIND:       Foo"),
                         HasSubstr("A Foo asks for one Deployment of nginx."), ContainsRegex("spec\t<Object>")));
  EXPECT_THAT(must({"explain", "foo.spec"}),
              AllOf(ContainsRegex("replicas\t<integer>"), ContainsRegex("deploymentName\t<string>")));
  EXPECT_THAT(must({"explain", "deployment"}), HasSubstr("KIND:       Deployment"));
  EXPECT_FALSE(kubectl({"explain", "foo.spec.nothing"}).ok());
}

TEST_F(KubectlEmbedded, LabelsAndSelectors)
{
  create_config_map("a");
  create_config_map("b");
  must({"label", "configmap", "a", "side=left"});
  EXPECT_EQ(must({"get", "configmaps", "-l", "side=left", "-o", "name"}), "configmap/a\n");
  EXPECT_EQ(must({"get", "configmaps", "-l", "side!=left", "-o", "name"}), "configmap/b\n");
  EXPECT_EQ(must({"get", "configmaps", "--field-selector", "metadata.name=b", "-o", "name"}), "configmap/b\n");
  must({"annotate", "configmap", "a", "note=hello"});
  EXPECT_EQ(must({"get", "configmap", "a", "-o", "jsonpath={.metadata.annotations.note}"}), "hello");
}

TEST_F(KubectlEmbedded, NamespacesAndSecrets)
{
  must({"create", "-f", "-"}, "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: team\n");
  must({"create", "-f", "-"},
       "apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n  namespace: team\nstringData:\n"
       "  password: open\n");
  EXPECT_EQ(must({"get", "secret", "s", "-n", "team", "-o", "jsonpath={.data.password}"}), "b3Blbg==");
  EXPECT_THAT(must({"describe", "secret", "s", "-n", "team"}),
              AllOf(ContainsRegex("password: +4 bytes"), Not(HasSubstr("open"))));
  const auto missing =
      kubectl({"create", "-n", "nowhere", "-f", "-"}, "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\n");
  EXPECT_THAT(missing.err, HasSubstr("namespaces \"nowhere\" not found"));
  must({"delete", "namespace", "team", "--timeout=20s"});
  EXPECT_THAT(kubectl({"get", "secret", "s", "-n", "team"}).err, HasSubstr("not found"));
}

TEST_F(KubectlEmbedded, ReplaceConflictsOnAnOldVersion)
{
  must({"apply", "-f", "-"}, foo_yaml(1));
  const auto old = must({"get", "foo", "web", "-o", "json"});
  must({"patch", "foo", "web", "--type=merge", "-p", R"({"spec":{"replicas":2}})"});
  const auto conflict = kubectl({"replace", "-f", "-"}, old);
  EXPECT_FALSE(conflict.ok());
  EXPECT_THAT(conflict.err, HasSubstr("the object has been modified; please apply your changes to the latest version"));
}

TEST_F(KubectlEmbedded, WaitSeesAStatusChange)
{
  must({"apply", "-f", "-"}, foo_yaml(1));
  Process wait(command({"wait", "foo/web", "--for=jsonpath={.status.availableReplicas}=1", "--timeout=20s"}),
               folder() / "wait.log");
  must({"patch", "foo", "web", "--subresource=status", "--type=merge", "-p", R"({"status":{"availableReplicas":1}})"});
  const auto exit = wait.wait(std::chrono::seconds(25));
  ASSERT_TRUE(exit);
  EXPECT_EQ(exit->code, 0) << wait.output();
}

TEST_F(KubectlEmbedded, TheManifestsApplyAsAWhole)
{
  const auto applied = must({"apply", "-k", manifests()});
  EXPECT_THAT(applied, AllOf(HasSubstr("namespace/sample-controller created"),
                             HasSubstr("serviceaccount/sample-controller created"),
                             HasSubstr("clusterrole.rbac.authorization.k8s.io/sample-controller created"),
                             HasSubstr("clusterrolebinding.rbac.authorization.k8s.io/sample-controller created"),
                             HasSubstr("deployment.apps/sample-controller created")));
  must({"apply", "-f", manifests() / "example-foo.yaml"});
  EXPECT_THAT(must({"get", "foos"}), ContainsRegex("example-foo +example-foo +1"));
}

TEST_F(KubectlEmbedded, ReadsLargeAnswersInGzip)
{
  const json object{{"apiVersion", "v1"},
                    {"kind", "ConfigMap"},
                    {"metadata", {{"name", "large"}}},
                    {"data", {{"k", std::string(300'000, 'x')}}}};
  must({"create", "-f", "-"}, object.dump());
  const auto read = kubectl({"get", "configmap", "large", "-o", "json", "-v=8"});
  ASSERT_TRUE(read.ok()) << read.err;
  EXPECT_THAT(read.err, HasSubstr("Vary: Accept-Encoding")) << "the answer was not compressed: nothing is proven";
  EXPECT_EQ(json::parse(read.out).at("data"), object.at("data"));
  EXPECT_THAT(must({"get", "--raw", "/api/v1/namespaces/default/configmaps"}), HasSubstr(std::string(300'000, 'x')));
}

}  // namespace
}  // namespace kubexx::e2e

// SPDX-License-Identifier: Apache-2.0
// `kubexx apply` beside kubectl: what both say, with which status, and what they leave behind.
#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/apply_patch.hpp"
#include "kubexx_pair.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;

constexpr const char* config_map_text = R"(apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  labels: {app: web}
data:
  b: "<&>é"
  a: |
    two
    lines
)";

std::string deployment(const std::string& containers, const std::string& more = {})
{
  return R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 0
)" + more +
         R"(  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
)" + containers;
}

constexpr const char* one =
    "      - {name: one, image: a, env: [{name: A, value: '1'}, {name: B, value: '2'}], ports: "
    "[{containerPort: 80}]}\n";
constexpr const char* one_less = "      - {name: one, image: b, env: [{name: B, value: '3'}]}\n";
constexpr const char* two = "      - {name: two, image: c}\n";

std::string service(const std::string& ports)
{
  return "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  selector: {app: web}\n  ports:\n" + ports;
}

std::string foo_text(const std::string& replicas)
{
  return "apiVersion: samplecontroller.k8s.io/v1alpha1\nkind: Foo\nmetadata:\n  name: f\n  labels: {a: '" + replicas +
         "'}\nspec:\n  deploymentName: none\n  replicas: " + replicas + "\n";
}

class KubexxApply : public KubexxPair {};

TEST_F(KubexxApply, CreatesConfiguresAndLeavesUnchangedAsKubectlDoes)
{
  const auto path = file("cm.yaml", config_map_text);
  same({"apply", "-f", path});
  same_object("configmap", "settings");
  const auto annotation = pair()
                              .read(other_ns(), "configmap", "settings")
                              .at("metadata")
                              .at("annotations")
                              .at(std::string(last_applied_annotation));
  EXPECT_TRUE(annotation.get<std::string>().ends_with("}\n"));
  same({"apply", "-f", path});
  (void)file("cm.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {b: x, c: null}\n");
  same({"apply", "-f", path});
  same_object("configmap", "settings");
  EXPECT_EQ(pair().read(other_ns(), "configmap", "settings").at("data"), (json{{"b", "x"}}));
  for (const char* output : {"name", "json", "yaml"}) same({"apply", "-f", path, "-o", output});
}

TEST_F(KubexxApply, SendsAWholeNumberAsOneHoweverItIsWritten)
{
  auto text = deployment(two);
  text.replace(text.find("replicas: 0"), 11, "replicas: 0e1");
  const auto path = file("web.yaml", text);
  same({"apply", "-f", path});
  same_object("deployment", "web");
  text.replace(text.find("replicas: 0e1"), 13, "replicas: 1.0");
  (void)file("web.yaml", text);
  same({"apply", "-f", path});
  same_object("deployment", "web");
  same({"apply", "-f", file("foo.yaml", foo_text("1e1"))});
  same_object("foo", "f");
}

TEST_F(KubexxApply, MergesListsOfDeploymentsAndServicesAsKubectlDoes)
{
  const auto path = file("web.yaml", deployment(std::string(one) + two) + "---\n" +
                                         service("  - {name: a, port: 80}\n  - {name: b, port: 81}\n"));
  same({"apply", "-f", path});
  (void)file("web.yaml",
             deployment(one_less, "  strategy: {type: Recreate}\n") + "---\n" + service("  - {name: b, port: 81}\n"));
  // Somebody else has added a container of his own, which stays.
  const std::string sidecar =
      R"({"spec":{"template":{"spec":{"containers":[{"name":"sidecar","image":"s","env":[{"name":"X","value":"y"}]}]}}}})";
  for (const auto& each : {ns(), other_ns()}) {
    ASSERT_TRUE(pair().kubectl_in(each, {"patch", "deployment", "web", "-p", sidecar}).ok());
  }
  same({"apply", "-f", path});
  same_object("deployment", "web");
  same_object("service", "web");
  const auto containers =
      pair().read(other_ns(), "deployment", "web").at(json::json_pointer("/spec/template/spec/containers"));
  ASSERT_EQ(containers.size(), 2U) << containers;
  EXPECT_EQ(pair().read(other_ns(), "service", "web").at(json::json_pointer("/spec/ports")).size(), 1U);
  same({"apply", "-f", path});
}

TEST_F(KubexxApply, TakesTurnsWithKubectlOnTheSameObjects)
{
  const std::vector<std::string> steps{
      deployment(one) + "---\n" + service("  - {name: a, port: 80}\n") + "---\n" + foo_text("1") + "---\n" +
          config_map_text,
      deployment(std::string(one_less) + two) + "---\n" + service("  - {name: b, port: 81}\n") + "---\n" +
          foo_text("2") + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {z: '1'}\n",
      deployment(two, "  paused: true\n") + "---\n" + service("  - {name: b, port: 81}\n  - {name: c, port: 82}\n") +
          "---\n" + foo_text("2") + "---\n" + config_map_text,
  };
  // In one namespace kubectl applies all, in the other they take turns: nobody can tell from what is left.
  for (std::size_t step = 0; step < 2 * steps.size(); ++step) {
    const auto path = file("all.yaml", steps[step % steps.size()]);
    const auto alone = pair().kubectl_in(ns(), {"apply", "-f", path});
    const auto turn = step % 2 == 0 ? pair().kubexx_in(other_ns(), {"apply", "-f", path})
                                    : pair().kubectl_in(other_ns(), {"apply", "-f", path});
    EXPECT_EQ(pair().normalized(alone.all()), pair().normalized(turn.all())) << "step " << step;
    for (const auto& [type, name] :
         std::vector<std::pair<std::string, std::string>>{{"deployment", "web"},
                                                          {"service", "web"},
                                                          {"foos.samplecontroller.k8s.io", "f"},
                                                          {"configmap", "settings"}}) {
      const auto shown = [&](const std::string& where) {
        auto object = json::parse(pair().left_behind(where, type, name));
        if (object.contains("metadata"))
          object["metadata"].erase("managedFields");  // its entries are of two managers here
        return object.dump(1);
      };
      EXPECT_EQ(shown(ns()), shown(other_ns())) << "step " << step << " " << type;
    }
  }
}

TEST_F(KubexxApply, ADryRunChangesNothingAndSaysSo)
{
  const auto path = file("cm.yaml", config_map_text);
  for (const char* how : {"--dry-run=client", "--dry-run=server"}) {
    same({"apply", "-f", path, how});
    same({"apply", "-f", path, how, "-o", "yaml"});
  }
  EXPECT_TRUE(pair().read(other_ns(), "configmap", "settings").contains("error"));
  same({"apply", "-f", path});
  (void)file("cm.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n");
  for (const char* how : {"--dry-run=client", "--dry-run=server"}) same({"apply", "-f", path, how});
  same({"apply", "-f", path, "--dry-run=maybe"});
  EXPECT_TRUE(pair().read(other_ns(), "configmap", "settings").contains("data"));
}

TEST_F(KubexxApply, AFailingDocumentIsToldAndTheOthersAreApplied)
{
  const auto path = file("mixed.yaml", std::string(config_map_text) +
                                           "---\napiVersion: v1\nkind: Nonsense\nmetadata: {name: odd}\n---\n"
                                           "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: Bad_Name}\n---\n"
                                           "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: last}\n");
  const auto outcome = same({"apply", "-f", path});
  EXPECT_EQ(outcome.kubexx.exit.code, 1);
  EXPECT_NE(outcome.kubexx.out.find("configmap/last created"), std::string::npos) << outcome.kubexx.all();
  const auto unknown = file("field.yaml", deployment(two, "  nonsense: 1\n"));
  same({"apply", "-f", unknown});
  same({"apply", "-f", unknown, "--validate=warn"});
  same({"apply", "-f", unknown, "--validate=ignore"});
  same({"apply", "-f", unknown, "--validate=maybe"});
}

TEST_F(KubexxApply, WarnsOfAMissingAnnotationAndTakesListsJsonFoldersStandardInputAndSelectors)
{
  for (const auto& each : {ns(), other_ns()})
    ASSERT_TRUE(pair().kubectl_in(each, {"create", "configmap", "settings"}).ok());
  (void)file("dir/a.yaml", config_map_text);
  (void)file("dir/b.json", R"({"apiVersion":"v1","kind":"List","items":[
    {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"l1","labels":{"app":"x"}}},
    {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"l2"}}]})");
  (void)file("dir/sub/c.yml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: deep}\n");
  const auto dir = (folder() / "dir").string();
  const auto outcome = same({"apply", "-f", dir});
  EXPECT_NE(outcome.kubexx.err.find("is missing the"), std::string::npos);
  same({"apply", "-R", "-f", dir});
  same({"apply", "-f", dir, "-l", "app=x"});
  same({"apply", "-f", dir, "-l", "app=nobody"});
  same({"apply", "-f", "-"}, config_map_text);
  same({"apply", "-f", dir, "-o", "json"});
  for (const char* name : {"settings", "l1", "l2", "deep"}) same_object("configmap", name);
}

TEST_F(KubexxApply, RefusesWhatKubectlRefuses)
{
  const auto elsewhere =
      file("ns.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x, namespace: elsewhere}\n");
  same({"apply", "-f", elsewhere});
  same({"apply", "-f", file("g.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: x-}\n")});
  same({"apply", "-f", file("n.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n")});
  same({"apply"});
  same({"apply", "-f", elsewhere, "--force-conflicts"});
  same({"apply", "-f", elsewhere, "--server-side", "--dry-run=client"});
  same({"apply", "-f",
        file("twice.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {a: b, a: c}\n")});
  same_object("configmap", "x");
  const auto twice_json = pair().kubexx_in(
      other_ns(), {"apply", "-f",
                   file("twice.json",
                        R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":{"a":"b","a":"c"}})")});
  EXPECT_EQ(twice_json.exit.code, 1) << twice_json.all();
}

TEST_F(KubexxApply, ServerSideAsKubectlButForTheManagersName)
{
  const auto path = file("cm.yaml", config_map_text);
  same({"apply", "--server-side", "-f", path, "--field-manager=m"});
  same_object("configmap", "settings");
  same({"apply", "--server-side", "-f", path, "--field-manager=m", "--dry-run=server"});
  (void)file("cm.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {b: mine}\n");
  const auto conflict = same({"apply", "--server-side", "-f", path, "--field-manager=n"});
  EXPECT_NE(conflict.kubexx.exit.code, 0);
  same({"apply", "--server-side", "-f", path, "--field-manager=n", "--force-conflicts"});
  same_object("configmap", "settings");
}

}  // namespace
}  // namespace kubexx::e2e

// SPDX-License-Identifier: Apache-2.0
// kubexx beside kubectl at the embedded server: the same words, output and status, and the same objects left behind.
#include <gmock/gmock.h>

#include "embedded.hpp"
#include "kubexx_pair.hpp"

namespace kubexx::e2e {
namespace {

constexpr const char* two_namespaces = R"(
apiVersion: v1
kind: Namespace
metadata: {name: e2e-first}
---
apiVersion: v1
kind: Namespace
metadata: {name: e2e-second}
)";

constexpr const char* objects = R"(
apiVersion: v1
kind: ConfigMap
metadata: {name: a, labels: {app: web, tier: front}}
data: {key: value, gone: soon}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: b, labels: {app: db}, annotations: {note: "2001-01-01"}}
data: {one: "1", script: "#!/bin/sh\necho hi\n", empty: ""}
---
apiVersion: v1
kind: Secret
metadata: {name: s}
stringData: {password: secret}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c1, image: nginx}, {name: c2, image: nginx}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: main, image: nginx, env: [{name: A, value: "1"}]}, {name: side, image: s}]}
---
apiVersion: samplecontroller.k8s.io/v1alpha1
kind: Foo
metadata: {name: f}
spec: {deploymentName: d, replicas: 1}
)";

class KubexxEmbedded : public WithEmbeddedServer {
protected:
  void SetUp() override
  {
    WithEmbeddedServer::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    must({"create", "-f", "-"}, two_namespaces);
    both_ = std::make_unique<Beside>(kubectl_program(), kubeconfig(), folder() / "cache");
    pair_ = std::make_unique<TwoNamespaces>(*both_, "e2e-first", "e2e-second");
  }

  [[nodiscard]] const Beside& both() const { return *both_; }
  [[nodiscard]] const TwoNamespaces& pair() const { return *pair_; }
  void compare(std::initializer_list<const char*> lines) const
  {
    for (const char* const line : lines) both_->compare(line);
  }
  void same(std::initializer_list<const char*> lines) const
  {
    for (const char* const line : lines) pair_->same(words_of(line));
  }

private:
  std::unique_ptr<Beside> both_;
  std::unique_ptr<TwoNamespaces> pair_;
};

TEST_F(KubexxEmbedded, Tables)
{
  must({"apply", "-f", "-"}, objects);
  compare({"get cm",
           "get configmaps",
           "get configmap a",
           "get ConfigMap a b",
           "get cm/a secret/s",
           "get cm,secret",
           "get cm,ns,deploy",
           "get cm -o wide",
           "get deploy -o wide",
           "get cm --show-labels",
           "get cm --show-kind",
           "get cm -L app,tier -L none",
           "get ns default --no-headers",
           "get pods,deploy -l app=web",
           "get all",
           "get po",
           "get pods.v1.",
           "get deploy.apps",
           "get deployments.v1.apps",
           "get crd",
           "get foo",
           "get foos",
           "get foos.samplecontroller.k8s.io",
           "get Pod/p",
           "get leases",
           "get events"});
}

TEST_F(KubexxEmbedded, SelectorsNamespacesAndPages)
{
  must({"apply", "-f", "-"}, objects);
  must({"apply", "-n", "e2e-first", "-f", "-"}, objects);
  compare({"get cm -l app=web", "get cm -l 'app in (web, db),!tier'", "get cm --field-selector metadata.name=a",
           "get cm -A", "get cm -A -l app=web", "get cm -A --field-selector metadata.namespace=default",
           "get ns -A -o name", "get cm --chunk-size=1", "get cm --chunk-size=1 -o name", "get cm --chunk-size=0",
           "get cm -n e2e-first", "get foo,deploy -A"});
}

TEST_F(KubexxEmbedded, Values)
{
  must({"apply", "-f", "-"}, objects);
  compare({"get cm a -o json",
           "get cm a -o yaml",
           "get cm -o json",
           "get cm -o yaml",
           "get cm,secret -o yaml",
           "get cm a b -o yaml",
           "get cm -o name",
           "get cm,deploy -o name",
           "get foo f -o yaml",
           "get foos -o json",
           "get pod p -o=json",
           "get cm -l none=such -o yaml",
           "get cm a --show-managed-fields -o yaml",
           "get deploy web --subresource=status -o yaml",
           "get deploy web --subresource=scale -o yaml",
           "get deploy web --subresource=scale",
           "get cm a --subresource=scale",
           "get crd foos.samplecontroller.k8s.io -o yaml",
           "get --raw /api/v1/namespaces/default/configmaps/a",
           "get --raw /version"});
}

TEST_F(KubexxEmbedded, NothingFoundAndRefused)
{
  must({"apply", "-f", "-"}, objects);
  compare({"get svc",
           "get nodes",
           "get cm -A -l none=such",
           "get cm nope",
           "get cm nope -o json",
           "get cm a nope b",
           "get cm nope a -o yaml",
           "get cm nope --ignore-not-found",
           "get nosuch",
           "get nosuch.group.io a",
           "get cm,nosuch",
           "get cm a -A",
           "get cm -l 'a in'",
           "get cm --field-selector no.such=field",
           "get cm x -n no-such-namespace",
           "get --raw /no/such/path",
           "get cm --token=wrong",
           "logs nope",
           "logs p",
           "logs p -c c1",
           "patch cm nope -p '{}'",
           "delete nosuch a",
           "delete cm nope"});
}

TEST_F(KubexxEmbedded, ResourcesVersionAndConfiguration)
{
  compare({"api-resources", "api-resources -o wide", "api-resources -o name", "api-resources --api-group=apps",
           "api-resources --api-group=", "api-resources --namespaced=false --sort-by=name",
           "api-resources --verbs=list,delete --no-headers --sort-by=kind", "api-resources --categories=all",
           "config view", "config current-context", "config get-contexts", "config get-users"});
  const auto line_of_server = [](const std::string& text) { return text.substr(text.find("Server Version: ")); };
  EXPECT_EQ(line_of_server(both().kubexx("version").out), line_of_server(both().kubectl("version").out));
}

TEST_F(KubexxEmbedded, ApplyPatchAndDelete)
{
  const auto path = file_of_test("all.yaml", objects);
  const auto apply = [&](const std::string& flags) { pair().same(words_of("apply -f " + path + " " + flags)); };
  for (const char* flags : {"--dry-run=client", "--dry-run=server", "", "", "-o yaml", "-o name"}) apply(flags);
  auto changed = replaced(objects, ", gone: soon", "");
  changed = replaced(changed, ", {name: side, image: s}", "");
  (void)file_of_test("all.yaml", replaced(changed, "replicas: 1", "replicas: 3"));
  for (const char* flags : {"--dry-run=server -o json", "", "--validate=warn", "-l app=web"}) apply(flags);
  for (const char* kind : {"configmap a", "configmap b", "secret s", "pod p", "deployment web", "foo f"}) {
    const auto words = words_of(kind);
    pair().same_object(words[0], words[1]);
  }
  same({"get cm,deploy,foo -o yaml", R"(patch deploy web -p '{"spec":{"replicas":5}}')",
        R"(patch deploy web -p '{"spec":{"replicas":5}}')", R"(patch foo f -p '{"spec":{"replicas":5}}')",
        R"(patch foo f --type=merge -p '{"spec":{"replicas":50}}')",
        R"(patch foo f --type=json -p '[{"op":"replace","path":"/spec/replicas","value":4}]' -o yaml)",
        R"(patch foo f --type=json -p '[{"op":"test","path":"/spec/replicas","value":5}]')",
        R"(patch deploy web --subresource=scale --type=merge -p '{"spec":{"replicas":1}}')",
        R"(patch foo f --subresource=status --type=merge -p '{"status":{"availableReplicas":1}}')"});
  pair().same_object("deployment", "web");
  pair().same_object("foo", "f");
  same({"delete cm a --dry-run=server", "delete cm a --dry-run=client", "delete cm a nope",
        "delete deploy -l app=web --cascade=foreground", "delete foo,deploy --all",
        "delete deploy web --ignore-not-found"});
  pair().same({"delete", "-f", path});
  same({"get all", "get cm"});
}

TEST_F(KubexxEmbedded, ServerSideApply)
{
  const auto path = file_of_test("all.yaml", objects);
  const std::string apply = "apply --server-side -f " + path;
  pair().same(words_of(apply + " --field-manager=m"));
  (void)file_of_test("all.yaml", replaced(objects, "key: value", "key: other"));
  for (const char* flags :
       {" --field-manager=m --dry-run=server", " --field-manager=n", " --field-manager=n --force-conflicts"}) {
    pair().same(words_of(apply + flags));
  }
  pair().same_object("configmap", "a");
}

// What both refuse before they ask a server, and where kubectl's words say as much as ours.
TEST_F(KubexxEmbedded, MisshapenManifestsAreRefusedInKubectlsWords)
{
  const std::string begin = "apiVersion: v1\nkind: ConfigMap\nmetadata: ";
  for (const char* metadata :
       {"{name: 5}", "{name: [a]}", "{name: x, namespace: 5}", "{name: x, labels: text}", "{name: x, labels: {a: 5}}",
        "{name: x, annotations: [a]}", "{name: x, annotations: {a: true}}", "text", "[a]"}) {
    const auto path = file_of_test("odd.yaml", begin + metadata + "\n");
    for (const char* command : {"apply -f ", "delete -f ", "get -f "}) both().compare(command + path);
  }
  for (const char* text : {"", "# nothing\n", "---\n---\n"}) {
    const auto path = file_of_test("odd.yaml", text);
    for (const char* command : {"apply -f ", "delete -f ", "get -f "}) both().compare(command + path);
  }
  for (const char* text :
       {"text\n", "5\n", "true\n", "[a]\n", "apiVersion: v1\nmetadata: {name: x}\n", "apiVersion: 5\nkind: ConfigMap\n",
        "apiVersion: v1\nkind: List\nitems: {a: b}\n", "apiVersion: v1\nkind: List\nitems: [5]\n"}) {
    const auto path = file_of_test("odd.yaml", text);
    for (const char* command : {"delete -f ", "get -f "}) both().compare(command + path);
  }
  std::filesystem::create_directories(folder() / "empty");
  const auto sound = file_of_test("sound.yaml", begin + "{name: sound}\n");
  const auto empty = (folder() / "empty").string();
  for (const std::string& files : {std::string("-f /no/such.yaml -f /no/other"), std::string("-f /no/such*"),
                                   "-f " + empty, "-f " + empty + " -f " + sound}) {
    both().compare("apply " + files);
  }
}

TEST_F(KubexxEmbedded, WhatStandsBeforeABrokenDocumentIsApplied)
{
  const std::string begin = "apiVersion: v1\nkind: ConfigMap\nmetadata: ";
  const auto mixed = file_of_test("mixed.yaml", begin + "{name: first}\n---\na: [\n---\n" + begin + "{name: behind}\n");
  const auto last = file_of_test("z.yaml", begin + "{name: last}\n");
  const auto theirs = pair().kubectl_in("e2e-first", {"apply", "-f", mixed, "-f", last});
  const auto ours = pair().kubexx_in("e2e-second", {"apply", "-f", mixed, "-f", last});
  EXPECT_EQ(ours.out, "configmap/first created\nconfigmap/last created\n");
  EXPECT_EQ(ours.out, theirs.out);
  EXPECT_EQ(ours.exit.code, 1);
  EXPECT_EQ(ours.exit.code, theirs.exit.code);
  const std::string problem = "error: error parsing " + mixed + ": error converting YAML to JSON: ";
  EXPECT_THAT(ours.err, testing::StartsWith(problem));
  EXPECT_THAT(theirs.err, testing::StartsWith(problem));
}

TEST_F(KubexxEmbedded, WatchesSeeTheSameChanges)
{
  const std::string begin = "apiVersion: v1\nkind: ConfigMap\nmetadata: ";
  must({"apply", "-f", "-"}, begin + "{name: first}\n");
  for (const char* line : {"get cm -w --output-watch-events", "get cm -w -o name"}) {
    const auto change = [&] {
      must({"apply", "-f", "-"}, begin + "{name: second}\n");
      must({"delete", "cm", "second"});
      must({"apply", "-f", "-"}, begin + "{name: third}\n");
    };
    both().compare_watch(line, folder(), "first", change, "third");
    must({"delete", "cm", "third"});
  }
}

}  // namespace
}  // namespace kubexx::e2e

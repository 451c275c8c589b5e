// SPDX-License-Identifier: Apache-2.0
// kubexx and kubectl beside each other: the same words, the same output, the same status.
#include <gmock/gmock.h>

#include "beside_kubectl.hpp"

namespace kubexx::e2e {
namespace {

constexpr const char* objects = R"(
apiVersion: v1
kind: ConfigMap
metadata: {name: a, labels: {app: web, tier: front}}
data: {key: value}
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
kind: Service
metadata: {name: svc, labels: {app: web}}
spec: {selector: {app: web}, clusterIP: None, ports: [{port: 80}]}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c1, image: nginx}, {name: c2, image: nginx}]}
)";

class KubexxGet : public BesideKubectl {
protected:
  void SetUp() override
  {
    BesideKubectl::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    apply(objects);
  }
};

TEST_F(KubexxGet, Tables)
{
  compare({"get cm", "get configmaps", "get configmap a", "get ConfigMap a b", "get cm/a secret/s", "get cm,secret",
           "get cm,ns,svc", "get cm -o wide", "get svc -o wide", "get cm --show-labels", "get cm -L app,tier -L none",
           "get cm --show-kind", "get ns NS --no-headers", "get cm -l app=web", "get cm -l 'app in (web, db),!tier'",
           "get cm --field-selector metadata.name=a", "get pods,svc -l app=web"});
}

TEST_F(KubexxGet, NamesOfKinds)
{
  compare({"get all", "get po", "get pods.v1.", "get deploy.apps", "get deployments.v1.apps", "get crd",
           "get foos.samplecontroller.k8s.io", "get Pod/p", "get clusterroles view"});
}

TEST_F(KubexxGet, AllNamespacesAndPages)
{
  compare({"get cm -A -l app=web", "get cm -A --field-selector metadata.namespace=NS", "get ns -A -o name",
           "get cm --chunk-size=1", "get cm --chunk-size=1 -o name", "get cm --chunk-size=0"});
}

TEST_F(KubexxGet, Values)
{
  compare({"get cm a -o json", "get cm a -o yaml", "get cm -o json", "get cm -o yaml", "get cm,secret -o yaml",
           "get cm a b -o yaml", "get cm -o name", "get cm,svc -o name", "get pod p -o=json", "get pod p -oyaml",
           "get cm -l none=such -o yaml", "get cm a --show-managed-fields -o yaml", "get ns NS -o json",
           "get ns NS --subresource=status -o yaml", "get clusterrole view -o yaml"});
}

TEST_F(KubexxGet, NothingFound)
{
  compare({"get svc -l none=such", "get nodes", "get cm -A -l none=such", "get cm nope", "get cm nope -o json",
           "get cm a nope b", "get cm nope nope2", "get cm nope a -o yaml", "get cm nope --ignore-not-found",
           "get cm nope a --ignore-not-found", "get cm nope --ignore-not-found -o yaml", "get nosuch",
           "get nosuch.group.io a", "get cm,nosuch"});
}

TEST_F(KubexxGet, WhatIsRefused)
{
  compare({"get cm a/b/c",
           "get cm/a/b",
           "get cm/",
           "get /a",
           "get cm/a ns",
           "get cm a -A",
           "get cm a -l app=web",
           "get cm/a -l app=web",
           "get cm -l 'a in'",
           "get cm --field-selector no.such=field",
           "get cm a -o name --show-labels",
           "get cm --output-watch-events",
           "get cm --no-such-flag",
           "get --raw /version a",
           "get --raw version",
           "get cm -f x.yaml",
           "get -f /no/such/file.yaml",
           "get ns --subresource=status",
           "get cm -w -o name --raw /a",
           "get cm --request-timeout=soon",
           "get cm,secret --watch"});
}

TEST_F(KubexxGet, ErrorsOfTheServer)
{
  compare({"get cm --token=wrong", "get cm --as=nobody-special", "get cm,secret --as=nobody-special",
           "get cm a --as=nobody-special -o yaml", "get cm -s https://127.0.0.1:1", "get --raw /no/such/path",
           "get --raw /api/v1/namespaces/NS/configmaps/a", "get cm x -n no-such-namespace"});
}

TEST_F(KubexxGet, Files)
{
  const auto file = folder() / "objects.yaml";
  write_file(file,
             "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {app: web}}\n---\n"
             "apiVersion: example.com/v1\nkind: Unknown\nmetadata: {name: u}\n---\n"
             "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n");
  const std::string name = file.string();
  for (const auto* const flags : {"", " -o name", " -o yaml", " --ignore-not-found"}) {
    both().compare(in_namespace("get -f " + name + flags));
  }
  const auto one = folder() / "one.yaml";
  write_file(one, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
  both().compare(in_namespace("get -o yaml -f " + one.string()));
  both().compare(in_namespace("get -f " + one.string() + " -f " + name));
  both().compare("get -f " + one.string() + " -n no-such-namespace");
  both().compare(in_namespace("get -f -"), objects);
  both().compare(in_namespace("get -o name -f - -l app=web"), objects);
  both().compare(in_namespace("get -f -"), "apiVersion: v1\nmetadata: {name: a}\n");
}

// Where kubectl asks the server first, and its answer says less.
TEST_F(KubexxGet, FilesThatAreRefusedBeforeTheServerIsAsked)
{
  const auto no_version = both().kubexx(in_namespace("get -f -"), "kind: ConfigMap\nmetadata: {name: a}\n");
  EXPECT_EQ(no_version.status, 1);
  EXPECT_THAT(no_version.err, testing::HasSubstr("Object 'apiVersion' is missing"));
  const auto elsewhere = both().kubexx(in_namespace("get -f -"),
                                       "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: other}\n");
  EXPECT_EQ(elsewhere.status, 1);
  EXPECT_THAT(elsewhere.err, testing::HasSubstr("does not match the namespace"));
  const auto table = both().kubexx(in_namespace("get -f - -l app=db"), objects);
  EXPECT_EQ(table.out, "NAME   DATA   AGE \nb      3      AGE \n")
      << "kubectl finds nothing: its tables have no labels";
}

TEST_F(KubexxGet, FilesAndFieldSelectorsDoNotGoTogether)
{
  const auto answer = both().kubexx("get -f - --field-selector metadata.name=a", objects);
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.err, testing::HasSubstr("--field-selector cannot be used with -f"));
}

TEST_F(KubexxGet, ApiResources)
{
  compare({"api-resources", "api-resources -o wide", "api-resources -o name", "api-resources --api-group=apps",
           "api-resources --api-group=", "api-resources --namespaced=false --sort-by=name",
           "api-resources --verbs=list,delete --no-headers --sort-by=kind", "api-resources -o json",
           "api-resources --sort-by=x", "api-resources extra", "api-resources --categories=all"});
}

TEST_F(KubexxGet, Logs)
{
  compare({"logs", "logs nope", "logs pod/nope", "logs a b c", "logs p nope", "logs p -c nope", "logs p --tail=-5",
           "logs p --since=1h --since-time=2020-01-01T00:00:00Z", "logs p --limit-bytes=-1",
           "logs p --all-containers -c c1", "logs p c1 -c c2", "logs nosuch/p", "logs p -c c1", "logs p"});
}

TEST_F(KubexxGet, ListIsGetAndVersionAsksTheServer)
{
  EXPECT_EQ(both().kubexx(in_namespace("list cm")).out, both().kubectl(in_namespace("get cm")).out);
  const auto version = both().kubexx("version");
  EXPECT_THAT(version.out, testing::MatchesRegex("Client Version: v.*\nServer Version: v1\\..*\n"));
  EXPECT_THAT(both().kubexx("version --client").out, testing::MatchesRegex("Client Version: v[0-9.]*\n"));
}

TEST_F(KubexxGet, VerbosityNeverTellsCredentials)
{
  const auto answer = both().kubexx(in_namespace("get cm a -v=9 --token=" + std::string(admin_token)));
  EXPECT_EQ(answer.status, 0);
  EXPECT_THAT(answer.err, testing::HasSubstr("GET https://"));
  EXPECT_THAT(answer.err, testing::HasSubstr("/configmaps/a"));
  EXPECT_THAT(answer.err, testing::Not(testing::HasSubstr(admin_token)));
}

// A name that is empty or a path must never become a request about something else.
TEST_F(KubexxGet, NamesAreChecked)
{
  compare(
      {"get cm ''", "get cm ..", "get cm a%b", "get cm a/b", "delete cm ''", "delete cm ..", "patch cm '' -p '{}'"});
}

TEST_F(KubexxGet, AClosedPipeEndsItQuietly)
{
  std::string command;
  for (const auto& word : both().kubexx_command("get clusterroles -o yaml")) command += "'" + word + "' ";
  const auto outcome = run({{"/bin/sh", "-c", command + "| head -n 1"}});
  EXPECT_EQ(outcome.out, "apiVersion: v1\n");
  EXPECT_EQ(outcome.err, "");
}

}  // namespace
}  // namespace kubexx::e2e

// SPDX-License-Identifier: Apache-2.0
// kubectl's commands, each run against the embedded server and a real one: the same output and exit code, once what no
// two servers share (uids, times, ages, addresses) is taken out. `make e2e` prints the commands that differ.
#include <gmock/gmock.h>

#include <regex>
#include <sstream>

#include "real_server.hpp"
#include "support/embedded_server.hpp"

namespace kubexx::e2e {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// One command line. With `needs`, it is left out while the embedded server does not serve that resource.
struct Row {
  std::vector<std::string> arguments;
  std::string input = {};
  std::string needs = {};
};

class KubectlCommands : public RealServer {
protected:
  void SetUp() override
  {
    RealServer::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    std::filesystem::create_directories(folder());
    embedded_ = std::make_unique<EmbeddedServer>(KUBEXX_E2E_APISERVER, folder());
    const auto made = on_embedded({"create", "namespace", ns()});
    ASSERT_TRUE(made.ok()) << made.all();
    served_ = on_embedded({"api-resources", "-o", "name"}).out;
  }

  void TearDown() override
  {
    if (embedded_) {
      const auto exit = embedded_->process().stop();
      EXPECT_EQ(exit.code, 0) << to_string(exit);
    }
    RealServer::TearDown();
  }

  [[nodiscard]] Outcome on_embedded(std::vector<std::string> arguments, const std::string& input = {}) const
  {
    return run_with(embedded_->kubeconfig(), "cache-embedded", std::move(arguments), input);
  }
  [[nodiscard]] Outcome on_real(std::vector<std::string> arguments, const std::string& input = {}) const
  {
    return run_with(plane().files.kubeconfig(), "cache-real", std::move(arguments), input);
  }

  /// Runs each row on both servers and compares.
  void compare(const std::vector<Row>& rows)
  {
    for (const auto& row : rows) {
      if (!row.needs.empty() && !serves(row.needs)) continue;
      std::string line = "kubectl";
      for (const auto& argument : row.arguments) line += " " + argument;
      const auto ours = on_embedded(row.arguments, row.input);
      const auto theirs = on_real(row.arguments, row.input);
      EXPECT_EQ(ours.exit.code, theirs.exit.code) << line << "\nembedded: " << ours.all() << "\nreal: " << theirs.all();
      EXPECT_EQ(normal(ours.out), normal(theirs.out)) << line;
      EXPECT_EQ(normal(ours.err), normal(theirs.err)) << line;
    }
  }

  [[nodiscard]] bool serves(const std::string& resource) const
  {
    return ("\n" + served_).find("\n" + resource + "\n") != std::string::npos;
  }

  void write(const char* name, const std::string& text) const { write_file(folder() / name, text); }
  [[nodiscard]] std::string file(const char* name) const { return folder() / name; }

  static std::string config_map(const std::string& name, const std::string& value)
  {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + ", labels: {set: one}}\ndata: {k: \"" + value +
           "\"}\n";
  }

private:
  [[nodiscard]] Outcome run_with(const std::filesystem::path& kubeconfig, const char* cache,
                                 std::vector<std::string> arguments, const std::string& input) const
  {
    arguments.insert(arguments.begin(), {plane().kubectl, "--kubeconfig", kubeconfig, "-n", ns()});
    return run({arguments, {{"KUBECACHEDIR", folder() / cache}, {"KUBE_EDITOR", file("editor.sh")}}}, input);
  }

  [[nodiscard]] static std::string normal(const std::string& text)
  {
    static const std::pair<std::regex, const char*> rules[]{
        {std::regex("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "UID"},
        {std::regex("[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+(Z| [+]0000)?"), "TIME"},
        {std::regex("(LIVE|MERGED)-[0-9]+"), "$1"},
        {std::regex("[A-Z][0-9]{4} [0-9:.]+ +[0-9]+ "), "LOG "},
        {std::regex(" +[0-9]+m?[0-9]*s\n"), " AGE\n"},
        {std::regex("https?://127[.]0[.]0[.]1:[0-9]+"), "SERVER"},
    };
    // std::regex recurses per character of a match, not of the text; kubectl's output here is small.
    std::string result = text;
    for (const auto& [pattern, replacement] : rules) result = std::regex_replace(result, pattern, replacement);
    return result;
  }

  std::unique_ptr<EmbeddedServer> embedded_;
  std::string served_;
};

TEST_F(KubectlCommands, Create)
{
  const std::string cluster_role = "--clusterrole=" + ns();
  write("file.txt", "text\n");
  const auto made = run({{"/bin/sh", "-c",
                          "openssl req -x509 -newkey rsa:2048 -nodes -keyout '" + file("tls.key") + "' -out '" +
                              file("tls.crt") + "' -subj /CN=x -days 1"}});
  ASSERT_TRUE(made.ok()) << made.all();
  compare({
      {{"create", "deployment", "d", "--image=nginx", "--replicas=2", "--port=80"}},
      {{"create", "deployment", "d", "--image=nginx"}},
      {{"create", "configmap", "c", "--from-literal=a=b", "--from-file=" + file("file.txt")}},
      {{"create", "secret", "generic", "s1", "--from-literal=p=q"}},
      {{"create", "secret", "tls", "s2", "--cert=" + file("tls.crt"), "--key=" + file("tls.key")}},
      {{"create", "secret", "docker-registry", "s3", "--docker-username=u", "--docker-password=p"}},
      {{"create", "role", "r", "--verb=get,list", "--resource=pods,deployments.apps"}},
      {{"create", "clusterrole", ns(), "--verb=get", "--resource=pods"}},
      {{"create", "rolebinding", "rb", "--role=r", "--user=joe"}},
      {{"create", "clusterrolebinding", ns(), cluster_role, "--serviceaccount=default:x"}},
      {{"create", "serviceaccount", "sa"}},
      {{"create", "service", "clusterip", "svc1", "--tcp=80:8080"}},
      {{"create", "service", "nodeport", "svc2", "--tcp=80"}},
      {{"create", "service", "loadbalancer", "svc3", "--tcp=80"}},
      {{"create", "service", "externalname", "svc4", "--external-name=x.y"}},
      {{"create", "job", "j", "--image=busybox", "--", "echo", "hi"}, "", "jobs.batch"},
      {{"create", "cronjob", "cj", "--image=busybox", "--schedule=*/5 * * * *"}, "", "cronjobs.batch"},
      {{"create", "job", "j2", "--from=cronjob/cj"}, "", "jobs.batch"},
      {{"create", "ingress", "i", "--rule=foo.com/bar=svc1:80,tls=s2"}, "", "ingresses.networking.k8s.io"},
      {{"create", "pdb", "pdb", "--selector=app=d", "--min-available=1"}},
      {{"create", "priorityclass", ns(), "--value=100"}, "", "priorityclasses.scheduling.k8s.io"},
      {{"create", "quota", "q", "--hard=pods=30"}, "", "resourcequotas"},
      {{"create", "namespace", ns()}},
      {{"create", "configmap", "Not_A_Name"}},
      {{"create", "-f", "-"}, config_map("c2", "v") + "extra: 1\n"},
      {{"create", "-f", "-", "--validate=false"}, config_map("c3", "v") + "extra: 1\n"},
      {{"create", "configmap", "dry", "--from-literal=a=b", "--dry-run=server", "-o", "name"}},
      {{"get", "configmap", "dry"}},
      {{"get", "secret", "s1", "-o", "jsonpath={.data.p} {.type}"}},
      {{"get", "secret", "s3", "-o", "jsonpath={.data}"}},
      {{"get", "deployment", "d", "-o", "jsonpath={.spec}"}},
      {{"get", "role", "r", "-o", "jsonpath={.rules}"}},
      {{"get", "clusterrolebinding", ns(), "-o", "jsonpath={.subjects} {.roleRef}"}},
      {{"delete", "clusterrole/" + ns(), "clusterrolebinding/" + ns()}},
      {{"delete", "priorityclass/" + ns()}, "", "priorityclasses.scheduling.k8s.io"},
  });
  const auto token = on_embedded({"create", "token", "sa", "--duration=1h"});
  EXPECT_TRUE(token.ok()) << token.all();
  EXPECT_THAT(token.out, ContainsRegex("^[-_A-Za-z0-9]+[.][-_A-Za-z0-9]+[.]"));
}

TEST_F(KubectlCommands, RunExposeAndSet)
{
  compare({
      {{"run", "p", "--image=nginx", "--port=80", "--labels=a=b", "--env=X=Y"}},
      {{"get", "pod", "p", "-o", "jsonpath={.spec.containers[0].image} {.spec.containers[0].env} {.metadata.labels}"}},
      {{"run", "p2", "--image=nginx", "--expose", "--port=80"}},
      {{"create", "deployment", "d", "--image=nginx", "--port=80"}},
      {{"expose", "deployment", "d", "--port=80", "--name=svc"}},
      {{"get", "service", "svc", "-o", "jsonpath={.spec.ports} {.spec.selector}"}},
      {{"set", "env", "deployment/d", "A=B"}},
      {{"set", "env", "deployment/d", "--list"}},
      {{"set", "image", "deployment/d", "nginx=nginx:2"}},
      {{"set", "resources", "deployment/d", "--limits=cpu=100m,memory=64Mi"}},
      {{"set", "selector", "service", "svc", "x=y"}},
      {{"create", "serviceaccount", "sa"}},
      {{"set", "serviceaccount", "deployment", "d", "sa"}},
      {{"create", "role", "r", "--verb=get", "--resource=pods"}},
      {{"create", "rolebinding", "rb", "--role=r", "--user=joe"}},
      {{"set", "subject", "rolebinding", "rb", "--user=bob"}},
      {{"get", "deployment", "d", "-o", "jsonpath={.spec.template.spec}"}},
      {{"get", "rolebinding", "rb", "-o", "jsonpath={.subjects}"}},
  });
}

TEST_F(KubectlCommands, LabelAnnotateEditPatchAndScale)
{
  write("editor.sh", "#!/bin/sh\nsed -i 's/k: v/k: edited/' \"$1\"\n");
  std::filesystem::permissions(file("editor.sh"), std::filesystem::perms::owner_all);
  compare({
      {{"create", "configmap", "c", "--from-literal=k=v"}},
      {{"label", "configmap", "c", "x=y"}},
      {{"label", "configmap", "c", "x=z"}},
      {{"label", "configmap", "c", "x=z", "--overwrite"}},
      {{"label", "configmap", "c", "x-"}},
      {{"label", "configmap", "c", "bad=not ok"}},
      {{"annotate", "configmap", "c", "n=m"}},
      {{"edit", "configmap", "c"}},
      {{"get", "configmap", "c", "-o", "jsonpath={.data} {.metadata.annotations}"}},
      {{"patch", "configmap", "c", "-p", R"({"data":{"z":"1"}})"}},
      {{"patch", "configmap", "c", "-p", R"({"data":{"z":"1"}})"}},
      {{"patch", "configmap", "c", "--type=json", "-p", R"([{"op":"remove","path":"/data/none"}])"}},
      {{"create", "deployment", "d", "--image=nginx"}},
      {{"scale", "deployment", "d", "--replicas=3"}},
      {{"scale", "deployment", "d", "--current-replicas=9", "--replicas=5"}},
      {{"get", "deployment", "d", "-o", "jsonpath={.spec.replicas}"}},
      {{"autoscale", "deployment", "d", "--min=1", "--max=5", "--cpu-percent=50"},
       "",
       "horizontalpodautoscalers.autoscaling"},
  });
}

TEST_F(KubectlCommands, ApplyDiffReplaceAndWait)
{
  const auto two = config_map("a", "1") + "---\n" + config_map("b", "1");
  compare({
      {{"apply", "-f", "-"}, two},
      {{"apply", "-f", "-"}, two},
      {{"diff", "-f", "-"}, config_map("a", "2")},
      {{"diff", "-f", "-"}, config_map("a", "1")},
      {{"apply", "-f", "-"}, config_map("a", "2")},
      {{"apply", "view-last-applied", "configmap", "a"}},
      {{"apply", "-f", "-", "--prune", "-l", "set=one", "--prune-allowlist=core/v1/ConfigMap"}, config_map("a", "2")},
      {{"get", "configmap", "b"}},
      {{"replace", "-f", "-"}, config_map("a", "3")},
      {{"replace", "--force", "-f", "-"}, config_map("a", "4")},
      {{"replace", "-f", "-"}, config_map("none", "4")},
      {{"wait", "--for=jsonpath={.data.k}=4", "configmap/a", "--timeout=10s"}},
      {{"wait", "--for=jsonpath={.data.k}=5", "configmap/a", "--timeout=1s"}},
      {{"wait", "--for=delete", "configmap/none", "--timeout=1s"}},
  });
}

TEST_F(KubectlCommands, Rollout)
{
  compare({
      {{"create", "deployment", "d", "--image=nginx", "--replicas=0"}},
      {{"rollout", "pause", "deployment", "d"}},
      {{"rollout", "pause", "deployment", "d"}},
      {{"rollout", "resume", "deployment", "d"}},
      {{"rollout", "restart", "deployment", "d"}},
  });
  // Without a deployment controller: no status, no history, and kubectl says so.
  EXPECT_THAT(on_embedded({"rollout", "status", "deployment", "d", "--watch=false"}).out,
              HasSubstr("Waiting for deployment spec update to be observed"));
  EXPECT_THAT(on_embedded({"rollout", "history", "deployment", "d"}).out, HasSubstr("No rollout history found."));
  EXPECT_THAT(on_embedded({"rollout", "undo", "deployment", "d"}).err,
              HasSubstr("no rollout history found for deployment \"d\""));
}

TEST_F(KubectlCommands, Delete)
{
  compare({
      {{"create", "-f", "-"}, config_map("a", "1") + "---\n" + config_map("b", "1") + "---\n" + config_map("c", "1")},
      {{"run", "p1", "--image=nginx"}},
      {{"delete", "pod", "p1", "--grace-period=0", "--force"}},
      {{"delete", "configmap", "a", "--cascade=orphan"}},
      {{"delete", "configmap", "a"}},
      {{"delete", "configmap", "a", "--ignore-not-found"}},
      {{"delete", "configmap", "-l", "none=here"}},
      {{"delete", "configmap", "b", "--dry-run=server"}},
      {{"delete", "-f", "-"}, config_map("b", "1")},
      {{"delete", "configmap/c"}},
      {{"delete", "nonsense", "x"}},
  });
}

TEST_F(KubectlCommands, Authorization)
{
  const std::string role =
      "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: r}\n"
      "rules: [{apiGroups: [\"\"], resources: [pods], verbs: [get]}]\n";
  compare({
      {{"auth", "can-i", "create", "pods"}},
      {{"auth", "can-i", "get", "/healthz"}},
      {{"auth", "reconcile", "-f", "-"}, role},
      {{"auth", "reconcile", "-f", "-"}, role},
      {{"get", "role", "r", "-o", "jsonpath={.rules}"}},
  });
  EXPECT_THAT(on_embedded({"auth", "whoami"}).out, ContainsRegex("Groups +.system:masters system:authenticated."));
  EXPECT_THAT(on_embedded({"auth", "can-i", "--list"}).out, ContainsRegex("[*][.][*] +.. +.. +.[*]."));
}

TEST_F(KubectlCommands, WhatIsThere)
{
  compare({
      {{"get", "configmaps"}},
      {{"get", "nonsense"}},
      {{"get", "configmap", "none"}},
      {{"events"}},
      {{"create", "configmap", "a", "--from-literal=k=v"}},
      {{"get", "configmap", "a"}},
      {{"get", "configmap", "a", "-o", "custom-columns=NAME:.metadata.name,K:.data.k"}},
      {{"get", "configmap", "a", "-o", "go-template={{.data.k}}"}},
      {{"get", "configmaps", "-l", "x=y"}},
      {{"get", "configmaps", "--field-selector=metadata.name=a", "-o", "name"}},
      {{"get", "configmaps", "--field-selector=data.k=v"}},
      {{"explain", "nonsense"}},
      {{"explain", "configmap.none"}},
      {{"cluster-info"}},
      {{"create", "-f", "-"},
       "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i}]}"},
      {{"exec", "p", "--", "ls"}},
  });
  EXPECT_THAT(on_embedded({"api-resources"}).out, ContainsRegex("configmaps +cm +v1 +true +ConfigMap"));
  EXPECT_THAT(on_embedded({"api-versions"}).out, HasSubstr("apps/v1\n"));
  EXPECT_THAT(on_embedded({"version"}).out, HasSubstr("Server Version: v1.37.1"));
  EXPECT_THAT(on_embedded({"describe", "configmap", "a"}).out, HasSubstr("k:\n----\nv\n"));
  EXPECT_THAT(on_embedded({"get", "all"}).out, ContainsRegex("pod/p +0/1 +Pending"));
}

TEST_F(KubectlCommands, Explain)
{
  compare({
      {{"explain", "pod"}},
      {{"explain", "pod", "--recursive"}},
      {{"explain", "pod.spec"}},
      {{"explain", "pod.spec.containers"}},
      {{"explain", "pod.spec.containers.resources.limits"}},
      {{"explain", "pod.metadata.managedFields"}},
      {{"explain", "pod.metadata.creationTimestamp"}},
      {{"explain", "deployment.spec", "--recursive"}},
      {{"explain", "deployment.spec.strategy.rollingUpdate.maxSurge"}},
      {{"explain", "service.spec.ports"}},
      {{"explain", "persistentvolumeclaim.spec.accessModes"}},
      {{"explain", "controllerrevision.data"}},
      {{"explain", "horizontalpodautoscaler.spec.metrics", "--api-version=autoscaling/v2"}},
      {{"explain", "ingress.spec.rules", "--recursive"}},
      {{"explain", "networkpolicy"}},
      {{"explain", "role.rules"}},
      {{"explain", "customresourcedefinition.spec.versions"}},
      {{"explain", "deployment.spec.template", "--output=plaintext-openapiv2"}},
  });
}

TEST_F(KubectlCommands, NodesAndCertificates)
{
  if (!serves("nodes") || !serves("certificatesigningrequests.certificates.k8s.io")) {
    GTEST_SKIP() << "the embedded server serves no nodes or certificate signing requests yet";
  }
  compare({
      {{"create", "-f", "-"}, "apiVersion: v1\nkind: Node\nmetadata: {name: " + ns() + "}\n"},
      {{"taint", "node", ns(), "a=b:NoSchedule"}},
      {{"cordon", ns()}},
      {{"cordon", ns()}},
      {{"uncordon", ns()}},
      {{"drain", ns()}},
      {{"get", "node", ns(), "-o", "jsonpath={.spec}"}},
      {{"delete", "node", ns()}},
      {{"certificate", "approve", "none"}},
      {{"certificate", "deny", "none"}},
  });
}

TEST_F(KubectlCommands, AWatchCountsAges)
{
  ASSERT_TRUE(on_embedded({"create", "configmap", "first"}).ok());
  const auto watched = on_embedded({"get", "configmaps", "-w", "--request-timeout=2s"});
  EXPECT_THAT(watched.out, ContainsRegex("first +0 +[0-9]+s"));
  EXPECT_THAT(watched.out, Not(HasSubstr("invalid")));
}

}  // namespace
}  // namespace kubexx::e2e

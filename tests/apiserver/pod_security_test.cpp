// SPDX-License-Identifier: Apache-2.0
// PodSecurity, and the annotations of profiles that it looks at. recordings/pod-security.yaml has every check.
#include "fixture.hpp"

namespace kubexx::testing {
namespace {

constexpr const char* prefix = "pod-security.kubernetes.io/";

Json labelled(const std::string& name, const std::map<std::string, std::string>& labels)
{
  Json metadata{{"name", name}};
  for (const auto& [label, value] : labels) metadata["labels"][prefix + label] = value;
  return {{"metadata", metadata}};
}

Json pod_named(const std::string& name, Json spec = Json::object())
{
  if (!spec.contains("containers")) spec["containers"] = Json::array({{{"name", "c"}, {"image", "i"}}});
  return {{"metadata", {{"name", name}}}, {"spec", spec}};
}

struct PodSecurity : ApiServerTest {
  void add_namespace(const std::map<std::string, std::string>& labels)
  {
    create("/api/v1/namespaces", labelled("n", labels));
  }
  Answer relabel(const Json& labels) { return patch("/api/v1/namespaces/n", labels); }
  Answer post(const Json& pod) { return call("POST", "/api/v1/namespaces/n/pods", pod.dump()); }
};

TEST_F(PodSecurity, ANamespaceWithoutLabelsTakesEveryPod)
{
  add_namespace({});
  const auto made = post(pod_named("p", {{"hostPID", true}}));
  EXPECT_EQ(made.status, 201U);
  EXPECT_EQ(made.header("Warning"), "");
}

TEST_F(PodSecurity, WhatIsEnforcedIsForbidden)
{
  add_namespace({{"enforce", "baseline"}});
  const auto refused = post(pod_named("p", {{"hostPID", true}}));
  EXPECT_EQ(refused.status, 403U);
  EXPECT_EQ(refused.message(),
            "pods \"p\" is forbidden: violates PodSecurity \"baseline:latest\": host namespaces (hostPID=true)");
  EXPECT_EQ(refused.json["details"], Json({{"name", "p"}, {"kind", "pods"}}));
  EXPECT_EQ(post(pod_named("p")).status, 201U);
}

TEST_F(PodSecurity, WhoeverEnforcesIsWarnedOfTemplates)
{
  add_namespace({{"enforce", "baseline"}, {"enforce-version", "v1.30"}});
  const Json spec{
      {"selector", {{"matchLabels", {{"a", "b"}}}}},
      {"template", {{"metadata", {{"labels", {{"a", "b"}}}}}, {"spec", pod_named("", {{"hostPID", true}})["spec"]}}}};
  const auto made = call("POST", "/apis/apps/v1/namespaces/n/deployments",
                         Json({{"metadata", {{"name", "d"}}}, {"spec", spec}}).dump());
  EXPECT_EQ(made.status, 201U);
  EXPECT_EQ(made.header("Warning"),
            "299 - \"would violate PodSecurity \\\"baseline:v1.30\\\": host namespaces (hostPID=true)\"");
}

TEST_F(PodSecurity, AnOldVersionHasTheChecksOfThen)
{
  const Json sysctls{{"securityContext", {{"sysctls", {{{"name", "net.ipv4.tcp_rmem"}, {"value", "1"}}}}}}};
  add_namespace({{"enforce", "baseline"}, {"enforce-version", "v1.31"}});
  EXPECT_EQ(post(pod_named("p", sysctls)).message(),
            "pods \"p\" is forbidden: violates PodSecurity \"baseline:v1.31\": forbidden sysctls (net.ipv4.tcp_rmem)");
  relabel(labelled("n", {{"enforce-version", "v1.32"}}));
  EXPECT_EQ(post(pod_named("p", sysctls)).status, 201U);
}

TEST_F(PodSecurity, AnUpdateThatTouchesNoImageIsNotLookedAt)
{
  add_namespace({});
  ASSERT_EQ(post(pod_named("p", {{"hostPID", true}})).status, 201U);
  relabel(labelled("n", {{"enforce", "baseline"}}));
  const auto change = [&](const Json& body) {
    return patch("/api/v1/namespaces/n/pods/p", body, "application/strategic-merge-patch+json").status;
  };
  EXPECT_EQ(change({{"metadata", {{"labels", {{"a", "b"}}}}}}), 200U);
  EXPECT_EQ(change({{"spec", {{"containers", {{{"name", "c"}, {"image", "other"}}}}}}}), 403U);
}

TEST_F(PodSecurity, ANewLevelNamesThePodsThatDoNotMeetIt)
{
  add_namespace({});
  for (const char* name : {"b", "a"}) ASSERT_EQ(post(pod_named(name, {{"hostPID", true}})).status, 201U);
  const auto changed = relabel(labelled("n", {{"enforce", "baseline"}}));
  EXPECT_EQ(changed.status, 200U);
  std::vector<std::string> warnings;
  for (const auto& [name, value] : changed.headers) {
    if (name == "Warning") warnings.push_back(value);
  }
  const std::vector<std::string> expected{
      "299 - \"existing pods in namespace \\\"n\\\" violate the new PodSecurity enforce level "
      "\\\"baseline:latest\\\"\"",
      "299 - \"a (and 1 other pod): host namespaces\""};
  EXPECT_EQ(warnings, expected);
}

TEST_F(PodSecurity, AWrongLabelIsRefused)
{
  const auto refused = call("POST", "/api/v1/namespaces", labelled("n", {{"warn", "none"}}).dump());
  EXPECT_EQ(
      refused.message(),
      "Namespace \"n\" is invalid: metadata.labels[pod-security.kubernetes.io/warn]: Invalid value: \"none\": must "
      "be one of privileged, baseline, restricted");
  EXPECT_EQ(call("POST", "/api/v1/namespaces", labelled("n", {{"audit-version", "v1.01"}}).dump()).status, 422U);
}

TEST_F(PodSecurity, LongWarningsAreCutTogether)
{
  add_namespace({{"warn", "restricted"}});
  Json containers = Json::array();
  for (int number = 0; number < 40; ++number) {
    containers.push_back({{"name", "container-with-a-long-name-" + std::to_string(number)}, {"image", "i"}});
  }
  const auto made =
      post(pod_named("p", {{"containers", containers}, {"nodeSelector", {{"beta.kubernetes.io/os", "x"}}}}));
  std::size_t count = 0;
  for (const auto& [name, value] : made.headers) {
    if (name != "Warning") continue;
    ++count;
    EXPECT_LT(value.size(), 400U) << value;
  }
  EXPECT_EQ(count, 2U);
}

TEST_F(PodSecurity, AnAppArmorAnnotationBecomesAField)
{
  add_namespace({});
  auto pod = pod_named("p");
  pod["metadata"]["annotations"]["container.apparmor.security.beta.kubernetes.io/c"] = "localhost/x";
  auto made = post(pod);
  const Json profile{{"type", "Localhost"}, {"localhostProfile", "x"}};
  EXPECT_EQ(made.json["spec"]["containers"][0]["securityContext"]["appArmorProfile"], profile);
  EXPECT_EQ(
      made.header("Warning"),
      "299 - \"metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: deprecated since v1.30; use "
      "the \\\"appArmorProfile\\\" field instead\"");
}

struct PodSecurityOfWorkloads : ApiServerTest {
  PodSecurityOfWorkloads() : ApiServerTest([](ApiServer::Options& options) { options.simulate_controllers = true; }) {}
};

TEST_F(PodSecurityOfWorkloads, AReplicaSetSaysWhyItHasNoPods)
{
  create("/api/v1/namespaces", labelled("n", {{"enforce", "baseline"}}));
  const Json pattern{{"metadata", {{"labels", {{"a", "b"}}}}}, {"spec", pod_named("", {{"hostPID", true}})["spec"]}};
  create("/apis/apps/v1/namespaces/n/replicasets",
         {{"metadata", {{"name", "r"}}},
          {"spec", {{"selector", {{"matchLabels", {{"a", "b"}}}}}, {"template", pattern}}}});
  const auto set = call("GET", "/apis/apps/v1/namespaces/n/replicasets/r").json;
  EXPECT_EQ(set["status"]["replicas"], 0);
  ASSERT_EQ(set["status"]["conditions"].size(), 1U);
  EXPECT_EQ(set["status"]["conditions"][0]["type"], "ReplicaFailure");
  EXPECT_NE(set["status"]["conditions"][0]["message"].get<std::string>().find("violates PodSecurity"),
            std::string::npos);
}

}  // namespace
}  // namespace kubexx::testing

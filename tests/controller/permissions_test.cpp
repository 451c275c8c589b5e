// SPDX-License-Identifier: Apache-2.0
// What a manager says that it needs to be allowed.
#include "kubexx/controller/permissions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness.hpp"

namespace kubexx::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> lines_of(const Permissions& permissions)
{
  std::vector<std::string> lines;
  for (const auto& rule : permissions.rules()) {
    std::string line = rule.group + "/" + rule.resource + ":";
    for (const Verb verb : rule.verbs) line += std::string(" ") + to_string(verb);
    lines.push_back(line + (rule.namespaced ? "" : " (cluster)"));
  }
  return lines;
}

Result nothing(Context&, const Request&)
{
  return Result::done();
}

const ResourceType kNodes{"", "v1", "Node", "nodes", Scope::cluster};

TEST(PermissionsTest, AreWhatIsWatchedAndWhatIsDeclared)
{
  Harness h;
  EXPECT_THAT(lines_of(h.manager.permissions()), IsEmpty());
  h.manager.controller()
      .for_(kConfigMaps)
      .owns(kSecrets)
      .reads(kNodes)
      .writes(kSecrets, {Verb::create, Verb::patch, Verb::delete_})
      .writes_status(kConfigMaps)
      .writes_events()
      .build(nothing);
  h.manager.controller().for_(kSecrets).writes(kSecrets, {Verb::delete_collection}).build(nothing);
  EXPECT_THAT(lines_of(h.manager.permissions()),
              ElementsAre("/configmaps: list watch", "/configmaps/finalizers: update", "/configmaps/status: patch",
                          "/nodes: list watch (cluster)", "/secrets: list watch create patch delete deletecollection",
                          "events.k8s.io/events: create patch"));
}

TEST(PermissionsTest, WhatIsPatchedAndKeptInPartIsReadAsAWhole)
{
  Harness h;
  h.manager.controller()
      .for_(kConfigMaps, {.metadata_only = true})
      .reads(kSecrets, {.metadata_only = true})
      .writes(kConfigMaps, {Verb::patch})
      .writes(kSecrets, {Verb::create})
      .build(nothing);
  EXPECT_THAT(lines_of(h.manager.permissions()),
              ElementsAre("/configmaps: get list watch patch", "/secrets: list watch create"));
}

TEST(PermissionsTest, RolesGrantThemInTheNamespacesOnly)
{
  Permissions needed;
  needed.allow(kSecrets, {Verb::create});
  EXPECT_EQ(role_grants(needed, {}).size(), 1U);
  EXPECT_EQ(role_grants(needed, {}).front().namespace_, "");
  needed.allow(kNodes, {Verb::get});
  const auto grants = role_grants(needed, {"a", "b"});
  ASSERT_EQ(grants.size(), 3U);
  EXPECT_EQ(grants[0].namespace_, "");
  EXPECT_THAT(lines_of(grants[0].permissions), ElementsAre("/nodes: get (cluster)"));
  for (const std::size_t role : {1U, 2U}) {
    EXPECT_EQ(grants[role].namespace_, role == 1 ? "a" : "b");
    EXPECT_THAT(lines_of(grants[role].permissions), ElementsAre("/secrets: create"));
  }
  EXPECT_THAT(role_grants({}, {"a"}), IsEmpty());
}

TEST(PermissionsTest, KindsOfOtherClustersAreNotNeededHere)
{
  Harness h;
  h.manager.controller()
      .for_(kConfigMaps)
      .watches(kSecrets, map_to_itself(), {.clusters = Clusters::added()})
      .build(nothing);
  EXPECT_THAT(lines_of(h.manager.permissions()), ElementsAre("/configmaps: list watch"));
}

TEST(PermissionsTest, AreThoseOfEachCluster)
{
  ManagerOptions options;
  options.metrics_token_review = true;
  options.leader_election.emplace();
  options.leader_election->lease = "demo";
  Harness h(options);
  h.manager.controller()
      .for_(kConfigMaps, {.clusters = Clusters::added()})
      .writes(kConfigMaps, {Verb::patch})
      .owns(kSecrets)
      .writes_events(Clusters())
      .writes_status(kConfigMaps, {Verb::patch}, Clusters::named({"west"}))
      .uses_client(kNodes, {Verb::get}, Clusters::every())
      .build(nothing);
  Permissions of_runnable;
  of_runnable.allow(kSecrets, {Verb::delete_});
  h.manager.declare(of_runnable, Clusters::named({"east"}));
  EXPECT_THAT(
      lines_of(h.manager.permissions()),
      ElementsAre("/nodes: get (cluster)", "authentication.k8s.io/tokenreviews: create (cluster)",
                  "authorization.k8s.io/subjectaccessreviews: create (cluster)", "events.k8s.io/events: create patch"));
  EXPECT_THAT(lines_of(h.manager.permissions("north")),
              ElementsAre("/configmaps: list watch patch", "/configmaps/finalizers: update", "/nodes: get (cluster)",
                          "/secrets: list watch"));
  EXPECT_THAT(lines_of(h.manager.permissions("west")),
              ElementsAre("/configmaps: list watch patch", "/configmaps/finalizers: update",
                          "/configmaps/status: patch", "/nodes: get (cluster)", "/secrets: list watch"));
  EXPECT_THAT(lines_of(h.manager.permissions("east")),
              ElementsAre("/configmaps: list watch patch", "/configmaps/finalizers: update", "/nodes: get (cluster)",
                          "/secrets: list watch delete"));
}

// The part of a text of roles that is about one cluster.
std::string part_of(const std::string& roles, const std::string& cluster)
{
  const auto begin = roles.find("# " + cluster + ":\n");
  if (begin == std::string::npos) return "none";
  return roles.substr(begin, roles.find("---\n# ", begin) - begin);
}

TEST(PermissionsTest, RolesOfEachClusterAreToldApart)
{
  ManagerOptions options;
  options.leader_election.emplace();
  options.leader_election->lease = "demo";
  Harness h(options);
  const RoleSubject subject{"demo", "system"};
  h.manager.controller()
      .for_(kConfigMaps)
      .writes_events()
      .reads(kSecrets, {.clusters = Clusters::added()})
      .reads(kNodes, {.clusters = Clusters::named({"west"})})
      .build(nothing);
  const std::string before = h.manager.roles(subject);
  EXPECT_THAT(before.substr(0, before.find("rules:")), HasSubstr("# the manager's own cluster:\napiVersion: "));
  const std::string own = part_of(before, "the manager's own cluster");
  for (const char* part : {"configmaps", "events", "leases"}) EXPECT_THAT(own, HasSubstr(part));
  EXPECT_THAT(own, Not(HasSubstr("secrets")));
  EXPECT_EQ(part_of(before, "each cluster that is added"), R"(# each cluster that is added:
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: demo
  labels:
    app.kubernetes.io/name: demo
rules:
  - apiGroups: [""]
    resources: [secrets]
    verbs: [list, watch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: demo
  labels:
    app.kubernetes.io/name: demo
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: demo
subjects:
  - kind: ServiceAccount
    name: demo
    namespace: system
)");
  EXPECT_THAT(part_of(before, "cluster west"), HasSubstr("nodes"));

  h.manager.add_cluster("east", h.user);
  const std::string after = h.manager.roles(subject);
  EXPECT_EQ(part_of(after, "each cluster that is added"), "none") << "it has a name now";
  EXPECT_THAT(part_of(after, "cluster east"), ::testing::AllOf(HasSubstr("secrets"), Not(HasSubstr("nodes"))));
  EXPECT_THAT(part_of(after, "cluster west"), ::testing::AllOf(HasSubstr("secrets"), HasSubstr("nodes")));
}

TEST(PermissionsTest, ReviewsOfTokensAreNeededWhereMetricsAskForThem)
{
  ManagerOptions options;
  options.metrics_token_review = true;
  Harness h(options);
  EXPECT_THAT(lines_of(h.manager.permissions()),
              ElementsAre("authentication.k8s.io/tokenreviews: create (cluster)",
                          "authorization.k8s.io/subjectaccessreviews: create (cluster)"));
}

TEST(PermissionsTest, OnlyVerbsThatWriteCanBeDeclared)
{
  Harness h;
  auto builder = h.manager.controller();
  builder.for_(kConfigMaps)
      .writes(kSecrets, {Verb::list})
      .writes_status(kConfigMaps, {})
      .uses_client(kSecrets, {Verb::get, Verb::patch});
  try {
    builder.build(nothing);
    ADD_FAILURE() << "it was built";
  } catch (const BuildError& error) {
    EXPECT_THAT(error.mistakes(), ElementsAre(HasSubstr("writes(Secret): it takes verbs that write"),
                                              HasSubstr("writes_status(ConfigMap): it takes verbs that write"),
                                              HasSubstr("uses_client(Secret): it takes verbs that read")));
  }
}

TEST(PermissionsTest, ReadsPastTheCacheAndRunnablesAreDeclared)
{
  Harness h;
  h.manager.controller().for_(kConfigMaps).uses_client(kSecrets, {Verb::get}).build(nothing);
  Permissions of_runnable;
  of_runnable.allow(kSecrets, {Verb::delete_});
  h.manager.declare(of_runnable);
  EXPECT_THAT(lines_of(h.manager.permissions()), ElementsAre("/configmaps: list watch", "/secrets: get delete"));
  EXPECT_TRUE(h.manager.lease_permissions().empty());
}

TEST(PermissionsTest, RolesAreOfTheNamespacesThatAreWatched)
{
  ManagerOptions options;
  options.namespaces = {"a", "b"};
  options.leader_election.emplace();
  options.leader_election->lease = "demo";
  Harness h(options);
  h.manager.controller().for_(kConfigMaps).reads(kNodes).build(nothing);
  const std::string text = h.manager.roles({"demo", "system"});
  EXPECT_EQ(text.substr(0, text.find("---")), R"(apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: demo
  labels:
    app.kubernetes.io/name: demo
rules:
  - apiGroups: [""]
    resources: [nodes]
    verbs: [list, watch]
)");
  for (const char* part : {"kind: Role\nmetadata:\n  name: demo\n  namespace: a\n",
                           "kind: RoleBinding\nmetadata:\n  name: demo\n  namespace: b\n",
                           "name: demo-leader-election\n  namespace: system\n",
                           "resources: [leases]\n    verbs: [get, list, watch, create, update]\n",
                           "  - kind: ServiceAccount\n    name: demo\n    namespace: system\n"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  EXPECT_THAT(Harness().manager.roles({"demo", "system"}), IsEmpty());
}

// The API server demands that namespace of events about objects without one.
TEST(PermissionsTest, EventsAboutClusterScopedObjectsAreWrittenInDefault)
{
  const auto roles_of = [](const Namespaces& namespaces, bool events, const ResourceType& reads) {
    ManagerOptions options;
    options.namespaces = namespaces;
    Harness h(options);
    auto builder = h.manager.controller();
    builder.for_(kConfigMaps).reads(reads);
    if (events) builder.writes_events();
    builder.build(nothing);
    return h.manager.roles({"demo", "system"});
  };
  const std::string in_default = R"(kind: Role
metadata:
  name: demo
  namespace: default
  labels:
    app.kubernetes.io/name: demo
rules:
  - apiGroups: [events.k8s.io]
    resources: [events]
    verbs: [create, patch]
---
)";
  const std::string roles = roles_of({"a"}, true, kNodes);
  EXPECT_THAT(roles, HasSubstr(in_default));
  EXPECT_THAT(roles, HasSubstr("kind: RoleBinding\nmetadata:\n  name: demo\n  namespace: default\n"));
  EXPECT_THAT(roles_of({"a"}, false, kNodes), Not(HasSubstr("namespace: default")));
  EXPECT_THAT(roles_of({"a"}, true, kSecrets), Not(HasSubstr("namespace: default"))) << "all are in namespaces";
  EXPECT_THAT(roles_of({"a", "default"}, true, kNodes), Not(HasSubstr(in_default))) << "it has one already";
}

}  // namespace
}  // namespace kubexx::testing

// SPDX-License-Identifier: Apache-2.0
// Options::simulate_controllers and Options::gc_lag_seed.
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "fixture.hpp"

namespace kubexx::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

constexpr const char* pods = "/api/v1/namespaces/default/pods";
constexpr const char* replica_sets = "/apis/apps/v1/namespaces/default/replicasets";
constexpr const char* stateful_sets = "/apis/apps/v1/namespaces/default/statefulsets";
constexpr const char* daemon_sets = "/apis/apps/v1/namespaces/default/daemonsets";
constexpr const char* jobs = "/apis/batch/v1/namespaces/default/jobs";

struct FakeWorkloads : ApiServerTest {
  FakeWorkloads() : ApiServerTest([](ApiServer::Options& options) { options.simulate_controllers = true; }) {}

  static Json pattern(const std::string& image)
  {
    return {{"metadata", {{"labels", {{"app", "web"}}}}},
            {"spec", {{"containers", {{{"name", "main"}, {"image", image}}}}}}};
  }
  static Json workload(const std::string& kind, const std::string& name, Json spec)
  {
    spec["template"] = pattern("web:1");
    spec["selector"] = {{"matchLabels", {{"app", "web"}}}};
    return {{"apiVersion", "apps/v1"}, {"kind", kind}, {"metadata", {{"name", name}}}, {"spec", spec}};
  }
  Json web(int replicas) { return create(deployments, workload("Deployment", "web", {{"replicas", replicas}})); }
  Json now(const char* collection, const std::string& name) { return get(std::string(collection) + "/" + name); }
  Json change(const char* collection, const std::string& name, const Json& body)
  {
    const auto answer = patch(std::string(collection) + "/" + name, body);
    EXPECT_EQ(answer.status, 200U) << answer.body;
    return answer.json;
  }
  Json change_image(const char* collection, const std::string& name, const std::string& image)
  {
    return change(collection, name, {{"spec", {{"template", pattern(image)}}}});
  }
  Json items(const char* collection) { return get(collection).at("items"); }
  std::vector<std::string> names(const char* collection)
  {
    std::vector<std::string> found;
    for (const auto& item : items(collection)) found.push_back(item["metadata"]["name"]);
    return found;
  }
  static Json condition(const Json& object, const std::string& type)
  {
    const auto conditions = object.value(Json::json_pointer("/status/conditions"), Json::array());
    for (const auto& one : conditions) {
      if (one["type"] == type) return one;
    }
    return nullptr;
  }
};

TEST_F(FakeWorkloads, ADeploymentIsAvailable)
{
  web(3);
  const auto deployment = now(deployments, "web");
  EXPECT_EQ(deployment["metadata"]["annotations"]["deployment.kubernetes.io/revision"], "1");
  EXPECT_EQ(deployment["metadata"]["generation"], 1);
  const auto& status = deployment["status"];
  EXPECT_EQ(status["observedGeneration"], 1);
  for (const char* count : {"replicas", "updatedReplicas", "readyReplicas", "availableReplicas"}) {
    EXPECT_EQ(status[count], 3) << count;
  }
  EXPECT_FALSE(status.contains("unavailableReplicas"));
  EXPECT_EQ(condition(deployment, "Available")["reason"], "MinimumReplicasAvailable");
  EXPECT_EQ(condition(deployment, "Progressing")["reason"], "NewReplicaSetAvailable");

  const auto sets = items(replica_sets);
  ASSERT_EQ(sets.size(), 1U);
  const auto hash = sets[0]["metadata"]["labels"]["pod-template-hash"].get<std::string>();
  EXPECT_EQ(sets[0]["metadata"]["name"], "web-" + hash);
  EXPECT_EQ(sets[0]["spec"]["selector"]["matchLabels"]["pod-template-hash"], hash);
  EXPECT_EQ(sets[0]["metadata"]["annotations"]["deployment.kubernetes.io/desired-replicas"], "3");
  EXPECT_EQ(sets[0]["metadata"]["annotations"]["deployment.kubernetes.io/max-replicas"], "4");
  EXPECT_EQ(sets[0]["metadata"]["ownerReferences"][0]["uid"], deployment["metadata"]["uid"]);

  std::set<std::string> addresses;
  for (const auto& pod : items(pods)) {
    EXPECT_EQ(pod["status"]["phase"], "Running");
    EXPECT_EQ(condition(pod, "Ready")["status"], "True");
    EXPECT_EQ(condition(pod, "PodScheduled")["status"], "True");
    EXPECT_EQ(pod["status"]["containerStatuses"][0]["ready"], true);
    EXPECT_EQ(pod["spec"]["nodeName"], "kubexx-node");
    EXPECT_EQ(pod["metadata"]["labels"]["pod-template-hash"], hash);
    EXPECT_THAT(pod["metadata"]["name"].get<std::string>(), StartsWith("web-" + hash + "-"));
    addresses.insert(pod["status"]["podIP"]);
  }
  EXPECT_EQ(addresses.size(), 3U);
}

TEST_F(FakeWorkloads, ARollingUpdateStaysWithinItsBounds)
{
  web(4);
  auto reader = watch(std::string(replica_sets) + "?watch=1&resourceVersion=" + version_of(get(replica_sets)));
  change_image(deployments, "web", "web:2");
  const auto deployment = now(deployments, "web");
  EXPECT_EQ(deployment["status"]["updatedReplicas"], 4);
  EXPECT_EQ(deployment["status"]["observedGeneration"], 2);
  EXPECT_EQ(deployment["metadata"]["annotations"]["deployment.kubernetes.io/revision"], "2");
  std::map<std::string, Json> sets;
  std::int64_t steps = 0;
  for (const auto& old : items(replica_sets)) {
    if (old["metadata"]["annotations"]["deployment.kubernetes.io/revision"] == "1") {
      sets[old["metadata"]["name"]] = {{"spec", {{"replicas", 4}}}, {"status", {{"availableReplicas", 4}}}};
    }
  }
  for (const auto& line : reader.lines()) {
    sets[line["object"]["metadata"]["name"]] = line["object"];
    std::int64_t wanted = 0;
    std::int64_t available = 0;
    for (const auto& [name, set] : sets) {
      wanted += set["spec"]["replicas"].get<std::int64_t>();
      available += set.contains("status") ? set["status"].value("availableReplicas", 0) : 0;
    }
    EXPECT_LE(wanted, 5) << "maxSurge is 25%";
    EXPECT_GE(available, 3) << "maxUnavailable is 25%";
    ++steps;
  }
  EXPECT_GT(steps, 6);
  for (const auto& pod : items(pods)) EXPECT_EQ(pod["spec"]["containers"][0]["image"], "web:2");
}

TEST_F(FakeWorkloads, AnUndoneUpdateBringsItsReplicaSetBack)
{
  web(2);
  const auto first = names(replica_sets);
  change_image(deployments, "web", "web:2");
  change_image(deployments, "web", "web:1");
  EXPECT_EQ(names(replica_sets).size(), 2U);
  const auto back = now(replica_sets, first.front());
  EXPECT_EQ(back["spec"]["replicas"], 2);
  EXPECT_EQ(back["metadata"]["annotations"]["deployment.kubernetes.io/revision"], "3");
  EXPECT_EQ(back["metadata"]["annotations"]["deployment.kubernetes.io/revision-history"], "1");
}

TEST_F(FakeWorkloads, RecreateHasNoPodsOfTwoTemplatesAtOnce)
{
  create(deployments, workload("Deployment", "web", {{"replicas", 2}, {"strategy", {{"type", "Recreate"}}}}));
  auto reader = watch(std::string(pods) + "?watch=1&resourceVersion=" + version_of(get(pods)));
  change_image(deployments, "web", "web:2");
  std::int64_t deleted = 0;
  std::int64_t added = 0;
  for (const auto& line : reader.lines()) {
    if (line["type"] == "DELETED") ++deleted;
    if (line["type"] != "ADDED") continue;
    ++added;
    EXPECT_EQ(deleted, 2) << "both old ones have gone";
  }
  EXPECT_EQ(added, 2);
  EXPECT_EQ(now(deployments, "web")["status"]["availableReplicas"], 2);
}

TEST_F(FakeWorkloads, APausedDeploymentIsScaledAndNotRolledOut)
{
  web(1);
  change(deployments, "web", {{"spec", {{"paused", true}}}});
  EXPECT_EQ(condition(now(deployments, "web"), "Progressing")["reason"], "DeploymentPaused");
  change_image(deployments, "web", "web:2");
  change(deployments, "web", {{"spec", {{"replicas", 3}}}});
  EXPECT_EQ(names(replica_sets).size(), 1U);
  EXPECT_EQ(names(pods).size(), 3U);
  change(deployments, "web", {{"spec", {{"paused", false}}}});
  EXPECT_EQ(now(deployments, "web")["status"]["updatedReplicas"], 3);
  EXPECT_EQ(condition(now(deployments, "web"), "Progressing")["reason"], "NewReplicaSetAvailable");
}

TEST_F(FakeWorkloads, OldReplicaSetsAreForgotten)
{
  create(deployments, workload("Deployment", "web", {{"replicas", 1}, {"revisionHistoryLimit", 2}}));
  for (const char* image : {"web:2", "web:3", "web:4", "web:5"}) change_image(deployments, "web", image);
  std::vector<std::string> revisions;
  for (const auto& set : items(replica_sets)) {
    revisions.push_back(set["metadata"]["annotations"]["deployment.kubernetes.io/revision"]);
  }
  EXPECT_THAT(revisions, UnorderedElementsAre("3", "4", "5"));
}

TEST_F(FakeWorkloads, APodThatGoesIsReplacedAndAnOrphanAdopted)
{
  auto orphan = Json{{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", {{"name", "orphan"}}}};
  orphan["metadata"]["labels"] = {{"app", "web"}};
  orphan["spec"] = pattern("web:1")["spec"];
  create(pods, orphan);
  create(replica_sets, workload("ReplicaSet", "set", {{"replicas", 2}}));
  EXPECT_EQ(names(pods).size(), 2U) << "one was there";
  EXPECT_EQ(now(pods, "orphan")["metadata"]["ownerReferences"][0]["name"], "set");
  EXPECT_EQ(call("DELETE", std::string(pods) + "/orphan").status, 200U);
  const auto left = names(pods);
  EXPECT_EQ(left.size(), 2U);
  EXPECT_EQ(call("GET", std::string(pods) + "/orphan").status, 404U) << "the kubelet has stopped it";
  EXPECT_EQ(now(replica_sets, "set")["status"]["readyReplicas"], 2);
  change(replica_sets, "set", {{"spec", {{"replicas", 0}}}});
  EXPECT_THAT(names(pods), IsEmpty());
}

TEST_F(FakeWorkloads, AnOrphanThatIsBeingDeletedIsNotAdopted)
{
  auto orphan = Json{{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", {{"name", "orphan"}}}};
  orphan["metadata"]["labels"] = {{"app", "web"}};
  orphan["metadata"]["finalizers"] = {"example.com/hold"};
  orphan["spec"] = pattern("web:1")["spec"];
  create(pods, orphan);
  call("DELETE", std::string(pods) + "/orphan");
  create(replica_sets, workload("ReplicaSet", "set", {{"replicas", 1}}));
  EXPECT_FALSE(now(pods, "orphan")["metadata"].contains("ownerReferences"));
  EXPECT_EQ(names(pods).size(), 2U) << "one of its own";
}

TEST_F(FakeWorkloads, AFinalizerHoldsAPodThatWasStopped)
{
  web(1);
  const auto name = names(pods).front();
  change(pods, name, {{"metadata", {{"finalizers", {"example.com/hold"}}}}});
  call("DELETE", std::string(pods) + "/" + name);
  EXPECT_EQ(now(pods, name)["metadata"]["deletionGracePeriodSeconds"], 0);
  EXPECT_EQ(names(pods).size(), 2U) << "another one replaces it";
  change(pods, name, {{"metadata", {{"finalizers", nullptr}}}});
  EXPECT_EQ(names(pods).size(), 1U);
}

TEST_F(FakeWorkloads, TooManyPodsAreRefused)
{
  create(replica_sets, workload("ReplicaSet", "set", {{"replicas", 501}}));
  const auto set = now(replica_sets, "set");
  EXPECT_EQ(set["status"]["readyReplicas"], 500);
  EXPECT_EQ(condition(set, "ReplicaFailure")["reason"], "FailedCreate");
  change(replica_sets, "set", {{"spec", {{"replicas", 1}}}});
  EXPECT_TRUE(condition(now(replica_sets, "set"), "ReplicaFailure").is_null());
}

TEST_F(FakeWorkloads, AStatefulSetHasItsPodsInOrder)
{
  auto set = workload("StatefulSet", "db", {{"replicas", 3}, {"serviceName", "db"}});
  set["spec"]["volumeClaimTemplates"] = {
      {{"metadata", {{"name", "data"}}},
       {"spec", {{"accessModes", {"ReadWriteOnce"}}, {"resources", {{"requests", {{"storage", "1Gi"}}}}}}}}};
  create(stateful_sets, set);
  EXPECT_THAT(names(pods), ElementsAre("db-0", "db-1", "db-2"));
  EXPECT_EQ(now(pods, "db-1")["spec"]["volumes"][0]["persistentVolumeClaim"]["claimName"], "data-db-1");
  EXPECT_EQ(names("/api/v1/namespaces/default/persistentvolumeclaims").size(), 3U);
  auto reader = watch(std::string(pods) + "?watch=1&resourceVersion=" + version_of(get(pods)));
  change_image(stateful_sets, "db", "web:2");
  std::vector<std::string> gone;
  for (const auto& line : reader.lines()) {
    if (line["type"] == "DELETED") gone.push_back(line["object"]["metadata"]["name"]);
  }
  EXPECT_THAT(gone, ElementsAre("db-2", "db-1", "db-0"));
  const auto status = now(stateful_sets, "db")["status"];
  EXPECT_EQ(status["updatedReplicas"], 3);
  EXPECT_EQ(status["currentRevision"], status["updateRevision"]);
  EXPECT_EQ(names("/apis/apps/v1/namespaces/default/controllerrevisions").size(), 2U);
  change(stateful_sets, "db", {{"spec", {{"replicas", 1}}}});
  EXPECT_THAT(names(pods), ElementsAre("db-0"));
}

/// Each pod of "db" when it was made, and when it got ready, as a watch sees it.
std::vector<std::string> starts_of(const std::vector<Json>& events)
{
  std::vector<std::string> starts;
  std::set<std::string> ready;
  for (const auto& event : events) {
    const auto& pod = event["object"];
    const auto name = pod["metadata"]["name"].get<std::string>();
    if (event["type"] == "ADDED") starts.push_back("made " + name);
    const auto conditions = pod.value(Json::json_pointer("/status/conditions"), Json::array());
    for (const auto& one : conditions) {
      if (one["type"] == "Ready" && one["status"] == "True" && ready.insert(name).second) {
        starts.push_back("ready " + name);
      }
    }
  }
  return starts;
}

TEST_F(FakeWorkloads, AStatefulSetWaitsForEachPodUnlessItsPolicyIsParallel)
{
  auto set = workload("StatefulSet", "db", {{"replicas", 2}, {"serviceName", "db"}});
  auto reader = watch(std::string(pods) + "?watch=1&resourceVersion=" + version_of(get(pods)));
  create(stateful_sets, set);
  EXPECT_THAT(starts_of(reader.lines()), ElementsAre("made db-0", "ready db-0", "made db-1", "ready db-1"));
  set["metadata"]["name"] = "all";
  set["spec"]["podManagementPolicy"] = "Parallel";
  set["spec"]["selector"]["matchLabels"]["app"] = "all";
  set["spec"]["template"]["metadata"]["labels"]["app"] = "all";
  create(stateful_sets, set);
  EXPECT_THAT(starts_of(reader.lines()), ElementsAre("made all-0", "made all-1", "ready all-0", "ready all-1"));
}

TEST_F(FakeWorkloads, APartitionKeepsTheFirstPodsOfAStatefulSet)
{
  auto set = workload("StatefulSet", "db", {{"replicas", 3}, {"serviceName", "db"}});
  set["spec"]["updateStrategy"] = {{"type", "RollingUpdate"}, {"rollingUpdate", {{"partition", 2}}}};
  create(stateful_sets, set);
  change_image(stateful_sets, "db", "web:2");
  std::vector<std::string> images;
  for (const auto& pod : items(pods)) images.push_back(pod["spec"]["containers"][0]["image"]);
  EXPECT_THAT(images, ElementsAre("web:1", "web:1", "web:2"));
}

TEST_F(FakeWorkloads, ADaemonSetFollowsTheNodes)
{
  create(daemon_sets, workload("DaemonSet", "agent", Json::object()));
  EXPECT_EQ(names(pods).size(), 1U);
  create("/api/v1/nodes", {{"apiVersion", "v1"}, {"kind", "Node"}, {"metadata", {{"name", "second"}}}});
  EXPECT_EQ(now(daemon_sets, "agent")["status"]["numberReady"], 2);
  change_image(daemon_sets, "agent", "web:2");
  EXPECT_EQ(now(daemon_sets, "agent")["status"]["updatedNumberScheduled"], 2);
  for (const auto& pod : items(pods)) EXPECT_EQ(pod["spec"]["containers"][0]["image"], "web:2");
  call("DELETE", "/api/v1/nodes/second");
  EXPECT_EQ(now(daemon_sets, "agent")["status"]["desiredNumberScheduled"], 1);
  EXPECT_EQ(names(pods).size(), 1U);
}

TEST_F(FakeWorkloads, AJobIsComplete)
{
  Json job{{"apiVersion", "batch/v1"}, {"kind", "Job"}, {"metadata", {{"name", "sum"}}}};
  job["spec"] = {{"completions", 3}, {"parallelism", 2}, {"suspend", true}};
  job["spec"]["template"]["spec"] = {{"restartPolicy", "Never"},
                                     {"containers", {{{"name", "main"}, {"image", "sum"}}}}};
  create(jobs, job);
  EXPECT_EQ(condition(now(jobs, "sum"), "Suspended")["status"], "True");
  EXPECT_THAT(names(pods), IsEmpty());
  change(jobs, "sum", {{"spec", {{"suspend", false}}}});
  const auto found = now(jobs, "sum");
  EXPECT_EQ(condition(found, "Complete")["status"], "True");
  EXPECT_EQ(condition(found, "Suspended")["status"], "False");
  EXPECT_EQ(found["status"]["succeeded"], 3);
  EXPECT_TRUE(found["status"].contains("completionTime"));
  for (const auto& pod : items(pods)) EXPECT_EQ(pod["status"]["phase"], "Succeeded");
}

TEST_F(FakeWorkloads, ANamespaceGoesWithItsWorkloads)
{
  create("/api/v1/namespaces", {{"metadata", {{"name", "team"}}}});
  create("/apis/apps/v1/namespaces/team/deployments", workload("Deployment", "web", {{"replicas", 2}}));
  EXPECT_EQ(get("/api/v1/namespaces/team/pods")["items"].size(), 2U);
  EXPECT_EQ(call("DELETE", "/api/v1/namespaces/team").status, 200U);
  EXPECT_EQ(call("GET", "/api/v1/namespaces/team").status, 404U);
  EXPECT_THAT(names("/api/v1/pods"), IsEmpty());
}

TEST_F(FakeWorkloads, ADeploymentTakesItsPodsAlong)
{
  web(2);
  EXPECT_EQ(call("DELETE", std::string(deployments) + "/web").status, 200U);
  EXPECT_THAT(names(replica_sets), IsEmpty());
  EXPECT_THAT(names(pods), IsEmpty());
}

struct WithoutWorkloads : ApiServerTest {};

TEST_F(WithoutWorkloads, NothingIsMade)
{
  create(deployments, deployment("web"));
  EXPECT_THAT(get(replica_sets)["items"], IsEmpty());
  EXPECT_THAT(get("/api/v1/nodes")["items"], IsEmpty());
}

struct GarbageLag : ApiServerTest {
  GarbageLag() : ApiServerTest([](ApiServer::Options& options) { options.gc_lag_seed = 7; }) {}
  /// How many requests it takes until a child of a deleted owner has gone.
  int requests_until_gone(int round)
  {
    const auto name = "owner" + std::to_string(round);
    const auto owner = create(config_maps, config_map(name));
    auto child = config_map("child");
    child["metadata"]["ownerReferences"] = {
        {{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"name", name}, {"uid", owner["metadata"]["uid"]}}};
    create(config_maps, child);
    call("DELETE", std::string(config_maps) + "/" + name);
    int requests = 0;
    while (call("GET", std::string(config_maps) + "/child").status != 404U && requests < 1000) ++requests;
    return requests;
  }
};

TEST_F(GarbageLag, TheCollectorComesLaterAndComes)
{
  std::set<int> lags;
  for (int round = 0; round < 20; ++round) lags.insert(requests_until_gone(round));
  EXPECT_GT(lags.size(), 2U) << "by the seed, sooner or later";
  EXPECT_LT(*lags.rbegin(), 100);
}

TEST_F(GarbageLag, NotLongerThanSomeSeconds)
{
  for (int round = 0; round < 20; ++round) {
    const auto name = "owner" + std::to_string(round);
    const auto owner = create(config_maps, config_map(name));
    auto child = config_map("child" + std::to_string(round));
    child["metadata"]["ownerReferences"] = {
        {{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"name", name}, {"uid", owner["metadata"]["uid"]}}};
    create(config_maps, child);
    call("DELETE", std::string(config_maps) + "/" + name);
    clock.advance(std::chrono::seconds(6));
    (void)get(config_maps);
    EXPECT_THAT(get(config_maps)["items"], IsEmpty());
  }
}

}  // namespace
}  // namespace kubexx::testing

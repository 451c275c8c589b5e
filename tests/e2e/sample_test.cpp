// SPDX-License-Identifier: Apache-2.0
// The sample controller on a real control plane, as it runs in a cluster: in-cluster configuration, its ServiceAccount,
// exactly the RBAC of manifests/.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>
#include <stop_token>
#include <thread>

#include "sample.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using support::run;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

class SampleInCluster : public RealCluster {
protected:
  void SetUp() override
  {
    RealCluster::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    identity_ = std::make_unique<Identity>(admin());
    sample_ = std::make_unique<Sample>(Sample::Options{plane().files, folder(), identity_->token(ns())});
    sample_->start();
    ASSERT_TRUE(eventually([&] { return sample_->ready(); })) << sample_->output();
  }
  void TearDown() override
  {
    if (sample_) {
      const auto exit = sample_->process().stop(10s);
      EXPECT_EQ(exit.code, 0) << "the sample ended with " << to_string(exit) << "\n" << sample_->output();
    }
    sample_.reset();
    if (identity_) identity_->delete_pod(ns());
    RealCluster::TearDown();
  }

  Sample& sample() { return *sample_; }
  Identity& identity() { return *identity_; }

  // Empty when there is none.
  [[nodiscard]] Object find(const ResourceType& type, const std::string& name) const
  {
    try {
      return admin().get(type, {ns(), name});
    } catch (const ApiError& error) {
      if (is_not_found(error)) return {};
      throw;
    }
  }
  [[nodiscard]] bool deployment_has(const std::string& name, std::int64_t replicas) const
  {
    const auto found = find(deployments(), name);
    return found && found.at("/spec/replicas").as_int() == replicas;
  }
  [[nodiscard]] std::vector<Object> events_of(const std::string& name, const std::string& reason) const
  {
    ListOptions options;
    options.namespace_ = ns();
    std::vector<Object> found;
    for (const auto& event : admin().list(events(), options).items) {
      if (event.at("/regarding/name").equals(name) && event.at("/reason").equals(reason)) found.push_back(event);
    }
    return found;
  }
  void create(const std::string& name, const std::string& deployment, int replicas) const
  {
    admin().create(foos(), foo(ns(), name, deployment, replicas));
  }
  // How often the sample has written what, in this test's namespace: "patch foos/status".
  [[nodiscard]] std::map<std::string, int> writes() const
  {
    std::map<std::string, int> count;
    for (const auto& entry : audit_of(identity_->user(), plane().files)) {
      if (entry.verb == "get" || entry.verb == "list" || entry.verb == "watch" || entry.namespace_ != ns()) continue;
      ++count[entry.verb + " " + entry.resource + "/" + entry.subresource];
    }
    return count;
  }

private:
  std::unique_ptr<Identity> identity_;
  std::unique_ptr<Sample> sample_;
};

TEST_F(SampleInCluster, AFooBecomesADeploymentThatItOwns)
{
  create("web", "web-deployment", 2);
  ASSERT_TRUE(eventually([&] { return deployment_has("web-deployment", 2); })) << sample().output();
  const auto made = find(deployments(), "web-deployment");
  const auto owner = made.controller_owner();
  ASSERT_TRUE(owner);
  EXPECT_EQ(owner->kind, "Foo");
  EXPECT_EQ(owner->api_version, "samplecontroller.k8s.io/v1alpha1");
  EXPECT_EQ(owner->name, "web");
  EXPECT_EQ(owner->uid, find(foos(), "web").uid());
  EXPECT_TRUE(owner->block_owner_deletion);
  EXPECT_TRUE(made.at("/spec/template/spec/containers/0/image").as_string().value_or("").starts_with("nginx"));
  EXPECT_EQ(made.at("/spec/template/metadata/labels/app").as_string(), "nginx");
  EXPECT_EQ(made.at("/spec/template/metadata/labels/controller").as_string(), "web");
  EXPECT_EQ(made.at("/spec/selector/matchLabels/controller").as_string(), "web");
}

TEST_F(SampleInCluster, ReplicasFollowTheFooAndDriftIsTakenBack)
{
  create("web", "web", 1);
  ASSERT_TRUE(eventually([&] { return deployment_has("web", 1); })) << sample().output();
  admin().patch(foos(), {ns(), "web"}, R"({"spec":{"replicas":3}})");
  EXPECT_TRUE(eventually([&] { return deployment_has("web", 3); })) << sample().output();
  const auto before = find(deployments(), "web").generation();
  admin().patch(deployments(), {ns(), "web"}, R"({"spec":{"replicas":7}})");
  EXPECT_TRUE(eventually([&] {
    const auto now = find(deployments(), "web");
    return now.generation() >= before + 2 && now.at("/spec/replicas").as_int() == 3;
  })) << sample().output();
}

TEST_F(SampleInCluster, OtherFieldsOfTheDeploymentAreLeftAlone)
{
  create("web", "web", 1);
  ASSERT_TRUE(eventually([&] { return deployment_has("web", 1); })) << sample().output();
  admin().patch(deployments(), {ns(), "web"},
                R"({"metadata":{"annotations":{"note":"mine"}},"spec":{"replicas":4,"minReadySeconds":7,)"
                R"("template":{"spec":{"terminationGracePeriodSeconds":11}}}})");
  EXPECT_TRUE(eventually([&] { return deployment_has("web", 1); })) << sample().output();
  const auto after = find(deployments(), "web");
  EXPECT_EQ(after.annotation("note"), "mine");
  EXPECT_EQ(after.at("/spec/minReadySeconds").as_int(), 7);
  EXPECT_EQ(after.at("/spec/template/spec/terminationGracePeriodSeconds").as_int(), 11);
}

TEST_F(SampleInCluster, ADeletedDeploymentComesBack)
{
  create("web", "web", 1);
  ASSERT_TRUE(eventually([&] { return deployment_has("web", 1); })) << sample().output();
  const std::string first(find(deployments(), "web").uid());
  admin().delete_(deployments(), {ns(), "web"});
  EXPECT_TRUE(eventually([&] {
    const auto now = find(deployments(), "web");
    return now && now.uid() != first;
  })) << sample().output();
}

TEST_F(SampleInCluster, AvailableReplicasOfRealPodsReachTheStatus)
{
  create("web", "web", 2);
  ASSERT_TRUE(eventually([&] { return run_pods(admin(), ns(), "controller=web") == 2; })) << sample().output();
  EXPECT_TRUE(eventually([&] { return find(foos(), "web").at("/status/availableReplicas").as_int() == 2; }))
      << sample().output();
  EXPECT_EQ(find(foos(), "web").generation(), 1) << "the status was not written through the subresource";
}

TEST_F(SampleInCluster, WritesNothingThatChangesNothing)
{
  create("web", "web", 1);
  ASSERT_TRUE(eventually([&] { return !events_of("web", "Synced").empty(); })) << sample().output();
  ASSERT_TRUE(eventually([&] { return find(deployments(), "web").at("/status/observedGeneration").as_int() == 1; }));
  const auto writes_before = writes();
  // Each annotation causes one more reconcile of each object; a second Foo's Deployment shows that they are over.
  for (int i = 0; i < 3; ++i) {
    const auto touch = R"({"metadata":{"annotations":{"touched":")" + std::to_string(i) + R"("}}})";
    admin().patch(foos(), {ns(), "web"}, touch);
    admin().patch(deployments(), {ns(), "web"}, touch);
  }
  create("mark", "mark", 1);
  ASSERT_TRUE(eventually([&] { return !events_of("mark", "Synced").empty(); })) << sample().output();
  auto writes_after = writes();
  // The second Foo's: its Deployment and its event.
  EXPECT_EQ(writes_after["create deployments/"], writes_before.at("create deployments/") + 1);
  EXPECT_EQ(writes_after["patch deployments/"], 0);
  EXPECT_EQ(writes_after["patch foos/status"], 0) << "a status that did not change was written";
  EXPECT_EQ(events_of("web", "Synced").size(), 1U) << "an event for a reconcile that did nothing";
}

TEST_F(SampleInCluster, ASyncedEventIsRecordedOnTheFoo)
{
  create("web", "web", 1);
  ASSERT_TRUE(eventually([&] { return !events_of("web", "Synced").empty(); })) << sample().output();
  const auto event = events_of("web", "Synced")[0];
  EXPECT_TRUE(event.at("/type").equals("Normal"));
  EXPECT_TRUE(event.at("/note").equals("Foo synced successfully"));
  EXPECT_TRUE(event.at("/reportingController").equals("sample-controller"));
  EXPECT_EQ(event.at("/regarding/uid").as_string(), find(foos(), "web").uid());
  EXPECT_THAT(kubectl({"describe", "foo", "web", "-n", ns()}).out, HasSubstr("Foo synced successfully"));
}

TEST_F(SampleInCluster, AForeignDeploymentIsNotTouchedAndRetried)
{
  auto foreign = json::parse(R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"taken"},
    "spec":{"replicas":5,"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
    "spec":{"containers":[{"name":"c","image":"busybox"}]}}}})");
  foreign["metadata"]["namespace"] = ns();
  admin().create(deployments(), Object::from_json(foreign));
  create("web", "taken", 1);
  ASSERT_TRUE(eventually([&] { return !events_of("web", "ErrResourceExists").empty(); })) << sample().output();
  const auto event = events_of("web", "ErrResourceExists")[0];
  EXPECT_TRUE(event.at("/type").equals("Warning"));
  EXPECT_THAT(event.at("/note").as_string().value_or(""), HasSubstr("taken"));
  const auto untouched = find(deployments(), "taken");
  EXPECT_EQ(untouched.generation(), 1);
  EXPECT_TRUE(untouched.owners().empty());
  EXPECT_TRUE(events_of("web", "Synced").empty());

  // The retry, with back-off, finds that the name has become free; nothing else tells it.
  admin().delete_(deployments(), {ns(), "taken"});
  EXPECT_TRUE(eventually([&] {
    const auto now = find(deployments(), "taken");
    return now && now.controller_owner();
  })) << sample().output();
}

TEST_F(SampleInCluster, TheSecondFooOfOneDeploymentNameIsRefused)
{
  create("first", "shared", 1);
  ASSERT_TRUE(eventually([&] { return deployment_has("shared", 1); })) << sample().output();
  create("second", "shared", 4);
  EXPECT_TRUE(eventually([&] { return !events_of("second", "ErrResourceExists").empty(); })) << sample().output();
  EXPECT_EQ(find(deployments(), "shared").controller_owner()->name, "first");
  EXPECT_TRUE(deployment_has("shared", 1));
}

TEST_F(SampleInCluster, AnEmptyDeploymentNameIsReportedOnceAndNotRetried)
{
  create("nameless", "", 1);
  ASSERT_TRUE(eventually([&] { return !sample().lines_with("deploymentName").empty(); })) << sample().output();
  // Retries with the default back-off of 5 ms would have come several times before this Foo is done.
  create("other", "other", 1);
  ASSERT_TRUE(eventually([&] { return !events_of("other", "Synced").empty(); })) << sample().output();
  EXPECT_EQ(sample().lines_with("deploymentName").size(), 1U) << sample().output();
  EXPECT_THAT(sample().lines_with("deploymentName")[0],
              AllOf(HasSubstr("\"" + ns() + "\""), HasSubstr("\"nameless\"")));

  admin().patch(foos(), {ns(), "nameless"}, R"({"spec":{"deploymentName":"named"}})");
  EXPECT_TRUE(eventually([&] { return deployment_has("named", 1); })) << sample().output();
}

TEST_F(SampleInCluster, ADeletedFooLeavesQuietlyAndItsDeploymentIsCollected)
{
  create("web", "web", 1);
  ListOptions here;
  here.namespace_ = ns();
  here.label_selector = "controller=web";
  ASSERT_TRUE(eventually([&] { return admin().list(pods(), here).items.size() == 1; })) << sample().output();
  const auto errors = sample().lines_with("\"error\"").size();
  admin().delete_(foos(), {ns(), "web"});
  EXPECT_TRUE(eventually([&] { return !find(deployments(), "web"); })) << "the garbage collector left it";
  EXPECT_TRUE(eventually([&] { return admin().list(pods(), here).items.empty(); }));
  EXPECT_EQ(sample().lines_with("\"error\"").size(), errors) << sample().output();
  EXPECT_FALSE(find(deployments(), "web")) << "it was made again after its Foo had gone";
}

TEST_F(SampleInCluster, ForegroundDeletionWaitsForTheDeployment)
{
  create("web", "web", 1);
  ASSERT_TRUE(eventually([&] { return deployment_has("web", 1); })) << sample().output();
  // Held by a finalizer, the Deployment holds the Foo.
  admin().patch(deployments(), {ns(), "web"}, R"({"metadata":{"finalizers":["example.com/hold"]}})");
  DeleteOptions foreground;
  foreground.propagation_policy = "Foreground";
  admin().delete_(foos(), {ns(), "web"}, foreground);
  ASSERT_TRUE(eventually([&] {
    const auto held = find(deployments(), "web");
    return held && held.is_deleting();
  }));
  const auto waiting = find(foos(), "web");
  ASSERT_TRUE(waiting) << "the owner went before what blocks its deletion";
  EXPECT_TRUE(waiting.is_deleting());
  admin().patch(deployments(), {ns(), "web"}, R"({"metadata":{"finalizers":null}})");
  EXPECT_TRUE(eventually([&] { return !find(foos(), "web"); }));
  EXPECT_FALSE(find(deployments(), "web")) << sample().output();
}

TEST_F(SampleInCluster, TheTokenRotatesAndTheOldOneEnds)
{
  create("before", "before", 1);
  ASSERT_TRUE(eventually([&] { return deployment_has("before", 1); })) << sample().output();
  const auto old_token = read_file(folder() / "serviceaccount/token");

  sample().rotate_token(identity().token(ns() + "-rotated"));
  identity().delete_pod(ns());
  // The server keeps a verified token for ten seconds.
  ASSERT_TRUE(eventually([&] {
    try {
      (void)client_with(old_token).list(foos());
      return false;
    } catch (const ApiError& error) {
      return is_unauthorized(error);
    }
  })) << "the old token still works";

  create("after", "after", 1);
  EXPECT_TRUE(eventually([&] { return deployment_has("after", 1); }, 90s)) << sample().output();
  admin().patch(foos(), {ns(), "before"}, R"({"spec":{"replicas":2}})");
  EXPECT_TRUE(eventually([&] { return deployment_has("before", 2); })) << sample().output();
  std::set<std::string> tokens;
  for (const auto& entry : audit_of(identity().user(), plane().files)) {
    if (entry.namespace_ == ns()) tokens.insert(entry.token_id);
  }
  EXPECT_GE(tokens.size(), 2U) << "nothing was asked with the new token";
  EXPECT_THAT(sample().output(), Not(HasSubstr(old_token)));
  identity().delete_pod(ns() + "-rotated");
  // TearDown deletes the first Pod.
  (void)identity().token(ns());
}

TEST_F(SampleInCluster, NothingItAsksForIsRefused)
{
  create("web", "web", 1);
  ASSERT_TRUE(eventually([&] { return !events_of("web", "Synced").empty(); })) << sample().output();
  for (const auto& entry : audit_of(identity().user(), plane().files)) {
    // Elsewhere are what other tests have left: namespaces that end refuse to create.
    if (!entry.namespace_.empty() && entry.namespace_ != ns()) continue;
    EXPECT_NE(entry.code, 403) << entry.verb << " " << entry.resource << "/" << entry.subresource;
  }
}

TEST_F(SampleInCluster, WhyTellsWhatItDidAndWhatItWaitsFor)
{
  const auto why = [&](std::vector<std::string> words) {
    std::vector<std::string> argv{KUBEXX_E2E_KUBEXX, "why", "--address=" + sample().debug_address()};
    argv.insert(argv.end(), words.begin(), words.end());
    return run({argv}).all();
  };
  create("web", "web", 1);
  ASSERT_TRUE(eventually([&] { return !events_of("web", "Synced").empty(); })) << sample().output();
  admin().patch(foos(), {ns(), "web"}, R"({"spec":{"replicas":2}})");
  // The Deployment's own controller changes its status a few times more, and each of these events is a reconcile.
  std::string idle;
  EXPECT_TRUE(eventually([&] {
    idle = why({"web", "-n", ns()});
    return idle.find("changes /spec/replicas") != std::string::npos &&
           idle.find(ns() + "/web in controller foo:\n  nothing has changed since it was reconciled\n") !=
               std::string::npos;
  })) << idle;
  EXPECT_THAT(idle, AllOf(HasSubstr("create deployments.apps " + ns() + "/web: 201 after "),
                          HasSubstr("foos.samplecontroller.k8s.io added")));

  auto foreign = json::parse(R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"taken"},
    "spec":{"replicas":5,"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
    "spec":{"containers":[{"name":"c","image":"busybox"}]}}}})");
  foreign["metadata"]["namespace"] = ns();
  admin().create(deployments(), Object::from_json(foreign));
  create("second", "taken", 1);
  EXPECT_TRUE(eventually([&] { return why({ns() + "/second"}).find("failures in a row") != std::string::npos; }))
      << why({ns() + "/second"});
  const auto answer = json::parse(why({ns() + "/second", "-o", "json"}));
  EXPECT_EQ(answer.at("controllers").at(0).at("past").at(0).at("result"), "error");
  EXPECT_THAT(why({ns() + "/nobody"}), HasSubstr("nothing is known about this key"));
  EXPECT_THAT(why({"x", "--controller=other"}), HasSubstr("responded: no such controller"));
}

TEST_F(SampleInCluster, GoToolPprofReadsItsCpuProfile)
{
  if (!run({{"/usr/bin/env", "go", "version"}}).ok()) GTEST_SKIP() << "needs Go";
  const std::jthread load([this](const std::stop_token& stop) {
    while (!stop.stop_requested()) (void)sample().metrics();
  });
  const auto top = run({{"/usr/bin/env", "go", "tool", "pprof", "-top",
                         "http://" + sample().debug_address() + "/debug/pprof/profile?seconds=2"},
                        {{"PPROF_TMPDIR", folder().string()}}},
                       {}, 100s);
  EXPECT_TRUE(top.ok()) << top.all();
  EXPECT_THAT(top.out, AllOf(HasSubstr("Type: cpu"), HasSubstr("Duration: 2"), HasSubstr("flat%"))) << top.all();
  EXPECT_THAT(top.out, HasSubstr("kubexx::")) << "functions have their names";
}

TEST_F(SampleInCluster, ProbesAndMetricsAnswer)
{
  create("web", "web", 1);
  ASSERT_TRUE(eventually([&] { return deployment_has("web", 1); })) << sample().output();
  EXPECT_FALSE(sample().health("/healthz").empty());
  EXPECT_FALSE(sample().health("/readyz").empty());
  EXPECT_TRUE(eventually([&] {
    const auto text = sample().metrics();
    return text.find("controller_runtime_reconcile_total{") != std::string::npos &&
           text.find("workqueue_adds_total{") != std::string::npos;
  })) << sample().metrics();
}

}  // namespace
}  // namespace kubexx::e2e

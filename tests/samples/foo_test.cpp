// SPDX-License-Identifier: Apache-2.0
// What the sample controller promises, one behaviour after the other, on the embedded server under virtual time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "foo.hpp"
#include "foo_reconciler.hpp"
#include "harness.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/types/apps/v1/deployment.hpp"
#include "support/yaml.hpp"

namespace sample {
namespace {

using kubexx::Object;
using kubexx::ObjectKey;
using kubexx::resource_of;
using kubexx::appsv1::Deployment;
using kubexx::testing::Harness;
using kubexx::testing::kEvents;
using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const ObjectKey kFoo{"default", "example"};
const ObjectKey kDeployment{"default", "example-nginx"};

class FooTest : public ::testing::Test {
protected:
  FooTest()
  {
    h.create_json(kubexx::resources::custom_resource_definitions,
                  kubexx::support::read_yaml(MANIFESTS "/crd.yaml").at(0).dump());
    add_foo_controller(h.manager);
    h.start();
    h.transport->requests.clear();
  }

  Object create_foo(const std::string& spec = R"({"deploymentName":"example-nginx","replicas":1})")
  {
    return h.create(resource_of<Foo>(), kFoo.name, R"(,"spec":)" + spec);
  }
  Object deployment() { return h.get(resource_of<Deployment>(), kDeployment); }
  Object foo() { return h.get(resource_of<Foo>(), kFoo); }
  void settle() { h.sim.run_for(seconds(5)); }

  // Of the events about the Foo: "type reason note", with the count of a series.
  std::vector<std::string> events()
  {
    std::vector<std::string> texts;
    for (const auto& event : h.list(kEvents)) {
      const auto text = [&](const char* pointer) { return event.at(pointer).as_string().value_or(""); };
      EXPECT_EQ(text("/regarding/kind"), "Foo");
      EXPECT_EQ(text("/regarding/name"), "example");
      std::string line = text("/type") + " " + text("/reason") + " " + text("/note");
      if (const auto count = event.at("/series/count").as_int()) line += " x" + std::to_string(*count);
      texts.push_back(line);
    }
    return texts;
  }

  // Requests that change something, but for events.
  int writes() const
  {
    int count = 0;
    for (const auto& [what, times] : h.transport->requests) {
      if (!what.starts_with("GET ") && what.find("/events") == std::string::npos) count += times;
    }
    return count;
  }
  int requests() const
  {
    int count = 0;
    for (const auto& [what, times] : h.transport->requests) count += times;
    return count;
  }

  Harness h;
};

TEST_F(FooTest, CreatesTheDeploymentOwnedByTheFoo)
{
  const Object created = create_foo(R"({"deploymentName":"example-nginx","replicas":3})");
  settle();
  const Object object = deployment();
  ASSERT_TRUE(object);
  const auto made = object.as<Deployment>();
  const std::map<std::string, std::string> labels{{"app", "nginx"}, {"controller", "example"}};
  EXPECT_EQ(made.spec.replicas, 3);
  EXPECT_EQ(made.spec.selector->matchLabels, labels);
  EXPECT_EQ(made.spec.template_.metadata.labels, labels);
  ASSERT_THAT(made.spec.template_.spec.containers, SizeIs(1));
  EXPECT_EQ(made.spec.template_.spec.containers[0].name, "nginx");
  EXPECT_EQ(made.spec.template_.spec.containers[0].image, "nginx:latest");
  ASSERT_THAT(made.metadata.ownerReferences, SizeIs(1));
  const auto& owner = made.metadata.ownerReferences[0];
  EXPECT_EQ(owner.apiVersion, "samplecontroller.k8s.io/v1alpha1");
  EXPECT_EQ(owner.kind, "Foo");
  EXPECT_EQ(owner.name, "example");
  EXPECT_EQ(owner.uid, created.uid());
  EXPECT_EQ(owner.controller, true);
  EXPECT_EQ(owner.blockOwnerDeletion, true);
  EXPECT_THAT(events(), ElementsAre("Normal Synced Foo synced successfully"));
}

TEST_F(FooTest, NeedsTwoRequestsForAFoo)
{
  create_foo();
  h.sim.run_for(std::chrono::minutes(20));
  EXPECT_EQ(h.transport->requests["POST /apis/apps/v1/namespaces/default/deployments"], 1);
  EXPECT_EQ(h.transport->requests["POST /apis/events.k8s.io/v1/namespaces/default/events"], 1);
  EXPECT_EQ(writes(), 1) << "no status write that changes nothing";
}

TEST_F(FooTest, BringsReplicasBackAndTouchesNothingElse)
{
  create_foo(R"({"deploymentName":"example-nginx","replicas":2})");
  settle();
  h.patch(resource_of<Deployment>(), kDeployment,
          R"({"metadata":{"annotations":{"kept":"yes"}},"spec":{"replicas":9,"paused":true,"minReadySeconds":7}})");
  settle();
  const Object object = deployment();
  EXPECT_EQ(object.at("/spec/replicas").as_int(), 2);
  EXPECT_EQ(object.at("/spec/paused").as_bool(), true);
  EXPECT_EQ(object.at("/spec/minReadySeconds").as_int(), 7);
  EXPECT_EQ(object.annotation("kept"), "yes");
}

TEST_F(FooTest, FollowsTheReplicasOfTheFoo)
{
  create_foo();
  settle();
  h.patch(resource_of<Foo>(), kFoo, R"({"spec":{"replicas":5}})");
  settle();
  EXPECT_EQ(deployment().at("/spec/replicas").as_int(), 5);
  EXPECT_EQ(writes(), 2) << "a create and a patch";
}

TEST_F(FooTest, LeavesReplicasAloneWhenTheFooSaysNothing)
{
  create_foo(R"({"deploymentName":"example-nginx"})");
  settle();
  EXPECT_EQ(deployment().at("/spec/replicas").as_int(), 1) << "the server's default";
  h.patch(resource_of<Deployment>(), kDeployment, R"({"spec":{"replicas":4}})");
  settle();
  EXPECT_EQ(deployment().at("/spec/replicas").as_int(), 4);
}

TEST_F(FooTest, CopiesAvailableReplicasIntoTheStatus)
{
  create_foo();
  settle();
  const auto generation = foo().generation();
  h.patch(resource_of<Deployment>(), kDeployment,
          R"({"status":{"replicas":1,"readyReplicas":1,"availableReplicas":1}})", "status");
  settle();
  EXPECT_EQ(foo().at("/status/availableReplicas").as_int(), 1);
  EXPECT_EQ(foo().generation(), generation) << "the spec was not written";
  EXPECT_EQ(
      h.transport->requests["PATCH /apis/samplecontroller.k8s.io/v1alpha1/namespaces/default/foos/example/status"], 1);
  EXPECT_EQ(writes(), 2);

  // A change of the Deployment that concerns nobody writes nothing.
  h.patch(resource_of<Deployment>(), kDeployment, R"({"metadata":{"annotations":{"a":"b"}}})");
  settle();
  EXPECT_EQ(writes(), 2);
}

TEST_F(FooTest, ReplacesADeletedDeployment)
{
  create_foo();
  settle();
  const std::string before(deployment().uid());
  h.patch(resource_of<Deployment>(), kDeployment,
          R"({"status":{"replicas":1,"readyReplicas":1,"availableReplicas":1}})", "status");
  settle();
  h.remove(resource_of<Deployment>(), kDeployment);
  settle();
  ASSERT_TRUE(deployment());
  EXPECT_NE(deployment().uid(), before);
  EXPECT_EQ(foo().at("/status/availableReplicas").as_int(), 0) << "the new one has none yet";
}

TEST_F(FooTest, DoesNotTouchADeploymentThatTheFooDoesNotOwn)
{
  h.create(resource_of<Deployment>(), kDeployment.name,
           R"(,"spec":{"replicas":7,"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
              "spec":{"containers":[{"name":"c","image":"i"}]}}})");
  const std::string version(deployment().resource_version());
  create_foo();
  settle();
  EXPECT_EQ(deployment().resource_version(), version);
  EXPECT_EQ(writes(), 0);
  EXPECT_THAT(events(),
              ElementsAre(HasSubstr(
                  "Warning ErrResourceExists Resource \"example-nginx\" already exists and is not managed by Foo x")))
      << "repeats become a series";
  EXPECT_GE(h.log->count({"error reconcile failed", "is not managed by Foo"}), 5U) << "retried with back-off";
  EXPECT_EQ(h.transport->requests["POST /apis/events.k8s.io/v1/namespaces/default/events"], 1);

  h.remove(resource_of<Deployment>(), kDeployment);
  EXPECT_TRUE(h.until([&] { return static_cast<bool>(deployment()) && deployment().controller_owner().has_value(); },
                      std::chrono::minutes(20)));
}

TEST_F(FooTest, AnEmptyDeploymentNameIsReportedOnceAndNotRetried)
{
  create_foo(R"({"replicas":1})");
  h.sim.run_for(std::chrono::hours(1));
  EXPECT_EQ(h.log->count({"error", "spec.deploymentName is empty"}), 1U);
  EXPECT_EQ(writes(), 0);
  EXPECT_EQ(h.metric(R"(controller_runtime_terminal_reconcile_errors_total{controller="foo"})"), "1");
  h.patch(resource_of<Foo>(), kFoo, R"({"spec":{"deploymentName":"example-nginx"}})");
  settle();
  EXPECT_TRUE(deployment()) << "a change brings it back";
}

TEST_F(FooTest, ADeletedFooLeavesQuietlyAndItsDeploymentGoesWithIt)
{
  create_foo();
  settle();
  h.transport->requests.clear();
  h.remove(resource_of<Foo>(), kFoo);
  settle();
  EXPECT_FALSE(foo());
  EXPECT_FALSE(deployment()) << "by the garbage collector";
  EXPECT_EQ(requests(), 0) << "without a word from the controller";
  EXPECT_EQ(h.log->count({"error "}), 0U) << h.log->text();
}

TEST_F(FooTest, AFooThatIsBeingDeletedIsLeftAlone)
{
  create_foo();
  settle();
  h.patch(resource_of<Foo>(), kFoo, R"({"metadata":{"finalizers":["example.com/hold"]}})");
  h.remove(resource_of<Foo>(), kFoo);
  h.patch(resource_of<Deployment>(), kDeployment, R"({"spec":{"replicas":9}})");
  settle();
  EXPECT_EQ(deployment().at("/spec/replicas").as_int(), 9);
  h.patch(resource_of<Foo>(), kFoo, R"({"metadata":{"finalizers":null}})");
  settle();
  EXPECT_FALSE(foo());
}

TEST_F(FooTest, AFooRecreatedUnderItsNameGetsADeploymentOfItsOwn)
{
  create_foo();
  settle();
  const std::string first(deployment().uid());
  h.remove(resource_of<Foo>(), kFoo);
  create_foo();
  EXPECT_TRUE(h.until([&] {
    const Object now = deployment();
    return now && now.uid() != first && now.controller_owner()->uid == foo().uid();
  }));
}

TEST_F(FooTest, AConflictIsRetriedQuietly)
{
  create_foo();
  settle();
  int conflicts = 2;
  h.transport->on_request = [&](const kubexx::HttpRequest& request) {
    return request.method == "PATCH" && conflicts-- > 0
               ? kubexx::testing::status_answer(409, "Conflict", "the object has been modified")
               : nullptr;
  };
  h.patch(resource_of<Foo>(), kFoo, R"({"spec":{"replicas":2}})");
  settle();
  EXPECT_EQ(deployment().at("/spec/replicas").as_int(), 2);
  EXPECT_EQ(h.log->count({"error "}), 0U) << h.log->text();
  EXPECT_EQ(h.metric(R"(controller_runtime_reconcile_total{controller="foo",result="conflict"})"), "2");
}

TEST_F(FooTest, ALostAnswerToTheCreateEndsWithOneDeployment)
{
  bool lose = true;
  h.transport->on_request = [&](const kubexx::HttpRequest& request) -> std::unique_ptr<kubexx::HttpResponse> {
    if (!lose || request.method != "POST" || request.target.find("/deployments") == std::string::npos) return nullptr;
    lose = false;
    (void)h.server.handle(request);
    throw kubexx::TransportError(kubexx::TransportErrc::closed, "the connection broke", true);
  };
  create_foo();
  settle();
  EXPECT_TRUE(deployment());
  EXPECT_THAT(h.list(resource_of<Deployment>()), SizeIs(1));
  EXPECT_THAT(h.manager.readiness().text("readyz", false), "ok");
}

TEST_F(FooTest, ManyFoosConverge)
{
  for (int i = 0; i < 100; ++i) {
    h.create(resource_of<Foo>(), "foo-" + std::to_string(i),
             R"(,"spec":{"deploymentName":"nginx-)" + std::to_string(i) + R"(","replicas":1})");
  }
  h.sim.run_for(seconds(30));
  EXPECT_THAT(h.list(resource_of<Deployment>()), SizeIs(100));
  EXPECT_LE(requests(), 205) << "at most 2.05 requests per Foo";
}

}  // namespace
}  // namespace sample

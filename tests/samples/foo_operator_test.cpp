// SPDX-License-Identifier: Apache-2.0
// samples/sample-controller as a user of the test kit tests it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "foo.hpp"
#include "foo_reconciler.hpp"
#include "kubexx/controller.hpp"
#include "kubexx/testing/operator_test.hpp"
#include "kubexx/types/apps/v1/deployment.hpp"
#include "operator_server.hpp"

namespace sample {
namespace {

using kubexx::api;
using kubexx::ObjectKey;
using kubexx::resource_of;
using kubexx::Typed;
using kubexx::Verb;
using kubexx::appsv1::Deployment;
using kubexx::testing::crash_at_every_call;
using kubexx::testing::OperatorTest;
using kubexx::testing::OperatorTestOptions;
using kubexx::testing::TestServer;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace std::chrono_literals;

OperatorTestOptions options_for(TestServer server)
{
  OperatorTestOptions options;
  options.setup = [](kubexx::Manager& manager) { add_foo_controller(manager); };
  options.manifests = {MANIFESTS "/crd.yaml"};
  options.server = std::move(server);
  return options;
}

Typed<Foo> create_foo(const OperatorTest& test, const std::string& name = "example")
{
  Foo foo;
  foo.metadata.namespace_ = test.ns();
  foo.metadata.name = name;
  foo.spec.deploymentName = name + "-nginx";
  foo.spec.replicas = 1;
  return api<Foo>(test.user()).create(foo);
}

void scale(const OperatorTest& test, const std::string& name, std::int32_t replicas)
{
  auto foo = api<Foo>(test.user()).get({test.ns(), name});
  foo->spec.replicas = replicas;
  foo.patch();
}

Typed<Deployment> wait_for_replicas(OperatorTest& test, const std::string& name, std::int32_t replicas)
{
  return test.wait_for<Deployment>(
      {test.ns(), name + "-nginx"}, "it has " + std::to_string(replicas) + " replicas",
      [replicas](const Typed<Deployment>& found) { return found->spec.replicas == replicas; });
}

// As the Deployment controller does, which there is none of in the simulation.
void bring_up(const OperatorTest& test, std::int32_t replicas)
{
  auto deployment = api<Deployment>(test.user()).get({test.ns(), "example-nginx"});
  auto& status = deployment->status;
  status.replicas = status.readyReplicas = status.availableReplicas = replicas;
  deployment.patch_status();
}

void wait_for_available(OperatorTest& test, std::int32_t replicas)
{
  test.wait_for<Foo>({test.ns(), "example"}, "it reports " + std::to_string(replicas) + " available",
                     [replicas](const Typed<Foo>& foo) { return foo->status.availableReplicas == replicas; });
}

void delete_with_deployment(OperatorTest& test, const std::string& name)
{
  test.user().delete_(resource_of<Foo>(), {test.ns(), name});
  test.wait_until_gone<Foo>({test.ns(), name});
  test.wait_until_gone<Deployment>({test.ns(), name + "-nginx"});
}

class FooOperator : public OperatorServerTest {};

TEST_F(FooOperator, AFooHasADeploymentUntilItIsDeleted)
{
  OperatorTest test(options_for(server()));
  test.start();
  const auto foo = create_foo(test);
  const auto first = wait_for_replicas(test, "example", 1);
  EXPECT_EQ(first.origin().controller_owner()->uid, foo->metadata.uid);
  test.wait_until("an event tells", [&] { return test.count(Verb::create, "events") == 1; });
  test.expect_no_writes(2s);
  EXPECT_EQ(test.count(Verb::create, "deployments.apps"), 1U);

  scale(test, "example", 3);
  wait_for_replicas(test, "example", 3);
  test.user().delete_(resource_of<Deployment>(), {test.ns(), "example-nginx"});
  test.wait_for<Deployment>({test.ns(), "example-nginx"}, "it is another one, of 3 replicas",
                            [&](const Typed<Deployment>& found) {
                              return found->metadata.uid != first->metadata.uid && found->spec.replicas == 3;
                            });
  delete_with_deployment(test, "example");
  test.expect_no_writes(2s);
  test.stop();
}

TEST_F(FooOperator, NamedFaultsDelayAndNothingElse)
{
  OperatorTest test(options_for(server()));
  test.start();
  test.lose_answer(Verb::create, "deployments.apps");
  create_foo(test);
  wait_for_replicas(test, "example", 1);
  test.wait_until("it knows that the lost answer was a success",
                  [&] { return test.last_log_lines().find("the response was lost") != std::string::npos; });
  test.fail_next(Verb::patch, "deployments.apps", 500, 2);
  scale(test, "example", 2);
  wait_for_replicas(test, "example", 2);
  EXPECT_EQ(test.count(Verb::create, "deployments.apps"), 1U) << "the server had acted";

  test.drop_watches();
  scale(test, "example", 4);
  wait_for_replicas(test, "example", 4);
  test.drop_watches("foos");
  create_foo(test, "other");
  wait_for_replicas(test, "other", 1);
  test.crash();
  scale(test, "other", 2);
  wait_for_replicas(test, "other", 2);
  delete_with_deployment(test, "other");
  delete_with_deployment(test, "example");
  test.stop();
}

TEST(FooOperatorSimulated, AStatusThatCannotBeWrittenIsWrittenLater)
{
  OperatorTest test(options_for(TestServer::simulated()));
  test.start();
  create_foo(test);
  wait_for_replicas(test, "example", 1);
  test.fail_next(Verb::patch, "foos.samplecontroller.k8s.io/status", 500);
  bring_up(test, 1);
  wait_for_available(test, 1);
  EXPECT_THAT(test.last_log_lines(), HasSubstr("injected by fail_next(patch, \"foos.samplecontroller.k8s.io/status\""));
  EXPECT_EQ(test.count(Verb::patch, "foos/status"), 2U);
  scale(test, "example", 2);
  wait_for_replicas(test, "example", 2);
  test.run_for(15min);  // until the series of events is counted
  test.expect_no_writes(1h);
  EXPECT_THAT(test.unused_permissions(), IsEmpty());
  test.stop();
}

TEST(FooOperatorSimulated, SurvivesACrashAtEveryCall)
{
  const auto report = crash_at_every_call(options_for(TestServer::simulated()), [](OperatorTest& test) {
    create_foo(test);
    wait_for_replicas(test, "example", 1);
    scale(test, "example", 2);
    wait_for_replicas(test, "example", 2);
    bring_up(test, 2);
    wait_for_available(test, 2);
    EXPECT_EQ(api<Deployment>(test.user()).list().size(), 1U) << test.crash_point();
    delete_with_deployment(test, "example");
    test.expect_no_writes(1min);
  });
  for (const char* call :
       {"create deployments.apps default/example-nginx", "patch deployments.apps default/example-nginx",
        "patch foos.samplecontroller.k8s.io/status default/example"}) {
    EXPECT_THAT(report.points, Contains(HasSubstr(call)));
  }
}

}  // namespace
}  // namespace sample

// SPDX-License-Identifier: Apache-2.0
// The code of docs/controller.md: each line of it stands here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "foo.hpp"
#include "foo_reconciler.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/client/apps.hpp"
#include "kubexx/client/describe.hpp"
#include "kubexx/client/resources.hpp"
#include "kubexx/controller.hpp"
#include "kubexx/testing/simulated_runtime.hpp"
#include "support/yaml.hpp"

using namespace kubexx;
using kubexx::testing::SimulatedRuntime;
using sample::Foo;
using sample::reconcile_foo;

namespace {

Result three_replicas(Context& ctx, const Request& request)
{
  const ObjectKey key = request.key();
  auto deployment = ctx.get<Deployment>(key);
  deployment->spec.replicas = 3;
  if (deployment.changed()) ctx.client().patch(resource_of<Deployment>(), key, deployment.patch());
  return Result::done();
}

awaitable<void> stop(Manager& manager)
{
  EXPECT_TRUE(co_await manager.async_stop());
}

const Object crd = Object::from_json(support::read_yaml(MANIFESTS "/crd.yaml").at(0));

TEST(ControllerGuide, AFooBecomesADeployment)
{
  SimulatedRuntime sim({.seed = 1});
  ApiServer server({.clock = &sim.clock(), .random = sim.runtime().random});
  const Client user(sim.runtime(), make_in_process_transport(sim.runtime(), server));
  user.create(resources::custom_resource_definitions, crd);
  Foo foo;
  foo.metadata.name = "example";
  foo.metadata.namespace_ = "default";
  foo.spec.deploymentName = "web";
  user.create(resource_of<Foo>(), Object::from(foo));

  Manager manager(user);
  manager.controller().for_<Foo>().owns<Deployment>().build(reconcile_foo);
  manager.start();
  sim.run_for(std::chrono::minutes(5));
  EXPECT_EQ(user.get(resource_of<Deployment>(), {"default", "web"}).controller_owner()->name, "example");
  EXPECT_TRUE(sim.run([&] { return stop(manager); }, std::chrono::minutes(1)));
}

TEST(ControllerGuide, TheDifferenceIsWritten)
{
  SimulatedRuntime sim({.seed = 1});
  ApiServer server({.clock = &sim.clock(), .random = sim.runtime().random});
  const Client user(sim.runtime(), make_in_process_transport(sim.runtime(), server));
  Manager manager(user);
  manager.controller().for_<Deployment>().build(three_replicas);
  Deployment wanted;
  wanted.metadata.name = "web";
  wanted.metadata.namespace_ = "default";
  wanted.spec.selector.matchLabels = {{"app", "web"}};
  wanted.spec.template_.metadata.labels = {{"app", "web"}};
  Container container;
  container.name = "web";
  container.image = "web:1";
  wanted.spec.template_.spec.containers = {container};
  user.create(resource_of<Deployment>(), Object::from(wanted));
  manager.start();
  sim.run_for(std::chrono::minutes(5));
  EXPECT_EQ(user.get(resource_of<Deployment>(), {"default", "web"}).at("/spec/replicas").as_int(), 3);
  EXPECT_TRUE(sim.run([&] { return stop(manager); }, std::chrono::minutes(1)));
}

}  // namespace

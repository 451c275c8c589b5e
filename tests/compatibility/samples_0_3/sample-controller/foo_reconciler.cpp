// SPDX-License-Identifier: Apache-2.0
#include "foo_reconciler.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "foo.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/ownership.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/types/apps/v1/deployment.hpp"

namespace sample {

using kubexx::Context;
using kubexx::Request;
using kubexx::Result;
using kubexx::Typed;
using kubexx::appsv1::Deployment;

namespace {

Deployment wanted_deployment(const Typed<Foo>& foo)
{
  const std::map<std::string, std::string> labels{{"app", "nginx"}, {"controller", foo->metadata.name}};
  Deployment deployment;
  deployment.metadata.name = foo->spec.deploymentName;
  deployment.metadata.namespace_ = foo->metadata.namespace_;
  deployment.spec.replicas = foo->spec.replicas;
  deployment.spec.selector.emplace().matchLabels = labels;
  deployment.spec.template_.metadata.labels = labels;
  deployment.spec.template_.spec.containers.push_back({.name = "nginx", .image = "nginx:latest"});
  return deployment;
}

}  // namespace

kubexx::awaitable<Result> reconcile_foo(Context& context, Request request)
{
  auto foo = context.get<Foo>(request);
  if (!foo || foo.is_deleting()) co_return Result::done();  // its Deployment goes with it
  if (foo->spec.deploymentName.empty()) co_return Result::terminal("spec.deploymentName is empty");

  bool changed = false;
  auto deployment = context.get<Deployment>(kubexx::ObjectKey{request.namespace_, foo->spec.deploymentName});
  if (!deployment) {
    Deployment wanted = wanted_deployment(foo);
    context.own(foo, wanted);
    deployment = co_await context.async_create(wanted);
    context.log().info("created the Deployment", {{"deployment", deployment->metadata.name}});
    changed = true;
  }

  if (!kubexx::is_controlled_by(deployment.origin(), foo.origin())) {
    const std::string message =
        "Resource \"" + deployment->metadata.name + "\" already exists and is not managed by Foo";
    context.events().warning(foo, "ErrResourceExists", message);
    throw std::runtime_error(message);
  }
  if (deployment.is_deleting()) co_return Result::done();  // created anew when it is gone

  if (foo->spec.replicas && deployment->spec.replicas != foo->spec.replicas) {
    context.log().info("setting the Deployment's replicas",
                       {{"from", deployment->spec.replicas.value_or(1)}, {"to", *foo->spec.replicas}});
    deployment->spec.replicas = foo->spec.replicas;
    const bool sent = co_await deployment.async_patch();
    changed |= sent;
  }

  foo->status.availableReplicas = deployment->status.availableReplicas;
  const bool reported = co_await foo.async_patch_status();
  changed |= reported;

  if (changed) context.events().normal(foo, "Synced", "Foo synced successfully");
  co_return Result::done();
}

kubexx::Controller add_foo_controller(kubexx::Manager& manager, kubexx::QueueObserver<Request> observer)
{
  return manager.controller()
      .for_<Foo>()
      .owns<Deployment>()
      .writes<Deployment>({kubexx::Verb::create, kubexx::Verb::patch})
      .writes_status<Foo>()
      .writes_events()
      .queue_observer(std::move(observer))
      .build(reconcile_foo);
}

}  // namespace sample

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/base/asio.hpp"
#include "kubexx/controller/context.hpp"
#include "kubexx/controller/controller.hpp"
#include "kubexx/controller/request.hpp"
#include "kubexx/controller/result.hpp"

namespace kubexx {
class Manager;
}

namespace sample {

/// Brings one Foo and its Deployment to what the Foo's spec says:
/// - creates the Deployment, owned by the Foo, so that the garbage collector deletes it with the Foo;
/// - sets its replicas to the Foo's when they differ, and touches nothing else of it;
/// - copies its available replicas into the Foo's status;
/// - writes nothing that changes nothing; records an event for what it did.
/// A Deployment of that name that the Foo does not own is left alone: a warning event, and an error that is retried.
[[nodiscard]] kubexx::awaitable<kubexx::Result> reconcile_foo(kubexx::Context& context, kubexx::Request request);

/// The controller around it, in `manager`: Foos and the Deployments that they own.
kubexx::Controller add_foo_controller(kubexx::Manager& manager, kubexx::QueueObserver<kubexx::Request> observer = {});

}  // namespace sample

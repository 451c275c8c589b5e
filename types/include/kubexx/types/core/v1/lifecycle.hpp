// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/types/core/v1/exec_action.hpp"
#include "kubexx/types/core/v1/http_get_action.hpp"
#include "kubexx/types/core/v1/signal.hpp"
#include "kubexx/types/core/v1/tcp_socket_action.hpp"

namespace kubexx::corev1 {

/// SleepAction describes a "sleep" action.
struct SleepAction {
  /// Seconds is the number of seconds to sleep.
  std::int64_t seconds = 0;

  friend bool operator==(const SleepAction&, const SleepAction&);
};
BOOST_DESCRIBE_STRUCT(SleepAction, (), (seconds))
KUBEXX_COMPILED(SleepAction)

/// LifecycleHandler defines a specific action that should be taken in a lifecycle hook. One and only one of the fields,
/// except TCPSocket must be specified.
struct LifecycleHandler {
  /// Exec specifies a command to execute in the container.
  std::optional<ExecAction> exec{};
  /// HTTPGet specifies an HTTP GET request to perform.
  std::optional<HTTPGetAction> httpGet{};
  /// Deprecated. TCPSocket is NOT supported as a LifecycleHandler and kept for backward compatibility. There is no
  /// validation of this field and lifecycle hooks will fail at runtime when it is specified.
  std::optional<TCPSocketAction> tcpSocket{};
  /// Sleep represents a duration that the container should sleep.
  std::optional<SleepAction> sleep{};

  friend bool operator==(const LifecycleHandler&, const LifecycleHandler&);
};
BOOST_DESCRIBE_STRUCT(LifecycleHandler, (), (exec, httpGet, tcpSocket, sleep))
KUBEXX_COMPILED(LifecycleHandler)

/// Lifecycle describes actions that the management system should take in response to container lifecycle events. For
/// the PostStart and PreStop lifecycle handlers, management of the container blocks until the action is complete,
/// unless the container process fails, in which case the handler is aborted.
struct Lifecycle {
  /// PostStart is called immediately after a container is created. If the handler fails, the container is terminated
  /// and restarted according to its restart policy. Other management of the container blocks until the hook completes.
  std::optional<LifecycleHandler> postStart{};
  /// PreStop is called immediately before a container is terminated due to an API request or management event such as
  /// liveness/startup probe failure, preemption, resource contention, etc. The handler is not called if the container
  /// crashes or exits.
  std::optional<LifecycleHandler> preStop{};
  /// StopSignal defines which signal will be sent to a container when it is being stopped. If not specified, the
  /// default is defined by the container runtime in use. StopSignal can only be set for Pods with a non-empty
  /// .spec.os.name
  Signal stopSignal{};

  friend bool operator==(const Lifecycle&, const Lifecycle&);
};
BOOST_DESCRIBE_STRUCT(Lifecycle, (), (postStart, preStop, stopSignal))
KUBEXX_COMPILED(Lifecycle)

}  // namespace kubexx::corev1

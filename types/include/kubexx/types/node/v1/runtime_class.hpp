// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/core/v1/toleration.hpp"

namespace kubexx::nodev1 {

/// Overhead structure represents the resource overhead associated with running a pod.
struct Overhead {
  /// podFixed represents the fixed resource overhead associated with running a pod.
  std::map<std::string, Quantity> podFixed{};

  friend bool operator==(const Overhead&, const Overhead&);
};
BOOST_DESCRIBE_STRUCT(Overhead, (), (podFixed))
KUBEXX_COMPILED(Overhead)

/// Scheduling specifies the scheduling constraints for nodes supporting a RuntimeClass.
struct Scheduling {
  /// nodeSelector lists labels that must be present on nodes that support this RuntimeClass. Pods using this
  /// RuntimeClass can only be scheduled to a node matched by this selector. The RuntimeClass nodeSelector is merged
  /// with a pod's existing nodeSelector.
  std::map<std::string, std::string> nodeSelector{};
  /// tolerations are appended (excluding duplicates) to pods running with this RuntimeClass during admission,
  /// effectively unioning the set of nodes tolerated by the pod and the RuntimeClass.
  std::vector<corev1::Toleration> tolerations{};

  friend bool operator==(const Scheduling&, const Scheduling&);
};
BOOST_DESCRIBE_STRUCT(Scheduling, (), (nodeSelector, tolerations))
KUBEXX_COMPILED(Scheduling)

/// RuntimeClass defines a class of container runtime supported in the cluster. The RuntimeClass is used to determine
/// which container runtime is used to run all containers in a pod. RuntimeClasses are manually defined by a user or
/// cluster provisioner, and referenced in the PodSpec.
struct RuntimeClass {
  static constexpr ResourceInfo kubexx_resource{"node.k8s.io", "v1", "RuntimeClass", "runtimeclasses", Scope::cluster};
  ObjectMeta metadata{};
  /// handler specifies the underlying runtime and configuration that the CRI implementation will use to handle pods of
  /// this class. The possible values are specific to the node & CRI configuration.
  std::string handler{};
  /// overhead represents the resource overhead associated with running a pod for a given RuntimeClass. For more
  /// details, see https://kubernetes.io/docs/concepts/scheduling-eviction/pod-overhead/
  std::optional<Overhead> overhead{};
  /// scheduling holds the scheduling constraints to ensure that pods running with this RuntimeClass are scheduled to
  /// nodes that support it. If scheduling is nil, this RuntimeClass is assumed to be supported by all nodes.
  std::optional<Scheduling> scheduling{};

  friend bool operator==(const RuntimeClass&, const RuntimeClass&);
};
BOOST_DESCRIBE_STRUCT(RuntimeClass, (), (metadata, handler, overhead, scheduling))
KUBEXX_COMPILED(RuntimeClass)

}  // namespace kubexx::nodev1

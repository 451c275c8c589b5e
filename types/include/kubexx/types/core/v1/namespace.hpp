// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::corev1 {

/// NamespaceSpec describes the attributes on a Namespace.
struct NamespaceSpec {
  /// Finalizers is an opaque list of values that must be empty to permanently remove object from storage.
  std::vector<std::string> finalizers{};

  friend bool operator==(const NamespaceSpec&, const NamespaceSpec&);
};
BOOST_DESCRIBE_STRUCT(NamespaceSpec, (), (finalizers))
KUBEXX_COMPILED(NamespaceSpec)

struct NamespacePhase : OpenEnum<NamespacePhase> {
  using OpenEnum::OpenEnum;
  static constexpr Name Active{"Active"}, Terminating{"Terminating"};
};

/// NamespaceCondition contains details about state of namespace.
struct NamespaceCondition {
  /// Type of namespace controller condition.
  std::string type{};
  /// Status of the condition, one of True, False, Unknown.
  std::string status{};
  /// Last time the condition transitioned from one status to another.
  Time lastTransitionTime{};
  /// Unique, one-word, CamelCase reason for the condition's last transition.
  std::string reason{};
  /// Human-readable message indicating details about last transition.
  std::string message{};

  friend bool operator==(const NamespaceCondition&, const NamespaceCondition&);
};
BOOST_DESCRIBE_STRUCT(NamespaceCondition, (), (type, status, lastTransitionTime, reason, message))
KUBEXX_COMPILED(NamespaceCondition)

/// NamespaceStatus is information about the current status of a Namespace.
struct NamespaceStatus {
  /// Phase is the current lifecycle phase of the namespace.
  NamespacePhase phase{};
  /// Represents the latest available observations of a namespace's current state. Merged by type.
  std::vector<NamespaceCondition> conditions{};

  friend bool operator==(const NamespaceStatus&, const NamespaceStatus&);
};
BOOST_DESCRIBE_STRUCT(NamespaceStatus, (), (phase, conditions))
KUBEXX_COMPILED(NamespaceStatus)

/// Namespace provides a scope for Names. Use of multiple namespaces is optional.
struct Namespace {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Namespace", "namespaces", Scope::cluster};
  ObjectMeta metadata{};
  /// Spec defines the behavior of the Namespace.
  NamespaceSpec spec{};
  /// Status describes the current status of a Namespace.
  NamespaceStatus status{};

  friend bool operator==(const Namespace&, const Namespace&);
};
BOOST_DESCRIBE_STRUCT(Namespace, (), (metadata, spec, status))
KUBEXX_COMPILED(Namespace)

}  // namespace kubexx::corev1

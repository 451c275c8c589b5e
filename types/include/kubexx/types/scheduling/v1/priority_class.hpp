// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/core/v1/preemption_policy.hpp"

namespace kubexx::schedulingv1 {

/// PriorityClass defines mapping from a priority class name to the priority integer value. The value can be any valid
/// integer.
struct PriorityClass {
  static constexpr ResourceInfo kubexx_resource{"scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses", Scope::cluster};
  ObjectMeta metadata{};
  /// value represents the integer value of this priority class. This is the actual priority that pods receive when they
  /// have the name of this class in their pod spec.
  std::int32_t value = 0;
  /// globalDefault specifies whether this PriorityClass should be considered as the default priority for pods that do
  /// not have any priority class. Only one PriorityClass can be marked as `globalDefault`.
  bool globalDefault = false;
  /// description is an arbitrary string that usually provides guidelines on when this priority class should be used.
  std::string description{};
  /// preemptionPolicy is the Policy for preempting pods with lower priority. One of Never, PreemptLowerPriority.
  /// Defaults to PreemptLowerPriority if unset.
  corev1::PreemptionPolicy preemptionPolicy{};

  friend bool operator==(const PriorityClass&, const PriorityClass&);
};
BOOST_DESCRIBE_STRUCT(PriorityClass, (), (metadata, value, globalDefault, description, preemptionPolicy))
KUBEXX_COMPILED(PriorityClass)

}  // namespace kubexx::schedulingv1

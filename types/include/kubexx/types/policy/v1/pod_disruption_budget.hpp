// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::policyv1 {

/// UnhealthyPodEvictionPolicyType defines the criteria for when unhealthy pods should be considered for eviction.
struct UnhealthyPodEvictionPolicyType : OpenEnum<UnhealthyPodEvictionPolicyType> {
  using OpenEnum::OpenEnum;
  static constexpr Name IfHealthyBudget{"IfHealthyBudget"}, AlwaysAllow{"AlwaysAllow"};
};

/// PodDisruptionBudgetSpec is a description of a PodDisruptionBudget.
struct PodDisruptionBudgetSpec {
  /// minAvailable indicates that an eviction is allowed if at least "minAvailable" pods selected by "selector" will
  /// still be available after the eviction, i.e. even in the absence of the evicted pod. So for example you can prevent
  /// all voluntary evictions by specifying "100%".
  std::optional<IntOrString> minAvailable{};
  /// selector is a label query over pods whose evictions are managed by the disruption budget. A null selector will
  /// match no pods, while an empty ({}) selector will select all pods within the namespace.
  std::optional<MetaLabelSelector> selector{};
  /// maxUnavailable indicates that an eviction is allowed if at most "maxUnavailable" pods selected by "selector" are
  /// unavailable after the eviction, i.e. even in absence of the evicted pod. For example, one can prevent all
  /// voluntary evictions by specifying 0.
  std::optional<IntOrString> maxUnavailable{};
  /// unhealthyPodEvictionPolicy defines the criteria for when unhealthy pods should be considered for eviction. Current
  /// implementation considers healthy pods, as pods that have status.conditions item with type="Ready",status="True".
  /// Valid policies are IfHealthyBudget and AlwaysAllow.
  UnhealthyPodEvictionPolicyType unhealthyPodEvictionPolicy{};

  friend bool operator==(const PodDisruptionBudgetSpec&, const PodDisruptionBudgetSpec&);
};
BOOST_DESCRIBE_STRUCT(PodDisruptionBudgetSpec, (), (minAvailable, selector, maxUnavailable, unhealthyPodEvictionPolicy))
KUBEXX_COMPILED(PodDisruptionBudgetSpec)

/// PodDisruptionBudgetStatus represents information about the status of a PodDisruptionBudget. Status may trail the
/// actual state of a system.
struct PodDisruptionBudgetStatus {
  /// Most recent generation observed when updating this PDB status. DisruptionsAllowed and other status information is
  /// valid only if observedGeneration equals to PDB's object generation.
  std::int64_t observedGeneration = 0;
  /// DisruptedPods contains information about pods whose eviction was processed by the API server eviction subresource
  /// handler but has not yet been observed by the PodDisruptionBudget controller.
  std::map<std::string, Time> disruptedPods{};
  /// Number of pod disruptions that are currently allowed.
  std::int32_t disruptionsAllowed = 0;
  /// current number of healthy pods
  std::int32_t currentHealthy = 0;
  /// minimum desired number of healthy pods
  std::int32_t desiredHealthy = 0;
  /// total number of pods counted by this disruption budget
  std::int32_t expectedPods = 0;
  /// Conditions contain conditions for PDB. The disruption controller sets the DisruptionAllowed condition. The
  /// following are known values for the reason field (additional reasons could be added in the future): - SyncFailed:
  /// Merged by type.
  std::vector<Condition> conditions{};

  friend bool operator==(const PodDisruptionBudgetStatus&, const PodDisruptionBudgetStatus&);
};
BOOST_DESCRIBE_STRUCT(PodDisruptionBudgetStatus, (), (observedGeneration, disruptedPods, disruptionsAllowed,
    currentHealthy, desiredHealthy, expectedPods, conditions))
KUBEXX_COMPILED(PodDisruptionBudgetStatus)

/// PodDisruptionBudget is an object to define the max disruption that can be caused to a collection of pods
struct PodDisruptionBudget {
  static constexpr ResourceInfo kubexx_resource{"policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets"};
  ObjectMeta metadata{};
  /// spec is the specification of the desired behavior of the PodDisruptionBudget.
  PodDisruptionBudgetSpec spec{};
  /// status is the most recently observed status of the PodDisruptionBudget.
  PodDisruptionBudgetStatus status{};

  friend bool operator==(const PodDisruptionBudget&, const PodDisruptionBudget&);
};
BOOST_DESCRIBE_STRUCT(PodDisruptionBudget, (), (metadata, spec, status))
KUBEXX_COMPILED(PodDisruptionBudget)

}  // namespace kubexx::policyv1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/types/core/v1/node_selector.hpp"
#include "kubexx/types/core/v1/node_selector_term.hpp"

namespace kubexx::corev1 {

/// An empty preferred scheduling term matches all objects with implicit weight 0 (i.e. it's a no-op). A null preferred
/// scheduling term matches no objects (i.e. is also a no-op).
struct PreferredSchedulingTerm {
  /// Weight associated with matching the corresponding nodeSelectorTerm, in the range 1-100.
  std::int32_t weight = 0;
  /// A node selector term, associated with the corresponding weight.
  NodeSelectorTerm preference{};

  friend bool operator==(const PreferredSchedulingTerm&, const PreferredSchedulingTerm&);
};
BOOST_DESCRIBE_STRUCT(PreferredSchedulingTerm, (), (weight, preference))
KUBEXX_COMPILED(PreferredSchedulingTerm)

/// Node affinity is a group of node affinity scheduling rules.
struct NodeAffinity {
  /// If the affinity requirements specified by this field are not met at scheduling time, the pod will not be scheduled
  /// onto the node.
  std::optional<NodeSelector> requiredDuringSchedulingIgnoredDuringExecution{};
  /// The scheduler will prefer to schedule pods to nodes that satisfy the affinity expressions specified by this field,
  /// but it may choose a node that violates one or more of the expressions.
  std::vector<PreferredSchedulingTerm> preferredDuringSchedulingIgnoredDuringExecution{};

  friend bool operator==(const NodeAffinity&, const NodeAffinity&);
};
BOOST_DESCRIBE_STRUCT(NodeAffinity, (), (requiredDuringSchedulingIgnoredDuringExecution,
    preferredDuringSchedulingIgnoredDuringExecution))
KUBEXX_COMPILED(NodeAffinity)

/// Defines a set of pods (namely those matching the labelSelector relative to the given namespace(s)) that this pod
/// should be co-located (affinity) or not co-located (anti-affinity) with, where co-located is defined as running on a
/// node whose value of the label with key <topologyKey> matches that of any node on which a pod of the set of pods is
/// running
struct PodAffinityTerm {
  /// A label query over a set of resources, in this case pods. If it's null, this PodAffinityTerm matches with no Pods.
  std::optional<MetaLabelSelector> labelSelector{};
  /// namespaces specifies a static list of namespace names that the term applies to. The term is applied to the union
  /// of the namespaces listed in this field and the ones selected by namespaceSelector. null or empty namespaces list
  /// and null namespaceSelector means "this pod's namespace".
  std::vector<std::string> namespaces{};
  /// This pod should be co-located (affinity) or not co-located (anti-affinity) with the pods matching the
  /// labelSelector in the specified namespaces, where co-located is defined as running on a node whose value of the
  /// label with key topologyKey matches that of any node on which any of the selected pods is running.
  std::string topologyKey{};
  /// A label query over the set of namespaces that the term applies to. The term is applied to the union of the
  /// namespaces selected by this field and the ones listed in the namespaces field. null selector and null or empty
  /// namespaces list means "this pod's namespace".
  std::optional<MetaLabelSelector> namespaceSelector{};
  /// MatchLabelKeys is a set of pod label keys to select which pods will be taken into consideration.
  std::vector<std::string> matchLabelKeys{};
  /// MismatchLabelKeys is a set of pod label keys to select which pods will be taken into consideration.
  std::vector<std::string> mismatchLabelKeys{};

  friend bool operator==(const PodAffinityTerm&, const PodAffinityTerm&);
};
BOOST_DESCRIBE_STRUCT(PodAffinityTerm, (), (labelSelector, namespaces, topologyKey, namespaceSelector, matchLabelKeys,
    mismatchLabelKeys))
KUBEXX_COMPILED(PodAffinityTerm)

/// The weights of all of the matched WeightedPodAffinityTerm fields are added per-node to find the most preferred
/// node(s)
struct WeightedPodAffinityTerm {
  /// weight associated with matching the corresponding podAffinityTerm, in the range 1-100.
  std::int32_t weight = 0;
  /// Required. A pod affinity term, associated with the corresponding weight.
  PodAffinityTerm podAffinityTerm{};

  friend bool operator==(const WeightedPodAffinityTerm&, const WeightedPodAffinityTerm&);
};
BOOST_DESCRIBE_STRUCT(WeightedPodAffinityTerm, (), (weight, podAffinityTerm))
KUBEXX_COMPILED(WeightedPodAffinityTerm)

/// Pod affinity is a group of inter pod affinity scheduling rules.
struct PodAffinity {
  /// If the affinity requirements specified by this field are not met at scheduling time, the pod will not be scheduled
  /// onto the node.
  std::vector<PodAffinityTerm> requiredDuringSchedulingIgnoredDuringExecution{};
  /// The scheduler will prefer to schedule pods to nodes that satisfy the affinity expressions specified by this field,
  /// but it may choose a node that violates one or more of the expressions.
  std::vector<WeightedPodAffinityTerm> preferredDuringSchedulingIgnoredDuringExecution{};

  friend bool operator==(const PodAffinity&, const PodAffinity&);
};
BOOST_DESCRIBE_STRUCT(PodAffinity, (), (requiredDuringSchedulingIgnoredDuringExecution,
    preferredDuringSchedulingIgnoredDuringExecution))
KUBEXX_COMPILED(PodAffinity)

/// Pod anti affinity is a group of inter pod anti affinity scheduling rules.
struct PodAntiAffinity {
  /// If the anti-affinity requirements specified by this field are not met at scheduling time, the pod will not be
  /// scheduled onto the node.
  std::vector<PodAffinityTerm> requiredDuringSchedulingIgnoredDuringExecution{};
  /// The scheduler will prefer to schedule pods to nodes that satisfy the anti-affinity expressions specified by this
  /// field, but it may choose a node that violates one or more of the expressions.
  std::vector<WeightedPodAffinityTerm> preferredDuringSchedulingIgnoredDuringExecution{};

  friend bool operator==(const PodAntiAffinity&, const PodAntiAffinity&);
};
BOOST_DESCRIBE_STRUCT(PodAntiAffinity, (), (requiredDuringSchedulingIgnoredDuringExecution,
    preferredDuringSchedulingIgnoredDuringExecution))
KUBEXX_COMPILED(PodAntiAffinity)

/// Affinity is a group of affinity scheduling rules.
struct Affinity {
  /// Describes node affinity scheduling rules for the pod.
  std::optional<NodeAffinity> nodeAffinity{};
  /// Describes pod affinity scheduling rules (e.g. co-locate this pod in the same node, zone, etc. as some other
  /// pod(s)).
  std::optional<PodAffinity> podAffinity{};
  /// Describes pod anti-affinity scheduling rules (e.g. avoid putting this pod in the same node, zone, etc. as some
  /// other pod(s)).
  std::optional<PodAntiAffinity> podAntiAffinity{};

  friend bool operator==(const Affinity&, const Affinity&);
};
BOOST_DESCRIBE_STRUCT(Affinity, (), (nodeAffinity, podAffinity, podAntiAffinity))
KUBEXX_COMPILED(Affinity)

}  // namespace kubexx::corev1

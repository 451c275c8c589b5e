// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/core/v1/protocol.hpp"

namespace kubexx::networkingv1 {

/// IPBlock describes a particular CIDR (Ex. "192.168.1.0/24","2001:db8::/64") that is allowed to the pods matched by a
/// NetworkPolicySpec's podSelector. The except entry describes CIDRs that should not be included within this rule.
struct IPBlock {
  /// cidr is a string representing the IPBlock Valid examples are "192.168.1.0/24" or "2001:db8::/64"
  std::string cidr{};
  /// except is a slice of CIDRs that should not be included within an IPBlock Valid examples are "192.168.1.0/24" or
  /// "2001:db8::/64" Except values will be rejected if they are outside the cidr range
  std::vector<std::string> except{};

  friend bool operator==(const IPBlock&, const IPBlock&);
};
BOOST_DESCRIBE_STRUCT(IPBlock, (), (cidr, except))
KUBEXX_COMPILED(IPBlock)

/// NetworkPolicyPort describes a port to allow traffic on
struct NetworkPolicyPort {
  /// protocol represents the protocol (TCP, UDP, or SCTP) which traffic must match. If not specified, this field
  /// defaults to TCP.
  corev1::Protocol protocol{};
  /// port represents the port on the given protocol. This can either be a numerical or named port on a pod. If this
  /// field is not provided, this matches all port names and numbers. If present, only traffic on the specified protocol
  /// AND port will be matched.
  std::optional<IntOrString> port{};
  /// endPort indicates that the range of ports from port to endPort if set, inclusive, should be allowed by the policy.
  /// This field cannot be defined if the port field is not defined or if the port field is defined as a named (string)
  /// port. The endPort must be equal or greater than port.
  std::optional<std::int32_t> endPort{};

  friend bool operator==(const NetworkPolicyPort&, const NetworkPolicyPort&);
};
BOOST_DESCRIBE_STRUCT(NetworkPolicyPort, (), (protocol, port, endPort))
KUBEXX_COMPILED(NetworkPolicyPort)

/// NetworkPolicyPeer describes a peer to allow traffic to/from. Only certain combinations of fields are allowed
struct NetworkPolicyPeer {
  /// podSelector is a label selector which selects pods. This field follows standard label selector semantics; if
  /// present but empty, it selects all pods.
  std::optional<MetaLabelSelector> podSelector{};
  /// namespaceSelector selects namespaces using cluster-scoped labels. This field follows standard label selector
  /// semantics; if present but empty, it selects all namespaces.
  std::optional<MetaLabelSelector> namespaceSelector{};
  /// ipBlock defines policy on a particular IPBlock. If this field is set then neither of the other fields can be.
  std::optional<IPBlock> ipBlock{};

  friend bool operator==(const NetworkPolicyPeer&, const NetworkPolicyPeer&);
};
BOOST_DESCRIBE_STRUCT(NetworkPolicyPeer, (), (podSelector, namespaceSelector, ipBlock))
KUBEXX_COMPILED(NetworkPolicyPeer)

/// NetworkPolicyIngressRule describes a particular set of traffic that is allowed to the pods matched by a
/// NetworkPolicySpec's podSelector. The traffic must match both ports and from.
struct NetworkPolicyIngressRule {
  /// ports is a list of ports which should be made accessible on the pods selected for this rule. Each item in this
  /// list is combined using a logical OR. If this field is empty or missing, this rule matches all ports (traffic not
  /// restricted by port).
  std::vector<NetworkPolicyPort> ports{};
  /// from is a list of sources which should be able to access the pods selected for this rule. Items in this list are
  /// combined using a logical OR operation. If this field is empty or missing, this rule matches all sources (traffic
  /// not restricted by source).
  std::vector<NetworkPolicyPeer> from{};

  friend bool operator==(const NetworkPolicyIngressRule&, const NetworkPolicyIngressRule&);
};
BOOST_DESCRIBE_STRUCT(NetworkPolicyIngressRule, (), (ports, from))
KUBEXX_COMPILED(NetworkPolicyIngressRule)

/// NetworkPolicyEgressRule describes a particular set of traffic that is allowed out of pods matched by a
/// NetworkPolicySpec's podSelector. The traffic must match both ports and to. This type is beta-level in 1.8
struct NetworkPolicyEgressRule {
  /// ports is a list of destination ports for outgoing traffic. Each item in this list is combined using a logical OR.
  /// If this field is empty or missing, this rule matches all ports (traffic not restricted by port).
  std::vector<NetworkPolicyPort> ports{};
  /// to is a list of destinations for outgoing traffic of pods selected for this rule. Items in this list are combined
  /// using a logical OR operation. If this field is empty or missing, this rule matches all destinations (traffic not
  /// restricted by destination).
  std::vector<NetworkPolicyPeer> to{};

  friend bool operator==(const NetworkPolicyEgressRule&, const NetworkPolicyEgressRule&);
};
BOOST_DESCRIBE_STRUCT(NetworkPolicyEgressRule, (), (ports, to))
KUBEXX_COMPILED(NetworkPolicyEgressRule)

/// PolicyType string describes the NetworkPolicy type This type is beta-level in 1.8
struct PolicyType : OpenEnum<PolicyType> {
  using OpenEnum::OpenEnum;
  static constexpr Name Ingress{"Ingress"}, Egress{"Egress"};
};

/// NetworkPolicySpec provides the specification of a NetworkPolicy
struct NetworkPolicySpec {
  /// podSelector selects the pods to which this NetworkPolicy object applies. The array of rules is applied to any pods
  /// selected by this field. An empty selector matches all pods in the policy's namespace. Multiple network policies
  /// can select the same set of pods.
  MetaLabelSelector podSelector{};
  /// ingress is a list of ingress rules to be applied to the selected pods.
  std::vector<NetworkPolicyIngressRule> ingress{};
  /// egress is a list of egress rules to be applied to the selected pods.
  std::vector<NetworkPolicyEgressRule> egress{};
  /// policyTypes is a list of rule types that the NetworkPolicy relates to.
  std::vector<PolicyType> policyTypes{};

  friend bool operator==(const NetworkPolicySpec&, const NetworkPolicySpec&);
};
BOOST_DESCRIBE_STRUCT(NetworkPolicySpec, (), (podSelector, ingress, egress, policyTypes))
KUBEXX_COMPILED(NetworkPolicySpec)

/// NetworkPolicy describes what network traffic is allowed for a set of Pods
struct NetworkPolicy {
  static constexpr ResourceInfo kubexx_resource{"networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies"};
  ObjectMeta metadata{};
  /// spec represents the specification of the desired behavior for this NetworkPolicy.
  NetworkPolicySpec spec{};

  friend bool operator==(const NetworkPolicy&, const NetworkPolicy&);
};
BOOST_DESCRIBE_STRUCT(NetworkPolicy, (), (metadata, spec))
KUBEXX_COMPILED(NetworkPolicy)

}  // namespace kubexx::networkingv1

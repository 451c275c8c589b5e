// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/networking/v1/network_policy.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::networkingv1 {

KUBEXX_TABLE(IPBlock, KUBEXX_FIELD(cidr), KUBEXX_FIELD(except))

KUBEXX_TABLE(NetworkPolicyPort, KUBEXX_FIELD(protocol), KUBEXX_FIELD(port), KUBEXX_FIELD(endPort))

KUBEXX_TABLE(NetworkPolicyPeer, KUBEXX_FIELD(podSelector), KUBEXX_FIELD(namespaceSelector), KUBEXX_FIELD(ipBlock))

KUBEXX_TABLE(NetworkPolicyIngressRule, KUBEXX_FIELD(ports), KUBEXX_FIELD(from))

KUBEXX_TABLE(NetworkPolicyEgressRule, KUBEXX_FIELD(ports), KUBEXX_FIELD(to))

KUBEXX_TABLE(NetworkPolicySpec, KUBEXX_FIELD(podSelector), KUBEXX_FIELD(ingress), KUBEXX_FIELD(egress),
             KUBEXX_FIELD(policyTypes))

KUBEXX_TABLE(NetworkPolicy, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

}  // namespace kubexx::networkingv1

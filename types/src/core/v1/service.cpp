// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/service.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(ClientIPConfig, KUBEXX_FIELD(timeoutSeconds))

KUBEXX_TABLE(PortStatus, KUBEXX_FIELD(port), KUBEXX_FIELD(protocol), KUBEXX_FIELD(error))

KUBEXX_TABLE(LoadBalancerIngress, KUBEXX_FIELD(ip), KUBEXX_FIELD(hostname), KUBEXX_FIELD(ipMode), KUBEXX_FIELD(ports))

KUBEXX_TABLE(LoadBalancerStatus, KUBEXX_FIELD(ingress))

KUBEXX_TABLE(ServicePort, KUBEXX_FIELD(name), KUBEXX_FIELD(protocol), KUBEXX_FIELD(appProtocol), KUBEXX_FIELD(port),
             KUBEXX_FIELD_AS(targetPort, "targetPort", true), KUBEXX_FIELD_AS(nodePort, "nodePort", true))

KUBEXX_TABLE(SessionAffinityConfig, KUBEXX_FIELD(clientIP))

KUBEXX_TABLE(ServiceSpec, KUBEXX_FIELD_MORE(ports, "ports", by_port_and_protocol), KUBEXX_FIELD(selector),
             KUBEXX_FIELD(clusterIP), KUBEXX_FIELD(clusterIPs), KUBEXX_FIELD(type), KUBEXX_FIELD(externalIPs),
             KUBEXX_FIELD(sessionAffinity), KUBEXX_FIELD(loadBalancerIP), KUBEXX_FIELD(loadBalancerSourceRanges),
             KUBEXX_FIELD(externalName), KUBEXX_FIELD(externalTrafficPolicy),
             KUBEXX_FIELD_AS(healthCheckNodePort, "healthCheckNodePort", true),
             KUBEXX_FIELD_AS(publishNotReadyAddresses, "publishNotReadyAddresses", true),
             KUBEXX_FIELD(sessionAffinityConfig), KUBEXX_FIELD(ipFamilies), KUBEXX_FIELD(ipFamilyPolicy),
             KUBEXX_FIELD(allocateLoadBalancerNodePorts), KUBEXX_FIELD(loadBalancerClass),
             KUBEXX_FIELD(internalTrafficPolicy), KUBEXX_FIELD(trafficDistribution))

KUBEXX_TABLE(ServiceStatus, KUBEXX_FIELD(loadBalancer), KUBEXX_FIELD_MORE(conditions, "conditions", by_type))

KUBEXX_TABLE(Service, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::corev1

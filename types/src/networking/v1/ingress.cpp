// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/networking/v1/ingress.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::networkingv1 {

KUBEXX_TABLE(ServiceBackendPort, KUBEXX_FIELD(name), KUBEXX_FIELD_AS(number, "number", true))

KUBEXX_TABLE(IngressServiceBackend, KUBEXX_FIELD(name), KUBEXX_FIELD(port))

KUBEXX_TABLE(IngressBackend, KUBEXX_FIELD(service), KUBEXX_FIELD(resource))

KUBEXX_TABLE(HTTPIngressPath, KUBEXX_FIELD(path), KUBEXX_FIELD(pathType), KUBEXX_FIELD(backend))

KUBEXX_TABLE(HTTPIngressRuleValue, KUBEXX_FIELD(paths))

KUBEXX_TABLE(IngressTLS, KUBEXX_FIELD(hosts), KUBEXX_FIELD(secretName))

KUBEXX_TABLE(IngressRule, KUBEXX_FIELD(host), KUBEXX_FIELD(http))

KUBEXX_TABLE(IngressSpec, KUBEXX_FIELD(ingressClassName), KUBEXX_FIELD(defaultBackend), KUBEXX_FIELD(tls),
             KUBEXX_FIELD(rules))

KUBEXX_TABLE(IngressPortStatus, KUBEXX_FIELD(port), KUBEXX_FIELD(protocol), KUBEXX_FIELD(error))

KUBEXX_TABLE(IngressLoadBalancerIngress, KUBEXX_FIELD(ip), KUBEXX_FIELD(hostname), KUBEXX_FIELD(ports))

KUBEXX_TABLE(IngressLoadBalancerStatus, KUBEXX_FIELD(ingress))

KUBEXX_TABLE(IngressStatus, KUBEXX_FIELD(loadBalancer))

KUBEXX_TABLE(Ingress, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::networkingv1

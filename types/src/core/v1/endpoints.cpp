// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/endpoints.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(EndpointAddress, KUBEXX_FIELD(ip), KUBEXX_FIELD(hostname), KUBEXX_FIELD(nodeName), KUBEXX_FIELD(targetRef))

KUBEXX_TABLE(EndpointPort, KUBEXX_FIELD(name), KUBEXX_FIELD(port), KUBEXX_FIELD(protocol), KUBEXX_FIELD(appProtocol))

KUBEXX_TABLE(EndpointSubset, KUBEXX_FIELD(addresses), KUBEXX_FIELD(notReadyAddresses), KUBEXX_FIELD(ports))

KUBEXX_TABLE(Endpoints, KUBEXX_FIELD(metadata), KUBEXX_FIELD(subsets))

}  // namespace kubexx::corev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/discovery/v1/endpoint_slice.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::discoveryv1 {

KUBEXX_TABLE(EndpointConditions, KUBEXX_FIELD(ready), KUBEXX_FIELD(serving), KUBEXX_FIELD(terminating))

KUBEXX_TABLE(ForZone, KUBEXX_FIELD(name))

KUBEXX_TABLE(ForNode, KUBEXX_FIELD(name))

KUBEXX_TABLE(EndpointHints, KUBEXX_FIELD(forZones), KUBEXX_FIELD(forNodes))

KUBEXX_TABLE(Endpoint, KUBEXX_FIELD(addresses), KUBEXX_FIELD(conditions), KUBEXX_FIELD(hostname),
             KUBEXX_FIELD(targetRef), KUBEXX_FIELD(deprecatedTopology), KUBEXX_FIELD(nodeName), KUBEXX_FIELD(zone),
             KUBEXX_FIELD(hints))

KUBEXX_TABLE(EndpointPort, KUBEXX_FIELD(name), KUBEXX_FIELD(protocol), KUBEXX_FIELD(port), KUBEXX_FIELD(appProtocol))

KUBEXX_TABLE(EndpointSlice, KUBEXX_FIELD(metadata), KUBEXX_FIELD(addressType), KUBEXX_FIELD(endpoints),
             KUBEXX_FIELD(ports))

}  // namespace kubexx::discoveryv1

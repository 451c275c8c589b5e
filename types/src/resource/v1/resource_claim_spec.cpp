// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/resource/v1/resource_claim_spec.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::resourcev1 {

KUBEXX_TABLE(CapacityRequirements, KUBEXX_FIELD(requests))

KUBEXX_TABLE(DeviceDerivedAttribute, KUBEXX_FIELD(name), KUBEXX_FIELD(expression))

KUBEXX_TABLE(ExactDeviceRequest, KUBEXX_FIELD(deviceClassName), KUBEXX_FIELD(selectors), KUBEXX_FIELD(allocationMode),
             KUBEXX_FIELD_AS(count, "count", true), KUBEXX_FIELD(adminAccess), KUBEXX_FIELD(tolerations),
             KUBEXX_FIELD(capacity), KUBEXX_FIELD(derivedAttributes))

KUBEXX_TABLE(DeviceSubRequest, KUBEXX_FIELD(name), KUBEXX_FIELD(deviceClassName), KUBEXX_FIELD(selectors),
             KUBEXX_FIELD(allocationMode), KUBEXX_FIELD_AS(count, "count", true), KUBEXX_FIELD(tolerations),
             KUBEXX_FIELD(capacity), KUBEXX_FIELD(derivedAttributes))

KUBEXX_TABLE(DeviceRequest, KUBEXX_FIELD(name), KUBEXX_FIELD(exactly), KUBEXX_FIELD(firstAvailable))

KUBEXX_TABLE(DeviceConstraint, KUBEXX_FIELD(requests), KUBEXX_FIELD(matchAttribute), KUBEXX_FIELD(distinctAttribute))

KUBEXX_TABLE(DeviceClaimConfiguration, KUBEXX_FIELD(requests), KUBEXX_FIELD(opaque))

KUBEXX_TABLE(DeviceClaim, KUBEXX_FIELD(requests), KUBEXX_FIELD(constraints), KUBEXX_FIELD(config))

KUBEXX_TABLE(ResourceClaimSpec, KUBEXX_FIELD(devices))

}  // namespace kubexx::resourcev1

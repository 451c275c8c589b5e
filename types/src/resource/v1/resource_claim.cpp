// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/resource/v1/resource_claim.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::resourcev1 {

KUBEXX_TABLE(NetworkDeviceData, KUBEXX_FIELD(interfaceName), KUBEXX_FIELD(ips), KUBEXX_FIELD(hardwareAddress))

KUBEXX_TABLE(AllocatedDeviceStatus, KUBEXX_FIELD(driver), KUBEXX_FIELD(pool), KUBEXX_FIELD(device),
             KUBEXX_FIELD(shareID), KUBEXX_FIELD_MORE(conditions, "conditions", by_type), KUBEXX_FIELD(data),
             KUBEXX_FIELD(networkData))

KUBEXX_TABLE(DeviceRequestAllocationResult, KUBEXX_FIELD(request), KUBEXX_FIELD(driver), KUBEXX_FIELD(pool),
             KUBEXX_FIELD(device), KUBEXX_FIELD(adminAccess), KUBEXX_FIELD(tolerations),
             KUBEXX_FIELD(bindingConditions), KUBEXX_FIELD(bindingFailureConditions), KUBEXX_FIELD(shareID),
             KUBEXX_FIELD(consumedCapacity), KUBEXX_FIELD(skipNodeOperations))

KUBEXX_TABLE(DeviceAllocationConfiguration, KUBEXX_FIELD(source), KUBEXX_FIELD(requests), KUBEXX_FIELD(opaque))

KUBEXX_TABLE(DeviceAllocationResult, KUBEXX_FIELD(results), KUBEXX_FIELD(config))

KUBEXX_TABLE(AllocationResult, KUBEXX_FIELD(devices), KUBEXX_FIELD(nodeSelector), KUBEXX_FIELD(allocationTimestamp))

KUBEXX_TABLE(ResourceClaimConsumerReference, KUBEXX_FIELD(apiGroup), KUBEXX_FIELD(resource), KUBEXX_FIELD(name),
             KUBEXX_FIELD(uid))

KUBEXX_TABLE(ResourceClaimStatus, KUBEXX_FIELD(allocation), KUBEXX_FIELD_MORE(reservedFor, "reservedFor", by_uid),
             KUBEXX_FIELD_MORE(devices, "devices", by_driver_and_device_and_pool_and_share_id))

KUBEXX_TABLE(ResourceClaim, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::resourcev1

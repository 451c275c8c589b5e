// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/resource/v1/resource_slice.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::resourcev1 {

KUBEXX_TABLE(CapacityRequestPolicyRange, KUBEXX_FIELD(min), KUBEXX_FIELD(max), KUBEXX_FIELD(step))

KUBEXX_TABLE(CapacityRequestPolicy, KUBEXX_FIELD_AS(default_, "default", false), KUBEXX_FIELD(validValues),
             KUBEXX_FIELD(validRange))

KUBEXX_TABLE(Counter, KUBEXX_FIELD(value))

KUBEXX_TABLE(CounterSet, KUBEXX_FIELD(name), KUBEXX_FIELD(counters))

KUBEXX_TABLE(DeviceAttribute, KUBEXX_FIELD_AS(int_, "int", false), KUBEXX_FIELD_AS(bool_, "bool", false),
             KUBEXX_FIELD(string), KUBEXX_FIELD(version), KUBEXX_FIELD(ints), KUBEXX_FIELD(bools),
             KUBEXX_FIELD(strings), KUBEXX_FIELD(versions))

KUBEXX_TABLE(DeviceCapacity, KUBEXX_FIELD(value), KUBEXX_FIELD(requestPolicy))

KUBEXX_TABLE(DeviceCounterConsumption, KUBEXX_FIELD(counterSet), KUBEXX_FIELD(counters),
             KUBEXX_FIELD(compatibilityGroups))

KUBEXX_TABLE(NodeAllocatableMapping, KUBEXX_FIELD(capacityKey), KUBEXX_FIELD(capacityMultiplier),
             KUBEXX_FIELD(deviceMultiplier))

KUBEXX_TABLE(NodeAllocatableOverhead, KUBEXX_FIELD(perPod), KUBEXX_FIELD(perContainer))

KUBEXX_TABLE(NodeAllocatableResource, KUBEXX_FIELD(mapping), KUBEXX_FIELD(overhead))

KUBEXX_TABLE(Device, KUBEXX_FIELD(name), KUBEXX_FIELD(attributes), KUBEXX_FIELD(capacity),
             KUBEXX_FIELD(consumesCounters), KUBEXX_FIELD(nodeName), KUBEXX_FIELD(nodeSelector), KUBEXX_FIELD(allNodes),
             KUBEXX_FIELD(taints), KUBEXX_FIELD(bindsToNode), KUBEXX_FIELD(bindingConditions),
             KUBEXX_FIELD(bindingFailureConditions), KUBEXX_FIELD(allowMultipleAllocations),
             KUBEXX_FIELD(nodeAllocatableResources))

KUBEXX_TABLE(ResourcePool, KUBEXX_FIELD(name), KUBEXX_FIELD(generation), KUBEXX_FIELD(resourceSliceCount))

KUBEXX_TABLE(ResourceSliceSpec, KUBEXX_FIELD(driver), KUBEXX_FIELD(pool), KUBEXX_FIELD(nodeName),
             KUBEXX_FIELD(nodeSelector), KUBEXX_FIELD(allNodes), KUBEXX_FIELD(devices),
             KUBEXX_FIELD(perDeviceNodeSelection), KUBEXX_FIELD(sharedCounters), KUBEXX_FIELD(partitionTypeAttribute),
             KUBEXX_FIELD(skipNodeOperations))

KUBEXX_TABLE(ResourceSlice, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

}  // namespace kubexx::resourcev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/pod.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(ContainerExtendedResourceRequest, KUBEXX_FIELD(containerName), KUBEXX_FIELD(resourceName),
             KUBEXX_FIELD(requestName))

KUBEXX_TABLE(ContainerStateWaiting, KUBEXX_FIELD(reason), KUBEXX_FIELD(message))

KUBEXX_TABLE(ContainerStateRunning, KUBEXX_FIELD(startedAt))

KUBEXX_TABLE(ContainerStateTerminated, KUBEXX_FIELD(exitCode), KUBEXX_FIELD_AS(signal, "signal", true),
             KUBEXX_FIELD(reason), KUBEXX_FIELD(message), KUBEXX_FIELD(startedAt), KUBEXX_FIELD(finishedAt),
             KUBEXX_FIELD(containerID))

KUBEXX_TABLE(ContainerState, KUBEXX_FIELD(waiting), KUBEXX_FIELD(running), KUBEXX_FIELD(terminated))

KUBEXX_TABLE(ImageVolumeStatus, KUBEXX_FIELD(imageRef))

KUBEXX_TABLE(VolumeStatus, KUBEXX_FIELD(image))

KUBEXX_TABLE(VolumeMountStatus, KUBEXX_FIELD(name), KUBEXX_FIELD(mountPath),
             KUBEXX_FIELD_AS(readOnly, "readOnly", true), KUBEXX_FIELD(recursiveReadOnly), KUBEXX_FIELD(volumeStatus))

KUBEXX_TABLE(LinuxContainerUser, KUBEXX_FIELD(uid), KUBEXX_FIELD(gid), KUBEXX_FIELD(supplementalGroups))

KUBEXX_TABLE(ContainerUser, KUBEXX_FIELD_AS(linux_, "linux", false))

KUBEXX_TABLE(ResourceHealth, KUBEXX_FIELD(resourceID), KUBEXX_FIELD(health), KUBEXX_FIELD(message))

KUBEXX_TABLE(ResourceStatus, KUBEXX_FIELD(name), KUBEXX_FIELD_MORE(resources, "resources", by_resource_id))

KUBEXX_TABLE(ContainerStatus, KUBEXX_FIELD(name), KUBEXX_FIELD(state), KUBEXX_FIELD(lastState), KUBEXX_FIELD(ready),
             KUBEXX_FIELD(restartCount), KUBEXX_FIELD(image), KUBEXX_FIELD(imageID), KUBEXX_FIELD(containerID),
             KUBEXX_FIELD(started), KUBEXX_FIELD(allocatedResources), KUBEXX_FIELD(resources),
             KUBEXX_FIELD_MORE(volumeMounts, "volumeMounts", by_mount_path), KUBEXX_FIELD(user),
             KUBEXX_FIELD_MORE(allocatedResourcesStatus, "allocatedResourcesStatus", by_name), KUBEXX_FIELD(stopSignal))

KUBEXX_TABLE(HostIP, KUBEXX_FIELD(ip))

KUBEXX_TABLE(NodeAllocatableMappedResources, KUBEXX_FIELD(name), KUBEXX_FIELD(quantity))

KUBEXX_TABLE(NodeAllocatableOverheadResources, KUBEXX_FIELD(name), KUBEXX_FIELD(perPod), KUBEXX_FIELD(perContainer))

KUBEXX_TABLE(NodeAllocatableResourceClaimStatus, KUBEXX_FIELD(resourceClaimName), KUBEXX_FIELD(containers),
             KUBEXX_FIELD_MORE(mapping, "mapping", by_name), KUBEXX_FIELD_MORE(overhead, "overhead", by_name))

KUBEXX_TABLE(PodCondition, KUBEXX_FIELD(type), KUBEXX_FIELD_AS(observedGeneration, "observedGeneration", true),
             KUBEXX_FIELD(status), KUBEXX_FIELD(lastProbeTime), KUBEXX_FIELD(lastTransitionTime), KUBEXX_FIELD(reason),
             KUBEXX_FIELD(message))

KUBEXX_TABLE(PodIP, KUBEXX_FIELD(ip))

KUBEXX_TABLE(PodResourceClaimStatus, KUBEXX_FIELD(name), KUBEXX_FIELD(resourceClaimName))

KUBEXX_TABLE(PodExtendedResourceClaimStatus, KUBEXX_FIELD(requestMappings), KUBEXX_FIELD(resourceClaimName))

KUBEXX_TABLE(PodVolumeHealth, KUBEXX_FIELD(name),
             KUBEXX_FIELD_MORE(healthConditions, "healthConditions", by_status_and_reason),
             KUBEXX_FIELD(lastTransitionTime))

KUBEXX_TABLE(PodStatus, KUBEXX_FIELD_AS(observedGeneration, "observedGeneration", true), KUBEXX_FIELD(phase),
             KUBEXX_FIELD_MORE(conditions, "conditions", by_type), KUBEXX_FIELD(message), KUBEXX_FIELD(reason),
             KUBEXX_FIELD(nominatedNodeName), KUBEXX_FIELD(hostIP), KUBEXX_FIELD_MORE(hostIPs, "hostIPs", by_ip),
             KUBEXX_FIELD(podIP), KUBEXX_FIELD_MORE(podIPs, "podIPs", by_ip), KUBEXX_FIELD(startTime),
             KUBEXX_FIELD(initContainerStatuses), KUBEXX_FIELD(containerStatuses), KUBEXX_FIELD(qosClass),
             KUBEXX_FIELD(ephemeralContainerStatuses), KUBEXX_FIELD(resize),
             KUBEXX_FIELD_MORE(resourceClaimStatuses, "resourceClaimStatuses", by_name),
             KUBEXX_FIELD(extendedResourceClaimStatus), KUBEXX_FIELD(allocatedResources), KUBEXX_FIELD(resources),
             KUBEXX_FIELD_MORE(nodeAllocatableResourceClaimStatuses, "nodeAllocatableResourceClaimStatuses", by_resource_claim_name),
             KUBEXX_FIELD_MORE(volumeHealth, "volumeHealth", by_name))

KUBEXX_TABLE(Pod, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::corev1

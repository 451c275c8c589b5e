// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/node.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(AttachedVolume, KUBEXX_FIELD(name), KUBEXX_FIELD(devicePath))

KUBEXX_TABLE(ConfigMapNodeConfigSource, KUBEXX_FIELD_AS(namespace_, "namespace", false), KUBEXX_FIELD(name),
             KUBEXX_FIELD(uid), KUBEXX_FIELD(resourceVersion), KUBEXX_FIELD(kubeletConfigKey))

KUBEXX_TABLE(ContainerImage, KUBEXX_FIELD(names), KUBEXX_FIELD_AS(sizeBytes, "sizeBytes", true))

KUBEXX_TABLE(DaemonEndpoint, KUBEXX_FIELD(Port))

KUBEXX_TABLE(Taint, KUBEXX_FIELD(key), KUBEXX_FIELD(value), KUBEXX_FIELD(effect), KUBEXX_FIELD(timeAdded))

KUBEXX_TABLE(NodeConfigSource, KUBEXX_FIELD(configMap))

KUBEXX_TABLE(NodePodPreemptionPolicy, KUBEXX_FIELD(disableResizePreemption))

KUBEXX_TABLE(NodeSpec, KUBEXX_FIELD(podCIDR), KUBEXX_FIELD(podCIDRs), KUBEXX_FIELD(providerID),
             KUBEXX_FIELD_AS(unschedulable, "unschedulable", true), KUBEXX_FIELD(taints), KUBEXX_FIELD(configSource),
             KUBEXX_FIELD(externalID), KUBEXX_FIELD(podPreemptionPolicy))

KUBEXX_TABLE(NodeCondition, KUBEXX_FIELD(type), KUBEXX_FIELD(status), KUBEXX_FIELD(lastHeartbeatTime),
             KUBEXX_FIELD(lastTransitionTime), KUBEXX_FIELD(reason), KUBEXX_FIELD(message))

KUBEXX_TABLE(NodeAddress, KUBEXX_FIELD(type), KUBEXX_FIELD(address))

KUBEXX_TABLE(NodeDaemonEndpoints, KUBEXX_FIELD(kubeletEndpoint))

KUBEXX_TABLE(NodeSwapStatus, KUBEXX_FIELD(capacity))

KUBEXX_TABLE(NodeSystemInfo, KUBEXX_FIELD(machineID), KUBEXX_FIELD(systemUUID), KUBEXX_FIELD(bootID),
             KUBEXX_FIELD(kernelVersion), KUBEXX_FIELD(osImage), KUBEXX_FIELD(containerRuntimeVersion),
             KUBEXX_FIELD(kubeletVersion), KUBEXX_FIELD(kubeProxyVersion), KUBEXX_FIELD(operatingSystem),
             KUBEXX_FIELD(architecture), KUBEXX_FIELD(swap), KUBEXX_FIELD(runningInUserNamespace))

KUBEXX_TABLE(NodeConfigStatus, KUBEXX_FIELD(assigned), KUBEXX_FIELD(active), KUBEXX_FIELD(lastKnownGood),
             KUBEXX_FIELD(error))

KUBEXX_TABLE(NodeRuntimeHandlerFeatures, KUBEXX_FIELD(recursiveReadOnlyMounts), KUBEXX_FIELD(userNamespaces))

KUBEXX_TABLE(NodeRuntimeHandler, KUBEXX_FIELD(name), KUBEXX_FIELD(features))

KUBEXX_TABLE(NodeFeatures, KUBEXX_FIELD(supplementalGroupsPolicy))

KUBEXX_TABLE(NodeStatus, KUBEXX_FIELD(capacity), KUBEXX_FIELD(allocatable), KUBEXX_FIELD(phase),
             KUBEXX_FIELD_MORE(conditions, "conditions", by_type), KUBEXX_FIELD_MORE(addresses, "addresses", by_type),
             KUBEXX_FIELD(daemonEndpoints), KUBEXX_FIELD(nodeInfo), KUBEXX_FIELD(images), KUBEXX_FIELD(volumesInUse),
             KUBEXX_FIELD(volumesAttached), KUBEXX_FIELD(config), KUBEXX_FIELD(runtimeHandlers), KUBEXX_FIELD(features),
             KUBEXX_FIELD(declaredFeatures))

KUBEXX_TABLE(Node, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::corev1

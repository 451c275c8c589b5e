// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/pod_spec.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(EphemeralContainer, KUBEXX_FIELD(name), KUBEXX_FIELD(image), KUBEXX_FIELD(command), KUBEXX_FIELD(args),
             KUBEXX_FIELD(workingDir), KUBEXX_FIELD_MORE(ports, "ports", by_container_port_and_protocol),
             KUBEXX_FIELD(envFrom), KUBEXX_FIELD_MORE(env, "env", by_name), KUBEXX_FIELD(resources),
             KUBEXX_FIELD(resizePolicy), KUBEXX_FIELD(restartPolicy), KUBEXX_FIELD(restartPolicyRules),
             KUBEXX_FIELD_MORE(volumeMounts, "volumeMounts", by_mount_path),
             KUBEXX_FIELD_MORE(volumeDevices, "volumeDevices", by_device_path), KUBEXX_FIELD(livenessProbe),
             KUBEXX_FIELD(readinessProbe), KUBEXX_FIELD(startupProbe), KUBEXX_FIELD(lifecycle),
             KUBEXX_FIELD(terminationMessagePath), KUBEXX_FIELD(terminationMessagePolicy),
             KUBEXX_FIELD(imagePullPolicy), KUBEXX_FIELD(securityContext), KUBEXX_FIELD_AS(stdin, "stdin", true),
             KUBEXX_FIELD_AS(stdinOnce, "stdinOnce", true), KUBEXX_FIELD_AS(tty, "tty", true),
             KUBEXX_FIELD(targetContainerName))

KUBEXX_TABLE(Sysctl, KUBEXX_FIELD(name), KUBEXX_FIELD(value))

KUBEXX_TABLE(PodSecurityContext, KUBEXX_FIELD(seLinuxOptions), KUBEXX_FIELD(windowsOptions), KUBEXX_FIELD(runAsUser),
             KUBEXX_FIELD(runAsGroup), KUBEXX_FIELD(runAsNonRoot), KUBEXX_FIELD(supplementalGroups),
             KUBEXX_FIELD(supplementalGroupsPolicy), KUBEXX_FIELD(fsGroup), KUBEXX_FIELD(sysctls),
             KUBEXX_FIELD(fsGroupChangePolicy), KUBEXX_FIELD(seccompProfile), KUBEXX_FIELD(appArmorProfile),
             KUBEXX_FIELD(seLinuxChangePolicy))

KUBEXX_TABLE(HostAlias, KUBEXX_FIELD(ip), KUBEXX_FIELD(hostnames))

KUBEXX_TABLE(PodDNSConfigOption, KUBEXX_FIELD(name), KUBEXX_FIELD(value))

KUBEXX_TABLE(PodDNSConfig, KUBEXX_FIELD(nameservers), KUBEXX_FIELD(searches), KUBEXX_FIELD(options))

KUBEXX_TABLE(PodReadinessGate, KUBEXX_FIELD(conditionType))

KUBEXX_TABLE(TopologySpreadConstraint, KUBEXX_FIELD(maxSkew), KUBEXX_FIELD(topologyKey),
             KUBEXX_FIELD(whenUnsatisfiable), KUBEXX_FIELD(labelSelector), KUBEXX_FIELD(minDomains),
             KUBEXX_FIELD(nodeAffinityPolicy), KUBEXX_FIELD(nodeTaintsPolicy), KUBEXX_FIELD(matchLabelKeys))

KUBEXX_TABLE(PodOS, KUBEXX_FIELD(name))

KUBEXX_TABLE(PodSchedulingGate, KUBEXX_FIELD(name))

KUBEXX_TABLE(PodResourceClaim, KUBEXX_FIELD(name), KUBEXX_FIELD(resourceClaimName),
             KUBEXX_FIELD(resourceClaimTemplateName))

KUBEXX_TABLE(PodSchedulingGroup, KUBEXX_FIELD(podGroupName))

KUBEXX_TABLE(EvictionResponder, KUBEXX_FIELD(name), KUBEXX_FIELD(priority))

KUBEXX_TABLE(PodSpec, KUBEXX_FIELD_MORE(volumes, "volumes", by_name),
             KUBEXX_FIELD_MORE(initContainers, "initContainers", by_name),
             KUBEXX_FIELD_MORE(containers, "containers", by_name),
             KUBEXX_FIELD_MORE(ephemeralContainers, "ephemeralContainers", by_name), KUBEXX_FIELD(restartPolicy),
             KUBEXX_FIELD(terminationGracePeriodSeconds), KUBEXX_FIELD(activeDeadlineSeconds), KUBEXX_FIELD(dnsPolicy),
             KUBEXX_FIELD(nodeSelector), KUBEXX_FIELD(serviceAccountName), KUBEXX_FIELD(serviceAccount),
             KUBEXX_FIELD(automountServiceAccountToken), KUBEXX_FIELD(nodeName),
             KUBEXX_FIELD_AS(hostNetwork, "hostNetwork", true), KUBEXX_FIELD_AS(hostPID, "hostPID", true),
             KUBEXX_FIELD_AS(hostIPC, "hostIPC", true), KUBEXX_FIELD(shareProcessNamespace),
             KUBEXX_FIELD(securityContext), KUBEXX_FIELD_MORE(imagePullSecrets, "imagePullSecrets", by_name),
             KUBEXX_FIELD(hostname), KUBEXX_FIELD(subdomain), KUBEXX_FIELD(affinity), KUBEXX_FIELD(schedulerName),
             KUBEXX_FIELD(tolerations), KUBEXX_FIELD_MORE(hostAliases, "hostAliases", by_ip),
             KUBEXX_FIELD(priorityClassName), KUBEXX_FIELD(priority), KUBEXX_FIELD(dnsConfig),
             KUBEXX_FIELD(readinessGates), KUBEXX_FIELD(runtimeClassName), KUBEXX_FIELD(enableServiceLinks),
             KUBEXX_FIELD(preemptionPolicy), KUBEXX_FIELD(overhead),
             KUBEXX_FIELD_MORE(topologySpreadConstraints, "topologySpreadConstraints", by_topology_key_and_when_unsatisfiable),
             KUBEXX_FIELD(setHostnameAsFQDN), KUBEXX_FIELD(os), KUBEXX_FIELD(hostUsers),
             KUBEXX_FIELD_MORE(schedulingGates, "schedulingGates", by_name),
             KUBEXX_FIELD_MORE(resourceClaims, "resourceClaims", by_name), KUBEXX_FIELD(resources),
             KUBEXX_FIELD(hostnameOverride), KUBEXX_FIELD(schedulingGroup),
             KUBEXX_FIELD_MORE(evictionResponders, "evictionResponders", by_name))

}  // namespace kubexx::corev1

// SPDX-License-Identifier: Apache-2.0
// Written by schemas/empty_objects. Do not edit.
#include "apply/empty_objects.hpp"

#include <map>

namespace kubexx::apiserver::apply {

// clang-format off
std::string_view empty_object(std::string_view kind)
{
  static const std::map<std::string_view, std::string_view> objects{
    {"admissionregistration.k8s.io/v1 MutatingAdmissionPolicy", R"({"metadata":{},"spec":{}})"},
    {"admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBinding", R"({"metadata":{},"spec":{}})"},
    {"admissionregistration.k8s.io/v1 MutatingWebhookConfiguration", R"({"metadata":{}})"},
    {"admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy", R"({"metadata":{},"spec":{},"status":{}})"},
    {"admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding", R"({"metadata":{},"spec":{}})"},
    {"admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration", R"({"metadata":{}})"},
    {"apiextensions.k8s.io/v1 CustomResourceDefinition", R"({"metadata":{},"spec":{"group":"","names":{"plural":"","kind":""},"scope":"","versions":null},"status":{"conditions":null,"acceptedNames":{"plural":"","kind":""},"storedVersions":null}})"},
    {"apps/v1 ControllerRevision", R"({"metadata":{},"data":null,"revision":0})"},
    {"apps/v1 DaemonSet", R"({"metadata":{},"spec":{"selector":null,"template":{"metadata":{},"spec":{"containers":null}},"updateStrategy":{}},"status":{"currentNumberScheduled":0,"numberMisscheduled":0,"desiredNumberScheduled":0,"numberReady":0}})"},
    {"apps/v1 Deployment", R"({"metadata":{},"spec":{"selector":null,"template":{"metadata":{},"spec":{"containers":null}},"strategy":{}},"status":{}})"},
    {"apps/v1 ReplicaSet", R"({"metadata":{},"spec":{"selector":null,"template":{"metadata":{},"spec":{"containers":null}}},"status":{"replicas":0}})"},
    {"apps/v1 StatefulSet", R"({"metadata":{},"spec":{"selector":null,"template":{"metadata":{},"spec":{"containers":null}},"serviceName":"","updateStrategy":{}},"status":{"replicas":0,"availableReplicas":0}})"},
    {"authentication.k8s.io/v1 SelfSubjectReview", R"({"metadata":{},"status":{"userInfo":{}}})"},
    {"authentication.k8s.io/v1 TokenRequest", R"({"metadata":{},"spec":{"audiences":null,"expirationSeconds":null,"boundObjectRef":null},"status":{"token":"","expirationTimestamp":null}})"},
    {"authentication.k8s.io/v1 TokenReview", R"({"metadata":{},"spec":{},"status":{"user":{}}})"},
    {"authorization.k8s.io/v1 LocalSubjectAccessReview", R"({"metadata":{},"spec":{},"status":{"allowed":false}})"},
    {"authorization.k8s.io/v1 SelfSubjectAccessReview", R"({"metadata":{},"spec":{},"status":{"allowed":false}})"},
    {"authorization.k8s.io/v1 SelfSubjectRulesReview", R"({"metadata":{},"spec":{},"status":{"resourceRules":null,"nonResourceRules":null,"incomplete":false}})"},
    {"authorization.k8s.io/v1 SubjectAccessReview", R"({"metadata":{},"spec":{},"status":{"allowed":false}})"},
    {"autoscaling/v1 HorizontalPodAutoscaler", R"({"metadata":{},"spec":{"scaleTargetRef":{"kind":"","name":""},"maxReplicas":0},"status":{"currentReplicas":0,"desiredReplicas":0}})"},
    {"autoscaling/v1 Scale", R"({"metadata":{},"spec":{},"status":{"replicas":0}})"},
    {"autoscaling/v2 HorizontalPodAutoscaler", R"({"metadata":{},"spec":{"scaleTargetRef":{"kind":"","name":""},"maxReplicas":0},"status":{"desiredReplicas":0,"currentMetrics":null}})"},
    {"batch/v1 CronJob", R"({"metadata":{},"spec":{"schedule":"","jobTemplate":{"metadata":{},"spec":{"template":{"metadata":{},"spec":{"containers":null}}}}},"status":{}})"},
    {"batch/v1 Job", R"({"metadata":{},"spec":{"template":{"metadata":{},"spec":{"containers":null}}},"status":{}})"},
    {"certificates.k8s.io/v1 CertificateSigningRequest", R"({"metadata":{},"spec":{"request":null,"signerName":""},"status":{}})"},
    {"certificates.k8s.io/v1 ClusterTrustBundle", R"({"metadata":{},"spec":{"trustBundle":""}})"},
    {"certificates.k8s.io/v1 PodCertificateRequest", R"({"metadata":{},"spec":{"signerName":"","podName":"","podUID":"","serviceAccountName":"","serviceAccountUID":"","nodeName":"","nodeUID":"","stubPKCS10Request":null},"status":{}})"},
    {"coordination.k8s.io/v1 Lease", R"({"metadata":{},"spec":{}})"},
    {"discovery.k8s.io/v1 EndpointSlice", R"({"metadata":{},"addressType":"","endpoints":null,"ports":null})"},
    {"events.k8s.io/v1 Event", R"({"metadata":{},"eventTime":null,"regarding":{},"deprecatedSource":{},"deprecatedFirstTimestamp":null,"deprecatedLastTimestamp":null})"},
    {"flowcontrol.apiserver.k8s.io/v1 FlowSchema", R"({"metadata":{},"spec":{"priorityLevelConfiguration":{"name":""},"matchingPrecedence":0},"status":{}})"},
    {"flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration", R"({"metadata":{},"spec":{"type":""},"status":{}})"},
    {"networking.k8s.io/v1 IPAddress", R"({"metadata":{},"spec":{}})"},
    {"networking.k8s.io/v1 Ingress", R"({"metadata":{},"spec":{},"status":{"loadBalancer":{}}})"},
    {"networking.k8s.io/v1 IngressClass", R"({"metadata":{},"spec":{}})"},
    {"networking.k8s.io/v1 NetworkPolicy", R"({"metadata":{},"spec":{"podSelector":{}}})"},
    {"networking.k8s.io/v1 ServiceCIDR", R"({"metadata":{},"spec":{},"status":{}})"},
    {"node.k8s.io/v1 RuntimeClass", R"({"metadata":{},"handler":""})"},
    {"policy/v1 Eviction", R"({"metadata":{}})"},
    {"policy/v1 PodDisruptionBudget", R"({"metadata":{},"spec":{},"status":{"disruptionsAllowed":0,"currentHealthy":0,"desiredHealthy":0,"expectedPods":0}})"},
    {"rbac.authorization.k8s.io/v1 ClusterRole", R"({"metadata":{},"rules":null})"},
    {"rbac.authorization.k8s.io/v1 ClusterRoleBinding", R"({"metadata":{},"roleRef":{"apiGroup":"","kind":"","name":""}})"},
    {"rbac.authorization.k8s.io/v1 Role", R"({"metadata":{},"rules":null})"},
    {"rbac.authorization.k8s.io/v1 RoleBinding", R"({"metadata":{},"roleRef":{"apiGroup":"","kind":"","name":""}})"},
    {"resource.k8s.io/v1 DeviceClass", R"({"metadata":{},"spec":{}})"},
    {"resource.k8s.io/v1 DeviceTaintRule", R"({"metadata":{},"spec":{"taint":{"key":"","effect":""}},"status":{}})"},
    {"resource.k8s.io/v1 ResourceClaim", R"({"metadata":{},"spec":{"devices":{"requests":null}},"status":{}})"},
    {"resource.k8s.io/v1 ResourceClaimTemplate", R"({"metadata":{},"spec":{"metadata":{},"spec":{"devices":{"requests":null}}}})"},
    {"resource.k8s.io/v1 ResourceSlice", R"({"metadata":{},"spec":{"driver":"","pool":{"name":"","generation":0,"resourceSliceCount":0}}})"},
    {"scheduling.k8s.io/v1 PriorityClass", R"({"metadata":{},"value":0})"},
    {"storage.k8s.io/v1 CSIDriver", R"({"metadata":{},"spec":{}})"},
    {"storage.k8s.io/v1 CSINode", R"({"metadata":{},"spec":{"drivers":null},"status":{}})"},
    {"storage.k8s.io/v1 CSIStorageCapacity", R"({"metadata":{},"storageClassName":""})"},
    {"storage.k8s.io/v1 StorageClass", R"({"metadata":{},"provisioner":""})"},
    {"storage.k8s.io/v1 VolumeAttachment", R"({"metadata":{},"spec":{"attacher":"","source":{},"nodeName":""},"status":{"attached":false}})"},
    {"storage.k8s.io/v1 VolumeAttributesClass", R"({"metadata":{},"driverName":""})"},
    {"storagemigration.k8s.io/v1 StorageVersionMigration", R"({"metadata":{},"spec":{"resource":{"group":"","resource":""}},"status":{}})"},
    {"v1 Binding", R"({"metadata":{},"target":{}})"},
    {"v1 ComponentStatus", R"({"metadata":{}})"},
    {"v1 ConfigMap", R"({"metadata":{}})"},
    {"v1 Endpoints", R"({"metadata":{}})"},
    {"v1 Event", R"({"metadata":{},"involvedObject":{},"source":{},"firstTimestamp":null,"lastTimestamp":null,"eventTime":null,"reportingComponent":"","reportingInstance":""})"},
    {"v1 LimitRange", R"({"metadata":{},"spec":{"limits":null}})"},
    {"v1 Namespace", R"({"metadata":{},"spec":{},"status":{}})"},
    {"v1 Node", R"({"metadata":{},"spec":{},"status":{"daemonEndpoints":{"kubeletEndpoint":{"Port":0}},"nodeInfo":{"machineID":"","systemUUID":"","bootID":"","kernelVersion":"","osImage":"","containerRuntimeVersion":"","kubeletVersion":"","kubeProxyVersion":"","operatingSystem":"","architecture":""}}})"},
    {"v1 PersistentVolume", R"({"metadata":{},"spec":{},"status":{}})"},
    {"v1 PersistentVolumeClaim", R"({"metadata":{},"spec":{"resources":{}},"status":{}})"},
    {"v1 Pod", R"({"metadata":{},"spec":{"containers":null},"status":{}})"},
    {"v1 PodTemplate", R"({"metadata":{},"template":{"metadata":{},"spec":{"containers":null}}})"},
    {"v1 RangeAllocation", R"({"metadata":{},"range":"","data":null})"},
    {"v1 ReplicationController", R"({"metadata":{},"spec":{},"status":{"replicas":0}})"},
    {"v1 ResourceQuota", R"({"metadata":{},"spec":{},"status":{}})"},
    {"v1 Secret", R"({"metadata":{}})"},
    {"v1 Service", R"({"metadata":{},"spec":{},"status":{"loadBalancer":{}}})"},
    {"v1 ServiceAccount", R"({"metadata":{}})"},
  };
  const auto found = objects.find(kind);
  return found == objects.end() ? std::string_view("{}") : found->second;
}
// clang-format on

}  // namespace kubexx::apiserver::apply

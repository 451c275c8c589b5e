// SPDX-License-Identifier: Apache-2.0
// Written by schemas/generate.py from Kubernetes 1.37.1. Do not edit.
#include "builtin_merge_rules.hpp"

namespace kubexx::detail {

namespace {

using Strategy = MergeSchema::Field::Strategy;

// clang-format off
constexpr MergeMember members[] = {
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // admissionregistration.v1.MutatingAdmissionPolicy: 0
    {"spec", Strategy::none, false, "", {}, 0, 2},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // admissionregistration.v1.MutatingAdmissionPolicyBinding: 1
    {"matchConditions", Strategy::merge, false, "name", {"name"}, 1, -1},  // admissionregistration.v1.MutatingAdmissionPolicySpec: 2
    {"matchConditions", Strategy::merge, false, "name", {"name"}, 1, -1},  // admissionregistration.v1.MutatingWebhook: 3
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // admissionregistration.v1.MutatingWebhookConfiguration: 4
    {"webhooks", Strategy::merge, false, "name", {"name"}, 1, 3},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // admissionregistration.v1.ValidatingAdmissionPolicy: 5
    {"spec", Strategy::none, false, "", {}, 0, 7},
    {"status", Strategy::none, false, "", {}, 0, 8},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // admissionregistration.v1.ValidatingAdmissionPolicyBinding: 6
    {"matchConditions", Strategy::merge, false, "name", {"name"}, 1, -1},  // admissionregistration.v1.ValidatingAdmissionPolicySpec: 7
    {"variables", Strategy::merge, false, "name", {"name"}, 1, -1},
    {"conditions", Strategy::none, false, "", {"type"}, 1, -1},  // admissionregistration.v1.ValidatingAdmissionPolicyStatus: 8
    {"matchConditions", Strategy::merge, false, "name", {"name"}, 1, -1},  // admissionregistration.v1.ValidatingWebhook: 9
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // admissionregistration.v1.ValidatingWebhookConfiguration: 10
    {"webhooks", Strategy::merge, false, "name", {"name"}, 1, 9},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // apiextensions.v1.CustomResourceDefinition: 11
    {"spec", Strategy::none, false, "", {}, 0, 12},
    {"status", Strategy::none, false, "", {}, 0, 13},
    {"versions", Strategy::none, false, "", {}, 0, 14},  // apiextensions.v1.CustomResourceDefinitionSpec: 12
    {"conditions", Strategy::none, false, "", {"type"}, 1, -1},  // apiextensions.v1.CustomResourceDefinitionStatus: 13
    {"schema", Strategy::none, false, "", {}, 0, 15},  // apiextensions.v1.CustomResourceDefinitionVersion: 14
    {"openAPIV3Schema", Strategy::none, false, "", {}, 0, 16},  // apiextensions.v1.CustomResourceValidation: 15
    {"allOf", Strategy::none, false, "", {}, 0, 16},  // apiextensions.v1.JSONSchemaProps: 16
    {"anyOf", Strategy::none, false, "", {}, 0, 16},
    {"definitions", Strategy::none, false, "", {}, 0, 92},
    {"not", Strategy::none, false, "", {}, 0, 16},
    {"oneOf", Strategy::none, false, "", {}, 0, 16},
    {"patternProperties", Strategy::none, false, "", {}, 0, 92},
    {"properties", Strategy::none, false, "", {}, 0, 92},
    {"x-kubernetes-validations", Strategy::merge, false, "rule", {"rule"}, 1, -1},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // apiregistration.v1.APIService: 17
    {"status", Strategy::none, false, "", {}, 0, 18},
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // apiregistration.v1.APIServiceStatus: 18
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // apps.v1.ControllerRevision: 19
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // apps.v1.DaemonSet: 20
    {"spec", Strategy::none, false, "", {}, 0, 21},
    {"status", Strategy::none, false, "", {}, 0, 22},
    {"template", Strategy::none, false, "", {}, 0, 71},  // apps.v1.DaemonSetSpec: 21
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // apps.v1.DaemonSetStatus: 22
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // apps.v1.Deployment: 23
    {"spec", Strategy::none, false, "", {}, 0, 24},
    {"status", Strategy::none, false, "", {}, 0, 25},
    {"strategy", Strategy::none, true, "", {}, 0, -1},  // apps.v1.DeploymentSpec: 24
    {"template", Strategy::none, false, "", {}, 0, 71},
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // apps.v1.DeploymentStatus: 25
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // apps.v1.ReplicaSet: 26
    {"spec", Strategy::none, false, "", {}, 0, 27},
    {"status", Strategy::none, false, "", {}, 0, 28},
    {"template", Strategy::none, false, "", {}, 0, 71},  // apps.v1.ReplicaSetSpec: 27
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // apps.v1.ReplicaSetStatus: 28
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // apps.v1.StatefulSet: 29
    {"spec", Strategy::none, false, "", {}, 0, 30},
    {"status", Strategy::none, false, "", {}, 0, 31},
    {"template", Strategy::none, false, "", {}, 0, 71},  // apps.v1.StatefulSetSpec: 30
    {"volumeClaimTemplates", Strategy::none, false, "", {}, 0, 64},
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // apps.v1.StatefulSetStatus: 31
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // autoscaling.v1.HorizontalPodAutoscaler: 32
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // autoscaling.v1.Scale: 33
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // autoscaling.v2.HorizontalPodAutoscaler: 34
    {"status", Strategy::none, false, "", {}, 0, 35},
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // autoscaling.v2.HorizontalPodAutoscalerStatus: 35
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // batch.v1.CronJob: 36
    {"spec", Strategy::none, false, "", {}, 0, 37},
    {"jobTemplate", Strategy::none, false, "", {}, 0, 42},  // batch.v1.CronJobSpec: 37
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // batch.v1.Job: 38
    {"spec", Strategy::none, false, "", {}, 0, 40},
    {"status", Strategy::none, false, "", {}, 0, 41},
    {"resourceClaims", Strategy::merge, false, "name", {"name"}, 1, -1},  // batch.v1.JobSchedulingConfiguration: 39
    {"scheduling", Strategy::none, false, "", {}, 0, 39},  // batch.v1.JobSpec: 40
    {"template", Strategy::none, false, "", {}, 0, 71},
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // batch.v1.JobStatus: 41
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // batch.v1.JobTemplateSpec: 42
    {"spec", Strategy::none, false, "", {}, 0, 40},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // certificates.v1.CertificateSigningRequest: 43
    {"status", Strategy::none, false, "", {}, 0, 44},
    {"conditions", Strategy::none, false, "", {"type"}, 1, -1},  // certificates.v1.CertificateSigningRequestStatus: 44
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // certificates.v1.ClusterTrustBundle: 45
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // certificates.v1.PodCertificateRequest: 46
    {"status", Strategy::none, false, "", {}, 0, 47},
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // certificates.v1.PodCertificateRequestStatus: 47
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // coordination.v1.Lease: 48
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.ConfigMap: 49
    {"env", Strategy::merge, false, "name", {"name"}, 1, -1},  // core.v1.Container: 50
    {"ports", Strategy::merge, false, "containerPort", {"containerPort", "protocol"}, 2, -1},
    {"resources", Strategy::none, false, "", {}, 0, 77},
    {"volumeDevices", Strategy::merge, false, "devicePath", {"devicePath"}, 1, -1},
    {"volumeMounts", Strategy::merge, false, "mountPath", {"mountPath"}, 1, -1},
    {"allocatedResourcesStatus", Strategy::merge, false, "name", {"name"}, 1, 78},  // core.v1.ContainerStatus: 51
    {"resources", Strategy::none, false, "", {}, 0, 77},
    {"volumeMounts", Strategy::merge, false, "mountPath", {"mountPath"}, 1, -1},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.Endpoints: 52
    {"env", Strategy::merge, false, "name", {"name"}, 1, -1},  // core.v1.EphemeralContainer: 53
    {"ports", Strategy::merge, false, "containerPort", {"containerPort", "protocol"}, 2, -1},
    {"resources", Strategy::none, false, "", {}, 0, 77},
    {"volumeDevices", Strategy::merge, false, "devicePath", {"devicePath"}, 1, -1},
    {"volumeMounts", Strategy::merge, false, "mountPath", {"mountPath"}, 1, -1},
    {"volumeClaimTemplate", Strategy::none, false, "", {}, 0, 66},  // core.v1.EphemeralVolumeSource: 54
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.Event: 55
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.LimitRange: 56
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.Namespace: 57
    {"status", Strategy::none, false, "", {}, 0, 58},
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // core.v1.NamespaceStatus: 58
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.Node: 59
    {"spec", Strategy::none, false, "", {}, 0, 61},
    {"status", Strategy::none, false, "", {}, 0, 62},
    {"mapping", Strategy::merge, false, "name", {"name"}, 1, -1},  // core.v1.NodeAllocatableResourceClaimStatus: 60
    {"overhead", Strategy::merge, false, "name", {"name"}, 1, -1},
    {"podCIDRs", Strategy::merge, false, "", {}, 0, -1},  // core.v1.NodeSpec: 61
    {"addresses", Strategy::merge, false, "type", {"type"}, 1, -1},  // core.v1.NodeStatus: 62
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.PersistentVolume: 63
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.PersistentVolumeClaim: 64
    {"status", Strategy::none, false, "", {}, 0, 65},
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // core.v1.PersistentVolumeClaimStatus: 65
    {"healthStatus", Strategy::none, false, "", {}, 0, 85},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.PersistentVolumeClaimTemplate: 66
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.Pod: 67
    {"spec", Strategy::none, false, "", {}, 0, 68},
    {"status", Strategy::none, false, "", {}, 0, 69},
    {"containers", Strategy::merge, false, "name", {"name"}, 1, 50},  // core.v1.PodSpec: 68
    {"ephemeralContainers", Strategy::merge, false, "name", {"name"}, 1, 53},
    {"evictionResponders", Strategy::merge, false, "name", {"name"}, 1, -1},
    {"hostAliases", Strategy::merge, false, "ip", {"ip"}, 1, -1},
    {"imagePullSecrets", Strategy::merge, false, "name", {"name"}, 1, -1},
    {"initContainers", Strategy::merge, false, "name", {"name"}, 1, 50},
    {"resourceClaims", Strategy::merge, true, "name", {"name"}, 1, -1},
    {"resources", Strategy::none, false, "", {}, 0, 77},
    {"schedulingGates", Strategy::merge, false, "name", {"name"}, 1, -1},
    {"topologySpreadConstraints", Strategy::merge, false, "topologyKey", {"topologyKey", "whenUnsatisfiable"}, 2, -1},
    {"volumes", Strategy::merge, true, "name", {"name"}, 1, 84},
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // core.v1.PodStatus: 69
    {"containerStatuses", Strategy::none, false, "", {}, 0, 51},
    {"ephemeralContainerStatuses", Strategy::none, false, "", {}, 0, 51},
    {"hostIPs", Strategy::merge, false, "ip", {"ip"}, 1, -1},
    {"initContainerStatuses", Strategy::none, false, "", {}, 0, 51},
    {"nodeAllocatableResourceClaimStatuses", Strategy::merge, false, "resourceClaimName", {"resourceClaimName"}, 1, 60},
    {"podIPs", Strategy::merge, false, "ip", {"ip"}, 1, -1},
    {"resourceClaimStatuses", Strategy::merge, true, "name", {"name"}, 1, -1},
    {"resources", Strategy::none, false, "", {}, 0, 77},
    {"volumeHealth", Strategy::none, false, "", {"name"}, 1, 72},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.PodTemplate: 70
    {"template", Strategy::none, false, "", {}, 0, 71},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.PodTemplateSpec: 71
    {"spec", Strategy::none, false, "", {}, 0, 68},
    {"healthConditions", Strategy::merge, false, "status", {"status", "reason"}, 2, -1},  // core.v1.PodVolumeHealth: 72
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.ReplicationController: 73
    {"spec", Strategy::none, false, "", {}, 0, 74},
    {"status", Strategy::none, false, "", {}, 0, 75},
    {"template", Strategy::none, false, "", {}, 0, 71},  // core.v1.ReplicationControllerSpec: 74
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // core.v1.ReplicationControllerStatus: 75
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.ResourceQuota: 76
    {"claims", Strategy::none, false, "", {"name"}, 1, -1},  // core.v1.ResourceRequirements: 77
    {"resources", Strategy::none, false, "", {"resourceID"}, 1, -1},  // core.v1.ResourceStatus: 78
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.Secret: 79
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.Service: 80
    {"spec", Strategy::none, false, "", {}, 0, 82},
    {"status", Strategy::none, false, "", {}, 0, 83},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // core.v1.ServiceAccount: 81
    {"secrets", Strategy::merge, false, "name", {"name"}, 1, -1},
    {"ports", Strategy::merge, false, "port", {"port", "protocol"}, 2, -1},  // core.v1.ServiceSpec: 82
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // core.v1.ServiceStatus: 83
    {"ephemeral", Strategy::none, false, "", {}, 0, 54},  // core.v1.Volume: 84
    {"healthConditions", Strategy::merge, false, "status", {"status", "reason"}, 2, -1},  // core.v1.VolumeHealthStatus: 85
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // discovery.v1.EndpointSlice: 86
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // events.v1.Event: 87
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // flowcontrol.v1.FlowSchema: 88
    {"status", Strategy::none, false, "", {}, 0, 89},
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // flowcontrol.v1.FlowSchemaStatus: 89
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // flowcontrol.v1.PriorityLevelConfiguration: 90
    {"status", Strategy::none, false, "", {}, 0, 91},
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // flowcontrol.v1.PriorityLevelConfigurationStatus: 91
    {"*", Strategy::none, false, "", {}, 0, 16},  // map of io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps: 92
    {"finalizers", Strategy::merge, false, "", {}, 0, -1},  // meta.v1.ObjectMeta: 93
    {"ownerReferences", Strategy::merge, false, "uid", {"uid"}, 1, -1},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // networking.v1.IPAddress: 94
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // networking.v1.Ingress: 95
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // networking.v1.IngressClass: 96
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // networking.v1.NetworkPolicy: 97
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // networking.v1.ServiceCIDR: 98
    {"status", Strategy::none, false, "", {}, 0, 99},
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // networking.v1.ServiceCIDRStatus: 99
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // node.v1.RuntimeClass: 100
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // policy.v1.PodDisruptionBudget: 101
    {"spec", Strategy::none, false, "", {}, 0, 102},
    {"status", Strategy::none, false, "", {}, 0, 103},
    {"selector", Strategy::replace, false, "", {}, 0, -1},  // policy.v1.PodDisruptionBudgetSpec: 102
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // policy.v1.PodDisruptionBudgetStatus: 103
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // rbac.v1.ClusterRole: 104
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // rbac.v1.ClusterRoleBinding: 105
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // rbac.v1.Role: 106
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // rbac.v1.RoleBinding: 107
    {"conditions", Strategy::none, false, "", {"type"}, 1, -1},  // resource.v1.AllocatedDeviceStatus: 108
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // resource.v1.DeviceClass: 109
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // resource.v1.DeviceTaintRule: 110
    {"status", Strategy::none, false, "", {}, 0, 111},
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // resource.v1.DeviceTaintRuleStatus: 111
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // resource.v1.ResourceClaim: 112
    {"status", Strategy::none, false, "", {}, 0, 113},
    {"devices", Strategy::none, false, "", {"driver", "device", "pool", "shareID"}, 4, 108},  // resource.v1.ResourceClaimStatus: 113
    {"reservedFor", Strategy::merge, false, "uid", {"uid"}, 1, -1},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // resource.v1.ResourceClaimTemplate: 114
    {"spec", Strategy::none, false, "", {}, 0, 115},
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // resource.v1.ResourceClaimTemplateSpec: 115
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // resource.v1.ResourceSlice: 116
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // scheduling.v1.PriorityClass: 117
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // storage.v1.CSIDriver: 118
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // storage.v1.CSINode: 119
    {"spec", Strategy::none, false, "", {}, 0, 120},
    {"status", Strategy::none, false, "", {}, 0, 121},
    {"drivers", Strategy::merge, false, "name", {"name"}, 1, -1},  // storage.v1.CSINodeSpec: 120
    {"storageHealth", Strategy::merge, false, "name", {"name"}, 1, -1},  // storage.v1.CSINodeStatus: 121
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // storage.v1.CSIStorageCapacity: 122
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // storage.v1.StorageClass: 123
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // storage.v1.VolumeAttachment: 124
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // storage.v1.VolumeAttributesClass: 125
    {"metadata", Strategy::none, false, "", {}, 0, 93},  // storagemigration.v1.StorageVersionMigration: 126
    {"status", Strategy::none, false, "", {}, 0, 127},
    {"conditions", Strategy::merge, false, "type", {"type"}, 1, -1},  // storagemigration.v1.StorageVersionMigrationStatus: 127
};

constexpr MergeType types[] = {
    {0, 2},
    {2, 1},
    {3, 1},
    {4, 1},
    {5, 2},
    {7, 3},
    {10, 1},
    {11, 2},
    {13, 1},
    {14, 1},
    {15, 2},
    {17, 3},
    {20, 1},
    {21, 1},
    {22, 1},
    {23, 1},
    {24, 8},
    {32, 2},
    {34, 1},
    {35, 1},
    {36, 3},
    {39, 1},
    {40, 1},
    {41, 3},
    {44, 2},
    {46, 1},
    {47, 3},
    {50, 1},
    {51, 1},
    {52, 3},
    {55, 2},
    {57, 1},
    {58, 1},
    {59, 1},
    {60, 2},
    {62, 1},
    {63, 2},
    {65, 1},
    {66, 3},
    {69, 1},
    {70, 2},
    {72, 1},
    {73, 2},
    {75, 2},
    {77, 1},
    {78, 1},
    {79, 2},
    {81, 1},
    {82, 1},
    {83, 1},
    {84, 5},
    {89, 3},
    {92, 1},
    {93, 5},
    {98, 1},
    {99, 1},
    {100, 1},
    {101, 2},
    {103, 1},
    {104, 3},
    {107, 2},
    {109, 1},
    {110, 2},
    {112, 1},
    {113, 2},
    {115, 2},
    {117, 1},
    {118, 3},
    {121, 11},
    {132, 10},
    {142, 2},
    {144, 2},
    {146, 1},
    {147, 3},
    {150, 1},
    {151, 1},
    {152, 1},
    {153, 1},
    {154, 1},
    {155, 1},
    {156, 3},
    {159, 2},
    {161, 1},
    {162, 1},
    {163, 1},
    {164, 1},
    {165, 1},
    {166, 1},
    {167, 2},
    {169, 1},
    {170, 2},
    {172, 1},
    {173, 1},
    {174, 2},
    {176, 1},
    {177, 1},
    {178, 1},
    {179, 1},
    {180, 2},
    {182, 1},
    {183, 1},
    {184, 3},
    {187, 1},
    {188, 1},
    {189, 1},
    {190, 1},
    {191, 1},
    {192, 1},
    {193, 1},
    {194, 1},
    {195, 2},
    {197, 1},
    {198, 2},
    {200, 2},
    {202, 2},
    {204, 1},
    {205, 1},
    {206, 1},
    {207, 1},
    {208, 3},
    {211, 1},
    {212, 1},
    {213, 1},
    {214, 1},
    {215, 1},
    {216, 1},
    {217, 2},
    {219, 1},
};

constexpr MergeKind kinds[] = {
    {"", "v1", "ConfigMap", 49},
    {"", "v1", "Endpoints", 52},
    {"", "v1", "Event", 55},
    {"", "v1", "LimitRange", 56},
    {"", "v1", "Namespace", 57},
    {"", "v1", "Node", 59},
    {"", "v1", "PersistentVolume", 63},
    {"", "v1", "PersistentVolumeClaim", 64},
    {"", "v1", "Pod", 67},
    {"", "v1", "PodTemplate", 70},
    {"", "v1", "ReplicationController", 73},
    {"", "v1", "ResourceQuota", 76},
    {"", "v1", "Secret", 79},
    {"", "v1", "Service", 80},
    {"", "v1", "ServiceAccount", 81},
    {"admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicy", 0},
    {"admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicyBinding", 1},
    {"admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration", 4},
    {"admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicy", 5},
    {"admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicyBinding", 6},
    {"admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration", 10},
    {"apiextensions.k8s.io", "v1", "CustomResourceDefinition", 11},
    {"apiregistration.k8s.io", "v1", "APIService", 17},
    {"apps", "v1", "ControllerRevision", 19},
    {"apps", "v1", "DaemonSet", 20},
    {"apps", "v1", "Deployment", 23},
    {"apps", "v1", "ReplicaSet", 26},
    {"apps", "v1", "StatefulSet", 29},
    {"autoscaling", "v1", "HorizontalPodAutoscaler", 32},
    {"autoscaling", "v1", "Scale", 33},
    {"autoscaling", "v2", "HorizontalPodAutoscaler", 34},
    {"batch", "v1", "CronJob", 36},
    {"batch", "v1", "Job", 38},
    {"certificates.k8s.io", "v1", "CertificateSigningRequest", 43},
    {"certificates.k8s.io", "v1", "ClusterTrustBundle", 45},
    {"certificates.k8s.io", "v1", "PodCertificateRequest", 46},
    {"coordination.k8s.io", "v1", "Lease", 48},
    {"discovery.k8s.io", "v1", "EndpointSlice", 86},
    {"events.k8s.io", "v1", "Event", 87},
    {"flowcontrol.apiserver.k8s.io", "v1", "FlowSchema", 88},
    {"flowcontrol.apiserver.k8s.io", "v1", "PriorityLevelConfiguration", 90},
    {"networking.k8s.io", "v1", "IPAddress", 94},
    {"networking.k8s.io", "v1", "Ingress", 95},
    {"networking.k8s.io", "v1", "IngressClass", 96},
    {"networking.k8s.io", "v1", "NetworkPolicy", 97},
    {"networking.k8s.io", "v1", "ServiceCIDR", 98},
    {"node.k8s.io", "v1", "RuntimeClass", 100},
    {"policy", "v1", "PodDisruptionBudget", 101},
    {"rbac.authorization.k8s.io", "v1", "ClusterRole", 104},
    {"rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", 105},
    {"rbac.authorization.k8s.io", "v1", "Role", 106},
    {"rbac.authorization.k8s.io", "v1", "RoleBinding", 107},
    {"resource.k8s.io", "v1", "DeviceClass", 109},
    {"resource.k8s.io", "v1", "DeviceTaintRule", 110},
    {"resource.k8s.io", "v1", "ResourceClaim", 112},
    {"resource.k8s.io", "v1", "ResourceClaimTemplate", 114},
    {"resource.k8s.io", "v1", "ResourceSlice", 116},
    {"scheduling.k8s.io", "v1", "PriorityClass", 117},
    {"storage.k8s.io", "v1", "CSIDriver", 118},
    {"storage.k8s.io", "v1", "CSINode", 119},
    {"storage.k8s.io", "v1", "CSIStorageCapacity", 122},
    {"storage.k8s.io", "v1", "StorageClass", 123},
    {"storage.k8s.io", "v1", "VolumeAttachment", 124},
    {"storage.k8s.io", "v1", "VolumeAttributesClass", 125},
    {"storagemigration.k8s.io", "v1", "StorageVersionMigration", 126},
};
// clang-format on

}  // namespace

const MergeTables merge_tables{members, types, kinds, 49};

}  // namespace kubexx::detail

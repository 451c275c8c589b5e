// SPDX-License-Identifier: Apache-2.0
// Written by schemas/generate.py, which explains the format. Do not edit.
#include "schema/builtin_schemas.hpp"

namespace kubexx::apiserver {

// clang-format off
const std::initializer_list<std::string_view>& builtin_schema_text()
{
  static const std::initializer_list<std::string_view> parts{
R"(apiextensions.v1.CustomResourceColumnDefinition description:s format:s jsonPath!:s name!:s priority:i32 type!:s
apiextensions.v1.CustomResourceConversion strategy!:s webhook:@apiextensions.v1.WebhookConversion
apiextensions.v1.CustomResourceDefinition apiVersion:s kind:s metadata:@meta.v1.ObjectMeta
 spec!:@apiextensions.v1.CustomResourceDefinitionSpec status:@apiextensions.v1.CustomResourceDefinitionStatus
apiextensions.v1.CustomResourceDefinitionCondition lastTransitionTime:t message:s observedGeneration:i64 reason:s
 status!:s type!:s
apiextensions.v1.CustomResourceDefinitionNames categories:[]s;l=atomic kind!:s listKind:s plural!:s
 shortNames:[]s;l=atomic singular:s
apiextensions.v1.CustomResourceDefinitionSpec conversion:@apiextensions.v1.CustomResourceConversion group!:s
 names!:@apiextensions.v1.CustomResourceDefinitionNames preserveUnknownFields:b scope!:s
 versions!:[]@apiextensions.v1.CustomResourceDefinitionVersion;l=atomic
apiextensions.v1.CustomResourceDefinitionStatus acceptedNames:@apiextensions.v1.CustomResourceDefinitionNames
 conditions:[]@apiextensions.v1.CustomResourceDefinitionCondition;l=map/type observedGeneration:i64
 storedVersions:[]s;l=atomic
apiextensions.v1.CustomResourceDefinitionVersion
 additionalPrinterColumns:[]@apiextensions.v1.CustomResourceColumnDefinition;l=atomic deprecated:b
 deprecationWarning:s name!:s schema:@apiextensions.v1.CustomResourceValidation
 selectableFields:[]@apiextensions.v1.SelectableField;l=atomic served!:b storage!:b
 subresources:@apiextensions.v1.CustomResourceSubresources
apiextensions.v1.CustomResourceSubresourceScale labelSelectorPath:s specReplicasPath!:s statusReplicasPath!:s
apiextensions.v1.CustomResourceSubresourceStatus
apiextensions.v1.CustomResourceSubresources scale:@apiextensions.v1.CustomResourceSubresourceScale
 status:@apiextensions.v1.CustomResourceSubresourceStatus
apiextensions.v1.CustomResourceValidation openAPIV3Schema:*
apiextensions.v1.SelectableField jsonPath!:s
apiextensions.v1.ServiceReference name!:s namespace!:s path:s port:i32
apiextensions.v1.WebhookClientConfig caBundle:y service:@apiextensions.v1.ServiceReference url:s
apiextensions.v1.WebhookConversion clientConfig:@apiextensions.v1.WebhookClientConfig
 conversionReviewVersions!:[]s;l=atomic
apps.v1.Deployment apiVersion:s kind:s metadata:@meta.v1.ObjectMeta spec!:@apps.v1.DeploymentSpec
 status:@apps.v1.DeploymentStatus
apps.v1.DeploymentCondition lastTransitionTime:t lastUpdateTime:t message:s;z reason:s;z status:s type:s
apps.v1.DeploymentSpec minReadySeconds:i32;z paused:b;z progressDeadlineSeconds:i32 replicas:i32
 revisionHistoryLimit:i32 selector!:@meta.v1.LabelSelector strategy:@apps.v1.DeploymentStrategy;r
 template!:@core.v1.PodTemplateSpec
apps.v1.DeploymentStatus availableReplicas:i32;z collisionCount:i32
 conditions:[]@apps.v1.DeploymentCondition;p=type;l=map/type observedGeneration:i64;z readyReplicas:i32;z
 replicas:i32;z terminatingReplicas:i32 unavailableReplicas:i32;z updatedReplicas:i32;z
apps.v1.DeploymentStrategy rollingUpdate:@apps.v1.RollingUpdateDeployment type:s;z
apps.v1.ReplicaSet apiVersion:s kind:s metadata:@meta.v1.ObjectMeta spec!:@apps.v1.ReplicaSetSpec
 status:@apps.v1.ReplicaSetStatus
apps.v1.ReplicaSetCondition lastTransitionTime:t message:s;z reason:s;z status:s type:s
apps.v1.ReplicaSetSpec minReadySeconds:i32;z replicas:i32 selector!:@meta.v1.LabelSelector
 template:@core.v1.PodTemplateSpec
apps.v1.ReplicaSetStatus availableReplicas:i32;z conditions:[]@apps.v1.ReplicaSetCondition;p=type;l=map/type
 fullyLabeledReplicas:i32;z observedGeneration:i64;z readyReplicas:i32;z replicas!:i32 terminatingReplicas:i32
apps.v1.RollingUpdateDeployment maxSurge:x maxUnavailable:x
authentication.v1.BoundObjectReference apiVersion:s;z kind:s;z name:s;z uid:s;z
authentication.v1.TokenRequest apiVersion:s kind:s metadata:@meta.v1.ObjectMeta
 spec!:@authentication.v1.TokenRequestSpec status:@authentication.v1.TokenRequestStatus
authentication.v1.TokenRequestSpec audiences!:[]s;l=atomic boundObjectRef:@authentication.v1.BoundObjectReference
 expirationSeconds:i64
authentication.v1.TokenRequestStatus expirationTimestamp!:t token!:s
autoscaling.v1.Scale apiVersion:s kind:s metadata:@meta.v1.ObjectMeta spec:@autoscaling.v1.ScaleSpec
 status:@autoscaling.v1.ScaleStatus
autoscaling.v1.ScaleSpec replicas:i32;z
autoscaling.v1.ScaleStatus replicas!:i32 selector:s;z
coordination.v1.Lease apiVersion:s kind:s metadata:@meta.v1.ObjectMeta spec:@coordination.v1.LeaseSpec
coordination.v1.LeaseSpec acquireTime:m holderIdentity:s leaseDurationSeconds:i32 leaseTransitions:i32
 preferredHolder:s renewTime:m strategy:s
core.v1.AWSElasticBlockStoreVolumeSource fsType:s;z partition:i32;z readOnly:b;z volumeID!:s
core.v1.Affinity nodeAffinity:@core.v1.NodeAffinity podAffinity:@core.v1.PodAffinity
 podAntiAffinity:@core.v1.PodAntiAffinity
core.v1.AppArmorProfile localhostProfile:s type!:s
core.v1.AzureDiskVolumeSource cachingMode:s diskName!:s diskURI!:s fsType:s kind:s readOnly:b
core.v1.AzureFileVolumeSource readOnly:b;z secretName!:s shareName!:s
core.v1.CSIVolumeSource driver!:s fsType:s nodePublishSecretRef:@core.v1.LocalObjectReference readOnly:b
 volumeAttributes:{}s
core.v1.Capabilities add:[]s;l=atomic drop:[]s;l=atomic
core.v1.CephFSVolumeSource monitors!:[]s;l=atomic path:s;z readOnly:b;z secretFile:s;z
 secretRef:@core.v1.LocalObjectReference user:s;z
core.v1.CinderVolumeSource fsType:s;z readOnly:b;z secretRef:@core.v1.LocalObjectReference volumeID!:s
core.v1.ClientIPConfig timeoutSeconds:i32
core.v1.ClusterTrustBundleProjection labelSelector:@meta.v1.LabelSelector name:s optional:b path!:s signerName:s
 user:i64
core.v1.ConfigMap apiVersion:s binaryData:{}y data:{}s immutable:b kind:s metadata:@meta.v1.ObjectMeta
core.v1.ConfigMapEnvSource name:s optional:b
core.v1.ConfigMapKeySelector key!:s name:s optional:b
core.v1.ConfigMapProjection items:[]@core.v1.KeyToPath;l=atomic name:s optional:b
core.v1.ConfigMapVolumeSource defaultMode:i32 defaultUser:i64 items:[]@core.v1.KeyToPath;l=atomic name:s optional:b
core.v1.Container args:[]s;l=atomic command:[]s;l=atomic env:[]@core.v1.EnvVar;p=name;l=map/name
 envFrom:[]@core.v1.EnvFromSource;l=atomic image:s;z imagePullPolicy:s;z lifecycle:@core.v1.Lifecycle
 livenessProbe:@core.v1.Probe name!:s ports:[]@core.v1.ContainerPort;p=containerPort;l=map/containerPort/protocol
 readinessProbe:@core.v1.Probe resizePolicy:[]@core.v1.ContainerResizePolicy;l=atomic
 resources:@core.v1.ResourceRequirements restartPolicy:s restartPolicyRules:[]@core.v1.ContainerRestartRule;l=atomic
 securityContext:@core.v1.SecurityContext startupProbe:@core.v1.Probe stdin:b;z stdinOnce:b;z
 terminationMessagePath:s;z terminationMessagePolicy:s;z tty:b;z
 volumeDevices:[]@core.v1.VolumeDevice;p=devicePath;l=map/devicePath
 volumeMounts:[]@core.v1.VolumeMount;p=mountPath;l=map/mountPath workingDir:s;z
core.v1.ContainerExtendedResourceRequest containerName!:s requestName!:s resourceName!:s
core.v1.ContainerPort containerPort!:i32 hostIP:s;z hostPort:i32;z name:s;z protocol:s;z
core.v1.ContainerResizePolicy resourceName!:s restartPolicy!:s
core.v1.ContainerRestartRule action!:s;z exitCodes:@core.v1.ContainerRestartRuleOnExitCodes
core.v1.ContainerRestartRuleOnExitCodes operator!:s;z values:[]i32;l=set
core.v1.ContainerState running:@core.v1.ContainerStateRunning terminated:@core.v1.ContainerStateTerminated
 waiting:@core.v1.ContainerStateWaiting
core.v1.ContainerStateRunning startedAt:t
core.v1.ContainerStateTerminated containerID:s;z exitCode!:i32 finishedAt:t message:s;z reason:s;z signal:i32;z
 startedAt:t
core.v1.ContainerStateWaiting message:s;z reason:s;z
core.v1.ContainerStatus allocatedResources:{}q allocatedResourcesStatus:[]@core.v1.ResourceStatus;p=name;l=map/name
 containerID:s;z image!:s imageID!:s lastState:@core.v1.ContainerState name!:s ready!:b
 resources:@core.v1.ResourceRequirements restartCount!:i32 started:b state:@core.v1.ContainerState stopSignal:s
 user:@core.v1.ContainerUser volumeMounts:[]@core.v1.VolumeMountStatus;p=mountPath;l=map/mountPath
core.v1.ContainerUser linux:@core.v1.LinuxContainerUser
core.v1.DownwardAPIProjection items:[]@core.v1.DownwardAPIVolumeFile;l=atomic
core.v1.DownwardAPIVolumeFile fieldRef:@core.v1.ObjectFieldSelector mode:i32 path!:s
 resourceFieldRef:@core.v1.ResourceFieldSelector user:i64
core.v1.DownwardAPIVolumeSource defaultMode:i32 defaultUser:i64 items:[]@core.v1.DownwardAPIVolumeFile;l=atomic
core.v1.EmptyDirVolumeSource medium:s;z mode:i32 sizeLimit:q
core.v1.EnvFromSource configMapRef:@core.v1.ConfigMapEnvSource prefix:s;z secretRef:@core.v1.SecretEnvSource
core.v1.EnvVar name!:s value:s;z valueFrom:@core.v1.EnvVarSource
core.v1.EnvVarSource configMapKeyRef:@core.v1.ConfigMapKeySelector fieldRef:@core.v1.ObjectFieldSelector
 fileKeyRef:@core.v1.FileKeySelector resourceFieldRef:@core.v1.ResourceFieldSelector
 secretKeyRef:@core.v1.SecretKeySelector
core.v1.EphemeralContainer args:[]s;l=atomic command:[]s;l=atomic env:[]@core.v1.EnvVar;p=name;l=map/name
 envFrom:[]@core.v1.EnvFromSource;l=atomic image:s imagePullPolicy:s lifecycle:@core.v1.Lifecycle
 livenessProbe:@core.v1.Probe name!:s ports:[]@core.v1.ContainerPort;p=containerPort;l=map/containerPort/protocol
 readinessProbe:@core.v1.Probe resizePolicy:[]@core.v1.ContainerResizePolicy;l=atomic
 resources:@core.v1.ResourceRequirements restartPolicy:s restartPolicyRules:[]@core.v1.ContainerRestartRule;l=atomic
 securityContext:@core.v1.SecurityContext startupProbe:@core.v1.Probe stdin:b stdinOnce:b targetContainerName:s;z
 terminationMessagePath:s terminationMessagePolicy:s tty:b
 volumeDevices:[]@core.v1.VolumeDevice;p=devicePath;l=map/devicePath
 volumeMounts:[]@core.v1.VolumeMount;p=mountPath;l=map/mountPath workingDir:s
core.v1.EphemeralVolumeSource volumeClaimTemplate:@core.v1.PersistentVolumeClaimTemplate
core.v1.Event action:s;z apiVersion:s count:i32;z eventTime:m firstTimestamp:t
 involvedObject!:@core.v1.ObjectReference kind:s lastTimestamp:t message:s;z metadata!:@meta.v1.ObjectMeta reason:s;z
 related:@core.v1.ObjectReference reportingComponent:s reportingInstance:s series:@core.v1.EventSeries
 source:@core.v1.EventSource type:s;z
core.v1.EventSeries count:i32;z lastObservedTime:m
core.v1.EventSource component:s;z host:s;z
core.v1.EvictionResponder name!:s priority!:i32
core.v1.ExecAction command:[]s;l=atomic
core.v1.FCVolumeSource fsType:s;z lun:i32 readOnly:b;z targetWWNs:[]s;l=atomic wwids:[]s;l=atomic
core.v1.FileKeySelector key!:s optional:b path!:s volumeName!:s
core.v1.FlexVolumeSource driver!:s fsType:s;z options:{}s readOnly:b;z secretRef:@core.v1.LocalObjectReference
core.v1.FlockerVolumeSource datasetName:s;z datasetUUID:s;z
core.v1.GCEPersistentDiskVolumeSource fsType:s;z partition:i32;z pdName!:s readOnly:b;z
core.v1.GRPCAction mode:s port!:i32 service:s
core.v1.GitRepoVolumeSource directory:s;z repository!:s revision:s;z
core.v1.GlusterfsVolumeSource endpoints!:s path!:s readOnly:b;z
core.v1.HTTPGetAction host:s;z httpHeaders:[]@core.v1.HTTPHeader;l=atomic path:s;z port!:x protocol:s scheme:s;z
core.v1.HTTPHeader name!:s value!:s
core.v1.HostAlias hostnames:[]s;l=atomic ip!:s
core.v1.HostIP ip!:s
core.v1.HostPathVolumeSource path!:s type:s
core.v1.ISCSIVolumeSource chapAuthDiscovery:b;z chapAuthSession:b;z fsType:s;z initiatorName:s iqn!:s
 iscsiInterface:s;z lun!:i32 portals:[]s;l=atomic readOnly:b;z secretRef:@core.v1.LocalObjectReference targetPortal!:s
core.v1.ImageVolumeSource pullPolicy:s;z reference:s;z
core.v1.ImageVolumeStatus imageRef!:s;z
core.v1.KeyToPath key!:s mode:i32 path!:s user:i64
core.v1.Lifecycle postStart:@core.v1.LifecycleHandler preStop:@core.v1.LifecycleHandler stopSignal:s
core.v1.LifecycleHandler exec:@core.v1.ExecAction httpGet:@core.v1.HTTPGetAction sleep:@core.v1.SleepAction
 tcpSocket:@core.v1.TCPSocketAction
core.v1.LinuxContainerUser gid!:i64 supplementalGroups:[]i64;l=atomic uid!:i64
core.v1.LoadBalancerIngress hostname:s;z ip:s;z ipMode:s ports:[]@core.v1.PortStatus;l=atomic
core.v1.LoadBalancerStatus ingress:[]@core.v1.LoadBalancerIngress;l=atomic
core.v1.LocalObjectReference name:s;z
core.v1.NFSVolumeSource path!:s readOnly:b;z server!:s
core.v1.Namespace apiVersion:s kind:s metadata:@meta.v1.ObjectMeta spec:@core.v1.NamespaceSpec
 status:@core.v1.NamespaceStatus
core.v1.NamespaceCondition lastTransitionTime:t message:s;z reason:s;z status!:s type!:s
core.v1.NamespaceSpec finalizers:[]s;l=atomic
core.v1.NamespaceStatus conditions:[]@core.v1.NamespaceCondition;p=type;l=map/type phase:s;z
core.v1.NodeAffinity preferredDuringSchedulingIgnoredDuringExecution:[]@core.v1.PreferredSchedulingTerm;l=atomic
 requiredDuringSchedulingIgnoredDuringExecution:@core.v1.NodeSelector
core.v1.NodeAllocatableMappedResources name!:s quantity!:q
core.v1.NodeAllocatableOverheadResources name!:s perContainer:q perPod:q
core.v1.NodeAllocatableResourceClaimStatus containers:[]s;l=set
 mapping:[]@core.v1.NodeAllocatableMappedResources;p=name;l=map/name
 overhead:[]@core.v1.NodeAllocatableOverheadResources;p=name;l=map/name resourceClaimName!:s
core.v1.NodeSelector nodeSelectorTerms!:[]@core.v1.NodeSelectorTerm;l=atomic
core.v1.NodeSelectorRequirement key!:s operator!:s values:[]s;l=atomic
core.v1.NodeSelectorTerm matchExpressions:[]@core.v1.NodeSelectorRequirement;l=atomic
 matchFields:[]@core.v1.NodeSelectorRequirement;l=atomic
core.v1.ObjectFieldSelector apiVersion:s;z fieldPath!:s
core.v1.ObjectReference apiVersion:s;z fieldPath:s;z kind:s;z name:s;z namespace:s;z resourceVersion:s;z uid:s;z
core.v1.PersistentVolumeClaimSpec accessModes:[]s;l=atomic dataSource:@core.v1.TypedLocalObjectReference
 dataSourceRef:@core.v1.TypedObjectReference resources:@core.v1.VolumeResourceRequirements
 selector:@meta.v1.LabelSelector storageClassName:s volumeAttributesClassName:s volumeMode:s volumeName:s;z
core.v1.PersistentVolumeClaimTemplate metadata:@meta.v1.ObjectMeta spec!:@core.v1.PersistentVolumeClaimSpec
core.v1.PersistentVolumeClaimVolumeSource claimName!:s readOnly:b;z
core.v1.PhotonPersistentDiskVolumeSource fsType:s;z pdID!:s
core.v1.Pod apiVersion:s kind:s metadata:@meta.v1.ObjectMeta spec:@core.v1.PodSpec status:@core.v1.PodStatus
core.v1.PodAffinity preferredDuringSchedulingIgnoredDuringExecution:[]@core.v1.WeightedPodAffinityTerm;l=atomic
 requiredDuringSchedulingIgnoredDuringExecution:[]@core.v1.PodAffinityTerm;l=atomic
)",
R"(core.v1.PodAffinityTerm labelSelector:@meta.v1.LabelSelector matchLabelKeys:[]s;l=atomic
 mismatchLabelKeys:[]s;l=atomic namespaceSelector:@meta.v1.LabelSelector namespaces:[]s;l=atomic topologyKey!:s
core.v1.PodAntiAffinity preferredDuringSchedulingIgnoredDuringExecution:[]@core.v1.WeightedPodAffinityTerm;l=atomic
 requiredDuringSchedulingIgnoredDuringExecution:[]@core.v1.PodAffinityTerm;l=atomic
core.v1.PodCertificateProjection certificateChainPath:s;z credentialBundlePath:s;z keyPath:s;z keyType!:s;z
 maxExpirationSeconds:i32 signerName!:s;z user:i64 userAnnotations:{}s
core.v1.PodCondition lastProbeTime:t lastTransitionTime:t message:s;z observedGeneration:i64;z reason:s;z status!:s
 type!:s
core.v1.PodDNSConfig nameservers:[]s;l=atomic options:[]@core.v1.PodDNSConfigOption;l=atomic searches:[]s;l=atomic
core.v1.PodDNSConfigOption name:s;z value:s
core.v1.PodExtendedResourceClaimStatus requestMappings!:[]@core.v1.ContainerExtendedResourceRequest;l=atomic
 resourceClaimName!:s
core.v1.PodIP ip!:s
core.v1.PodOS name!:s
core.v1.PodReadinessGate conditionType!:s
core.v1.PodResourceClaim name!:s resourceClaimName:s resourceClaimTemplateName:s
core.v1.PodResourceClaimStatus name!:s resourceClaimName:s
core.v1.PodSchedulingGate name!:s
core.v1.PodSchedulingGroup podGroupName:s
core.v1.PodSecurityContext appArmorProfile:@core.v1.AppArmorProfile fsGroup:i64 fsGroupChangePolicy:s runAsGroup:i64
 runAsNonRoot:b runAsUser:i64 seLinuxChangePolicy:s seLinuxOptions:@core.v1.SELinuxOptions
 seccompProfile:@core.v1.SeccompProfile supplementalGroups:[]i64;l=atomic supplementalGroupsPolicy:s
 sysctls:[]@core.v1.Sysctl;l=atomic windowsOptions:@core.v1.WindowsSecurityContextOptions
core.v1.PodSpec activeDeadlineSeconds:i64 affinity:@core.v1.Affinity automountServiceAccountToken:b
 containers!:[]@core.v1.Container;p=name;l=map/name dnsConfig:@core.v1.PodDNSConfig dnsPolicy:s;z enableServiceLinks:b
 ephemeralContainers:[]@core.v1.EphemeralContainer;p=name;l=map/name
 evictionResponders:[]@core.v1.EvictionResponder;p=name;l=map/name hostAliases:[]@core.v1.HostAlias;p=ip;l=map/ip
 hostIPC:b;z hostNetwork:b;z hostPID:b;z hostUsers:b hostname:s;z hostnameOverride:s
 imagePullSecrets:[]@core.v1.LocalObjectReference;p=name;l=map/name
 initContainers:[]@core.v1.Container;p=name;l=map/name nodeName:s;z nodeSelector:{}s os:@core.v1.PodOS overhead:{}q
 preemptionPolicy:s priority:i32 priorityClassName:s;z readinessGates:[]@core.v1.PodReadinessGate;l=atomic
 resourceClaims:[]@core.v1.PodResourceClaim;p=name;r;l=map/name resources:@core.v1.ResourceRequirements
 restartPolicy:s;z runtimeClassName:s schedulerName:s;z schedulingGates:[]@core.v1.PodSchedulingGate;p=name;l=map/name
 schedulingGroup:@core.v1.PodSchedulingGroup securityContext:@core.v1.PodSecurityContext serviceAccount:s;z
 serviceAccountName:s;z setHostnameAsFQDN:b shareProcessNamespace:b subdomain:s;z terminationGracePeriodSeconds:i64
 tolerations:[]@core.v1.Toleration;l=atomic
 topologySpreadConstraints:[]@core.v1.TopologySpreadConstraint;p=topologyKey;l=map/topologyKey/whenUnsatisfiable
 volumes:[]@core.v1.Volume;p=name;r;l=map/name
core.v1.PodStatus allocatedResources:{}q conditions:[]@core.v1.PodCondition;p=type;l=map/type
 containerStatuses:[]@core.v1.ContainerStatus;l=atomic ephemeralContainerStatuses:[]@core.v1.ContainerStatus;l=atomic
 extendedResourceClaimStatus:@core.v1.PodExtendedResourceClaimStatus hostIP:s;z
 hostIPs:[]@core.v1.HostIP;p=ip;l=atomic initContainerStatuses:[]@core.v1.ContainerStatus;l=atomic message:s;z
 nodeAllocatableResourceClaimStatuses:[]@core.v1.NodeAllocatableResourceClaimStatus;p=resourceClaimName;l=map/resourceClaimName
 nominatedNodeName:s;z observedGeneration:i64;z phase:s;z podIP:s;z podIPs:[]@core.v1.PodIP;p=ip;l=map/ip qosClass:s;z
 reason:s;z resize:s;z resourceClaimStatuses:[]@core.v1.PodResourceClaimStatus;p=name;r;l=map/name
 resources:@core.v1.ResourceRequirements startTime:t volumeHealth:[]@core.v1.PodVolumeHealth;l=map/name
core.v1.PodTemplateSpec metadata:@meta.v1.ObjectMeta spec:@core.v1.PodSpec
core.v1.PodVolumeHealth healthConditions:[]@core.v1.VolumeHealthCondition;p=status;l=map/status/reason
 lastTransitionTime:t name!:s
core.v1.PortStatus error:s port!:i32 protocol!:s
core.v1.PortworxVolumeSource fsType:s;z readOnly:b;z volumeID!:s
core.v1.PreferredSchedulingTerm preference!:@core.v1.NodeSelectorTerm weight!:i32
core.v1.Probe exec:@core.v1.ExecAction failureThreshold:i32;z grpc:@core.v1.GRPCAction httpGet:@core.v1.HTTPGetAction
 initialDelaySeconds:i32;z periodSeconds:i32;z successThreshold:i32;z tcpSocket:@core.v1.TCPSocketAction
 terminationGracePeriodSeconds:i64 timeoutSeconds:i32;z
core.v1.ProjectedVolumeSource defaultMode:i32 defaultUser:i64 sources:[]@core.v1.VolumeProjection;l=atomic
core.v1.QuobyteVolumeSource group:s;z readOnly:b;z registry!:s tenant:s;z user:s;z volume!:s
core.v1.RBDVolumeSource fsType:s;z image!:s keyring:s;z monitors!:[]s;l=atomic pool:s;z readOnly:b;z
 secretRef:@core.v1.LocalObjectReference user:s;z
core.v1.ResourceClaim name!:s request:s;z
core.v1.ResourceFieldSelector containerName:s;z divisor:q resource!:s
core.v1.ResourceHealth health:s;z message:s resourceID!:s
core.v1.ResourceRequirements claims:[]@core.v1.ResourceClaim;l=map/name limits:{}q requests:{}q
core.v1.ResourceStatus name!:s resources:[]@core.v1.ResourceHealth;l=map/resourceID
core.v1.SELinuxOptions level:s;z role:s;z type:s;z user:s;z
core.v1.ScaleIOVolumeSource fsType:s;z gateway!:s protectionDomain:s;z readOnly:b;z
 secretRef!:@core.v1.LocalObjectReference sslEnabled:b;z storageMode:s;z storagePool:s;z system!:s volumeName:s;z
core.v1.SeccompProfile localhostProfile:s type!:s
core.v1.Secret apiVersion:s data:{}y immutable:b kind:s metadata:@meta.v1.ObjectMeta stringData:{}s type:s;z
core.v1.SecretEnvSource name:s optional:b
core.v1.SecretKeySelector key!:s name:s optional:b
core.v1.SecretProjection items:[]@core.v1.KeyToPath;l=atomic name:s optional:b
core.v1.SecretVolumeSource defaultMode:i32 defaultUser:i64 items:[]@core.v1.KeyToPath;l=atomic optional:b
 secretName:s;z
core.v1.SecurityContext allowPrivilegeEscalation:b appArmorProfile:@core.v1.AppArmorProfile
 capabilities:@core.v1.Capabilities privileged:b procMount:s readOnlyRootFilesystem:b runAsGroup:i64 runAsNonRoot:b
 runAsUser:i64 seLinuxOptions:@core.v1.SELinuxOptions seccompProfile:@core.v1.SeccompProfile
 windowsOptions:@core.v1.WindowsSecurityContextOptions
core.v1.Service apiVersion:s kind:s metadata:@meta.v1.ObjectMeta spec:@core.v1.ServiceSpec
 status:@core.v1.ServiceStatus
core.v1.ServiceAccount apiVersion:s automountServiceAccountToken:b
 imagePullSecrets:[]@core.v1.LocalObjectReference;l=atomic kind:s metadata:@meta.v1.ObjectMeta
 secrets:[]@core.v1.ObjectReference;p=name;l=map/name
core.v1.ServiceAccountTokenProjection audience:s;z expirationSeconds:i64 path!:s user:i64
core.v1.ServicePort appProtocol:s name:s;z nodePort:i32;z port!:i32 protocol:s;z targetPort:x
core.v1.ServiceSpec allocateLoadBalancerNodePorts:b clusterIP:s;z clusterIPs:[]s;l=atomic externalIPs:[]s;l=atomic
 externalName:s;z externalTrafficPolicy:s;z healthCheckNodePort:i32;z internalTrafficPolicy:s ipFamilies:[]s;l=atomic
 ipFamilyPolicy:s loadBalancerClass:s loadBalancerIP:s;z loadBalancerSourceRanges:[]s;l=atomic
 ports:[]@core.v1.ServicePort;p=port;l=map/port/protocol publishNotReadyAddresses:b;z selector:{}s sessionAffinity:s;z
 sessionAffinityConfig:@core.v1.SessionAffinityConfig trafficDistribution:s type:s;z
core.v1.ServiceStatus conditions:[]@meta.v1.Condition;p=type;l=map/type loadBalancer:@core.v1.LoadBalancerStatus
core.v1.SessionAffinityConfig clientIP:@core.v1.ClientIPConfig
core.v1.SleepAction seconds!:i64
core.v1.StorageOSVolumeSource fsType:s;z readOnly:b;z secretRef:@core.v1.LocalObjectReference volumeName:s;z
 volumeNamespace:s;z
core.v1.Sysctl name!:s value!:s
core.v1.TCPSocketAction host:s;z port!:x
core.v1.Toleration effect:s;z key:s;z operator:s;z tolerationSeconds:i64 value:s;z
core.v1.TopologySpreadConstraint labelSelector:@meta.v1.LabelSelector matchLabelKeys:[]s;l=atomic maxSkew!:i32
 minDomains:i32 nodeAffinityPolicy:s nodeTaintsPolicy:s topologyKey!:s whenUnsatisfiable!:s
core.v1.TypedLocalObjectReference apiGroup:s kind!:s name!:s
core.v1.TypedObjectReference apiGroup:s kind!:s name!:s namespace:s
core.v1.Volume awsElasticBlockStore:@core.v1.AWSElasticBlockStoreVolumeSource azureDisk:@core.v1.AzureDiskVolumeSource
 azureFile:@core.v1.AzureFileVolumeSource cephfs:@core.v1.CephFSVolumeSource cinder:@core.v1.CinderVolumeSource
 configMap:@core.v1.ConfigMapVolumeSource csi:@core.v1.CSIVolumeSource downwardAPI:@core.v1.DownwardAPIVolumeSource
 emptyDir:@core.v1.EmptyDirVolumeSource ephemeral:@core.v1.EphemeralVolumeSource fc:@core.v1.FCVolumeSource
 flexVolume:@core.v1.FlexVolumeSource flocker:@core.v1.FlockerVolumeSource
 gcePersistentDisk:@core.v1.GCEPersistentDiskVolumeSource gitRepo:@core.v1.GitRepoVolumeSource
 glusterfs:@core.v1.GlusterfsVolumeSource hostPath:@core.v1.HostPathVolumeSource image:@core.v1.ImageVolumeSource
 iscsi:@core.v1.ISCSIVolumeSource name!:s nfs:@core.v1.NFSVolumeSource
 persistentVolumeClaim:@core.v1.PersistentVolumeClaimVolumeSource
 photonPersistentDisk:@core.v1.PhotonPersistentDiskVolumeSource portworxVolume:@core.v1.PortworxVolumeSource
 projected:@core.v1.ProjectedVolumeSource quobyte:@core.v1.QuobyteVolumeSource rbd:@core.v1.RBDVolumeSource
 scaleIO:@core.v1.ScaleIOVolumeSource secret:@core.v1.SecretVolumeSource storageos:@core.v1.StorageOSVolumeSource
 vsphereVolume:@core.v1.VsphereVirtualDiskVolumeSource
core.v1.VolumeDevice devicePath!:s name!:s
core.v1.VolumeHealthCondition message:s;z reason!:s status!:s
core.v1.VolumeMount bindMountOptions:[]s;l=set mountPath!:s mountPropagation:s name!:s readOnly:b;z
 recursiveReadOnly:s subPath:s;z subPathExpr:s;z
core.v1.VolumeMountStatus mountPath!:s name!:s readOnly:b;z recursiveReadOnly:s volumeStatus:@core.v1.VolumeStatus
core.v1.VolumeProjection clusterTrustBundle:@core.v1.ClusterTrustBundleProjection
 configMap:@core.v1.ConfigMapProjection downwardAPI:@core.v1.DownwardAPIProjection
 podCertificate:@core.v1.PodCertificateProjection secret:@core.v1.SecretProjection
 serviceAccountToken:@core.v1.ServiceAccountTokenProjection
core.v1.VolumeResourceRequirements limits:{}q requests:{}q
core.v1.VolumeStatus image:@core.v1.ImageVolumeStatus
core.v1.VsphereVirtualDiskVolumeSource fsType:s;z storagePolicyID:s;z storagePolicyName:s;z volumePath!:s
core.v1.WeightedPodAffinityTerm podAffinityTerm!:@core.v1.PodAffinityTerm weight!:i32
core.v1.WindowsSecurityContextOptions gmsaCredentialSpec:s gmsaCredentialSpecName:s hostProcess:b runAsUserName:s
events.v1.Event action:s;z apiVersion:s deprecatedCount:i32;z deprecatedFirstTimestamp:t deprecatedLastTimestamp:t
 deprecatedSource:@core.v1.EventSource eventTime!:m kind:s metadata:@meta.v1.ObjectMeta note:s;z reason:s;z
 regarding:@core.v1.ObjectReference related:@core.v1.ObjectReference reportingController:s;z reportingInstance:s;z
 series:@events.v1.EventSeries type:s;z
events.v1.EventSeries count!:i32 lastObservedTime!:m
meta.v1.Condition lastTransitionTime!:t message!:s observedGeneration:i64;z reason!:s status!:s type!:s
meta.v1.DeleteOptions apiVersion:s dryRun:[]s;l=atomic gracePeriodSeconds:i64
 ignoreStoreReadErrorWithClusterBreakingPotential:b kind:s orphanDependents:b preconditions:@meta.v1.Preconditions
 propagationPolicy:s
meta.v1.LabelSelector matchExpressions:[]@meta.v1.LabelSelectorRequirement;l=atomic matchLabels:{}s
meta.v1.LabelSelectorRequirement key!:s operator!:s values:[]s;l=atomic
meta.v1.ManagedFieldsEntry apiVersion:s;z fieldsType:s;z fieldsV1:* manager:s;z operation:s;z subresource:s;z time:t
meta.v1.ObjectMeta annotations:{}s creationTimestamp:t deletionGracePeriodSeconds:i64 deletionTimestamp:t
 finalizers:[]s;p=;l=set generateName:s;z generation:i64;z labels:{}s
 managedFields:[]@meta.v1.ManagedFieldsEntry;l=atomic name:s;z namespace:s;z
 ownerReferences:[]@meta.v1.OwnerReference;p=uid;l=map/uid resourceVersion:s;z selfLink:s;z uid:s;z
meta.v1.OwnerReference apiVersion!:s blockOwnerDeletion:b controller:b kind!:s name!:s uid!:s
meta.v1.Preconditions resourceVersion:s uid:s
networking.v1.IPBlock cidr!:s except:[]s;l=atomic
networking.v1.NetworkPolicy apiVersion:s kind:s metadata:@meta.v1.ObjectMeta spec:@networking.v1.NetworkPolicySpec
networking.v1.NetworkPolicyEgressRule ports:[]@networking.v1.NetworkPolicyPort;l=atomic
 to:[]@networking.v1.NetworkPolicyPeer;l=atomic
networking.v1.NetworkPolicyIngressRule from:[]@networking.v1.NetworkPolicyPeer;l=atomic
 ports:[]@networking.v1.NetworkPolicyPort;l=atomic
networking.v1.NetworkPolicyPeer ipBlock:@networking.v1.IPBlock namespaceSelector:@meta.v1.LabelSelector
 podSelector:@meta.v1.LabelSelector
networking.v1.NetworkPolicyPort endPort:i32 port:x protocol:s
networking.v1.NetworkPolicySpec egress:[]@networking.v1.NetworkPolicyEgressRule;l=atomic
 ingress:[]@networking.v1.NetworkPolicyIngressRule;l=atomic podSelector:@meta.v1.LabelSelector
 policyTypes:[]s;l=atomic
policy.v1.PodDisruptionBudget apiVersion:s kind:s metadata:@meta.v1.ObjectMeta spec:@policy.v1.PodDisruptionBudgetSpec
 status:@policy.v1.PodDisruptionBudgetStatus
policy.v1.PodDisruptionBudgetSpec maxUnavailable:x minAvailable:x selector:@meta.v1.LabelSelector
 unhealthyPodEvictionPolicy:s
policy.v1.PodDisruptionBudgetStatus conditions:[]@meta.v1.Condition;p=type;l=map/type currentHealthy:i32
 desiredHealthy:i32 disruptedPods:{}t disruptionsAllowed:i32 expectedPods:i32 observedGeneration:i64;z
rbac.v1.AggregationRule clusterRoleSelectors:[]@meta.v1.LabelSelector;l=atomic
rbac.v1.ClusterRole aggregationRule:@rbac.v1.AggregationRule apiVersion:s kind:s metadata:@meta.v1.ObjectMeta
 rules:[]@rbac.v1.PolicyRule;l=atomic
rbac.v1.ClusterRoleBinding apiVersion:s kind:s metadata:@meta.v1.ObjectMeta roleRef!:@rbac.v1.RoleRef
 subjects:[]@rbac.v1.Subject;l=atomic
rbac.v1.PolicyRule apiGroups:[]s;l=atomic nonResourceURLs:[]s;l=atomic resourceNames:[]s;l=atomic
 resources:[]s;l=atomic verbs!:[]s;l=atomic
rbac.v1.Role apiVersion:s kind:s metadata:@meta.v1.ObjectMeta rules:[]@rbac.v1.PolicyRule;l=atomic
rbac.v1.RoleBinding apiVersion:s kind:s metadata:@meta.v1.ObjectMeta roleRef!:@rbac.v1.RoleRef
 subjects:[]@rbac.v1.Subject;l=atomic
rbac.v1.RoleRef apiGroup:s kind!:s name!:s
rbac.v1.Subject apiGroup:s;z kind!:s name!:s namespace:s;z
)",
  };
  return parts;
}
// clang-format on

}  // namespace kubexx::apiserver

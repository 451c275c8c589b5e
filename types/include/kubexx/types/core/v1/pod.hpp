// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/types/core/v1/pod_spec.hpp"
#include "kubexx/types/core/v1/resource_requirements.hpp"
#include "kubexx/types/core/v1/signal.hpp"
#include "kubexx/types/core/v1/volume_health_condition.hpp"

namespace kubexx::corev1 {

/// ContainerExtendedResourceRequest has the mapping of container name, extended resource name to the device request
/// name.
struct ContainerExtendedResourceRequest {
  /// The name of the container requesting resources.
  std::string containerName{};
  /// The name of the extended resource in that container which gets backed by DRA.
  std::string resourceName{};
  /// The name of the request in the special ResourceClaim which corresponds to the extended resource.
  std::string requestName{};

  friend bool operator==(const ContainerExtendedResourceRequest&, const ContainerExtendedResourceRequest&);
};
BOOST_DESCRIBE_STRUCT(ContainerExtendedResourceRequest, (), (containerName, resourceName, requestName))
KUBEXX_COMPILED(ContainerExtendedResourceRequest)

/// ContainerStateWaiting is a waiting state of a container.
struct ContainerStateWaiting {
  /// (brief) reason the container is not yet running.
  std::string reason{};
  /// Message regarding why the container is not yet running.
  std::string message{};

  friend bool operator==(const ContainerStateWaiting&, const ContainerStateWaiting&);
};
BOOST_DESCRIBE_STRUCT(ContainerStateWaiting, (), (reason, message))
KUBEXX_COMPILED(ContainerStateWaiting)

/// ContainerStateRunning is a running state of a container.
struct ContainerStateRunning {
  /// Time at which the container was last (re-)started
  Time startedAt{};

  friend bool operator==(const ContainerStateRunning&, const ContainerStateRunning&);
};
BOOST_DESCRIBE_STRUCT(ContainerStateRunning, (), (startedAt))
KUBEXX_COMPILED(ContainerStateRunning)

/// ContainerStateTerminated is a terminated state of a container.
struct ContainerStateTerminated {
  /// Exit status from the last termination of the container
  std::int32_t exitCode = 0;
  /// Signal from the last termination of the container
  std::int32_t signal = 0;
  /// (brief) reason from the last termination of the container
  std::string reason{};
  /// Message regarding the last termination of the container
  std::string message{};
  /// Time at which previous execution of the container started
  Time startedAt{};
  /// Time at which the container last terminated
  Time finishedAt{};
  /// Container's ID in the format '<type>://<container_id>'
  std::string containerID{};

  friend bool operator==(const ContainerStateTerminated&, const ContainerStateTerminated&);
};
BOOST_DESCRIBE_STRUCT(ContainerStateTerminated, (), (exitCode, signal, reason, message, startedAt, finishedAt,
    containerID))
KUBEXX_COMPILED(ContainerStateTerminated)

/// ContainerState holds a possible state of container. Only one of its members may be specified. If none of them is
/// specified, the default one is ContainerStateWaiting.
struct ContainerState {
  /// Details about a waiting container
  std::optional<ContainerStateWaiting> waiting{};
  /// Details about a running container
  std::optional<ContainerStateRunning> running{};
  /// Details about a terminated container
  std::optional<ContainerStateTerminated> terminated{};

  friend bool operator==(const ContainerState&, const ContainerState&);
};
BOOST_DESCRIBE_STRUCT(ContainerState, (), (waiting, running, terminated))
KUBEXX_COMPILED(ContainerState)

/// ImageVolumeStatus represents the image-based volume status.
struct ImageVolumeStatus {
  /// ImageRef is the digest of the image used for this volume. It should have a value that's similar to the pod's
  /// status.containerStatuses[i].imageID. The ImageRef length should not exceed 256 characters.
  std::string imageRef{};

  friend bool operator==(const ImageVolumeStatus&, const ImageVolumeStatus&);
};
BOOST_DESCRIBE_STRUCT(ImageVolumeStatus, (), (imageRef))
KUBEXX_COMPILED(ImageVolumeStatus)

/// VolumeStatus represents the status of a mounted volume. At most one of its members must be specified.
struct VolumeStatus {
  /// image represents an OCI object (a container image or artifact) pulled and mounted on the kubelet's host machine.
  std::optional<ImageVolumeStatus> image{};

  friend bool operator==(const VolumeStatus&, const VolumeStatus&);
};
BOOST_DESCRIBE_STRUCT(VolumeStatus, (), (image))
KUBEXX_COMPILED(VolumeStatus)

/// VolumeMountStatus shows status of volume mounts.
struct VolumeMountStatus {
  /// Name corresponds to the name of the original VolumeMount.
  std::string name{};
  /// MountPath corresponds to the original VolumeMount.
  std::string mountPath{};
  /// ReadOnly corresponds to the original VolumeMount.
  bool readOnly = false;
  /// RecursiveReadOnly must be set to Disabled, Enabled, or unspecified (for non-readonly mounts). An IfPossible value
  /// in the original VolumeMount must be translated to Disabled or Enabled, depending on the mount result.
  std::optional<std::string> recursiveReadOnly{};
  /// volumeStatus represents volume-type-specific status about the mounted volume.
  std::optional<VolumeStatus> volumeStatus{};

  friend bool operator==(const VolumeMountStatus&, const VolumeMountStatus&);
};
BOOST_DESCRIBE_STRUCT(VolumeMountStatus, (), (name, mountPath, readOnly, recursiveReadOnly, volumeStatus))
KUBEXX_COMPILED(VolumeMountStatus)

/// LinuxContainerUser represents user identity information in Linux containers
struct LinuxContainerUser {
  /// UID is the primary uid initially attached to the first process in the container
  std::int64_t uid = 0;
  /// GID is the primary gid initially attached to the first process in the container
  std::int64_t gid = 0;
  /// SupplementalGroups are the supplemental groups initially attached to the first process in the container
  std::vector<std::int64_t> supplementalGroups{};

  friend bool operator==(const LinuxContainerUser&, const LinuxContainerUser&);
};
BOOST_DESCRIBE_STRUCT(LinuxContainerUser, (), (uid, gid, supplementalGroups))
KUBEXX_COMPILED(LinuxContainerUser)

/// ContainerUser represents user identity information
struct ContainerUser {
  /// Linux holds user identity information initially attached to the first process of the containers in Linux. Note
  /// that the actual running identity can be changed if the process has enough privilege to do so.
  std::optional<LinuxContainerUser> linux_{};

  friend bool operator==(const ContainerUser&, const ContainerUser&);
};
BOOST_DESCRIBE_STRUCT(ContainerUser, (), (linux_))
KUBEXX_COMPILED(ContainerUser)

/// ResourceHealth represents the health of a resource. It has the latest device health information. This is a part of
/// KEP https://kep.k8s.io/4680.
struct ResourceHealth {
  /// ResourceID is the unique identifier of the resource. See the ResourceID type for more information.
  std::string resourceID{};
  /// Health of the resource. can be one of: - Healthy: operates as normal - Unhealthy: reported unhealthy. We consider
  /// this a temporary health issue since we do not have a mechanism today to distinguish temporary and permanent
  /// issues. - Unknown: The status cannot be determined.
  std::string health{};
  /// Message provides human-readable context for Health (e.g. "ECC error count exceeded threshold"). This field is
  /// populated by the kubelet when ResourceHealthStatusMessage is enabled if the DRA plugin returns a message, and is
  /// null otherwise.
  std::optional<std::string> message{};

  friend bool operator==(const ResourceHealth&, const ResourceHealth&);
};
BOOST_DESCRIBE_STRUCT(ResourceHealth, (), (resourceID, health, message))
KUBEXX_COMPILED(ResourceHealth)

/// ResourceStatus represents the status of a single resource allocated to a Pod.
struct ResourceStatus {
  /// Name of the resource. Must be unique within the pod and in case of non-DRA resource, match one of the resources
  /// from the pod spec.
  std::string name{};
  /// List of unique resources health. Each element in the list contains an unique resource ID and its health. At a
  /// minimum, for the lifetime of a Pod, resource ID must uniquely identify the resource allocated to the Pod on the
  /// Node. Merged by resourceID.
  std::vector<ResourceHealth> resources{};

  friend bool operator==(const ResourceStatus&, const ResourceStatus&);
};
BOOST_DESCRIBE_STRUCT(ResourceStatus, (), (name, resources))
KUBEXX_COMPILED(ResourceStatus)

/// ContainerStatus contains details for the current status of this container.
struct ContainerStatus {
  /// Name is a DNS_LABEL representing the unique name of the container. Each container in a pod must have a unique name
  /// across all container types. Cannot be updated.
  std::string name{};
  /// State holds details about the container's current condition.
  ContainerState state{};
  /// LastTerminationState holds the last termination state of the container to help debug container crashes and
  /// restarts. This field is not populated if the container is still running and RestartCount is 0.
  ContainerState lastState{};
  /// Ready specifies whether the container is currently passing its readiness check. The value will change as readiness
  /// probes keep executing. If no readiness probes are specified, this field defaults to true once the container is
  /// fully started (see Started field).
  bool ready = false;
  /// RestartCount holds the number of times the container has been restarted. Kubelet makes an effort to always
  /// increment the value, but there are cases when the state may be lost due to node restarts and then the value may be
  /// reset to 0. The value is never negative.
  std::int32_t restartCount = 0;
  /// Image is the name of container image that the container is running. The container image may not match the image
  /// used in the PodSpec, as it may have been resolved by the runtime.
  std::string image{};
  /// ImageID is the image ID of the container's image. The image ID may not match the image ID of the image used in the
  /// PodSpec, as it may have been resolved by the runtime.
  std::string imageID{};
  /// ContainerID is the ID of the container in the format '<type>://<container_id>'. Where type is a container runtime
  /// identifier, returned from Version call of CRI API (for example "containerd").
  std::string containerID{};
  /// Started indicates whether the container has finished its postStart lifecycle hook and passed its startup probe.
  /// Initialized as false, becomes true after startupProbe is considered successful. Resets to false when the container
  /// is restarted, or if kubelet loses state temporarily.
  std::optional<bool> started{};
  /// AllocatedResources represents the compute resources allocated for this container by the node. Kubelet sets this
  /// value to Container.Resources.Requests upon successful pod admission and after successfully admitting desired pod
  /// resize.
  std::map<std::string, Quantity> allocatedResources{};
  /// Resources represents the compute resource requests and limits that have been successfully enacted on the running
  /// container after it has been started or has been successfully resized.
  std::optional<ResourceRequirements> resources{};
  /// Status of volume mounts. Merged by mountPath.
  std::vector<VolumeMountStatus> volumeMounts{};
  /// User represents user identity information initially attached to the first process of the container
  std::optional<ContainerUser> user{};
  /// AllocatedResourcesStatus represents the status of various resources allocated for this Pod. Merged by name.
  std::vector<ResourceStatus> allocatedResourcesStatus{};
  /// StopSignal reports the effective stop signal for this container
  Signal stopSignal{};

  friend bool operator==(const ContainerStatus&, const ContainerStatus&);
};
BOOST_DESCRIBE_STRUCT(ContainerStatus, (), (name, state, lastState, ready, restartCount, image, imageID, containerID,
    started, allocatedResources, resources, volumeMounts, user, allocatedResourcesStatus, stopSignal))
KUBEXX_COMPILED(ContainerStatus)

/// HostIP represents a single IP address allocated to the host.
struct HostIP {
  /// IP is the IP address assigned to the host
  std::string ip{};

  friend bool operator==(const HostIP&, const HostIP&);
};
BOOST_DESCRIBE_STRUCT(HostIP, (), (ip))
KUBEXX_COMPILED(HostIP)

/// NodeAllocatableMappedResources describes mapped node allocatable resource allocations.
struct NodeAllocatableMappedResources {
  /// Name is the name of the resource (e.g., cpu, memory).
  std::string name{};
  /// Quantity is the total node allocatable resource capacity allocated for the claim. This claim's allocated devices
  /// is shared by all the containers referencing the claim.
  std::optional<Quantity> quantity{};

  friend bool operator==(const NodeAllocatableMappedResources&, const NodeAllocatableMappedResources&);
};
BOOST_DESCRIBE_STRUCT(NodeAllocatableMappedResources, (), (name, quantity))
KUBEXX_COMPILED(NodeAllocatableMappedResources)

/// NodeAllocatableOverheadResources describes auxiliary overhead resource allocations.
struct NodeAllocatableOverheadResources {
  /// Name is the name of the resource (e.g., cpu, memory).
  std::string name{};
  /// PerPod is the flat overhead quantity allocated per pod. Adding to each container limit allows individual
  /// containers to utilize the overhead, while the parent pod-level cgroup limit caps the total usage at the pod
  /// boundary where the overhead is accounted for exactly once.
  std::optional<Quantity> perPod{};
  /// PerContainer is the variable overhead quantity applied for each container referencing the claim. The container
  /// references are recorded in `nodeAllocatableResourceClaimStatuses.containers`. The total overhead quantity
  /// allocated for the claim is computed as:
  std::optional<Quantity> perContainer{};

  friend bool operator==(const NodeAllocatableOverheadResources&, const NodeAllocatableOverheadResources&);
};
BOOST_DESCRIBE_STRUCT(NodeAllocatableOverheadResources, (), (name, perPod, perContainer))
KUBEXX_COMPILED(NodeAllocatableOverheadResources)

/// NodeAllocatableResourceClaimStatus describes the status of node allocatable resources allocated via DRA.
struct NodeAllocatableResourceClaimStatus {
  /// ResourceClaimName is the resource claim referenced by the pod that resulted in this node allocatable resource
  /// allocation.
  std::string resourceClaimName{};
  /// Containers lists the names of all containers in this pod that reference the claim.
  std::vector<std::string> containers{};
  /// Mapping contains allocations through devices mapped in the device spec's `nodeAllocatableResources[..].mapping`
  /// field. This is used by kubelet for pod level and container-level cgroup enforcement. Merged by name.
  std::vector<NodeAllocatableMappedResources> mapping{};
  /// Overhead contains allocations through devices mapped in the device spec's `nodeAllocatableResources[..].overhead`
  /// field. This is used by kubelet for pod level and container-level cgroup enforcement. Merged by name.
  std::vector<NodeAllocatableOverheadResources> overhead{};

  friend bool operator==(const NodeAllocatableResourceClaimStatus&, const NodeAllocatableResourceClaimStatus&);
};
BOOST_DESCRIBE_STRUCT(NodeAllocatableResourceClaimStatus, (), (resourceClaimName, containers, mapping, overhead))
KUBEXX_COMPILED(NodeAllocatableResourceClaimStatus)

/// PodPhase is a label for the condition of a pod at the current time.
struct PodPhase : OpenEnum<PodPhase> {
  using OpenEnum::OpenEnum;
  static constexpr Name Pending{"Pending"}, Running{"Running"}, Succeeded{"Succeeded"}, Failed{"Failed"},
      Unknown{"Unknown"};
};

/// PodCondition contains details for the current condition of this pod.
struct PodCondition {
  /// Type is the type of the condition.
  std::string type{};
  /// If set, this represents the .metadata.generation that the pod condition was set based upon.
  std::int64_t observedGeneration = 0;
  /// Status is the status of the condition. Can be True, False, Unknown.
  std::string status{};
  /// Last time we probed the condition.
  Time lastProbeTime{};
  /// Last time the condition transitioned from one status to another.
  Time lastTransitionTime{};
  /// Unique, one-word, CamelCase reason for the condition's last transition.
  std::string reason{};
  /// Human-readable message indicating details about last transition.
  std::string message{};

  friend bool operator==(const PodCondition&, const PodCondition&);
};
BOOST_DESCRIBE_STRUCT(PodCondition, (), (type, observedGeneration, status, lastProbeTime, lastTransitionTime, reason,
    message))
KUBEXX_COMPILED(PodCondition)

/// PodIP represents a single IP address allocated to the pod.
struct PodIP {
  /// IP is the IP address assigned to the pod
  std::string ip{};

  friend bool operator==(const PodIP&, const PodIP&);
};
BOOST_DESCRIBE_STRUCT(PodIP, (), (ip))
KUBEXX_COMPILED(PodIP)

/// PodQOSClass defines the supported qos classes of Pods.
struct PodQOSClass : OpenEnum<PodQOSClass> {
  using OpenEnum::OpenEnum;
  static constexpr Name Guaranteed{"Guaranteed"}, Burstable{"Burstable"}, BestEffort{"BestEffort"};
};

/// PodResourceClaimStatus is stored in the PodStatus for each PodResourceClaim which references a
/// ResourceClaimTemplate. It stores the generated name for the corresponding ResourceClaim.
struct PodResourceClaimStatus {
  /// Name uniquely identifies this resource claim inside the pod. This must match the name of an entry in
  /// pod.spec.resourceClaims, which implies that the string must be a DNS_LABEL.
  std::string name{};
  /// ResourceClaimName is the name of the ResourceClaim that was generated for the Pod in the namespace of the Pod.
  std::optional<std::string> resourceClaimName{};

  friend bool operator==(const PodResourceClaimStatus&, const PodResourceClaimStatus&);
};
BOOST_DESCRIBE_STRUCT(PodResourceClaimStatus, (), (name, resourceClaimName))
KUBEXX_COMPILED(PodResourceClaimStatus)

/// PodExtendedResourceClaimStatus is stored in the PodStatus for the extended resource requests backed by DRA. It
/// stores the generated name for the corresponding special ResourceClaim created by the scheduler.
struct PodExtendedResourceClaimStatus {
  /// RequestMappings identifies the mapping of <container, extended resource backed by DRA> to device request in the
  /// generated ResourceClaim.
  std::vector<ContainerExtendedResourceRequest> requestMappings{};
  /// ResourceClaimName is the name of the ResourceClaim that was generated for the Pod in the namespace of the Pod.
  std::string resourceClaimName{};

  friend bool operator==(const PodExtendedResourceClaimStatus&, const PodExtendedResourceClaimStatus&);
};
BOOST_DESCRIBE_STRUCT(PodExtendedResourceClaimStatus, (), (requestMappings, resourceClaimName))
KUBEXX_COMPILED(PodExtendedResourceClaimStatus)

/// PodVolumeHealth contains health information for a volume used by a pod, reported by the CSI node plugin via the
/// kubelet.
struct PodVolumeHealth {
  /// name matches an entry in pod.spec.volumes.
  std::string name{};
  /// conditions is the set of adverse conditions reported by the CSI node plugin for this volume on this node. At most
  /// 16 conditions may be reported. Merged by status and reason.
  std::vector<VolumeHealthCondition> healthConditions{};
  /// lastTransitionTime is when the current set of conditions first appeared.
  Time lastTransitionTime{};

  friend bool operator==(const PodVolumeHealth&, const PodVolumeHealth&);
};
BOOST_DESCRIBE_STRUCT(PodVolumeHealth, (), (name, healthConditions, lastTransitionTime))
KUBEXX_COMPILED(PodVolumeHealth)

/// PodStatus represents information about the status of a pod. Status may trail the actual state of a system,
/// especially if the node that hosts the pod cannot contact the control plane.
struct PodStatus {
  /// If set, this represents the .metadata.generation that the pod status was set based upon. The
  /// PodObservedGenerationTracking feature gate must be enabled to use this field.
  std::int64_t observedGeneration = 0;
  /// The phase of a Pod is a simple, high-level summary of where the Pod is in its lifecycle. The conditions array, the
  /// reason and message fields, and the individual container status arrays contain more detail about the pod's status.
  /// There are five possible phase values: Pending:
  PodPhase phase{};
  /// Current service state of pod. Merged by type.
  std::vector<PodCondition> conditions{};
  /// A human readable message indicating details about why the pod is in this condition.
  std::string message{};
  /// A brief CamelCase message indicating details about why the pod is in this state. e.g. 'Evicted'
  std::string reason{};
  /// nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right away
  /// as preemption victims receive their graceful termination periods. This field does not guarantee that the pod will
  /// be scheduled on this node.
  std::string nominatedNodeName{};
  /// hostIP holds the IP address of the host to which the pod is assigned. Empty if the pod has not started yet. A pod
  /// can be assigned to a node that has a problem in kubelet which in turns mean that HostIP will not be updated even
  /// if there is a node is assigned to pod
  std::string hostIP{};
  /// hostIPs holds the IP addresses allocated to the host. If this field is specified, the first entry must match the
  /// hostIP field. This list is empty if the pod has not started yet. Merged by ip.
  std::vector<HostIP> hostIPs{};
  /// podIP address allocated to the pod. Routable at least within the cluster. Empty if not yet allocated.
  std::string podIP{};
  /// podIPs holds the IP addresses allocated to the pod. If this field is specified, the 0th entry must match the podIP
  /// field. Pods may be allocated at most 1 value for each of IPv4 and IPv6. This list is empty if no IPs have been
  /// allocated yet. Merged by ip.
  std::vector<PodIP> podIPs{};
  /// RFC 3339 date and time at which the object was acknowledged by the Kubelet. This is before the Kubelet pulled the
  /// container image(s) for the pod.
  std::optional<Time> startTime{};
  /// Statuses of init containers in this pod. The most recent successful non-restartable init container will have ready
  /// = true, the most recently started container will have startTime set.
  std::vector<ContainerStatus> initContainerStatuses{};
  /// Statuses of containers in this pod. Each container in the pod should have at most one status in this list, and all
  /// statuses should be for containers in the pod. However this is not enforced.
  std::vector<ContainerStatus> containerStatuses{};
  /// The Quality of Service (QOS) classification assigned to the pod based on resource requirements See PodQOSClass
  /// type for available QOS classes.
  PodQOSClass qosClass{};
  /// Statuses for any ephemeral containers that have run in this pod. Each ephemeral container in the pod should have
  /// at most one status in this list, and all statuses should be for containers in the pod. However this is not
  /// enforced.
  std::vector<ContainerStatus> ephemeralContainerStatuses{};
  /// Status of resources resize desired for pod's containers. It is empty if no resources resize is pending. Any
  /// changes to container resources will automatically set this to "Proposed" Deprecated: Resize status is moved to two
  /// pod conditions PodResizePending and PodResizeInProgress.
  std::string resize{};
  /// Status of resource claims. Merged by name.
  std::vector<PodResourceClaimStatus> resourceClaimStatuses{};
  /// Status of extended resource claim backed by DRA.
  std::optional<PodExtendedResourceClaimStatus> extendedResourceClaimStatus{};
  /// AllocatedResources is the total requests allocated for this pod by the node. If pod-level requests are not set,
  /// this will be the total requests aggregated across containers in the pod.
  std::map<std::string, Quantity> allocatedResources{};
  /// Resources represents the compute resource requests and limits that have been applied at the pod level if pod-level
  /// requests or limits are set in PodSpec.Resources
  std::optional<ResourceRequirements> resources{};
  /// NodeAllocatableResourceClaimStatuses contains the status of node-allocatable resources that were allocated for
  /// this pod through DRA claims. Merged by resourceClaimName.
  std::vector<NodeAllocatableResourceClaimStatus> nodeAllocatableResourceClaimStatuses{};
  /// volumeHealth contains node-reported health for each volume the pod is using. Populated by the kubelet on the pod's
  /// node. Merged by name.
  std::vector<PodVolumeHealth> volumeHealth{};

  friend bool operator==(const PodStatus&, const PodStatus&);
};
BOOST_DESCRIBE_STRUCT(PodStatus, (), (observedGeneration, phase, conditions, message, reason, nominatedNodeName, hostIP,
    hostIPs, podIP, podIPs, startTime, initContainerStatuses, containerStatuses, qosClass, ephemeralContainerStatuses,
    resize, resourceClaimStatuses, extendedResourceClaimStatus, allocatedResources, resources,
    nodeAllocatableResourceClaimStatuses, volumeHealth))
KUBEXX_COMPILED(PodStatus)

/// Pod is a collection of containers that can run on a host. This resource is created by clients and scheduled onto
/// hosts.
struct Pod {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Pod", "pods"};
  ObjectMeta metadata{};
  /// Specification of the desired behavior of the pod.
  PodSpec spec{};
  /// Most recently observed status of the pod. This data may not be up to date. Populated by the system. Read-only.
  PodStatus status{};

  friend bool operator==(const Pod&, const Pod&);
};
BOOST_DESCRIBE_STRUCT(Pod, (), (metadata, spec, status))
KUBEXX_COMPILED(Pod)

}  // namespace kubexx::corev1

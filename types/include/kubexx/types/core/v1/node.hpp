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
#include "kubexx/types/core/v1/taint_effect.hpp"

namespace kubexx::corev1 {

/// AttachedVolume describes a volume attached to a node
struct AttachedVolume {
  /// Name of the attached volume
  std::string name{};
  /// DevicePath represents the device path where the volume should be available
  std::string devicePath{};

  friend bool operator==(const AttachedVolume&, const AttachedVolume&);
};
BOOST_DESCRIBE_STRUCT(AttachedVolume, (), (name, devicePath))
KUBEXX_COMPILED(AttachedVolume)

/// ConfigMapNodeConfigSource contains the information to reference a ConfigMap as a config source for the Node. This
/// API is deprecated since 1.22: https://git.k8s.io/enhancements/keps/sig-node/281-dynamic-kubelet-configuration
struct ConfigMapNodeConfigSource {
  /// Namespace is the metadata.namespace of the referenced ConfigMap. This field is required in all cases.
  std::string namespace_{};
  /// Name is the metadata.name of the referenced ConfigMap. This field is required in all cases.
  std::string name{};
  /// UID is the metadata.UID of the referenced ConfigMap. This field is forbidden in Node.Spec, and required in
  /// Node.Status.
  std::string uid{};
  /// ResourceVersion is the metadata.ResourceVersion of the referenced ConfigMap. This field is forbidden in Node.Spec,
  /// and required in Node.Status.
  std::string resourceVersion{};
  /// KubeletConfigKey declares which key of the referenced ConfigMap corresponds to the KubeletConfiguration structure
  /// This field is required in all cases.
  std::string kubeletConfigKey{};

  friend bool operator==(const ConfigMapNodeConfigSource&, const ConfigMapNodeConfigSource&);
};
BOOST_DESCRIBE_STRUCT(ConfigMapNodeConfigSource, (), (namespace_, name, uid, resourceVersion, kubeletConfigKey))
KUBEXX_COMPILED(ConfigMapNodeConfigSource)

/// Describe a container image
struct ContainerImage {
  /// Names by which this image is known. e.g. ["kubernetes.example/hyperkube:v1.0.7",
  /// "cloud-vendor.registry.example/cloud-vendor/hyperkube:v1.0.7"]
  std::vector<std::string> names{};
  /// The size of the image in bytes.
  std::int64_t sizeBytes = 0;

  friend bool operator==(const ContainerImage&, const ContainerImage&);
};
BOOST_DESCRIBE_STRUCT(ContainerImage, (), (names, sizeBytes))
KUBEXX_COMPILED(ContainerImage)

/// DaemonEndpoint contains information about a single Daemon endpoint.
struct DaemonEndpoint {
  /// Port number of the given endpoint.
  std::int32_t Port = 0;

  friend bool operator==(const DaemonEndpoint&, const DaemonEndpoint&);
};
BOOST_DESCRIBE_STRUCT(DaemonEndpoint, (), (Port))
KUBEXX_COMPILED(DaemonEndpoint)

/// The node this Taint is attached to has the "effect" on any pod that does not tolerate the Taint.
struct Taint {
  /// Required. The taint key to be applied to a node.
  std::string key{};
  /// The taint value corresponding to the taint key.
  std::string value{};
  /// Required. The effect of the taint on pods that do not tolerate the taint. Valid effects are NoSchedule,
  /// PreferNoSchedule and NoExecute.
  TaintEffect effect{};
  /// TimeAdded represents the time at which the taint was added.
  std::optional<Time> timeAdded{};

  friend bool operator==(const Taint&, const Taint&);
};
BOOST_DESCRIBE_STRUCT(Taint, (), (key, value, effect, timeAdded))
KUBEXX_COMPILED(Taint)

/// NodeConfigSource specifies a source of node configuration. Exactly one subfield (excluding metadata) must be
/// non-nil. This API is deprecated since 1.22
struct NodeConfigSource {
  /// ConfigMap is a reference to a Node's ConfigMap
  std::optional<ConfigMapNodeConfigSource> configMap{};

  friend bool operator==(const NodeConfigSource&, const NodeConfigSource&);
};
BOOST_DESCRIBE_STRUCT(NodeConfigSource, (), (configMap))
KUBEXX_COMPILED(NodeConfigSource)

/// NodePodPreemptionPolicy defines the node-level policies governing preemption for pods on this node.
struct NodePodPreemptionPolicy {
  /// DisableResizePreemption lists the owners (e.g., autoscalers, operators, administrators) that have requested to
  /// disable scheduler and Kubelet preemption for in-place pod resize on this node. If this list is non-empty,
  /// resize-induced preemption is disabled on this node.
  std::vector<std::string> disableResizePreemption{};

  friend bool operator==(const NodePodPreemptionPolicy&, const NodePodPreemptionPolicy&);
};
BOOST_DESCRIBE_STRUCT(NodePodPreemptionPolicy, (), (disableResizePreemption))
KUBEXX_COMPILED(NodePodPreemptionPolicy)

/// NodeSpec describes the attributes that a node is created with.
struct NodeSpec {
  /// PodCIDR represents the pod IP range assigned to the node.
  std::string podCIDR{};
  /// podCIDRs represents the IP ranges assigned to the node for usage by Pods on that node. If this field is specified,
  /// the 0th entry must match the podCIDR field. It may contain at most 1 value for each of IPv4 and IPv6.
  std::vector<std::string> podCIDRs{};
  /// ID of the node assigned by the cloud provider in the format: <ProviderName>://<ProviderSpecificNodeID>
  std::string providerID{};
  /// Unschedulable controls node schedulability of new pods. By default, node is schedulable.
  bool unschedulable = false;
  /// If specified, the node's taints.
  std::vector<Taint> taints{};
  /// Deprecated: Previously used to specify the source of the node's configuration for the DynamicKubeletConfig
  /// feature. This feature is removed.
  std::optional<NodeConfigSource> configSource{};
  /// Deprecated. Not all kubelets will set this field. Remove field after 1.13. see: https://issues.k8s.io/61966
  std::string externalID{};
  /// PodPreemptionPolicy controls the node-level preemption behaviors for pods on this node. This is an alpha field and
  /// requires enabling the InPlacePodVerticalScalingSchedulerPreemption feature gate.
  std::optional<NodePodPreemptionPolicy> podPreemptionPolicy{};

  friend bool operator==(const NodeSpec&, const NodeSpec&);
};
BOOST_DESCRIBE_STRUCT(NodeSpec, (), (podCIDR, podCIDRs, providerID, unschedulable, taints, configSource, externalID,
    podPreemptionPolicy))
KUBEXX_COMPILED(NodeSpec)

struct NodePhase : OpenEnum<NodePhase> {
  using OpenEnum::OpenEnum;
  static constexpr Name Pending{"Pending"}, Running{"Running"}, Terminated{"Terminated"};
};

/// NodeCondition contains condition information for a node.
struct NodeCondition {
  /// Type of node condition.
  std::string type{};
  /// Status of the condition, one of True, False, Unknown.
  std::string status{};
  /// Last time we got an update on a given condition.
  Time lastHeartbeatTime{};
  /// Last time the condition transit from one status to another.
  Time lastTransitionTime{};
  /// (brief) reason for the condition's last transition.
  std::string reason{};
  /// Human readable message indicating details about last transition.
  std::string message{};

  friend bool operator==(const NodeCondition&, const NodeCondition&);
};
BOOST_DESCRIBE_STRUCT(NodeCondition, (), (type, status, lastHeartbeatTime, lastTransitionTime, reason, message))
KUBEXX_COMPILED(NodeCondition)

/// NodeAddress contains information for the node's address.
struct NodeAddress {
  /// Node address type, one of Hostname, ExternalIP or InternalIP.
  std::string type{};
  /// The node address.
  std::string address{};

  friend bool operator==(const NodeAddress&, const NodeAddress&);
};
BOOST_DESCRIBE_STRUCT(NodeAddress, (), (type, address))
KUBEXX_COMPILED(NodeAddress)

/// NodeDaemonEndpoints lists ports opened by daemons running on the Node.
struct NodeDaemonEndpoints {
  /// Endpoint on which Kubelet is listening.
  DaemonEndpoint kubeletEndpoint{};

  friend bool operator==(const NodeDaemonEndpoints&, const NodeDaemonEndpoints&);
};
BOOST_DESCRIBE_STRUCT(NodeDaemonEndpoints, (), (kubeletEndpoint))
KUBEXX_COMPILED(NodeDaemonEndpoints)

/// NodeSwapStatus represents swap memory information.
struct NodeSwapStatus {
  /// Total amount of swap memory in bytes.
  std::optional<std::int64_t> capacity{};

  friend bool operator==(const NodeSwapStatus&, const NodeSwapStatus&);
};
BOOST_DESCRIBE_STRUCT(NodeSwapStatus, (), (capacity))
KUBEXX_COMPILED(NodeSwapStatus)

/// NodeSystemInfo is a set of ids/uuids to uniquely identify the node.
struct NodeSystemInfo {
  /// MachineID reported by the node. For unique machine identification in the cluster this field is preferred. Learn
  /// more from man(5) machine-id: http://man7.org/linux/man-pages/man5/machine-id.5.html
  std::string machineID{};
  /// SystemUUID reported by the node. For unique machine identification MachineID is preferred. This field is specific
  /// to Red Hat hosts https://access.redhat.com/documentation/en-us/red_hat_subscription_management/1/html/rhsm/uuid
  std::string systemUUID{};
  /// Boot ID reported by the node.
  std::string bootID{};
  /// Kernel Version reported by the node from 'uname -r' (e.g. 3.16.0-0.bpo.4-amd64).
  std::string kernelVersion{};
  /// OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 (wheezy)).
  std::string osImage{};
  /// ContainerRuntime Version reported by the node through runtime remote API (e.g. containerd://1.4.2).
  std::string containerRuntimeVersion{};
  /// Kubelet Version reported by the node.
  std::string kubeletVersion{};
  /// Deprecated: KubeProxy Version reported by the node.
  std::string kubeProxyVersion{};
  /// The Operating System reported by the node
  std::string operatingSystem{};
  /// The Architecture reported by the node
  std::string architecture{};
  /// Swap Info reported by the node.
  std::optional<NodeSwapStatus> swap{};
  /// Whether the node is running in a user namespace.
  std::optional<bool> runningInUserNamespace{};

  friend bool operator==(const NodeSystemInfo&, const NodeSystemInfo&);
};
BOOST_DESCRIBE_STRUCT(NodeSystemInfo, (), (machineID, systemUUID, bootID, kernelVersion, osImage,
    containerRuntimeVersion, kubeletVersion, kubeProxyVersion, operatingSystem, architecture, swap,
    runningInUserNamespace))
KUBEXX_COMPILED(NodeSystemInfo)

/// NodeConfigStatus describes the status of the config assigned by Node.Spec.ConfigSource.
struct NodeConfigStatus {
  /// Assigned reports the checkpointed config the node will try to use. When Node.Spec.ConfigSource is updated, the
  /// node checkpoints the associated config payload to local disk, along with a record indicating intended config.
  std::optional<NodeConfigSource> assigned{};
  /// Active reports the checkpointed config the node is actively using. Active will represent either the current
  /// version of the Assigned config, or the current LastKnownGood config, depending on whether attempting to use the
  /// Assigned config results in an error.
  std::optional<NodeConfigSource> active{};
  /// LastKnownGood reports the checkpointed config the node will fall back to when it encounters an error attempting to
  /// use the Assigned config. The Assigned config becomes the LastKnownGood config when the node determines that the
  /// Assigned config is stable and correct.
  std::optional<NodeConfigSource> lastKnownGood{};
  /// Error describes any problems reconciling the Spec.ConfigSource to the Active config.
  std::string error{};

  friend bool operator==(const NodeConfigStatus&, const NodeConfigStatus&);
};
BOOST_DESCRIBE_STRUCT(NodeConfigStatus, (), (assigned, active, lastKnownGood, error))
KUBEXX_COMPILED(NodeConfigStatus)

/// NodeRuntimeHandlerFeatures is a set of features implemented by the runtime handler.
struct NodeRuntimeHandlerFeatures {
  /// RecursiveReadOnlyMounts is set to true if the runtime handler supports RecursiveReadOnlyMounts.
  std::optional<bool> recursiveReadOnlyMounts{};
  /// UserNamespaces is set to true if the runtime handler supports UserNamespaces, including for volumes.
  std::optional<bool> userNamespaces{};

  friend bool operator==(const NodeRuntimeHandlerFeatures&, const NodeRuntimeHandlerFeatures&);
};
BOOST_DESCRIBE_STRUCT(NodeRuntimeHandlerFeatures, (), (recursiveReadOnlyMounts, userNamespaces))
KUBEXX_COMPILED(NodeRuntimeHandlerFeatures)

/// NodeRuntimeHandler is a set of runtime handler information.
struct NodeRuntimeHandler {
  /// Runtime handler name. Empty for the default runtime handler.
  std::string name{};
  /// Supported features.
  std::optional<NodeRuntimeHandlerFeatures> features{};

  friend bool operator==(const NodeRuntimeHandler&, const NodeRuntimeHandler&);
};
BOOST_DESCRIBE_STRUCT(NodeRuntimeHandler, (), (name, features))
KUBEXX_COMPILED(NodeRuntimeHandler)

/// NodeFeatures describes the set of features implemented by the CRI implementation. The features contained in the
/// NodeFeatures should depend only on the cri implementation independent of runtime handlers.
struct NodeFeatures {
  /// SupplementalGroupsPolicy is set to true if the runtime supports SupplementalGroupsPolicy and ContainerUser.
  std::optional<bool> supplementalGroupsPolicy{};

  friend bool operator==(const NodeFeatures&, const NodeFeatures&);
};
BOOST_DESCRIBE_STRUCT(NodeFeatures, (), (supplementalGroupsPolicy))
KUBEXX_COMPILED(NodeFeatures)

/// NodeStatus is information about the current status of a node.
struct NodeStatus {
  /// Capacity represents the total resources of a node.
  std::map<std::string, Quantity> capacity{};
  /// Allocatable represents the resources of a node that are available for scheduling. Defaults to Capacity.
  std::map<std::string, Quantity> allocatable{};
  /// NodePhase is the recently observed lifecycle phase of the node. The field is never populated, and now is
  /// deprecated.
  NodePhase phase{};
  /// Conditions is an array of current observed node conditions. Merged by type.
  std::vector<NodeCondition> conditions{};
  /// List of addresses reachable to the node. Queried from cloud provider, if available. Note: This field is declared
  /// as mergeable, but the merge key is not sufficiently unique, which can cause data corruption when it is merged.
  /// Callers should instead use a full-replacement patch. Merged by type.
  std::vector<NodeAddress> addresses{};
  /// Endpoints of daemons running on the Node.
  NodeDaemonEndpoints daemonEndpoints{};
  /// Set of ids/uuids to uniquely identify the node.
  NodeSystemInfo nodeInfo{};
  /// List of container images on this node
  std::vector<ContainerImage> images{};
  /// List of attachable volumes in use (mounted) by the node.
  std::vector<std::string> volumesInUse{};
  /// List of volumes that are attached to the node.
  std::vector<AttachedVolume> volumesAttached{};
  /// Status of the config assigned to the node via the dynamic Kubelet config feature.
  std::optional<NodeConfigStatus> config{};
  /// The available runtime handlers.
  std::vector<NodeRuntimeHandler> runtimeHandlers{};
  /// Features describes the set of features implemented by the CRI implementation.
  std::optional<NodeFeatures> features{};
  /// DeclaredFeatures represents the features related to feature gates that are declared by the node.
  std::vector<std::string> declaredFeatures{};

  friend bool operator==(const NodeStatus&, const NodeStatus&);
};
BOOST_DESCRIBE_STRUCT(NodeStatus, (), (capacity, allocatable, phase, conditions, addresses, daemonEndpoints, nodeInfo,
    images, volumesInUse, volumesAttached, config, runtimeHandlers, features, declaredFeatures))
KUBEXX_COMPILED(NodeStatus)

/// Node is a worker node in Kubernetes. Each node will have a unique identifier in the cache (i.e. in etcd).
struct Node {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Node", "nodes", Scope::cluster};
  ObjectMeta metadata{};
  /// Spec defines the behavior of a node.
  /// https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
  NodeSpec spec{};
  /// Most recently observed status of the node. Populated by the system. Read-only.
  NodeStatus status{};

  friend bool operator==(const Node&, const Node&);
};
BOOST_DESCRIBE_STRUCT(Node, (), (metadata, spec, status))
KUBEXX_COMPILED(Node)

}  // namespace kubexx::corev1

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
#include "kubexx/types/core/v1/affinity.hpp"
#include "kubexx/types/core/v1/app_armor_profile.hpp"
#include "kubexx/types/core/v1/container.hpp"
#include "kubexx/types/core/v1/container_port.hpp"
#include "kubexx/types/core/v1/container_resize_policy.hpp"
#include "kubexx/types/core/v1/container_restart_rule.hpp"
#include "kubexx/types/core/v1/env_from_source.hpp"
#include "kubexx/types/core/v1/env_var.hpp"
#include "kubexx/types/core/v1/lifecycle.hpp"
#include "kubexx/types/core/v1/local_object_reference.hpp"
#include "kubexx/types/core/v1/preemption_policy.hpp"
#include "kubexx/types/core/v1/probe.hpp"
#include "kubexx/types/core/v1/pull_policy.hpp"
#include "kubexx/types/core/v1/resource_requirements.hpp"
#include "kubexx/types/core/v1/se_linux_options.hpp"
#include "kubexx/types/core/v1/seccomp_profile.hpp"
#include "kubexx/types/core/v1/security_context.hpp"
#include "kubexx/types/core/v1/termination_message_policy.hpp"
#include "kubexx/types/core/v1/toleration.hpp"
#include "kubexx/types/core/v1/volume.hpp"
#include "kubexx/types/core/v1/volume_device.hpp"
#include "kubexx/types/core/v1/volume_mount.hpp"
#include "kubexx/types/core/v1/windows_security_context_options.hpp"

namespace kubexx::corev1 {

/// An EphemeralContainer is a temporary container that you may add to an existing Pod for user-initiated activities
/// such as debugging. Ephemeral containers have no resource or scheduling guarantees, and they will not be restarted
/// when they exit or when a Pod is removed or restarted.
struct EphemeralContainer {
  /// Name of the ephemeral container specified as a DNS_LABEL. This name must be unique among all containers, init
  /// containers and ephemeral containers.
  std::string name{};
  /// Container image name.
  std::string image{};
  /// Entrypoint array. Not executed within a shell. The image's ENTRYPOINT is used if this is not provided. Variable
  /// references $(VAR_NAME) are expanded using the container's environment. If a variable cannot be resolved, the
  /// reference in the input string will be unchanged.
  std::vector<std::string> command{};
  /// Arguments to the entrypoint. The image's CMD is used if this is not provided. Variable references $(VAR_NAME) are
  /// expanded using the container's environment. If a variable cannot be resolved, the reference in the input string
  /// will be unchanged.
  std::vector<std::string> args{};
  /// Container's working directory. If not specified, the container runtime's default will be used, which might be
  /// configured in the container image. Cannot be updated.
  std::string workingDir{};
  /// Ports are not allowed for ephemeral containers. Merged by containerPort and protocol.
  std::vector<ContainerPort> ports{};
  /// List of sources to populate environment variables in the container. The keys defined within a source may consist
  /// of any printable ASCII characters except '='. When a key exists in multiple sources, the value associated with the
  /// last source will take precedence.
  std::vector<EnvFromSource> envFrom{};
  /// List of environment variables to set in the container. Cannot be updated. Merged by name.
  std::vector<EnvVar> env{};
  /// Resources are not allowed for ephemeral containers. Ephemeral containers use spare resources already allocated to
  /// the pod.
  ResourceRequirements resources{};
  /// Resources resize policy for the container.
  std::vector<ContainerResizePolicy> resizePolicy{};
  /// Restart policy for the container to manage the restart behavior of each container within a pod. You cannot set
  /// this field on ephemeral containers.
  std::optional<std::string> restartPolicy{};
  /// Represents a list of rules to be checked to determine if the container should be restarted on exit. You cannot set
  /// this field on ephemeral containers.
  std::vector<ContainerRestartRule> restartPolicyRules{};
  /// Pod volumes to mount into the container's filesystem. Subpath mounts are not allowed for ephemeral containers.
  /// Cannot be updated. Merged by mountPath.
  std::vector<VolumeMount> volumeMounts{};
  /// volumeDevices is the list of block devices to be used by the container. Merged by devicePath.
  std::vector<VolumeDevice> volumeDevices{};
  /// Probes are not allowed for ephemeral containers.
  std::optional<Probe> livenessProbe{};
  /// Probes are not allowed for ephemeral containers.
  std::optional<Probe> readinessProbe{};
  /// Probes are not allowed for ephemeral containers.
  std::optional<Probe> startupProbe{};
  /// Lifecycle is not allowed for ephemeral containers.
  std::optional<Lifecycle> lifecycle{};
  /// Optional: Path at which the file to which the container's termination message will be written is mounted into the
  /// container's filesystem. Message written is intended to be brief final status, such as an assertion failure
  /// message. Will be truncated by the node if greater than 4096 bytes.
  std::string terminationMessagePath{};
  /// Indicate how the termination message should be populated. File will use the contents of terminationMessagePath to
  /// populate the container status message on both success and failure.
  TerminationMessagePolicy terminationMessagePolicy{};
  /// Image pull policy. One of Always, Never, IfNotPresent. Defaults to Always if :latest tag is specified, or
  /// IfNotPresent otherwise. Cannot be updated.
  PullPolicy imagePullPolicy{};
  /// Optional: SecurityContext defines the security options the ephemeral container should be run with. If set, the
  /// fields of SecurityContext override the equivalent fields of PodSecurityContext.
  std::optional<SecurityContext> securityContext{};
  /// Whether this container should allocate a buffer for stdin in the container runtime. If this is not set, reads from
  /// stdin in the container will always result in EOF. Default is false.
  bool stdin = false;
  /// Whether the container runtime should close the stdin channel after it has been opened by a single attach. When
  /// stdin is true the stdin stream will remain open across multiple attach sessions.
  bool stdinOnce = false;
  /// Whether this container should allocate a TTY for itself, also requires 'stdin' to be true. Default is false.
  bool tty = false;
  /// If set, the name of the container from PodSpec that this ephemeral container targets. The ephemeral container will
  /// be run in the namespaces (IPC, PID, etc) of this container. If not set then the ephemeral container uses the
  /// namespaces configured in the Pod spec.
  std::string targetContainerName{};

  friend bool operator==(const EphemeralContainer&, const EphemeralContainer&);
};
BOOST_DESCRIBE_STRUCT(EphemeralContainer, (), (name, image, command, args, workingDir, ports, envFrom, env, resources,
    resizePolicy, restartPolicy, restartPolicyRules, volumeMounts, volumeDevices, livenessProbe, readinessProbe,
    startupProbe, lifecycle, terminationMessagePath, terminationMessagePolicy, imagePullPolicy, securityContext, stdin,
    stdinOnce, tty, targetContainerName))
KUBEXX_COMPILED(EphemeralContainer)

/// RestartPolicy describes how the container should be restarted. Only one of the following restart policies may be
/// specified. If none of the following policies is specified, the default one is RestartPolicyAlways.
struct RestartPolicy : OpenEnum<RestartPolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name Always{"Always"}, OnFailure{"OnFailure"}, Never{"Never"};
};

/// DNSPolicy defines how a pod's DNS will be configured.
struct DNSPolicy : OpenEnum<DNSPolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name ClusterFirstWithHostNet{"ClusterFirstWithHostNet"}, ClusterFirst{"ClusterFirst"},
      Default{"Default"}, None{"None"};
};

/// SupplementalGroupsPolicy defines how supplemental groups of the first container processes are calculated.
struct SupplementalGroupsPolicy : OpenEnum<SupplementalGroupsPolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name Merge{"Merge"}, Strict{"Strict"};
};

/// Sysctl defines a kernel parameter to be set
struct Sysctl {
  /// Name of a property to set
  std::string name{};
  /// Value of a property to set
  std::string value{};

  friend bool operator==(const Sysctl&, const Sysctl&);
};
BOOST_DESCRIBE_STRUCT(Sysctl, (), (name, value))
KUBEXX_COMPILED(Sysctl)

/// PodFSGroupChangePolicy holds policies that will be used for applying fsGroup to a volume when volume is mounted.
struct PodFSGroupChangePolicy : OpenEnum<PodFSGroupChangePolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name OnRootMismatch{"OnRootMismatch"}, Always{"Always"};
};

/// PodSecurityContext holds pod-level security attributes and common container settings. Some fields are also present
/// in container.securityContext. Field values of container.securityContext take precedence over field values of
/// PodSecurityContext.
struct PodSecurityContext {
  /// The SELinux context to be applied to all containers. If unspecified, the container runtime will allocate a random
  /// SELinux context for each container. May also be set in SecurityContext.
  std::optional<SELinuxOptions> seLinuxOptions{};
  /// The Windows specific settings applied to all containers. If unspecified, the options within a container's
  /// SecurityContext will be used. If set in both SecurityContext and PodSecurityContext, the value specified in
  /// SecurityContext takes precedence.
  std::optional<WindowsSecurityContextOptions> windowsOptions{};
  /// The UID to run the entrypoint of the container process. Defaults to user specified in image metadata if
  /// unspecified. May also be set in SecurityContext. If set in both SecurityContext and PodSecurityContext, the value
  /// specified in SecurityContext takes precedence for that container.
  std::optional<std::int64_t> runAsUser{};
  /// The GID to run the entrypoint of the container process. Uses runtime default if unset. May also be set in
  /// SecurityContext. If set in both SecurityContext and PodSecurityContext, the value specified in SecurityContext
  /// takes precedence for that container.
  std::optional<std::int64_t> runAsGroup{};
  /// Indicates that the container must run as a non-root user. If true, the Kubelet will validate the image at runtime
  /// to ensure that it does not run as UID 0 (root) and fail to start the container if it does. If unset or false, no
  /// such validation will be performed. May also be set in SecurityContext.
  std::optional<bool> runAsNonRoot{};
  /// A list of groups applied to the first process run in each container, in addition to the container's primary GID
  /// and fsGroup (if specified).
  std::vector<std::int64_t> supplementalGroups{};
  /// Defines how supplemental groups of the first container processes are calculated. Valid values are "Merge" and
  /// "Strict". If not specified, "Merge" is used.
  SupplementalGroupsPolicy supplementalGroupsPolicy{};
  /// A special supplemental group that applies to all containers in a pod. Some volume types allow the Kubelet to
  /// change the ownership of that volume to be owned by the pod: 1. The owning GID will be the FSGroup 2. The setgid
  /// bit is set (new files created in the volume will be owned by FSGroup) 3.
  std::optional<std::int64_t> fsGroup{};
  /// Sysctls hold a list of namespaced sysctls used for the pod. Pods with unsupported sysctls (by the container
  /// runtime) might fail to launch. Note that this field cannot be set when spec.os.name is windows.
  std::vector<Sysctl> sysctls{};
  /// fsGroupChangePolicy defines behavior of changing ownership and permission of the volume before being exposed
  /// inside Pod. This field will only apply to volume types which support fsGroup based ownership(and permissions).
  PodFSGroupChangePolicy fsGroupChangePolicy{};
  /// The seccomp options to use by the containers in this pod. Note that this field cannot be set when spec.os.name is
  /// windows.
  std::optional<SeccompProfile> seccompProfile{};
  /// appArmorProfile is the AppArmor options to use by the containers in this pod. Note that this field cannot be set
  /// when spec.os.name is windows.
  std::optional<AppArmorProfile> appArmorProfile{};
  /// seLinuxChangePolicy defines how the container's SELinux label is applied to all volumes used by the Pod. It has no
  /// effect on nodes that do not support SELinux or to volumes does not support SELinux. Valid values are "MountOption"
  /// and "Recursive".
  std::optional<std::string> seLinuxChangePolicy{};

  friend bool operator==(const PodSecurityContext&, const PodSecurityContext&);
};
BOOST_DESCRIBE_STRUCT(PodSecurityContext, (), (seLinuxOptions, windowsOptions, runAsUser, runAsGroup, runAsNonRoot,
    supplementalGroups, supplementalGroupsPolicy, fsGroup, sysctls, fsGroupChangePolicy, seccompProfile,
    appArmorProfile, seLinuxChangePolicy))
KUBEXX_COMPILED(PodSecurityContext)

/// HostAlias holds the mapping between IP and hostnames that will be injected as an entry in the pod's hosts file.
struct HostAlias {
  /// IP address of the host file entry.
  std::string ip{};
  /// Hostnames for the above IP address.
  std::vector<std::string> hostnames{};

  friend bool operator==(const HostAlias&, const HostAlias&);
};
BOOST_DESCRIBE_STRUCT(HostAlias, (), (ip, hostnames))
KUBEXX_COMPILED(HostAlias)

/// PodDNSConfigOption defines DNS resolver options of a pod.
struct PodDNSConfigOption {
  /// Name is this DNS resolver option's name. Required.
  std::string name{};
  /// Value is this DNS resolver option's value.
  std::optional<std::string> value{};

  friend bool operator==(const PodDNSConfigOption&, const PodDNSConfigOption&);
};
BOOST_DESCRIBE_STRUCT(PodDNSConfigOption, (), (name, value))
KUBEXX_COMPILED(PodDNSConfigOption)

/// PodDNSConfig defines the DNS parameters of a pod in addition to those generated from DNSPolicy.
struct PodDNSConfig {
  /// A list of DNS name server IP addresses. This will be appended to the base nameservers generated from DNSPolicy.
  /// Duplicated nameservers will be removed.
  std::vector<std::string> nameservers{};
  /// A list of DNS search domains for host-name lookup. This will be appended to the base search paths generated from
  /// DNSPolicy. Duplicated search paths will be removed.
  std::vector<std::string> searches{};
  /// A list of DNS resolver options. This will be merged with the base options generated from DNSPolicy. Duplicated
  /// entries will be removed. Resolution options given in Options will override those that appear in the base
  /// DNSPolicy.
  std::vector<PodDNSConfigOption> options{};

  friend bool operator==(const PodDNSConfig&, const PodDNSConfig&);
};
BOOST_DESCRIBE_STRUCT(PodDNSConfig, (), (nameservers, searches, options))
KUBEXX_COMPILED(PodDNSConfig)

/// PodReadinessGate contains the reference to a pod condition
struct PodReadinessGate {
  /// ConditionType refers to a condition in the pod's condition list with matching type.
  std::string conditionType{};

  friend bool operator==(const PodReadinessGate&, const PodReadinessGate&);
};
BOOST_DESCRIBE_STRUCT(PodReadinessGate, (), (conditionType))
KUBEXX_COMPILED(PodReadinessGate)

struct UnsatisfiableConstraintAction : OpenEnum<UnsatisfiableConstraintAction> {
  using OpenEnum::OpenEnum;
  static constexpr Name DoNotSchedule{"DoNotSchedule"}, ScheduleAnyway{"ScheduleAnyway"};
};

/// NodeInclusionPolicy defines the type of node inclusion policy
struct NodeInclusionPolicy : OpenEnum<NodeInclusionPolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name Ignore{"Ignore"}, Honor{"Honor"};
};

/// TopologySpreadConstraint specifies how to spread matching pods among the given topology.
struct TopologySpreadConstraint {
  /// MaxSkew describes the degree to which pods may be unevenly distributed. When `whenUnsatisfiable=DoNotSchedule`, it
  /// is the maximum permitted difference between the number of matching pods in the target topology and the global
  /// minimum.
  std::int32_t maxSkew = 0;
  /// TopologyKey is the key of node labels. Nodes that have a label with this key and identical values are considered
  /// to be in the same topology. We consider each <key, value> as a "bucket", and try to put balanced number of pods
  /// into each bucket. We define a domain as a particular instance of a topology.
  std::string topologyKey{};
  /// WhenUnsatisfiable indicates how to deal with a pod if it doesn't satisfy the spread constraint. - DoNotSchedule
  /// (default) tells the scheduler not to schedule it.
  UnsatisfiableConstraintAction whenUnsatisfiable{};
  /// LabelSelector is used to find matching pods. Pods that match this label selector are counted to determine the
  /// number of pods in their corresponding topology domain.
  std::optional<MetaLabelSelector> labelSelector{};
  /// MinDomains indicates a minimum number of eligible domains. When the number of eligible domains with matching
  /// topology keys is less than minDomains, Pod Topology Spread treats "global minimum" as 0, and then the calculation
  /// of Skew is performed.
  std::optional<std::int32_t> minDomains{};
  /// NodeAffinityPolicy indicates how we will treat Pod's nodeAffinity/nodeSelector when calculating pod topology
  /// spread skew. Options are: - Honor: only nodes matching nodeAffinity/nodeSelector are included in the calculations.
  /// - Ignore: nodeAffinity/nodeSelector are ignored.
  NodeInclusionPolicy nodeAffinityPolicy{};
  /// NodeTaintsPolicy indicates how we will treat node taints when calculating pod topology spread skew. Options are: -
  /// Honor: nodes without taints, along with tainted nodes for which the incoming pod has a toleration, are included. -
  /// Ignore: node taints are ignored. All nodes are included.
  NodeInclusionPolicy nodeTaintsPolicy{};
  /// MatchLabelKeys is a set of pod label keys to select the pods over which spreading will be calculated.
  std::vector<std::string> matchLabelKeys{};

  friend bool operator==(const TopologySpreadConstraint&, const TopologySpreadConstraint&);
};
BOOST_DESCRIBE_STRUCT(TopologySpreadConstraint, (), (maxSkew, topologyKey, whenUnsatisfiable, labelSelector, minDomains,
    nodeAffinityPolicy, nodeTaintsPolicy, matchLabelKeys))
KUBEXX_COMPILED(TopologySpreadConstraint)

/// PodOS defines the OS parameters of a pod.
struct PodOS {
  /// Name is the name of the operating system. The currently supported values are linux and windows.
  std::string name{};

  friend bool operator==(const PodOS&, const PodOS&);
};
BOOST_DESCRIBE_STRUCT(PodOS, (), (name))
KUBEXX_COMPILED(PodOS)

/// PodSchedulingGate is associated to a Pod to guard its scheduling.
struct PodSchedulingGate {
  /// Name of the scheduling gate. Each scheduling gate must have a unique name field.
  std::string name{};

  friend bool operator==(const PodSchedulingGate&, const PodSchedulingGate&);
};
BOOST_DESCRIBE_STRUCT(PodSchedulingGate, (), (name))
KUBEXX_COMPILED(PodSchedulingGate)

/// PodResourceClaim references exactly one ResourceClaim, either directly or by naming a ResourceClaimTemplate which is
/// then turned into a ResourceClaim for the pod. It adds a name to it that uniquely identifies the ResourceClaim inside
/// the Pod.
struct PodResourceClaim {
  /// Name uniquely identifies this resource claim inside the pod. This must be a DNS_LABEL.
  std::string name{};
  /// ResourceClaimName is the name of a ResourceClaim object in the same namespace as this pod. Exactly one of
  /// ResourceClaimName and ResourceClaimTemplateName must be set.
  std::optional<std::string> resourceClaimName{};
  /// ResourceClaimTemplateName is the name of a ResourceClaimTemplate object in the same namespace as this pod. The
  /// template will be used to create a new ResourceClaim, which will be bound to this pod. When this pod is deleted,
  /// the ResourceClaim will also be deleted.
  std::optional<std::string> resourceClaimTemplateName{};

  friend bool operator==(const PodResourceClaim&, const PodResourceClaim&);
};
BOOST_DESCRIBE_STRUCT(PodResourceClaim, (), (name, resourceClaimName, resourceClaimTemplateName))
KUBEXX_COMPILED(PodResourceClaim)

/// PodSchedulingGroup identifies the runtime scheduling group instance that a Pod belongs to. The scheduler uses this
/// information to apply workload-aware scheduling semantics. Exactly one field must be specified.
struct PodSchedulingGroup {
  /// PodGroupName specifies the name of the standalone PodGroup object that represents the runtime instance of this
  /// group. Must be a DNS subdomain.
  std::optional<std::string> podGroupName{};

  friend bool operator==(const PodSchedulingGroup&, const PodSchedulingGroup&);
};
BOOST_DESCRIBE_STRUCT(PodSchedulingGroup, (), (podGroupName))
KUBEXX_COMPILED(PodSchedulingGroup)

/// EvictionResponder allows you to specify the responder reacting to an Eviction. Responders should observe and
/// communicate through the Eviction Resource API to help with the graceful eviction of a target (e.g. termination of a
/// pod).
struct EvictionResponder {
  /// name allows you to identify the responder responding to the Eviction. It must be a valid domain-prefixed key (such
  /// as "acme.io/foo"). Domain names *.k8s.io and *.kubernetes.io are reserved. This field must be unique for each
  /// responder. This field is required.
  std::string name{};
  /// priority for this responder. Higher priorities are selected first by the evictionrequest-controller. If there are
  /// responders with the same priority, the responder whose domain name comes first in the alphabetical higher domain
  /// order, will be picked.
  std::optional<std::int32_t> priority{};

  friend bool operator==(const EvictionResponder&, const EvictionResponder&);
};
BOOST_DESCRIBE_STRUCT(EvictionResponder, (), (name, priority))
KUBEXX_COMPILED(EvictionResponder)

/// PodSpec is a description of a pod.
struct PodSpec {
  /// List of volumes that can be mounted by containers belonging to the pod. Merged by name.
  std::vector<Volume> volumes{};
  /// List of initialization containers belonging to the pod. Init containers are executed in order prior to containers
  /// being started. If any init container fails, the pod is considered to have failed and is handled according to its
  /// restartPolicy. Merged by name.
  std::vector<Container> initContainers{};
  /// List of containers belonging to the pod. Containers cannot currently be added or removed. There must be at least
  /// one container in a Pod. Cannot be updated. Merged by name.
  std::vector<Container> containers{};
  /// List of ephemeral containers run in this pod. Ephemeral containers may be run in an existing pod to perform
  /// user-initiated actions such as debugging. This list cannot be specified when creating a pod, and it cannot be
  /// modified by updating the pod spec. Merged by name.
  std::vector<EphemeralContainer> ephemeralContainers{};
  /// Restart policy for all containers within the pod. One of Always, OnFailure, Never. In some contexts, only a subset
  /// of those values may be permitted. Default to Always.
  RestartPolicy restartPolicy{};
  /// Optional duration in seconds the pod needs to terminate gracefully. May be decreased in delete request. Value must
  /// be non-negative integer. The value zero indicates stop immediately via the kill signal (no opportunity to shut
  /// down). If this value is nil, the default grace period will be used instead.
  std::optional<std::int64_t> terminationGracePeriodSeconds{};
  /// Optional duration in seconds the pod may be active on the node relative to StartTime before the system will
  /// actively try to mark it failed and kill associated containers. Value must be a positive integer.
  std::optional<std::int64_t> activeDeadlineSeconds{};
  /// Set DNS policy for the pod. Defaults to "ClusterFirst". Valid values are 'ClusterFirstWithHostNet',
  /// 'ClusterFirst', 'Default' or 'None'. DNS parameters given in DNSConfig will be merged with the policy selected
  /// with DNSPolicy.
  DNSPolicy dnsPolicy{};
  /// NodeSelector is a selector which must be true for the pod to fit on a node. Selector which must match a node's
  /// labels for the pod to be scheduled on that node.
  std::map<std::string, std::string> nodeSelector{};
  /// ServiceAccountName is the name of the ServiceAccount to use to run this pod.
  std::string serviceAccountName{};
  /// DeprecatedServiceAccount is a deprecated alias for ServiceAccountName. Deprecated: Use serviceAccountName instead.
  std::string serviceAccount{};
  /// AutomountServiceAccountToken indicates whether a service account token should be automatically mounted.
  std::optional<bool> automountServiceAccountToken{};
  /// NodeName indicates in which node this pod is scheduled. If empty, this pod is a candidate for scheduling by the
  /// scheduler defined in schedulerName. Once this field is set, the kubelet for this node becomes responsible for the
  /// lifecycle of this pod.
  std::string nodeName{};
  /// Host networking requested for this pod. Use the host's network namespace. When using HostNetwork you should
  /// specify ports so the scheduler is aware.
  bool hostNetwork = false;
  /// Use the host's pid namespace. Optional: Default to false.
  bool hostPID = false;
  /// Use the host's ipc namespace. Optional: Default to false.
  bool hostIPC = false;
  /// Share a single process namespace between all of the containers in a pod. When this is set containers will be able
  /// to view and signal processes from other containers in the same pod, and the first process in each container will
  /// not be assigned PID 1.
  std::optional<bool> shareProcessNamespace{};
  /// SecurityContext holds pod-level security attributes and common container settings. Optional: Defaults to empty.
  /// See type description for default values of each field.
  std::optional<PodSecurityContext> securityContext{};
  /// ImagePullSecrets is an optional list of references to secrets in the same namespace to use for pulling any of the
  /// images used by this PodSpec. If specified, these secrets will be passed to individual puller implementations for
  /// them to use. Merged by name.
  std::vector<LocalObjectReference> imagePullSecrets{};
  /// Specifies the hostname of the Pod If not specified, the pod's hostname will be set to a system-defined value.
  std::string hostname{};
  /// If specified, the fully qualified Pod hostname will be "<hostname>.<subdomain>.<pod namespace>.svc.<cluster
  /// domain>". If not specified, the pod will not have a domainname at all.
  std::string subdomain{};
  /// If specified, the pod's scheduling constraints
  std::optional<Affinity> affinity{};
  /// If specified, the pod will be dispatched by specified scheduler. If not specified, the pod will be dispatched by
  /// default scheduler.
  std::string schedulerName{};
  /// If specified, the pod's tolerations.
  std::vector<Toleration> tolerations{};
  /// HostAliases is an optional list of hosts and IPs that will be injected into the pod's hosts file if specified.
  /// Merged by ip.
  std::vector<HostAlias> hostAliases{};
  /// If specified, indicates the pod's priority. "system-node-critical" and "system-cluster-critical" are two special
  /// keywords which indicate the highest priorities with the former being the highest priority. Any other name must be
  /// defined by creating a PriorityClass object with that name.
  std::string priorityClassName{};
  /// The priority value. Various system components use this field to find the priority of the pod. When Priority
  /// Admission Controller is enabled, it prevents users from setting this field. The admission controller populates
  /// this field from PriorityClassName. The higher the value, the higher the priority.
  std::optional<std::int32_t> priority{};
  /// Specifies the DNS parameters of a pod. Parameters specified here will be merged to the generated DNS configuration
  /// based on DNSPolicy.
  std::optional<PodDNSConfig> dnsConfig{};
  /// If specified, all readiness gates will be evaluated for pod readiness. A pod is ready when all its containers are
  /// ready AND all conditions specified in the readiness gates have status equal to "True".
  std::vector<PodReadinessGate> readinessGates{};
  /// RuntimeClassName refers to a RuntimeClass object in the node.k8s.io group, which should be used to run this pod.
  /// If no RuntimeClass resource matches the named class, the pod will not be run.
  std::optional<std::string> runtimeClassName{};
  /// EnableServiceLinks indicates whether information about services should be injected into pod's environment
  /// variables, matching the syntax of Docker links. Optional: Defaults to true.
  std::optional<bool> enableServiceLinks{};
  /// PreemptionPolicy is the Policy for preempting pods with lower priority. One of Never, PreemptLowerPriority. When
  /// Priority Admission Controller is enabled, it prevents users from setting this field. The admission controller
  /// populates this field from PriorityClassName.
  PreemptionPolicy preemptionPolicy{};
  /// Overhead represents the resource overhead associated with running a pod for a given RuntimeClass. This field will
  /// be autopopulated at admission time by the RuntimeClass admission controller. If the RuntimeClass admission
  /// controller is enabled, overhead must not be set in Pod create requests.
  std::map<std::string, Quantity> overhead{};
  /// TopologySpreadConstraints describes how a group of pods ought to spread across topology domains. Scheduler will
  /// schedule pods in a way which abides by the constraints. All topologySpreadConstraints are ANDed.
  /// Merged by topologyKey and whenUnsatisfiable.
  std::vector<TopologySpreadConstraint> topologySpreadConstraints{};
  /// If true the pod's hostname will be configured as the pod's FQDN, rather than the leaf name (the default). In Linux
  /// containers, this means setting the FQDN in the hostname field of the kernel (the nodename field of struct
  /// utsname).
  std::optional<bool> setHostnameAsFQDN{};
  /// Specifies the OS of the containers in the pod. Some pod and container fields are restricted if this is set. If the
  /// OS field is set to linux, the following fields must be unset: -securityContext.windowsOptions If the OS field is
  /// set to windows, following fields must be unset:
  std::optional<PodOS> os{};
  /// Use the host's user namespace. Optional: Default to true.
  std::optional<bool> hostUsers{};
  /// SchedulingGates is an opaque list of values that if specified will block scheduling the pod. If schedulingGates is
  /// not empty, the pod will stay in the SchedulingGated state and the scheduler will not attempt to schedule the pod.
  /// Merged by name.
  std::vector<PodSchedulingGate> schedulingGates{};
  /// ResourceClaims defines which ResourceClaims must be allocated and reserved before the Pod is allowed to start. The
  /// resources will be made available to those containers which consume them by name. This is a stable field but
  /// requires that the DynamicResourceAllocation feature gate is enabled. Merged by name.
  std::vector<PodResourceClaim> resourceClaims{};
  /// Resources is the total amount of CPU and Memory resources required by all containers in the pod. It supports
  /// specifying Requests and Limits for "cpu", "memory" and "hugepages-" resource names only. ResourceClaims are not
  /// supported.
  std::optional<ResourceRequirements> resources{};
  /// HostnameOverride specifies an explicit override for the pod's hostname as perceived by the pod. This field only
  /// specifies the pod's hostname and does not affect its DNS records. When this field is set to a non-empty string: -
  /// It takes precedence over the values set in `hostname` and `subdomain`.
  std::optional<std::string> hostnameOverride{};
  /// SchedulingGroup provides a reference to the immediate scheduling runtime grouping object that this Pod belongs to.
  /// This field is used by the scheduler to identify the group and apply the correct group scheduling policies.
  std::optional<PodSchedulingGroup> schedulingGroup{};
  /// evictionResponders reference responders that react to Evictions based on EvictionRequests. Responders should
  /// observe and communicate through the Eviction Resource API to help with the graceful termination of a pod. The
  /// responders are selected sequentially, according to their specified priority. Merged by name.
  std::vector<EvictionResponder> evictionResponders{};

  friend bool operator==(const PodSpec&, const PodSpec&);
};
BOOST_DESCRIBE_STRUCT(PodSpec, (), (volumes, initContainers, containers, ephemeralContainers, restartPolicy,
    terminationGracePeriodSeconds, activeDeadlineSeconds, dnsPolicy, nodeSelector, serviceAccountName, serviceAccount,
    automountServiceAccountToken, nodeName, hostNetwork, hostPID, hostIPC, shareProcessNamespace, securityContext,
    imagePullSecrets, hostname, subdomain, affinity, schedulerName, tolerations, hostAliases, priorityClassName,
    priority, dnsConfig, readinessGates, runtimeClassName, enableServiceLinks, preemptionPolicy, overhead,
    topologySpreadConstraints, setHostnameAsFQDN, os, hostUsers, schedulingGates, resourceClaims, resources,
    hostnameOverride, schedulingGroup, evictionResponders))
KUBEXX_COMPILED(PodSpec)

}  // namespace kubexx::corev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/types/core/v1/container_port.hpp"
#include "kubexx/types/core/v1/container_resize_policy.hpp"
#include "kubexx/types/core/v1/container_restart_rule.hpp"
#include "kubexx/types/core/v1/env_from_source.hpp"
#include "kubexx/types/core/v1/env_var.hpp"
#include "kubexx/types/core/v1/lifecycle.hpp"
#include "kubexx/types/core/v1/probe.hpp"
#include "kubexx/types/core/v1/pull_policy.hpp"
#include "kubexx/types/core/v1/resource_requirements.hpp"
#include "kubexx/types/core/v1/security_context.hpp"
#include "kubexx/types/core/v1/termination_message_policy.hpp"
#include "kubexx/types/core/v1/volume_device.hpp"
#include "kubexx/types/core/v1/volume_mount.hpp"

namespace kubexx::corev1 {

/// A single application container that you want to run within a pod.
struct Container {
  /// Name of the container specified as a DNS_LABEL. Each container in a pod must have a unique name (DNS_LABEL).
  /// Cannot be updated.
  std::string name{};
  /// Container image name. This field is optional to allow higher level config management to default or override
  /// container images in workload controllers like Deployments and StatefulSets.
  std::string image{};
  /// Entrypoint array. Not executed within a shell. The container image's ENTRYPOINT is used if this is not provided.
  /// Variable references $(VAR_NAME) are expanded using the container's environment. If a variable cannot be resolved,
  /// the reference in the input string will be unchanged.
  std::vector<std::string> command{};
  /// Arguments to the entrypoint. The container image's CMD is used if this is not provided. Variable references
  /// $(VAR_NAME) are expanded using the container's environment. If a variable cannot be resolved, the reference in the
  /// input string will be unchanged.
  std::vector<std::string> args{};
  /// Container's working directory. If not specified, the container runtime's default will be used, which might be
  /// configured in the container image. Cannot be updated.
  std::string workingDir{};
  /// List of ports to expose from the container. Not specifying a port here DOES NOT prevent that port from being
  /// exposed. Any port which is listening on the default "0.0.0.0" address inside a container will be accessible from
  /// the network. Merged by containerPort and protocol.
  std::vector<ContainerPort> ports{};
  /// List of sources to populate environment variables in the container. The keys defined within a source may consist
  /// of any printable ASCII characters except '='. When a key exists in multiple sources, the value associated with the
  /// last source will take precedence.
  std::vector<EnvFromSource> envFrom{};
  /// List of environment variables to set in the container. Cannot be updated. Merged by name.
  std::vector<EnvVar> env{};
  /// Compute Resources required by this container. Cannot be updated.
  ResourceRequirements resources{};
  /// Resources resize policy for the container. This field cannot be set on ephemeral containers.
  std::vector<ContainerResizePolicy> resizePolicy{};
  /// RestartPolicy defines the restart behavior of individual containers in a pod. This overrides the pod-level restart
  /// policy. When this field is not specified, the restart behavior is defined by the Pod's restart policy and the
  /// container type.
  std::optional<std::string> restartPolicy{};
  /// Represents a list of rules to be checked to determine if the container should be restarted on exit. The rules are
  /// evaluated in order. Once a rule matches a container exit condition, the remaining rules are ignored.
  std::vector<ContainerRestartRule> restartPolicyRules{};
  /// Pod volumes to mount into the container's filesystem. Cannot be updated. Merged by mountPath.
  std::vector<VolumeMount> volumeMounts{};
  /// volumeDevices is the list of block devices to be used by the container. Merged by devicePath.
  std::vector<VolumeDevice> volumeDevices{};
  /// Periodic probe of container liveness. Container will be restarted if the probe fails. Cannot be updated.
  std::optional<Probe> livenessProbe{};
  /// Periodic probe of container service readiness. Container will be removed from service endpoints if the probe
  /// fails. Cannot be updated.
  std::optional<Probe> readinessProbe{};
  /// StartupProbe indicates that the Pod has successfully initialized. If specified, no other probes are executed until
  /// this completes successfully. If this probe fails, the Pod will be restarted, just as if the livenessProbe failed.
  std::optional<Probe> startupProbe{};
  /// Actions that the management system should take in response to container lifecycle events. Cannot be updated.
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
  /// SecurityContext defines the security options the container should be run with. If set, the fields of
  /// SecurityContext override the equivalent fields of PodSecurityContext.
  std::optional<SecurityContext> securityContext{};
  /// Whether this container should allocate a buffer for stdin in the container runtime. If this is not set, reads from
  /// stdin in the container will always result in EOF. Default is false.
  bool stdin = false;
  /// Whether the container runtime should close the stdin channel after it has been opened by a single attach. When
  /// stdin is true the stdin stream will remain open across multiple attach sessions.
  bool stdinOnce = false;
  /// Whether this container should allocate a TTY for itself, also requires 'stdin' to be true. Default is false.
  bool tty = false;

  friend bool operator==(const Container&, const Container&);
};
BOOST_DESCRIBE_STRUCT(Container, (), (name, image, command, args, workingDir, ports, envFrom, env, resources,
    resizePolicy, restartPolicy, restartPolicyRules, volumeMounts, volumeDevices, livenessProbe, readinessProbe,
    startupProbe, lifecycle, terminationMessagePath, terminationMessagePolicy, imagePullPolicy, securityContext, stdin,
    stdinOnce, tty))
KUBEXX_COMPILED(Container)

}  // namespace kubexx::corev1

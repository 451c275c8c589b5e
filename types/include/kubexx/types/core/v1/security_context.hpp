// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/types/core/v1/app_armor_profile.hpp"
#include "kubexx/types/core/v1/se_linux_options.hpp"
#include "kubexx/types/core/v1/seccomp_profile.hpp"
#include "kubexx/types/core/v1/windows_security_context_options.hpp"

namespace kubexx::corev1 {

/// Adds and removes POSIX capabilities from running containers.
struct Capabilities {
  /// Added capabilities
  std::vector<std::string> add{};
  /// Removed capabilities
  std::vector<std::string> drop{};

  friend bool operator==(const Capabilities&, const Capabilities&);
};
BOOST_DESCRIBE_STRUCT(Capabilities, (), (add, drop))
KUBEXX_COMPILED(Capabilities)

struct ProcMountType : OpenEnum<ProcMountType> {
  using OpenEnum::OpenEnum;
  static constexpr Name Default{"Default"}, Unmasked{"Unmasked"};
};

/// SecurityContext holds security configuration that will be applied to a container. Some fields are present in both
/// SecurityContext and PodSecurityContext. When both are set, the values in SecurityContext take precedence.
struct SecurityContext {
  /// The capabilities to add/drop when running containers. Defaults to the default set of capabilities granted by the
  /// container runtime. Note that this field cannot be set when spec.os.name is windows.
  std::optional<Capabilities> capabilities{};
  /// Run container in privileged mode. Processes in privileged containers are essentially equivalent to root on the
  /// host. Defaults to false. Note that this field cannot be set when spec.os.name is windows.
  std::optional<bool> privileged{};
  /// The SELinux context to be applied to the container. If unspecified, the container runtime will allocate a random
  /// SELinux context for each container. May also be set in PodSecurityContext. If set in both SecurityContext and
  /// PodSecurityContext, the value specified in SecurityContext takes precedence.
  std::optional<SELinuxOptions> seLinuxOptions{};
  /// The Windows specific settings applied to all containers. If unspecified, the options from the PodSecurityContext
  /// will be used. If set in both SecurityContext and PodSecurityContext, the value specified in SecurityContext takes
  /// precedence. Note that this field cannot be set when spec.os.name is linux.
  std::optional<WindowsSecurityContextOptions> windowsOptions{};
  /// The UID to run the entrypoint of the container process. Defaults to user specified in image metadata if
  /// unspecified. May also be set in PodSecurityContext. If set in both SecurityContext and PodSecurityContext, the
  /// value specified in SecurityContext takes precedence.
  std::optional<std::int64_t> runAsUser{};
  /// The GID to run the entrypoint of the container process. Uses runtime default if unset. May also be set in
  /// PodSecurityContext. If set in both SecurityContext and PodSecurityContext, the value specified in SecurityContext
  /// takes precedence.
  std::optional<std::int64_t> runAsGroup{};
  /// Indicates that the container must run as a non-root user. If true, the Kubelet will validate the image at runtime
  /// to ensure that it does not run as UID 0 (root) and fail to start the container if it does. If unset or false, no
  /// such validation will be performed. May also be set in PodSecurityContext.
  std::optional<bool> runAsNonRoot{};
  /// Whether this container has a read-only root filesystem. Default is false. Note that this field cannot be set when
  /// spec.os.name is windows.
  std::optional<bool> readOnlyRootFilesystem{};
  /// AllowPrivilegeEscalation controls whether a process can gain more privileges than its parent process. This bool
  /// directly controls if the no_new_privs flag will be set on the container process.
  std::optional<bool> allowPrivilegeEscalation{};
  /// procMount denotes the type of proc mount to use for the containers. The default value is Default which uses the
  /// container runtime defaults for readonly paths and masked paths. Note that this field cannot be set when
  /// spec.os.name is windows.
  ProcMountType procMount{};
  /// The seccomp options to use by this container. If seccomp options are provided at both the pod & container level,
  /// the container options override the pod options. Note that this field cannot be set when spec.os.name is windows.
  std::optional<SeccompProfile> seccompProfile{};
  /// appArmorProfile is the AppArmor options to use by this container. If set, this profile overrides the pod's
  /// appArmorProfile. Note that this field cannot be set when spec.os.name is windows.
  std::optional<AppArmorProfile> appArmorProfile{};

  friend bool operator==(const SecurityContext&, const SecurityContext&);
};
BOOST_DESCRIBE_STRUCT(SecurityContext, (), (capabilities, privileged, seLinuxOptions, windowsOptions, runAsUser,
    runAsGroup, runAsNonRoot, readOnlyRootFilesystem, allowPrivilegeEscalation, procMount, seccompProfile,
    appArmorProfile))
KUBEXX_COMPILED(SecurityContext)

}  // namespace kubexx::corev1

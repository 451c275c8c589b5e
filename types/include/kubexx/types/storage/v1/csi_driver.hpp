// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::storagev1 {

/// TokenRequest contains parameters of a service account token.
struct TokenRequest {
  /// audience is the intended audience of the token in "TokenRequestSpec". It will default to the audiences of kube
  /// apiserver.
  std::string audience{};
  /// expirationSeconds is the duration of validity of the token in "TokenRequestSpec". It has the same default value of
  /// "ExpirationSeconds" in "TokenRequestSpec".
  std::optional<std::int64_t> expirationSeconds{};

  friend bool operator==(const TokenRequest&, const TokenRequest&);
};
BOOST_DESCRIBE_STRUCT(TokenRequest, (), (audience, expirationSeconds))
KUBEXX_COMPILED(TokenRequest)

/// CSIDriverSpec is the specification of a CSIDriver.
struct CSIDriverSpec {
  /// attachRequired indicates this CSI volume driver requires an attach operation (because it implements the CSI
  /// ControllerPublishVolume() method), and that the Kubernetes attach detach controller should call the attach volume
  /// interface which checks the volumeattachment status and waits until the volume is attached before proceeding to
  /// mounting.
  std::optional<bool> attachRequired{};
  /// podInfoOnMount indicates this CSI volume driver requires additional pod information (like podName, podUID, etc.)
  /// during mount operations, if set to true. If set to false, pod information will not be passed on mount. Default is
  /// false.
  std::optional<bool> podInfoOnMount{};
  /// volumeLifecycleModes defines what kind of volumes this CSI volume driver supports. The default if the list is
  /// empty is "Persistent", which is the usage defined by the CSI specification and implemented in Kubernetes via the
  /// usual PV/PVC mechanism. The other mode is "Ephemeral".
  std::vector<std::string> volumeLifecycleModes{};
  /// storageCapacity indicates that the CSI volume driver wants pod scheduling to consider the storage capacity that
  /// the driver deployment will report by creating CSIStorageCapacity objects with capacity information, if set to
  /// true. The check can be enabled immediately when deploying a driver.
  std::optional<bool> storageCapacity{};
  /// fsGroupPolicy defines if the underlying volume supports changing ownership and permission of the volume before
  /// being mounted. Refer to the specific FSGroupPolicy values for additional details. This field was immutable in
  /// Kubernetes < 1.29 and now is mutable.
  std::optional<std::string> fsGroupPolicy{};
  /// tokenRequests indicates the CSI driver needs pods' service account tokens it is mounting volume for to do
  /// necessary authentication. Kubelet will pass the tokens in VolumeContext in the CSI NodePublishVolume calls. The
  /// CSI driver should parse and validate the following VolumeContext:
  std::vector<TokenRequest> tokenRequests{};
  /// requiresRepublish indicates the CSI driver wants `NodePublishVolume` being periodically called to reflect any
  /// possible change in the mounted volume. This field defaults to false. Note:
  std::optional<bool> requiresRepublish{};
  /// seLinuxMount specifies if the CSI driver supports "-o context" mount option. When "true", the CSI driver must
  /// ensure that all volumes provided by this CSI driver can be mounted separately with different `-o context` options.
  std::optional<bool> seLinuxMount{};
  /// nodeAllocatableUpdatePeriodSeconds specifies the interval between periodic updates of the CSINode allocatable
  /// capacity for this driver. When set, both periodic updates and updates triggered by capacity-related failures are
  /// enabled.
  std::optional<std::int64_t> nodeAllocatableUpdatePeriodSeconds{};
  /// serviceAccountTokenInSecrets is an opt-in for CSI drivers to indicate that service account tokens should be passed
  /// via the Secrets field in NodePublishVolumeRequest instead of the VolumeContext field.
  std::optional<bool> serviceAccountTokenInSecrets{};
  /// preventPodSchedulingIfMissing indicates that the CSI driver wants to prevent pod scheduling if the CSI driver on
  /// the node is missing.
  std::optional<bool> preventPodSchedulingIfMissing{};

  friend bool operator==(const CSIDriverSpec&, const CSIDriverSpec&);
};
BOOST_DESCRIBE_STRUCT(CSIDriverSpec, (), (attachRequired, podInfoOnMount, volumeLifecycleModes, storageCapacity,
    fsGroupPolicy, tokenRequests, requiresRepublish, seLinuxMount, nodeAllocatableUpdatePeriodSeconds,
    serviceAccountTokenInSecrets, preventPodSchedulingIfMissing))
KUBEXX_COMPILED(CSIDriverSpec)

/// CSIDriver captures information about a Container Storage Interface (CSI) volume driver deployed on the cluster.
/// Kubernetes attach detach controller uses this object to determine whether attach is required. Kubelet uses this
/// object to determine whether pod information needs to be passed on mount.
struct CSIDriver {
  static constexpr ResourceInfo kubexx_resource{"storage.k8s.io", "v1", "CSIDriver", "csidrivers", Scope::cluster};
  ObjectMeta metadata{};
  /// spec represents the specification of the CSI Driver.
  CSIDriverSpec spec{};

  friend bool operator==(const CSIDriver&, const CSIDriver&);
};
BOOST_DESCRIBE_STRUCT(CSIDriver, (), (metadata, spec))
KUBEXX_COMPILED(CSIDriver)

}  // namespace kubexx::storagev1

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
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/types/core/v1/persistent_volume_access_mode.hpp"
#include "kubexx/types/core/v1/persistent_volume_mode.hpp"

namespace kubexx::storagev1 {

/// VolumeNodeResources is a set of resource limits for scheduling of volumes.
struct VolumeNodeResources {
  /// count indicates the maximum number of unique volumes managed by the CSI driver that can be used on a node. A
  /// volume that is both attached and mounted on a node is considered to be used once, not twice. The same rule applies
  /// for a unique volume that is shared among multiple pods on the same node.
  std::optional<std::int32_t> count{};

  friend bool operator==(const VolumeNodeResources&, const VolumeNodeResources&);
};
BOOST_DESCRIBE_STRUCT(VolumeNodeResources, (), (count))
KUBEXX_COMPILED(VolumeNodeResources)

/// CSINodeDriver holds information about the specification of one CSI driver installed on a node
struct CSINodeDriver {
  /// name represents the name of the CSI driver that this object refers to. This MUST be the same name returned by the
  /// CSI GetPluginName() call for that driver.
  std::string name{};
  /// nodeID of the node from the driver point of view. This field enables Kubernetes to communicate with storage
  /// systems that do not share the same nomenclature for nodes. For example, Kubernetes may refer to a given node as
  /// "node1", but the storage system may refer to the same node as "nodeA".
  std::string nodeID{};
  /// topologyKeys is the list of keys supported by the driver. When a driver is initialized on a cluster, it provides a
  /// set of topology keys that it understands (e.g. "company.com/zone", "company.com/region"). When a driver is
  /// initialized on a node, it provides the same topology keys along with values.
  std::vector<std::string> topologyKeys{};
  /// allocatable represents the volume resources of a node that are available for scheduling. This field is beta.
  std::optional<VolumeNodeResources> allocatable{};

  friend bool operator==(const CSINodeDriver&, const CSINodeDriver&);
};
BOOST_DESCRIBE_STRUCT(CSINodeDriver, (), (name, nodeID, topologyKeys, allocatable))
KUBEXX_COMPILED(CSINodeDriver)

/// CSINodeSpec holds information about the specification of all CSI drivers installed on a node
struct CSINodeSpec {
  /// drivers is a list of information of all CSI Drivers existing on a node. If all drivers in the list are
  /// uninstalled, this can become empty. Merged by name.
  std::vector<CSINodeDriver> drivers{};

  friend bool operator==(const CSINodeSpec&, const CSINodeSpec&);
};
BOOST_DESCRIBE_STRUCT(CSINodeSpec, (), (drivers))
KUBEXX_COMPILED(CSINodeSpec)

/// StorageHealthStatusType describes the health status category of a storage backend.
struct StorageHealthStatusType : OpenEnum<StorageHealthStatusType> {
  using OpenEnum::OpenEnum;
  static constexpr Name StorageUnreachable{"StorageUnreachable"}, StorageDegraded{"StorageDegraded"};
};

/// StorageHealthCondition represents an adverse health condition reported by a CSI driver for its storage backend on a
/// node.
struct StorageHealthCondition {
  /// status is the health status category. One of "StorageUnreachable", "StorageDegraded".
  StorageHealthStatusType status{};
  /// reason is a brief CamelCase machine-parseable reason. Maximum permitted length of a reason is 256 characters.
  std::string reason{};
  /// message is a human-readable description. Maximum permitted length of a message is 1024 characters.
  std::string message{};
  /// accessMode is the access mode affected. Nil means all access modes are affected.
  corev1::PersistentVolumeAccessMode accessMode{};
  /// volumeMode is the volume mode affected. Nil means both are affected.
  corev1::PersistentVolumeMode volumeMode{};
  /// lastTransitionTime is when this condition first appeared at its current state.
  Time lastTransitionTime{};

  friend bool operator==(const StorageHealthCondition&, const StorageHealthCondition&);
};
BOOST_DESCRIBE_STRUCT(StorageHealthCondition, (), (status, reason, message, accessMode, volumeMode, lastTransitionTime))
KUBEXX_COMPILED(StorageHealthCondition)

/// StorageHealth contains storage backend health reported by a CSI driver on a node.
struct StorageHealth {
  /// name is the CSI driver name, matching CSINodeDriver.name.
  std::string name{};
  /// healthConditions are the adverse storage backend conditions reported by the CSI driver. At most 16 conditions may
  /// be reported.
  std::vector<StorageHealthCondition> healthConditions{};

  friend bool operator==(const StorageHealth&, const StorageHealth&);
};
BOOST_DESCRIBE_STRUCT(StorageHealth, (), (name, healthConditions))
KUBEXX_COMPILED(StorageHealth)

/// CSINodeStatus contains health and status information for storage on a node.
struct CSINodeStatus {
  /// storageHealth contains backend health reports for CSI drivers registered on the node. Merged by name.
  std::vector<StorageHealth> storageHealth{};

  friend bool operator==(const CSINodeStatus&, const CSINodeStatus&);
};
BOOST_DESCRIBE_STRUCT(CSINodeStatus, (), (storageHealth))
KUBEXX_COMPILED(CSINodeStatus)

/// CSINode holds information about all CSI drivers installed on a node. CSI drivers do not need to create the CSINode
/// object directly.
struct CSINode {
  static constexpr ResourceInfo kubexx_resource{"storage.k8s.io", "v1", "CSINode", "csinodes", Scope::cluster};
  ObjectMeta metadata{};
  /// spec is the specification of CSINode
  CSINodeSpec spec{};
  /// status contains health and status information for the node's storage.
  CSINodeStatus status{};

  friend bool operator==(const CSINode&, const CSINode&);
};
BOOST_DESCRIBE_STRUCT(CSINode, (), (metadata, spec, status))
KUBEXX_COMPILED(CSINode)

}  // namespace kubexx::storagev1

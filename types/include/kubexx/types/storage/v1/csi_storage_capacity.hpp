// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::storagev1 {

/// CSIStorageCapacity stores the result of one CSI GetCapacity call. For a given StorageClass, this describes the
/// available capacity in a particular topology segment. This can be used when considering where to instantiate new
/// PersistentVolumes. For example this can express things like:
struct CSIStorageCapacity {
  static constexpr ResourceInfo kubexx_resource{"storage.k8s.io", "v1", "CSIStorageCapacity", "csistoragecapacities"};
  ObjectMeta metadata{};
  /// nodeTopology defines which nodes have access to the storage for which capacity was reported. If not set, the
  /// storage is not accessible from any node in the cluster. If empty, the storage is accessible from all nodes. This
  /// field is immutable.
  std::optional<MetaLabelSelector> nodeTopology{};
  /// storageClassName represents the name of the StorageClass that the reported capacity applies to. It must meet the
  /// same requirements as the name of a StorageClass object (non-empty, DNS subdomain).
  std::string storageClassName{};
  /// capacity is the value reported by the CSI driver in its GetCapacityResponse for a GetCapacityRequest with topology
  /// and parameters that match the previous fields. The semantic is currently (CSI spec 1.2) defined as:
  std::optional<Quantity> capacity{};
  /// maximumVolumeSize is the value reported by the CSI driver in its GetCapacityResponse for a GetCapacityRequest with
  /// topology and parameters that match the previous fields.
  std::optional<Quantity> maximumVolumeSize{};

  friend bool operator==(const CSIStorageCapacity&, const CSIStorageCapacity&);
};
BOOST_DESCRIBE_STRUCT(CSIStorageCapacity, (), (metadata, nodeTopology, storageClassName, capacity, maximumVolumeSize))
KUBEXX_COMPILED(CSIStorageCapacity)

}  // namespace kubexx::storagev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/core/v1/persistent_volume_reclaim_policy.hpp"

namespace kubexx::corev1 {

/// A topology selector requirement is a selector that matches given label. This is an alpha feature and may change in
/// the future.
struct TopologySelectorLabelRequirement {
  /// The label key that the selector applies to.
  std::string key{};
  /// An array of string values. One value must match the label to be selected. Each entry in Values is ORed.
  std::vector<std::string> values{};

  friend bool operator==(const TopologySelectorLabelRequirement&, const TopologySelectorLabelRequirement&);
};
BOOST_DESCRIBE_STRUCT(TopologySelectorLabelRequirement, (), (key, values))
KUBEXX_COMPILED(TopologySelectorLabelRequirement)

/// A topology selector term represents the result of label queries. A null or empty topology selector term matches no
/// objects. The requirements of them are ANDed. It provides a subset of functionality as NodeSelectorTerm. This is an
/// alpha feature and may change in the future.
struct TopologySelectorTerm {
  /// A list of topology selector requirements by labels.
  std::vector<TopologySelectorLabelRequirement> matchLabelExpressions{};

  friend bool operator==(const TopologySelectorTerm&, const TopologySelectorTerm&);
};
BOOST_DESCRIBE_STRUCT(TopologySelectorTerm, (), (matchLabelExpressions))
KUBEXX_COMPILED(TopologySelectorTerm)

}  // namespace kubexx::corev1

namespace kubexx::storagev1 {

/// VolumeBindingMode indicates how PersistentVolumeClaims should be bound.
struct VolumeBindingMode : OpenEnum<VolumeBindingMode> {
  using OpenEnum::OpenEnum;
  static constexpr Name Immediate{"Immediate"}, WaitForFirstConsumer{"WaitForFirstConsumer"};
};

/// StorageClass describes the parameters for a class of storage for which PersistentVolumes can be dynamically
/// provisioned. StorageClasses are non-namespaced; the name of the storage class according to etcd is in
/// ObjectMeta.Name.
struct StorageClass {
  static constexpr ResourceInfo kubexx_resource{"storage.k8s.io", "v1", "StorageClass", "storageclasses", Scope::cluster};
  ObjectMeta metadata{};
  /// provisioner indicates the type of the provisioner.
  std::string provisioner{};
  /// parameters holds the parameters for the provisioner that should create volumes of this storage class.
  std::map<std::string, std::string> parameters{};
  /// reclaimPolicy controls the reclaimPolicy for dynamically provisioned PersistentVolumes of this storage class.
  /// Defaults to Delete.
  corev1::PersistentVolumeReclaimPolicy reclaimPolicy{};
  /// mountOptions controls the mountOptions for dynamically provisioned PersistentVolumes of this storage class. e.g.
  /// ["ro", "soft"]. Not validated - mount of the PVs will simply fail if one is invalid.
  std::vector<std::string> mountOptions{};
  /// allowVolumeExpansion shows whether the storage class allow volume expand.
  std::optional<bool> allowVolumeExpansion{};
  /// volumeBindingMode indicates how PersistentVolumeClaims should be provisioned and bound. When unset,
  /// VolumeBindingImmediate is used. This field is only honored by servers that enable the VolumeScheduling feature.
  VolumeBindingMode volumeBindingMode{};
  /// allowedTopologies restrict the node topologies where volumes can be dynamically provisioned. Each volume plugin
  /// defines its own supported topology specifications. An empty TopologySelectorTerm list means there is no topology
  /// restriction.
  std::vector<corev1::TopologySelectorTerm> allowedTopologies{};

  friend bool operator==(const StorageClass&, const StorageClass&);
};
BOOST_DESCRIBE_STRUCT(StorageClass, (), (metadata, provisioner, parameters, reclaimPolicy, mountOptions,
    allowVolumeExpansion, volumeBindingMode, allowedTopologies))
KUBEXX_COMPILED(StorageClass)

}  // namespace kubexx::storagev1

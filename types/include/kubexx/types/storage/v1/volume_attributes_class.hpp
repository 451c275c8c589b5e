// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <map>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::storagev1 {

/// VolumeAttributesClass represents a specification of mutable volume attributes defined by the CSI driver. The class
/// can be specified during dynamic provisioning of PersistentVolumeClaims, and changed in the PersistentVolumeClaim
/// spec after provisioning.
struct VolumeAttributesClass {
  static constexpr ResourceInfo kubexx_resource{"storage.k8s.io", "v1", "VolumeAttributesClass", "volumeattributesclasses", Scope::cluster};
  ObjectMeta metadata{};
  /// driverName is the name of the CSI driver This field is immutable.
  std::string driverName{};
  /// parameters hold volume attributes defined by the CSI driver. These values are opaque to the Kubernetes and are
  /// passed directly to the CSI driver. The underlying storage provider supports changing these attributes on an
  /// existing volume, however the parameters field itself is immutable.
  std::map<std::string, std::string> parameters{};

  friend bool operator==(const VolumeAttributesClass&, const VolumeAttributesClass&);
};
BOOST_DESCRIBE_STRUCT(VolumeAttributesClass, (), (metadata, driverName, parameters))
KUBEXX_COMPILED(VolumeAttributesClass)

}  // namespace kubexx::storagev1

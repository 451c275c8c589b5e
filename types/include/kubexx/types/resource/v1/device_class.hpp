// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/resource/v1/device_selector.hpp"
#include "kubexx/types/resource/v1/opaque_device_configuration.hpp"

namespace kubexx::resourcev1 {

/// DeviceClassConfiguration is used in DeviceClass.
struct DeviceClassConfiguration {
  /// Opaque provides driver-specific configuration parameters.
  std::optional<OpaqueDeviceConfiguration> opaque{};

  friend bool operator==(const DeviceClassConfiguration&, const DeviceClassConfiguration&);
};
BOOST_DESCRIBE_STRUCT(DeviceClassConfiguration, (), (opaque))
KUBEXX_COMPILED(DeviceClassConfiguration)

/// DeviceClassSpec is used in a [DeviceClass] to define what can be allocated and how to configure it.
struct DeviceClassSpec {
  /// Each selector must be satisfied by a device which is claimed via this class.
  std::vector<DeviceSelector> selectors{};
  /// Config defines configuration parameters that apply to each device that is claimed via this class. Some classses
  /// may potentially be satisfied by multiple drivers, so each instance of a vendor configuration applies to exactly
  /// one driver.
  std::vector<DeviceClassConfiguration> config{};
  /// ExtendedResourceName is the extended resource name for the devices of this class. The devices of this class can be
  /// used to satisfy a pod's extended resource requests. It has the same format as the name of a pod's extended
  /// resource. It should be unique among all the device classes in a cluster.
  std::optional<std::string> extendedResourceName{};

  friend bool operator==(const DeviceClassSpec&, const DeviceClassSpec&);
};
BOOST_DESCRIBE_STRUCT(DeviceClassSpec, (), (selectors, config, extendedResourceName))
KUBEXX_COMPILED(DeviceClassSpec)

/// DeviceClass is a vendor- or admin-provided resource that contains device configuration and selectors. It can be
/// referenced in the device requests of a claim to apply these presets. Cluster scoped.
struct DeviceClass {
  static constexpr ResourceInfo kubexx_resource{"resource.k8s.io", "v1", "DeviceClass", "deviceclasses", Scope::cluster};
  ObjectMeta metadata{};
  /// Spec defines what can be allocated and how to configure it. This is mutable. Consumers have to be prepared for
  /// classes changing at any time, either because they get updated or replaced. Claim allocations are done once based
  /// on whatever was set in classes at the time of allocation.
  DeviceClassSpec spec{};

  friend bool operator==(const DeviceClass&, const DeviceClass&);
};
BOOST_DESCRIBE_STRUCT(DeviceClass, (), (metadata, spec))
KUBEXX_COMPILED(DeviceClass)

}  // namespace kubexx::resourcev1

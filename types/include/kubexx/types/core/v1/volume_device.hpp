// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// volumeDevice describes a mapping of a raw block device within a container.
struct VolumeDevice {
  /// name must match the name of a persistentVolumeClaim in the pod
  std::string name{};
  /// devicePath is the path inside of the container that the device will be mapped to.
  std::string devicePath{};

  friend bool operator==(const VolumeDevice&, const VolumeDevice&);
};
BOOST_DESCRIBE_STRUCT(VolumeDevice, (), (name, devicePath))
KUBEXX_COMPILED(VolumeDevice)

}  // namespace kubexx::corev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::resourcev1 {

/// CELDeviceSelector contains a CEL expression for selecting a device.
struct CELDeviceSelector {
  /// Expression is a CEL expression which evaluates a single device. It must evaluate to true when the device under
  /// consideration satisfies the desired criteria, and false when it does not. Any other result is an error and causes
  /// allocation of devices to abort.
  std::string expression{};

  friend bool operator==(const CELDeviceSelector&, const CELDeviceSelector&);
};
BOOST_DESCRIBE_STRUCT(CELDeviceSelector, (), (expression))
KUBEXX_COMPILED(CELDeviceSelector)

/// DeviceSelector must have exactly one field set.
struct DeviceSelector {
  /// CEL contains a CEL expression for selecting a device.
  std::optional<CELDeviceSelector> cel{};

  friend bool operator==(const DeviceSelector&, const DeviceSelector&);
};
BOOST_DESCRIBE_STRUCT(DeviceSelector, (), (cel))
KUBEXX_COMPILED(DeviceSelector)

}  // namespace kubexx::resourcev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/raw_json.hpp"

namespace kubexx::resourcev1 {

/// OpaqueDeviceConfiguration contains configuration parameters for a driver in a format defined by the driver vendor.
struct OpaqueDeviceConfiguration {
  /// Driver is used to determine which kubelet plugin needs to be passed these configuration parameters. An admission
  /// policy provided by the driver developer could use this to decide whether it needs to validate them.
  std::string driver{};
  /// Parameters can contain arbitrary data. It is the responsibility of the driver developer to handle validation and
  /// versioning. Typically this includes self-identification and a version ("kind" + "apiVersion" for Kubernetes
  /// types), with conversion between different versions.
  RawJson parameters{};

  friend bool operator==(const OpaqueDeviceConfiguration&, const OpaqueDeviceConfiguration&);
};
BOOST_DESCRIBE_STRUCT(OpaqueDeviceConfiguration, (), (driver, parameters))
KUBEXX_COMPILED(OpaqueDeviceConfiguration)

}  // namespace kubexx::resourcev1

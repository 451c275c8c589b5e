// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/resource/v1/device_taint.hpp"

namespace kubexx::resourcev1 {

/// DeviceTaintSelector defines which device(s) a DeviceTaintRule applies to. The empty selector matches all devices.
/// Without a selector, no devices are matched.
struct DeviceTaintSelector {
  /// If driver is set, only devices from that driver are selected. This fields corresponds to slice.spec.driver.
  std::optional<std::string> driver{};
  /// If pool is set, only devices in that pool are selected.
  std::optional<std::string> pool{};
  /// If device is set, only devices with that name are selected. This field corresponds to slice.spec.devices[].name.
  /// Setting also driver and pool may be required to avoid ambiguity, but is not required.
  std::optional<std::string> device{};

  friend bool operator==(const DeviceTaintSelector&, const DeviceTaintSelector&);
};
BOOST_DESCRIBE_STRUCT(DeviceTaintSelector, (), (driver, pool, device))
KUBEXX_COMPILED(DeviceTaintSelector)

/// DeviceTaintRuleSpec specifies the selector and one taint.
struct DeviceTaintRuleSpec {
  /// DeviceSelector defines which device(s) the taint is applied to. All selector criteria must be satisfied for a
  /// device to match. The empty selector matches all devices. Without a selector, no devices are matches.
  std::optional<DeviceTaintSelector> deviceSelector{};
  /// The taint that gets applied to matching devices.
  DeviceTaint taint{};

  friend bool operator==(const DeviceTaintRuleSpec&, const DeviceTaintRuleSpec&);
};
BOOST_DESCRIBE_STRUCT(DeviceTaintRuleSpec, (), (deviceSelector, taint))
KUBEXX_COMPILED(DeviceTaintRuleSpec)

/// DeviceTaintRuleStatus provides information about an on-going pod eviction.
struct DeviceTaintRuleStatus {
  /// Conditions provide information about the state of the DeviceTaintRule and the cluster at some point in time, in a
  /// machine-readable and human-readable format. The following condition is currently defined as part of this API, more
  /// may get added: - Type: EvictionInProgress - Status: Merged by type.
  std::vector<Condition> conditions{};

  friend bool operator==(const DeviceTaintRuleStatus&, const DeviceTaintRuleStatus&);
};
BOOST_DESCRIBE_STRUCT(DeviceTaintRuleStatus, (), (conditions))
KUBEXX_COMPILED(DeviceTaintRuleStatus)

/// DeviceTaintRule adds one taint to all devices which match the selector. This has the same effect as if the taint was
/// specified directly in the ResourceSlice by the DRA driver.
struct DeviceTaintRule {
  static constexpr ResourceInfo kubexx_resource{"resource.k8s.io", "v1", "DeviceTaintRule", "devicetaintrules", Scope::cluster};
  ObjectMeta metadata{};
  /// Spec specifies the selector and one taint. Changing the spec automatically increments the metadata.generation
  /// number.
  DeviceTaintRuleSpec spec{};
  /// Status provides information about what was requested in the spec.
  DeviceTaintRuleStatus status{};

  friend bool operator==(const DeviceTaintRule&, const DeviceTaintRule&);
};
BOOST_DESCRIBE_STRUCT(DeviceTaintRule, (), (metadata, spec, status))
KUBEXX_COMPILED(DeviceTaintRule)

}  // namespace kubexx::resourcev1

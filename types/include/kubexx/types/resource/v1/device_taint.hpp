// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/types/resource/v1/device_taint_effect.hpp"

namespace kubexx::resourcev1 {

/// The device this taint is attached to has the "effect" on any claim which does not tolerate the taint and, through
/// the claim, to pods using the claim.
struct DeviceTaint {
  /// The taint key to be applied to a device. Must be a label name.
  std::string key{};
  /// The taint value corresponding to the taint key. Must be a label value.
  std::string value{};
  /// The effect of the taint on claims that do not tolerate the taint and through such claims on the pods using them.
  /// Valid effects are None, NoSchedule and NoExecute. PreferNoSchedule as used for nodes is not valid here. More
  /// effects may get added in the future.
  DeviceTaintEffect effect{};
  /// TimeAdded represents the time at which the taint was added or (only in a DeviceTaintRule) the effect was modified.
  /// Added automatically during create or update if not set.
  std::optional<Time> timeAdded{};

  friend bool operator==(const DeviceTaint&, const DeviceTaint&);
};
BOOST_DESCRIBE_STRUCT(DeviceTaint, (), (key, value, effect, timeAdded))
KUBEXX_COMPILED(DeviceTaint)

}  // namespace kubexx::resourcev1

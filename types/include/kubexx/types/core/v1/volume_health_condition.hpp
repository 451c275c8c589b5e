// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

/// VolumeHealthStatusType describes the health status category of a volume.
struct VolumeHealthStatusType : OpenEnum<VolumeHealthStatusType> {
  using OpenEnum::OpenEnum;
  static constexpr Name Inaccessible{"Inaccessible"}, DataLoss{"DataLoss"}, Degraded{"Degraded"};
};

/// VolumeHealthCondition represents an adverse health condition reported for a volume.
struct VolumeHealthCondition {
  /// status is the machine-parseable health category. Possible values: - "Inaccessible": the volume cannot be accessed.
  /// - "DataLoss": data loss has been detected on the volume. - "Degraded": the volume is functioning with reduced
  /// capability.
  VolumeHealthStatusType status{};
  /// reason is a brief CamelCase machine-parseable reason. Together with status it forms the unique identity of a
  /// condition entry. Maximum permitted length of a reason is 256 bytes.
  std::string reason{};
  /// message is a human-readable description. Maximum permitted length of a message is 1024 bytes.
  std::string message{};

  friend bool operator==(const VolumeHealthCondition&, const VolumeHealthCondition&);
};
BOOST_DESCRIBE_STRUCT(VolumeHealthCondition, (), (status, reason, message))
KUBEXX_COMPILED(VolumeHealthCondition)

}  // namespace kubexx::corev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// Represents a Flocker volume mounted by the Flocker agent. One and only one of datasetName and datasetUUID should be
/// set. Flocker volumes do not support ownership management or SELinux relabeling.
struct FlockerVolumeSource {
  /// datasetName is Name of the dataset stored as metadata -> name on the dataset for Flocker should be considered as
  /// deprecated
  std::string datasetName{};
  /// datasetUUID is the UUID of the dataset. This is unique identifier of a Flocker dataset
  std::string datasetUUID{};

  friend bool operator==(const FlockerVolumeSource&, const FlockerVolumeSource&);
};
BOOST_DESCRIBE_STRUCT(FlockerVolumeSource, (), (datasetName, datasetUUID))
KUBEXX_COMPILED(FlockerVolumeSource)

}  // namespace kubexx::corev1

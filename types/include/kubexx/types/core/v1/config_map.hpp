// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <map>
#include <optional>
#include <string>

#include "kubexx/apimachinery/bytes.hpp"
#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::corev1 {

/// ConfigMap holds configuration data for pods to consume.
struct ConfigMap {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata{};
  /// Immutable, if set to true, ensures that data stored in the ConfigMap cannot be updated (only object metadata can
  /// be modified). If not set to true, the field can be modified at any time. Defaulted to nil.
  std::optional<bool> immutable{};
  /// Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values
  /// with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the
  /// keys in the BinaryData field, this is enforced during validation process.
  std::map<std::string, std::string> data{};
  /// BinaryData contains the binary data. Each key must consist of alphanumeric characters, '-', '_' or '.'. BinaryData
  /// can contain byte sequences that are not in the UTF-8 range. The keys stored in BinaryData must not overlap with
  /// the ones in the Data field, this is enforced during validation process.
  std::map<std::string, Bytes> binaryData{};

  friend bool operator==(const ConfigMap&, const ConfigMap&);
};
BOOST_DESCRIBE_STRUCT(ConfigMap, (), (metadata, immutable, data, binaryData))
KUBEXX_COMPILED(ConfigMap)

}  // namespace kubexx::corev1

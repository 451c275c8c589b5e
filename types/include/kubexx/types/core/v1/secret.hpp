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

/// Secret holds secret data of a certain type. The total bytes of the values in the Data field must be less than
/// MaxSecretSize bytes.
struct Secret {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Secret", "secrets"};
  ObjectMeta metadata{};
  /// Immutable, if set to true, ensures that data stored in the Secret cannot be updated (only object metadata can be
  /// modified). If not set to true, the field can be modified at any time. Defaulted to nil.
  std::optional<bool> immutable{};
  /// Data contains the secret data. Each key must consist of alphanumeric characters, '-', '_' or '.'. The serialized
  /// form of the secret data is a base64 encoded string, representing the arbitrary (possibly non-string) data value
  /// here. Described in https://tools.ietf.org/html/rfc4648#section-4
  std::map<std::string, Bytes> data{};
  /// stringData allows specifying non-binary secret data in string form. It is provided as a write-only input field for
  /// convenience. All keys and values are merged into the data field on write, overwriting any existing values. The
  /// stringData field is never output when reading from the API.
  std::map<std::string, std::string> stringData{};
  /// Used to facilitate programmatic handling of secret data.
  std::string type{};

  friend bool operator==(const Secret&, const Secret&);
};
BOOST_DESCRIBE_STRUCT(Secret, (), (metadata, immutable, data, stringData, type))
KUBEXX_COMPILED(Secret)

}  // namespace kubexx::corev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// ConfigMapEnvSource selects a ConfigMap to populate the environment variables with. The contents of the target
/// ConfigMap's Data field will represent the key-value pairs as environment variables. Keys in the BinaryData field are
/// not currently propagated to container env vars.
struct ConfigMapEnvSource {
  /// Name of the referent. This field is effectively required, but due to backwards compatibility is allowed to be
  /// empty. Instances of this type with an empty value here are almost certainly wrong.
  std::string name{};
  /// Specify whether the ConfigMap must be defined
  std::optional<bool> optional{};

  friend bool operator==(const ConfigMapEnvSource&, const ConfigMapEnvSource&);
};
BOOST_DESCRIBE_STRUCT(ConfigMapEnvSource, (), (name, optional))
KUBEXX_COMPILED(ConfigMapEnvSource)

/// SecretEnvSource selects a Secret to populate the environment variables with. The contents of the target Secret's
/// Data field will represent the key-value pairs as environment variables.
struct SecretEnvSource {
  /// Name of the referent. This field is effectively required, but due to backwards compatibility is allowed to be
  /// empty. Instances of this type with an empty value here are almost certainly wrong.
  std::string name{};
  /// Specify whether the Secret must be defined
  std::optional<bool> optional{};

  friend bool operator==(const SecretEnvSource&, const SecretEnvSource&);
};
BOOST_DESCRIBE_STRUCT(SecretEnvSource, (), (name, optional))
KUBEXX_COMPILED(SecretEnvSource)

/// EnvFromSource represents the source of a set of ConfigMaps or Secrets
struct EnvFromSource {
  /// Optional text to prepend to the name of each environment variable. May consist of any printable ASCII characters
  /// except '='.
  std::string prefix{};
  /// The ConfigMap to select from
  std::optional<ConfigMapEnvSource> configMapRef{};
  /// The Secret to select from
  std::optional<SecretEnvSource> secretRef{};

  friend bool operator==(const EnvFromSource&, const EnvFromSource&);
};
BOOST_DESCRIBE_STRUCT(EnvFromSource, (), (prefix, configMapRef, secretRef))
KUBEXX_COMPILED(EnvFromSource)

}  // namespace kubexx::corev1

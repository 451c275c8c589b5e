// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/types/core/v1/object_field_selector.hpp"
#include "kubexx/types/core/v1/resource_field_selector.hpp"

namespace kubexx::corev1 {

/// Selects a key from a ConfigMap.
struct ConfigMapKeySelector {
  /// Name of the referent. This field is effectively required, but due to backwards compatibility is allowed to be
  /// empty. Instances of this type with an empty value here are almost certainly wrong.
  std::string name{};
  /// The key to select from the ConfigMap's Data field. Keys in the BinaryData field are not currently propagated to
  /// container env vars.
  std::string key{};
  /// Specify whether the ConfigMap or its key must be defined
  std::optional<bool> optional{};

  friend bool operator==(const ConfigMapKeySelector&, const ConfigMapKeySelector&);
};
BOOST_DESCRIBE_STRUCT(ConfigMapKeySelector, (), (name, key, optional))
KUBEXX_COMPILED(ConfigMapKeySelector)

/// SecretKeySelector selects a key of a Secret.
struct SecretKeySelector {
  /// Name of the referent. This field is effectively required, but due to backwards compatibility is allowed to be
  /// empty. Instances of this type with an empty value here are almost certainly wrong.
  std::string name{};
  /// The key of the secret to select from. Must be a valid secret key.
  std::string key{};
  /// Specify whether the Secret or its key must be defined
  std::optional<bool> optional{};

  friend bool operator==(const SecretKeySelector&, const SecretKeySelector&);
};
BOOST_DESCRIBE_STRUCT(SecretKeySelector, (), (name, key, optional))
KUBEXX_COMPILED(SecretKeySelector)

/// FileKeySelector selects a key of the env file.
struct FileKeySelector {
  /// The name of the volume mount containing the env file.
  std::string volumeName{};
  /// The path within the volume from which to select the file. Must be relative and may not contain the '.' path or
  /// start with '.'.
  std::string path{};
  /// The key within the env file. An invalid key will prevent the pod from starting. The keys defined within a source
  /// may consist of any printable ASCII characters except '='. During Alpha stage of the EnvFiles feature gate, the key
  /// size is limited to 128 characters.
  std::string key{};
  /// Specify whether the file or its key must be defined. If the file or key does not exist, then the env var is not
  /// published. If optional is set to true and the specified key does not exist, the environment variable will not be
  /// set in the Pod's containers.
  std::optional<bool> optional{};

  friend bool operator==(const FileKeySelector&, const FileKeySelector&);
};
BOOST_DESCRIBE_STRUCT(FileKeySelector, (), (volumeName, path, key, optional))
KUBEXX_COMPILED(FileKeySelector)

/// EnvVarSource represents a source for the value of an EnvVar.
struct EnvVarSource {
  /// Selects a field of the pod: supports metadata.name, metadata.namespace, `metadata.labels['<KEY>']`,
  /// `metadata.annotations['<KEY>']`, spec.nodeName, spec.serviceAccountName, status.hostIP, status.podIP,
  /// status.podIPs.
  std::optional<ObjectFieldSelector> fieldRef{};
  /// Selects a resource of the container: only resources limits and requests (limits.cpu, limits.memory,
  /// limits.ephemeral-storage, requests.cpu, requests.memory and requests.ephemeral-storage) are currently supported.
  std::optional<ResourceFieldSelector> resourceFieldRef{};
  /// Selects a key of a ConfigMap.
  std::optional<ConfigMapKeySelector> configMapKeyRef{};
  /// Selects a key of a secret in the pod's namespace
  std::optional<SecretKeySelector> secretKeyRef{};
  /// FileKeyRef selects a key of the env file. Requires the EnvFiles feature gate to be enabled.
  std::optional<FileKeySelector> fileKeyRef{};

  friend bool operator==(const EnvVarSource&, const EnvVarSource&);
};
BOOST_DESCRIBE_STRUCT(EnvVarSource, (), (fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef))
KUBEXX_COMPILED(EnvVarSource)

/// EnvVar represents an environment variable present in a Container.
struct EnvVar {
  /// Name of the environment variable. May consist of any printable ASCII characters except '='.
  std::string name{};
  /// Variable references $(VAR_NAME) are expanded using the previously defined environment variables in the container
  /// and any service environment variables. If a variable cannot be resolved, the reference in the input string will be
  /// unchanged.
  std::string value{};
  /// Source for the environment variable's value. Cannot be used if value is not empty.
  std::optional<EnvVarSource> valueFrom{};

  friend bool operator==(const EnvVar&, const EnvVar&);
};
BOOST_DESCRIBE_STRUCT(EnvVar, (), (name, value, valueFrom))
KUBEXX_COMPILED(EnvVar)

}  // namespace kubexx::corev1

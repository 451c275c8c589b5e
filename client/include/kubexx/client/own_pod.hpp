// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "kubexx/base/object_key.hpp"
#include "kubexx/client/load_config.hpp"

namespace kubexx {

/// Returns the namespace of the pod that this process runs in: POD_NAMESPACE, which a manifest sets through the
/// downward API, or the file `namespace` of the service account below `root`. Nullopt outside a pod, and in a pod that
/// has neither. Throws ConfigError if the file cannot be read.
[[nodiscard]] std::optional<std::string> own_namespace(
    const Environment& environment, const std::string& root = "/var/run/secrets/kubernetes.io/serviceaccount");

/// Returns the key of the pod that this process runs in: the name is POD_NAME, or HOSTNAME, which the kubelet sets to
/// the name of the pod unless its spec has a hostname or uses the network of the host. Nullopt if the name or the
/// namespace is unknown. Whether the pod exists is not checked. Throws ConfigError if the file cannot be read.
///
///     env:
///     - {name: POD_NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
///     - {name: POD_NAMESPACE, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}
[[nodiscard]] std::optional<ObjectKey> own_pod(
    const Environment& environment, const std::string& root = "/var/run/secrets/kubernetes.io/serviceaccount");

}  // namespace kubexx

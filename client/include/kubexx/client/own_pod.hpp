// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "kubexx/base/object_key.hpp"
#include "kubexx/client/load_config.hpp"

namespace kubexx {

/// Returns the namespace of the pod that this process runs in: POD_NAMESPACE, which a manifest sets through the
/// downward API, or the file `namespace` of the service account below `root`. Nullopt outside a pod, and in a pod that
/// has neither. Throws ConfigError, which names the variable or the file, if that is not the name of a namespace or
/// cannot be read.
[[nodiscard]] std::optional<std::string> own_namespace(
    const Environment& environment, const std::string& root = "/var/run/secrets/kubernetes.io/serviceaccount");

/// Returns the key of the pod that this process runs in. Its name is POD_NAME, or HOSTNAME if that could be the name of
/// a pod. HOSTNAME is the pod's name only if its spec sets neither hostname, hostNetwork nor setHostnameAsFQDN, and if
/// the name has at most 63 characters: a longer one is cut off. Nullopt if the name or the namespace is unknown.
/// Whether the pod exists is not checked. Throws ConfigError as own_namespace does, also for POD_NAME.
///
///     env:
///     - {name: POD_NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
///     - {name: POD_NAMESPACE, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}
[[nodiscard]] std::optional<ObjectKey> own_pod(
    const Environment& environment, const std::string& root = "/var/run/secrets/kubernetes.io/serviceaccount");

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/env_var.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(ConfigMapKeySelector, KUBEXX_FIELD(name), KUBEXX_FIELD(key), KUBEXX_FIELD(optional))

KUBEXX_TABLE(SecretKeySelector, KUBEXX_FIELD(name), KUBEXX_FIELD(key), KUBEXX_FIELD(optional))

KUBEXX_TABLE(FileKeySelector, KUBEXX_FIELD(volumeName), KUBEXX_FIELD(path), KUBEXX_FIELD(key), KUBEXX_FIELD(optional))

KUBEXX_TABLE(EnvVarSource, KUBEXX_FIELD(fieldRef), KUBEXX_FIELD(resourceFieldRef), KUBEXX_FIELD(configMapKeyRef),
             KUBEXX_FIELD(secretKeyRef), KUBEXX_FIELD(fileKeyRef))

KUBEXX_TABLE(EnvVar, KUBEXX_FIELD(name), KUBEXX_FIELD(value), KUBEXX_FIELD(valueFrom))

}  // namespace kubexx::corev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/env_from_source.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(ConfigMapEnvSource, KUBEXX_FIELD(name), KUBEXX_FIELD(optional))

KUBEXX_TABLE(SecretEnvSource, KUBEXX_FIELD(name), KUBEXX_FIELD(optional))

KUBEXX_TABLE(EnvFromSource, KUBEXX_FIELD(prefix), KUBEXX_FIELD(configMapRef), KUBEXX_FIELD(secretRef))

}  // namespace kubexx::corev1

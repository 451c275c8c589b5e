// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/secret.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(Secret, KUBEXX_FIELD(metadata), KUBEXX_FIELD(immutable), KUBEXX_FIELD(data), KUBEXX_FIELD(stringData),
             KUBEXX_FIELD(type))

}  // namespace kubexx::corev1

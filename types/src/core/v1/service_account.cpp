// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/service_account.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(ServiceAccount, KUBEXX_FIELD(metadata), KUBEXX_FIELD_MORE(secrets, "secrets", by_name),
             KUBEXX_FIELD(imagePullSecrets), KUBEXX_FIELD(automountServiceAccountToken))

}  // namespace kubexx::corev1

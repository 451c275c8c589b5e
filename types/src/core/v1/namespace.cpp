// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/namespace.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(NamespaceSpec, KUBEXX_FIELD(finalizers))

KUBEXX_TABLE(NamespaceCondition, KUBEXX_FIELD(type), KUBEXX_FIELD(status), KUBEXX_FIELD(lastTransitionTime),
             KUBEXX_FIELD(reason), KUBEXX_FIELD(message))

KUBEXX_TABLE(NamespaceStatus, KUBEXX_FIELD(phase), KUBEXX_FIELD_MORE(conditions, "conditions", by_type))

KUBEXX_TABLE(Namespace, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::corev1

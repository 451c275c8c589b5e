// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/event_source.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(EventSource, KUBEXX_FIELD(component), KUBEXX_FIELD(host))

}  // namespace kubexx::corev1

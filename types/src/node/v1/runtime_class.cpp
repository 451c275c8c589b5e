// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/node/v1/runtime_class.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::nodev1 {

KUBEXX_TABLE(Overhead, KUBEXX_FIELD(podFixed))

KUBEXX_TABLE(Scheduling, KUBEXX_FIELD(nodeSelector), KUBEXX_FIELD(tolerations))

KUBEXX_TABLE(RuntimeClass, KUBEXX_FIELD(metadata), KUBEXX_FIELD(handler), KUBEXX_FIELD(overhead),
             KUBEXX_FIELD(scheduling))

}  // namespace kubexx::nodev1

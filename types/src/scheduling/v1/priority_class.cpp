// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/scheduling/v1/priority_class.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::schedulingv1 {

KUBEXX_TABLE(PriorityClass, KUBEXX_FIELD(metadata), KUBEXX_FIELD(value),
             KUBEXX_FIELD_AS(globalDefault, "globalDefault", true), KUBEXX_FIELD(description),
             KUBEXX_FIELD(preemptionPolicy))

}  // namespace kubexx::schedulingv1

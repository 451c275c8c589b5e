// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/limit_range.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(LimitRangeItem, KUBEXX_FIELD(type), KUBEXX_FIELD(max), KUBEXX_FIELD(min),
             KUBEXX_FIELD_AS(default_, "default", false), KUBEXX_FIELD(defaultRequest),
             KUBEXX_FIELD(maxLimitRequestRatio))

KUBEXX_TABLE(LimitRangeSpec, KUBEXX_FIELD(limits))

KUBEXX_TABLE(LimitRange, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

}  // namespace kubexx::corev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/autoscaling/v1/scale.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::autoscalingv1 {

KUBEXX_TABLE(ScaleSpec, KUBEXX_FIELD_AS(replicas, "replicas", true))

KUBEXX_TABLE(ScaleStatus, KUBEXX_FIELD(replicas), KUBEXX_FIELD(selector))

KUBEXX_TABLE(Scale, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::autoscalingv1

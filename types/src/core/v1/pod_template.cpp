// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/pod_template.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(PodTemplate, KUBEXX_FIELD(metadata), KUBEXX_FIELD_AS(template_, "template", false))

}  // namespace kubexx::corev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/resource_requirements.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(ResourceClaim, KUBEXX_FIELD(name), KUBEXX_FIELD(request))

KUBEXX_TABLE(ResourceRequirements, KUBEXX_FIELD(limits), KUBEXX_FIELD(requests),
             KUBEXX_FIELD_MORE(claims, "claims", by_name))

}  // namespace kubexx::corev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/resource/v1/resource_claim_template.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::resourcev1 {

KUBEXX_TABLE(ResourceClaimTemplateSpec, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

KUBEXX_TABLE(ResourceClaimTemplate, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

}  // namespace kubexx::resourcev1

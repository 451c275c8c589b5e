// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/networking/v1/service_cidr.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::networkingv1 {

KUBEXX_TABLE(ServiceCIDRSpec, KUBEXX_FIELD(cidrs))

KUBEXX_TABLE(ServiceCIDRStatus, KUBEXX_FIELD_MORE(conditions, "conditions", by_type))

KUBEXX_TABLE(ServiceCIDR, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::networkingv1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/networking/v1/ip_address.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::networkingv1 {

KUBEXX_TABLE(ParentReference, KUBEXX_FIELD(group), KUBEXX_FIELD(resource),
             KUBEXX_FIELD_AS(namespace_, "namespace", false), KUBEXX_FIELD(name))

KUBEXX_TABLE(IPAddressSpec, KUBEXX_FIELD(parentRef))

KUBEXX_TABLE(IPAddress, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

}  // namespace kubexx::networkingv1

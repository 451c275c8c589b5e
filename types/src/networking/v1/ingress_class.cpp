// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/networking/v1/ingress_class.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::networkingv1 {

KUBEXX_TABLE(IngressClassParametersReference, KUBEXX_FIELD(apiGroup), KUBEXX_FIELD(kind), KUBEXX_FIELD(name),
             KUBEXX_FIELD(scope), KUBEXX_FIELD_AS(namespace_, "namespace", false))

KUBEXX_TABLE(IngressClassSpec, KUBEXX_FIELD(controller), KUBEXX_FIELD(parameters))

KUBEXX_TABLE(IngressClass, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

}  // namespace kubexx::networkingv1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/admissionregistration/v1/param_kind.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::admissionregistrationv1 {

KUBEXX_TABLE(ParamKind, KUBEXX_FIELD(apiVersion), KUBEXX_FIELD(kind))

}  // namespace kubexx::admissionregistrationv1

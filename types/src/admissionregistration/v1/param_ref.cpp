// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/admissionregistration/v1/param_ref.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::admissionregistrationv1 {

KUBEXX_TABLE(ParamRef, KUBEXX_FIELD(name), KUBEXX_FIELD_AS(namespace_, "namespace", false), KUBEXX_FIELD(selector),
             KUBEXX_FIELD(parameterNotFoundAction))

}  // namespace kubexx::admissionregistrationv1

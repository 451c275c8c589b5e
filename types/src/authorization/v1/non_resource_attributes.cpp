// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/authorization/v1/non_resource_attributes.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::authorizationv1 {

KUBEXX_TABLE(NonResourceAttributes, KUBEXX_FIELD(path), KUBEXX_FIELD(verb))

}  // namespace kubexx::authorizationv1

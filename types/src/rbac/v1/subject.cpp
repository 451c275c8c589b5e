// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/rbac/v1/subject.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::rbacv1 {

KUBEXX_TABLE(Subject, KUBEXX_FIELD(kind), KUBEXX_FIELD(apiGroup), KUBEXX_FIELD(name),
             KUBEXX_FIELD_AS(namespace_, "namespace", false))

}  // namespace kubexx::rbacv1

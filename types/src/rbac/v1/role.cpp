// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/rbac/v1/role.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::rbacv1 {

KUBEXX_TABLE(Role, KUBEXX_FIELD(metadata), KUBEXX_FIELD(rules))

}  // namespace kubexx::rbacv1

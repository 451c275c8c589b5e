// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/authentication/v1/user_info.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::authenticationv1 {

KUBEXX_TABLE(UserInfo, KUBEXX_FIELD(username), KUBEXX_FIELD(uid), KUBEXX_FIELD(groups), KUBEXX_FIELD(extra))

}  // namespace kubexx::authenticationv1

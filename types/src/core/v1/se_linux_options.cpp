// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/se_linux_options.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(SELinuxOptions, KUBEXX_FIELD(user), KUBEXX_FIELD(role), KUBEXX_FIELD(type), KUBEXX_FIELD(level))

}  // namespace kubexx::corev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/core/v1/http_get_action.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::corev1 {

KUBEXX_TABLE(HTTPHeader, KUBEXX_FIELD(name), KUBEXX_FIELD(value))

KUBEXX_TABLE(HTTPGetAction, KUBEXX_FIELD(path), KUBEXX_FIELD(port), KUBEXX_FIELD(host), KUBEXX_FIELD(scheme),
             KUBEXX_FIELD(httpHeaders), KUBEXX_FIELD(protocol))

}  // namespace kubexx::corev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/resource/v1/device_toleration.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::resourcev1 {

KUBEXX_TABLE(DeviceToleration, KUBEXX_FIELD(key), KUBEXX_FIELD_AS(operator_, "operator", false), KUBEXX_FIELD(value),
             KUBEXX_FIELD(effect), KUBEXX_FIELD(tolerationSeconds))

}  // namespace kubexx::resourcev1

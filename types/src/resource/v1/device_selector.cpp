// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/resource/v1/device_selector.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::resourcev1 {

KUBEXX_TABLE(CELDeviceSelector, KUBEXX_FIELD(expression))

KUBEXX_TABLE(DeviceSelector, KUBEXX_FIELD(cel))

}  // namespace kubexx::resourcev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/resource/v1/opaque_device_configuration.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::resourcev1 {

KUBEXX_TABLE(OpaqueDeviceConfiguration, KUBEXX_FIELD(driver), KUBEXX_FIELD(parameters))

}  // namespace kubexx::resourcev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/resource/v1/device_class.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::resourcev1 {

KUBEXX_TABLE(DeviceClassConfiguration, KUBEXX_FIELD(opaque))

KUBEXX_TABLE(DeviceClassSpec, KUBEXX_FIELD(selectors), KUBEXX_FIELD(config), KUBEXX_FIELD(extendedResourceName))

KUBEXX_TABLE(DeviceClass, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec))

}  // namespace kubexx::resourcev1

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/storage/v1/volume_attributes_class.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::storagev1 {

KUBEXX_TABLE(VolumeAttributesClass, KUBEXX_FIELD(metadata), KUBEXX_FIELD(driverName), KUBEXX_FIELD(parameters))

}  // namespace kubexx::storagev1

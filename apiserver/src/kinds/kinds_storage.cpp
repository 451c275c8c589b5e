// SPDX-License-Identifier: Apache-2.0
#include "kinds/builtin.hpp"
#include "kinds/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::array rows{
    KindRow{"CSIDriver", "csidrivers", "cluster versioned returns-deleted generation", "", ""},
    KindRow{"CSINode", "csinodes", "cluster status versioned returns-deleted", "", ""},
    KindRow{"CSIStorageCapacity", "csistoragecapacities", "versioned", "", ""},
    KindRow{"StorageClass", "storageclasses", "cluster returns-deleted", "sc", ""},
    KindRow{"VolumeAttachment", "volumeattachments", "cluster status versioned returns-deleted", "", ""},
    KindRow{"VolumeAttributesClass", "volumeattributesclasses", "cluster returns-deleted", "vac", ""},
};

}  // namespace

std::vector<Kind> storage_kinds()
{
  auto kinds = make_kinds("storage.k8s.io", rows);
  kind_among(kinds, "storageclasses").validate = validate_storage_class;
  return kinds;
}

}  // namespace kubexx::apiserver

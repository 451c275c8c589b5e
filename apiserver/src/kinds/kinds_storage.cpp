// SPDX-License-Identifier: Apache-2.0
#include "kinds/builtin.hpp"
#include "validation/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::array storage_rows{
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
  auto kinds = make_kinds("storage.k8s.io", storage_rows);
  // A new driver has no generation; the first change of its spec makes it 1.
  kind_among(kinds, "csidrivers").prepare_create = [](Json& driver) { driver["metadata"].erase("generation"); };
  kind_among(kinds, "volumeattributesclasses").prepare_create = [](Json& object) {
    protect(object, "kubernetes.io/vac-protection");
  };
  kind_among(kinds, "storageclasses").validate = validate_storage_class;
  kind_among(kinds, "csidrivers").validate = validate_csi_driver;
  kind_among(kinds, "csinodes").validate = validate_csi_node;
  kind_among(kinds, "csistoragecapacities").validate = validate_storage_capacity;
  kind_among(kinds, "volumeattachments").validate = validate_volume_attachment;
  kind_among(kinds, "volumeattributesclasses").validate = validate_attributes_class;
  return kinds;
}

}  // namespace kubexx::apiserver

// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/storagemigration/v1/storage_version_migration.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::metav1 {

KUBEXX_TABLE(GroupResource, KUBEXX_FIELD(group), KUBEXX_FIELD(resource))

}  // namespace kubexx::metav1

namespace kubexx::storagemigrationv1 {

KUBEXX_TABLE(StorageVersionMigrationSpec, KUBEXX_FIELD(resource))

KUBEXX_TABLE(StorageVersionMigrationStatus, KUBEXX_FIELD_MORE(conditions, "conditions", by_type),
             KUBEXX_FIELD(resourceVersion))

KUBEXX_TABLE(StorageVersionMigration, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::storagemigrationv1

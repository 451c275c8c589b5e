// SPDX-License-Identifier: Apache-2.0
#include "compiled_struct_kind.hpp"

#include "kubexx/apimachinery/compiled_struct.hpp"

#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace compiled_struct_test {

KUBEXX_DESCRIBE_COMPILED(Volume, (name, required, min_length(1)), (zone, name("zoneName"), required), size);
KUBEXX_SCHEMA(DiskSpec, rule("self.volumes.size() > 0"));
KUBEXX_DESCRIBE_COMPILED(DiskSpec, class_, (volumes, list_map_key("name")),
                         (spares, max_items(3), list_map_key("name"), list_map_key("zoneName")),
                         (groups, items, list_map_key("name")), (table, max_properties(2), items, list_atomic));
KUBEXX_DESCRIBE_COMPILED(Disk, metadata, (spec, required));

}  // namespace compiled_struct_test

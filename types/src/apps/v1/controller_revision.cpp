// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/apps/v1/controller_revision.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"

namespace kubexx::appsv1 {

KUBEXX_TABLE(ControllerRevision, KUBEXX_FIELD(metadata), KUBEXX_FIELD(data), KUBEXX_FIELD(revision))

}  // namespace kubexx::appsv1

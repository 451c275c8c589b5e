// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "validation/field_value.hpp"

namespace kubexx::apiserver {

/// spec.resources of a pod that is created: what it leaves out is that of its containers. DefaultPodLevelResources of
/// pkg/api/pod, with the feature PodLevelResourcesFixDefaulting.
void default_pod_level_resources(Json& pod);

/// That the containers of a PodSpec fit into its resources: validatePodResourceConsistency.
void check_pod_level_resources(const FieldValue& spec);

}  // namespace kubexx::apiserver

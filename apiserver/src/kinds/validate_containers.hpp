// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "kinds/field_value.hpp"

namespace kubexx::apiserver {

/// The volumes that are in order, by name.
using Volumes = std::map<std::string, const Json*>;
[[nodiscard]] Volumes validate_volumes(const FieldValue& volumes);

/// containers, initContainers and ephemeralContainers of a PodSpec.
void validate_containers(const FieldValue& spec, const Volumes& volumes);

}  // namespace kubexx::apiserver

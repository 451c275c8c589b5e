// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "validation/field_value.hpp"

namespace kubexx::apiserver {

/// The volume `source` of a storage system (iscsi, quobyte, azureDisk and others), in a pod or, `persistent`, in a
/// PersistentVolume, as pkg/apis/core/validation checks it. Returns whether `kind` is one of those.
bool validate_network_volume(const FieldValue& source, std::string_view kind, bool persistent);

}  // namespace kubexx::apiserver

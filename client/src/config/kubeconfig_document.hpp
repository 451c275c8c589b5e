// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "config/yaml_place.hpp"

namespace kubexx::detail {

/// Throws ConfigError where `document`, a whole kubeconfig, is not what kubectl can read: a kind or version of
/// something else, a field of the wrong type in any entry (also in those that no context uses), inline data that is not
/// base64, a name that is there twice. Fields that kubectl does not know are not looked at. The types are those of
/// client-go's clientcmd/api/v1.
void check_kubeconfig_document(const YamlPlace& document);

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/yaml.hpp"

namespace kubexx::cli {

using kubexx::to_yaml_text;

}  // namespace kubexx::cli

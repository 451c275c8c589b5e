// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/json.hpp"

namespace kubexx::apiserver {

/// The defaults of a type that depend on its other fields, by the type's name in builtin_schemas().
[[nodiscard]] const std::map<std::string, void (*)(Json&), std::less<>>& default_rules();

/// "latest" unless the image names another tag or a digest.
[[nodiscard]] std::string image_tag(std::string_view image);

}  // namespace kubexx::apiserver

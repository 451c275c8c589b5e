// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/json.hpp"
#include "core/status.hpp"

namespace kubexx::apiserver {

/// `value`, of that internal Go type ("core.PodSpec"), as encoding/json writes the type, which has no JSON names: every
/// field in the order of the struct, with its zero value when it is absent. Messages show whole values so.
[[nodiscard]] std::string internal_text(std::string_view type, const Json& value);

/// The same in several lines, as json.MarshalIndent with one space.
[[nodiscard]] std::string internal_lines(std::string_view type, const Json& value);

/// Lets `errors`, found in an object of that internal type, show lists and objects so.
void show_internal(std::string_view type, FieldErrors& errors);

}  // namespace kubexx::apiserver

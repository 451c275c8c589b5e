// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Texts as Go's standard library writes them, which clients see inside messages.
namespace kubexx::apiserver {

/// What encoding/json says of the first thing in `text` that is no JSON; empty when all of it is one value. Looks at
/// most `max_depth` levels deep and believes what is below them.
[[nodiscard]] std::string go_json_problem(std::string_view text);

}  // namespace kubexx::apiserver

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace kubexx::cli {

/// What a plain YAML scalar means to kubectl: null, a boolean, a number, or text. The rules of YAML 1.1 as Go's yaml
/// (sigs.k8s.io/yaml) knows them: "yes" is true, "0x1f" and "1_000" are integers. A time is text here.
[[nodiscard]] nlohmann::json read_plain_scalar(std::string_view text);

/// Whether `text`, written without quotes, would be read as something else than text: then Go quotes it. Times too.
[[nodiscard]] bool needs_quotes(std::string_view text);

}  // namespace kubexx::cli

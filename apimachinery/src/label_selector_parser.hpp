// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/label_selector.hpp"

namespace kubexx::detail {

/// The requirements in the order of the text. Throws SelectorError.
[[nodiscard]] std::vector<LabelSelector::Requirement> parse_label_selector(std::string_view text);
/// Sorts the values, drops repeated ones and checks the requirement: what is wrong in apimachinery's words, or empty.
[[nodiscard]] std::string finish_requirement(LabelSelector::Requirement& requirement);
/// As Go's strconv.ParseInt: an optional sign and digits.
[[nodiscard]] std::optional<std::int64_t> to_integer(std::string_view text);

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace kubexx::detail {

/// The double nearest to the decimal number `text`, whatever the locale: a sign, digits, a point and an exponent;
/// JSON's numbers and those of YAML 1.1 alike. What is too small for a double is 0. Nullopt for any other text and for
/// what is too large for a double.
[[nodiscard]] std::optional<double> parse_double(std::string_view text) noexcept;

}  // namespace kubexx::detail

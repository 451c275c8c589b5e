// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/quantity.hpp"

/// The written form of quantities: its parts and its suffixes.
namespace kubexx::detail {

struct QuantitySuffix {
  int base = 10;  // or 2
  std::int64_t exponent = 0;
  Quantity::Format format = Quantity::Format::decimal_si;
};

/// Nullopt unless the text is a suffix, also the empty one.
[[nodiscard]] std::optional<QuantitySuffix> parse_suffix(std::string_view text);
/// Of `10^exponent` (a multiple of 3) or of `1024^exponent`; nullopt when there is none.
[[nodiscard]] std::optional<std::string_view> decimal_suffix(int exponent);
[[nodiscard]] std::string_view binary_suffix(int exponent);
inline constexpr int kLargestBinary = 6;

struct QuantityParts {
  bool negative = false;
  std::string_view number;    // with sign, zeros and point; no digits in "." and its like
  std::string_view whole;     // without leading zeros, but "0" for none
  std::string_view fraction;  // as written
  std::string_view suffix;
};

/// Splits the text as apimachinery does; nullopt when that refuses its shape. Suffix and number may still be nonsense.
[[nodiscard]] std::optional<QuantityParts> split_quantity(std::string_view text);

}  // namespace kubexx::detail

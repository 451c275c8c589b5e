// SPDX-License-Identifier: Apache-2.0
#include "text/double_range.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace kubexx::cel::detail {

bool is_too_large(std::string_view number, bool hex)
{
  const auto mark = number.find_first_of(hex ? "pP" : "eE");
  std::int64_t exponent = 0;
  if (mark != std::string_view::npos) {
    auto digits = number.substr(mark + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (read.ec == std::errc::result_out_of_range) return !digits.starts_with('-');
  }
  const auto mantissa = number.substr(0, mark);
  const auto first = mantissa.find_first_not_of("0.");
  if (first == std::string_view::npos) return false;
  const auto point = static_cast<double>(std::min(mantissa.find('.'), mantissa.size()));
  // Where the first nonzero digit is: 1 is the place before the point, 0 the place after it.
  const double places = point - static_cast<double>(first) + (static_cast<double>(first) > point ? 1 : 0);
  return static_cast<double>(exponent) + places * (hex ? 4 : 1) > 0;
}

}  // namespace kubexx::cel::detail

// SPDX-License-Identifier: Apache-2.0
#include "parse_double.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <system_error>

namespace kubexx::detail {

namespace {

std::size_t digits_at(std::string_view text) noexcept
{
  std::size_t count = 0;
  while (count < text.size() && text[count] >= '0' && text[count] <= '9') ++count;
  return count;
}

/// The parts of a decimal number; `exponent` keeps its sign.
struct Decimal {
  std::string_view whole, fraction, exponent;
};

/// [0-9]* ( \. [0-9]* )? ( [eE] [-+]? [0-9]+ )? with at least one digit before the exponent.
std::optional<Decimal> split(std::string_view text) noexcept
{
  Decimal parts;
  parts.whole = text.substr(0, digits_at(text));
  text.remove_prefix(parts.whole.size());
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    parts.fraction = text.substr(0, digits_at(text));
    text.remove_prefix(parts.fraction.size());
  }
  if (parts.whole.empty() && parts.fraction.empty()) return std::nullopt;
  if (text.empty()) return parts;
  if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
  text.remove_prefix(1);
  const std::size_t sign = text.starts_with('+') || text.starts_with('-') ? 1 : 0;
  const std::size_t digits = digits_at(text.substr(sign));
  if (digits == 0 || sign + digits != text.size()) return std::nullopt;
  parts.exponent = text;
  return parts;
}

/// Whether a number that no double is near to is too small, not too large: whether its first digit that is not 0 stands
/// behind the point.
bool is_below_one(const Decimal& parts) noexcept
{
  std::string_view exponent = parts.exponent;
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  std::int64_t power = 0;
  const auto result = std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
  if (result.ec == std::errc::result_out_of_range) return exponent.starts_with('-');
  // No text is so long that these bounds change the answer.
  constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max() / 2;
  power = std::clamp(power, -far, far);
  const auto zeros = parts.whole.find_first_not_of('0');
  const auto length_of_whole = static_cast<std::int64_t>(parts.whole.size());
  if (zeros != std::string_view::npos) return power + length_of_whole - static_cast<std::int64_t>(zeros) <= 0;
  const auto after_point = parts.fraction.find_first_not_of('0');
  if (after_point == std::string_view::npos) return true;
  return power - static_cast<std::int64_t>(after_point) <= 0;
}

}  // namespace

std::optional<double> parse_double(std::string_view text) noexcept
{
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  const bool negative = text.starts_with('-');
  const auto parts = split(negative ? text.substr(1) : text);
  if (!parts) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range && is_below_one(*parts)) return negative ? -0.0 : 0.0;
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace kubexx::detail

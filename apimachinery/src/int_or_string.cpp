// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/int_or_string.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "kubexx/apimachinery/value_error.hpp"

namespace kubexx {

namespace {

using Limits = std::numeric_limits<std::int64_t>;

struct Spelled {
  std::int64_t value = 0;
  bool exact = false;  // false: clamped
};

/// What strconv.Atoi reads; nullopt unless an integer of any size.
std::optional<Spelled> spelled(std::string_view text)
{
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  Spelled number;
  const auto* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number.value);
  if (text.empty() || rest != end || error == std::errc::invalid_argument) return std::nullopt;
  number.exact = error == std::errc();
  if (!number.exact) number.value = text.front() == '-' ? Limits::min() : Limits::max();
  return number;
}

std::int64_t clamped(double value)
{
  constexpr double bound = 9223372036854775808.0;
  if (value >= bound) return Limits::max();
  return value < -bound ? Limits::min() : static_cast<std::int64_t>(value);
}

bool fits(std::int64_t value)
{
  return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace

IntOrString IntOrString::parse(std::string_view text)
{
  const auto number = spelled(text);
  if (number && number->exact && fits(number->value)) return static_cast<std::int32_t>(number->value);
  return std::string(text);
}

std::int64_t IntOrString::int_value() const noexcept
{
  if (const auto* number = std::get_if<std::int32_t>(&value_)) return *number;
  return spelled(*std::get_if<std::string>(&value_)).value_or(Spelled{}).value;
}

std::string IntOrString::to_string() const
{
  const auto* number = std::get_if<std::int32_t>(&value_);
  return number != nullptr ? std::to_string(*number) : std::get<std::string>(value_);
}

std::int64_t IntOrString::scaled(std::int64_t total, Rounding rounding) const
{
  if (const auto* number = std::get_if<std::int32_t>(&value_)) return *number;
  const std::string& text = std::get<std::string>(value_);
  const auto percent = text.ends_with('%') ? spelled(std::string_view(text).substr(0, text.size() - 1)) : std::nullopt;
  if (!percent || !percent->exact) {
    throw ValueError("count or percentage", text, "an integer, or a percentage like \"25%\"");
  }
  const double part = static_cast<double>(percent->value) * static_cast<double>(total) / 100;
  return clamped(rounding == Rounding::up ? std::ceil(part) : std::floor(part));
}

IntOrString IntOrString::from_json(JsonView json)
{
  if (auto text = json.as_string()) return std::move(*text);
  const auto number = json.as_int();
  if (!number || !fits(*number)) {
    throw ValueError("number or text", json.bytes(), "a string or an integer between -2147483648 and 2147483647");
  }
  return static_cast<std::int32_t>(*number);
}

void IntOrString::write_json(JsonWriter& to) const
{
  if (const auto* number = std::get_if<std::int32_t>(&value_)) return to.integer(*number);
  to.string(std::get<std::string>(value_));
}

}  // namespace kubexx

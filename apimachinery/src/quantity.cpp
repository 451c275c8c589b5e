// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/quantity.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <limits>

#include "kubexx/apimachinery/value_error.hpp"
#include "quantity_text.hpp"

namespace kubexx {

namespace {

using Integer = boost::multiprecision::cpp_int;
using Format = Quantity::Format;
using Int64 = std::numeric_limits<std::int64_t>;

constexpr std::size_t kLongest = 4096;
constexpr int kLargestScale = 1000;
constexpr int kSmallestScale = -kLargestScale - static_cast<int>(kLongest);
constexpr std::size_t kExactDigits = 18;  // that always fit into 64 bits

Integer power_of_ten(int exponent)
{
  return boost::multiprecision::pow(Integer(10), static_cast<unsigned>(exponent));
}

/// `unscaled * 10^scale`.
struct Decimal {
  Integer unscaled;
  int scale = 0;

  /// Writes the same value with a smaller scale.
  void refine(int to)
  {
    if (scale > to) unscaled *= power_of_ten(scale - to);
    scale = std::min(scale, to);
  }

  /// To a multiple of 10^to, away from zero; whether nothing was lost.
  bool round_up(int to)
  {
    if (scale >= to || unscaled.is_zero()) return true;
    Integer rest = unscaled;
    Integer whole;
    const std::int64_t places = std::int64_t{to} - scale;
    // 10^n > 2^3n: a number has fewer digits than a third of its bits.
    const bool any_left = places <= static_cast<std::int64_t>(msb(abs(unscaled)) / 3 + 1);
    if (any_left) boost::multiprecision::divide_qr(unscaled, power_of_ten(static_cast<int>(places)), whole, rest);
    if (rest != 0) whole += unscaled.sign();
    unscaled = whole;
    scale = to;
    return rest == 0;
  }
};

std::int64_t clamped(const Integer& value)
{
  if (value > Int64::max()) return Int64::max();
  return value < Int64::min() ? Int64::min() : static_cast<std::int64_t>(value);
}

bool fits(const Integer& value)
{
  return value >= Int64::min() && value <= Int64::max();
}

/// Divides by `factor` as often as that leaves no rest, at most `most` times.
int remove_factors(Integer& value, const Integer& factor, int most)
{
  int times = 0;
  for (Integer whole, rest; times < most; ++times) {
    boost::multiprecision::divide_qr(value, factor, whole, rest);
    if (rest != 0) break;
    value = whole;
  }
  return times;
}

std::string decimal_text(Decimal value, Format format)
{
  value.scale += remove_factors(value.unscaled, 10, std::numeric_limits<int>::max());
  value.refine(value.scale - ((value.scale % 3 + 3) % 3));
  if (format == Format::decimal_si) {
    value.refine(Quantity::exa);
    if (const auto suffix = detail::decimal_suffix(value.scale)) return value.unscaled.str() + std::string(*suffix);
  }
  return value.unscaled.str() + (value.scale == 0 ? "" : "e" + std::to_string(value.scale));
}

void check_scale(int scale)
{
  if (scale >= -kLargestScale && scale <= kLargestScale) return;
  throw ValueError("scale of a quantity", std::to_string(scale), "a power of ten between -1000 and 1000");
}

[[noreturn]] void refuse(std::string_view text)
{
  throw ValueError("quantity", text,
                   "a decimal number, then nothing or one of n u m k M G T P E, Ki Mi Gi Ti Pi Ei, or an exponent "
                   "like e3 of at most 1000");
}

/// The exponent that the number is printed with: "100e1000" is "1e1002", which would not be read again.
std::int64_t printed_scale(const detail::QuantityParts& parts, const detail::QuantitySuffix& suffix)
{
  const std::string digits = std::string(parts.whole) + std::string(parts.fraction);
  const auto last = digits.find_last_not_of('0');
  if (suffix.base != 10 || last == std::string::npos) return 0;
  const auto zeros = static_cast<std::int64_t>(digits.size() - 1 - last);
  const auto scale = suffix.exponent - static_cast<std::int64_t>(parts.fraction.size()) + zeros;
  return scale - scale % 3;
}

}  // namespace

/// What the members share: between the fields and a Decimal.
struct QuantityMath {
  static Decimal load(const Quantity& from)
  {
    return {from.digits_.empty() ? Integer(from.unscaled_) : Integer(from.digits_), from.scale_};
  }

  static void store(const Decimal& value, Quantity& to)
  {
    to.text_.clear();
    to.digits_.clear();
    to.scale_ = value.scale;
    to.unscaled_ = fits(value.unscaled) ? static_cast<std::int64_t>(value.unscaled) : 0;
    if (!fits(value.unscaled)) to.digits_ = value.unscaled.str();
  }

  static void add(const Quantity& other, int sign, Quantity& to)
  {
    if (to.is_zero()) to.format_ = other.format_;
    Decimal left = load(to);
    Decimal right = load(other);
    const int scale = std::min(left.scale, right.scale);
    left.refine(scale);
    right.refine(scale);
    left.unscaled += right.unscaled * sign;
    store(left, to);
  }

  /// Numbers of few digits, whose text may be kept; nullopt for others.
  static std::optional<Quantity> parse_short(std::string_view text, const detail::QuantityParts& parts,
                                             const detail::QuantitySuffix& suffix)
  {
    std::int64_t factor = 1;
    std::int64_t scale = 0;
    std::size_t most = kExactDigits;
    if (suffix.format == Format::binary_si) {
      if (!parts.fraction.empty()) return std::nullopt;
      factor <<= suffix.exponent;
      // apimachinery's count of digits that surely fit.
      const std::int64_t room = 14 - suffix.exponent * 3 / 10;
      if (room < 0) return std::nullopt;
      most = static_cast<std::size_t>(room);
    } else {
      scale = suffix.exponent - static_cast<std::int64_t>(parts.fraction.size());
    }
    if (parts.whole.size() + parts.fraction.size() > most || scale < Quantity::nano) return std::nullopt;
    const std::string digits = std::string(parts.whole) + std::string(parts.fraction);
    std::int64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    Quantity parsed(number * factor * (parts.negative ? -1 : 1), suffix.format);
    parsed.scale_ = static_cast<std::int32_t>(scale);
    const bool canonical = suffix.format == Format::binary_si
                               ? number % 8 != 0
                               : scale % 3 == 0 && !digits.ends_with("000") && digits.front() != '0';
    if (canonical) parsed.text_ = text;
    return parsed;
  }

  static Quantity parse_long(std::string_view text, const detail::QuantityParts& parts,
                             const detail::QuantitySuffix& suffix)
  {
    if (parts.number.find_first_of("0123456789") == std::string_view::npos) refuse(text);
    Decimal value;
    // A leading zero would make it octal.
    const std::string digits = std::string(parts.whole) + std::string(parts.fraction);
    const auto first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
    value.unscaled = Integer(digits.substr(first));
    value.scale = -static_cast<int>(parts.fraction.size());
    if (suffix.base == 10) {
      value.scale += static_cast<int>(std::max<std::int64_t>(suffix.exponent, kSmallestScale));
    } else {
      value.unscaled <<= static_cast<unsigned>(suffix.exponent);
    }
    value.round_up(Quantity::nano);
    Format format = suffix.format;
    if (format == Format::binary_si) {
      const Integer one = power_of_ten(-value.scale);
      if (value.unscaled > Int64::max() * one)
        value = {Int64::max(), 0};
      else if (value.unscaled < one && value.unscaled > 0)
        format = Format::decimal_si;
    }
    if (parts.negative) value.unscaled = -value.unscaled;
    Quantity parsed(0, format);
    store(value, parsed);
    return parsed;
  }
};

Quantity Quantity::scaled(std::int64_t value, int scale, Format format)
{
  check_scale(scale);
  Quantity made(value, format);
  made.scale_ = scale;
  return made;
}

Quantity Quantity::parse(std::string_view text)
{
  if (text.size() > kLongest) {
    throw ValueError("quantity", text, "at most " + std::to_string(kLongest) + " characters");
  }
  const auto parts = text.empty() ? std::nullopt : detail::split_quantity(text);
  const auto suffix = parts ? detail::parse_suffix(parts->suffix) : std::nullopt;
  if (!suffix || suffix->exponent > kLargestScale || printed_scale(*parts, *suffix) > kLargestScale) refuse(text);
  if (auto parsed = QuantityMath::parse_short(text, *parts, *suffix)) return std::move(*parsed);
  return QuantityMath::parse_long(text, *parts, *suffix);
}

std::string Quantity::to_string() const
{
  if (!text_.empty()) return text_;
  if (is_zero()) return "0";
  Decimal value = QuantityMath::load(*this);
  if (format_ != Format::binary_si) return decimal_text(std::move(value), format_);
  Decimal whole = value;
  if (!whole.round_up(0)) return decimal_text(std::move(value), Format::decimal_si);
  whole.refine(0);
  if (whole.unscaled > -1024 && whole.unscaled < 1024) return decimal_text(std::move(value), Format::decimal_si);
  const int exponent = remove_factors(whole.unscaled, 1024, detail::kLargestBinary);
  return whole.unscaled.str() + std::string(detail::binary_suffix(exponent));
}

int Quantity::sign() const noexcept
{
  if (!digits_.empty()) return digits_.front() == '-' ? -1 : 1;
  return unscaled_ == 0 ? 0 : (unscaled_ < 0 ? -1 : 1);
}

std::optional<std::int64_t> Quantity::as_int64() const
{
  Decimal whole = QuantityMath::load(*this);
  if (!whole.round_up(0)) return std::nullopt;
  whole.refine(0);
  if (!fits(whole.unscaled)) return std::nullopt;
  return static_cast<std::int64_t>(whole.unscaled);
}

std::int64_t Quantity::scaled_value(int scale) const
{
  if (is_zero()) return 0;
  Decimal value = QuantityMath::load(*this);
  value.round_up(scale);
  if (std::int64_t{value.scale} - scale > Int64::digits10) return sign() < 0 ? Int64::min() : Int64::max();
  value.refine(scale);
  return clamped(value.unscaled);
}

double Quantity::to_double() const
{
  const std::string text = (digits_.empty() ? std::to_string(unscaled_) : digits_) + "e" + std::to_string(scale_);
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc()) return value;
  return scale_ < 0 ? 0.0 : sign() * std::numeric_limits<double>::infinity();
}

bool Quantity::round_up(int scale)
{
  if (scale_ >= scale || is_zero()) return true;
  check_scale(scale);
  Decimal value = QuantityMath::load(*this);
  const bool exact = value.round_up(scale);
  QuantityMath::store(value, *this);
  return exact;
}

Quantity& Quantity::operator+=(const Quantity& other)
{
  QuantityMath::add(other, 1, *this);
  return *this;
}

Quantity& Quantity::operator-=(const Quantity& other)
{
  QuantityMath::add(other, -1, *this);
  return *this;
}

Quantity& Quantity::operator*=(std::int64_t factor)
{
  Decimal value = QuantityMath::load(*this);
  value.unscaled *= factor;
  QuantityMath::store(value, *this);
  return *this;
}

Quantity Quantity::operator-() const
{
  return *this * -1;
}

std::weak_ordering operator<=>(const Quantity& left, const Quantity& right)
{
  if (left.sign() != right.sign()) return left.sign() <=> right.sign();
  Decimal one = QuantityMath::load(left);
  Decimal other = QuantityMath::load(right);
  const int scale = std::min(one.scale, other.scale);
  one.refine(scale);
  other.refine(scale);
  return one.unscaled.compare(other.unscaled) <=> 0;
}

Quantity Quantity::from_json(JsonView json)
{
  if (json.type() == JsonView::Type::number) return parse(json.bytes());
  const auto text = json.as_string();
  if (!text) refuse(json.bytes());
  constexpr std::string_view space = " \t\r\n\v\f";
  const auto first = std::min(text->find_first_not_of(space), text->size());
  return parse(std::string_view(*text).substr(first, text->find_last_not_of(space) + 1 - first));
}

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/meta_duration.hpp"

#include <optional>
#include <utility>

#include "kubexx/apimachinery/value_error.hpp"

namespace kubexx {

namespace {

constexpr std::uint64_t kLimit = std::uint64_t{1} << 63U;
constexpr std::string_view kForm = "a duration like \"1h30m\" or \"1.5s\" (units ns, us, ms, s, m, h)";

bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

std::optional<std::uint64_t> unit_of(std::string_view name)
{
  static constexpr std::pair<std::string_view, std::uint64_t> units[] = {
      {"ns", 1},         {"us", 1'000},        {"\xc2\xb5s", 1'000},  {"\xce\xbcs", 1'000},
      {"ms", 1'000'000}, {"s", 1'000'000'000}, {"m", 60'000'000'000}, {"h", 3'600'000'000'000}};
  for (const auto& [unit, nanoseconds] : units) {
    if (unit == name) return nanoseconds;
  }
  return std::nullopt;
}

/// Takes the leading digits; nullopt when the number is above 2^63.
std::optional<std::uint64_t> take_whole(std::string_view& rest)
{
  std::uint64_t value = 0;
  for (; !rest.empty() && is_digit(rest.front()); rest.remove_prefix(1)) {
    if (value > kLimit / 10) return std::nullopt;
    value = value * 10 + static_cast<std::uint64_t>(rest.front() - '0');
    if (value > kLimit) return std::nullopt;
  }
  return value;
}

struct Fraction {
  std::uint64_t value = 0;
  double scale = 1;
};

/// Takes the leading digits; ends to count when the value would not fit, as Go does.
Fraction take_fraction(std::string_view& rest)
{
  Fraction read;
  bool full = false;
  for (; !rest.empty() && is_digit(rest.front()); rest.remove_prefix(1)) {
    if (full || read.value > (kLimit - 1) / 10) {
      full = true;
      continue;
    }
    const std::uint64_t next = read.value * 10 + static_cast<std::uint64_t>(rest.front() - '0');
    if (next > kLimit) {
      full = true;
      continue;
    }
    read.value = next;
    read.scale *= 10;
  }
  return read;
}

/// Takes one decimal with its unit; nanoseconds, at most 2^63.
std::optional<std::uint64_t> take_part(std::string_view& rest)
{
  const std::size_t before = rest.size();
  const auto whole = take_whole(rest);
  if (!whole) return std::nullopt;
  bool has_digits = rest.size() != before;
  Fraction fraction;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    const std::size_t point = rest.size();
    fraction = take_fraction(rest);
    has_digits = has_digits || rest.size() != point;
  }
  if (!has_digits) return std::nullopt;
  std::size_t length = 0;
  while (length < rest.size() && rest[length] != '.' && !is_digit(rest[length])) ++length;
  const auto unit = unit_of(rest.substr(0, length));
  rest.remove_prefix(length);
  if (!unit || *whole > kLimit / *unit) return std::nullopt;
  std::uint64_t value = *whole * *unit;
  if (fraction.value > 0) {
    value +=
        static_cast<std::uint64_t>(static_cast<double>(fraction.value) * (static_cast<double>(*unit) / fraction.scale));
  }
  return value > kLimit ? std::nullopt : std::optional(value);
}

std::optional<Duration> read(std::string_view rest)
{
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  if (rest == "0") return Duration::zero();
  if (rest.empty()) return std::nullopt;
  std::uint64_t sum = 0;
  while (!rest.empty()) {
    const auto part = take_part(rest);
    if (!part) return std::nullopt;
    sum += *part;
    if (sum > kLimit) return std::nullopt;
  }
  if (negative) return Duration(static_cast<std::int64_t>(~sum + 1));
  if (sum == kLimit) return std::nullopt;
  return Duration(static_cast<std::int64_t>(sum));
}

/// `value / 10^places`, without trailing zeros.
std::string decimal(std::uint64_t value, std::uint64_t scale)
{
  std::string text = std::to_string(value / scale);
  if (value % scale == 0) return text;
  std::string fraction = std::to_string(scale + value % scale);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return text + "." + fraction.substr(1);
}

}  // namespace

MetaDuration MetaDuration::parse(std::string_view text)
{
  if (const auto span = read(text)) return *span;
  throw ValueError("duration", text, kForm);
}

std::string MetaDuration::to_string() const
{
  const auto nanoseconds = static_cast<std::uint64_t>(count());
  const bool negative = *this < Duration::zero();
  const std::uint64_t size = negative ? ~nanoseconds + 1 : nanoseconds;
  const std::string sign = negative ? "-" : "";
  if (size == 0) return "0s";
  if (size < 1'000) return sign + decimal(size, 1) + "ns";
  if (size < 1'000'000) return sign + decimal(size, 1'000) + "\xc2\xb5s";
  if (size < 1'000'000'000) return sign + decimal(size, 1'000'000) + "ms";
  constexpr std::uint64_t minute = 60'000'000'000;
  std::string text = decimal(size % minute, 1'000'000'000) + "s";
  if (const std::uint64_t minutes = size / minute; minutes > 0) {
    text.insert(0, std::to_string(minutes % 60) + "m");
    if (minutes >= 60) text.insert(0, std::to_string(minutes / 60) + "h");
  }
  return sign + text;
}

MetaDuration MetaDuration::from_json(JsonView json)
{
  const auto text = json.as_string();
  if (!text) throw ValueError("duration", json.bytes(), kForm);
  return parse(*text);
}

}  // namespace kubexx

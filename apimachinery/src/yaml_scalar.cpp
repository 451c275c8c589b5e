// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "kubexx/apimachinery/yaml.hpp"
#include "parse_double.hpp"
#include "yaml_scalar.hpp"

namespace kubexx {
namespace {

using nlohmann::json;

bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words)
{
  for (const auto& word : words) {
    if (text == word) return true;
  }
  return false;
}

/// Go's strconv.ParseInt with base 0, a sign included, and ParseUint for what is larger.
std::optional<json> integer_of(std::string_view text)
{
  bool negative = false;
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  int base = 10;
  if (text.size() > 1 && text.front() == '0') {
    const char mark = static_cast<char>(text[1] | 0x20);
    base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
    text.remove_prefix(mark == 'x' || mark == 'b' || mark == 'o' ? 2 : 1);
  }
  std::uint64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (negative) {
    if (value > largest + 1) return std::nullopt;
    return json(static_cast<std::int64_t>(0 - value));
  }
  return value > largest ? json(value) : json(static_cast<std::int64_t>(value));
}

std::optional<json> float_of(std::string_view text)
{
  if (const auto value = detail::parse_double(text)) return json(*value);
  return std::nullopt;
}

std::optional<json> word_of(std::string_view text)
{
  constexpr std::size_t longest = 5;  // "false"
  if (text.size() > longest) return std::nullopt;
  if (is_one_of(text, {"", "~", "null", "Null", "NULL"})) return json(nullptr);
  if (is_one_of(text, {"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"})) return json(true);
  if (is_one_of(text, {"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"})) {
    return json(false);
  }
  return std::nullopt;
}

std::string without_underscores(std::string_view text)
{
  std::string plain;
  for (const char c : text) {
    if (c != '_') plain += c;
  }
  return plain;
}

std::optional<json> number_of(std::string_view text)
{
  if (text.empty()) return std::nullopt;
  if (text.front() == '.') return float_of(text);
  if (!is_digit(text.front()) && text.front() != '+' && text.front() != '-') return std::nullopt;
  const std::string plain = without_underscores(text);
  if (auto integer = integer_of(plain)) return integer;
  return float_of(plain);
}

/// Reads fields of a time as Go's time.Parse does.
class TimeReader {
public:
  explicit TimeReader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  bool skip(char c)
  {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  /// A number of `fewest` to `most` digits.
  std::optional<int> number(std::size_t fewest, std::size_t most)
  {
    std::size_t count = 0;
    int value = 0;
    while (count < most && count < rest_.size() && is_digit(rest_[count])) value = value * 10 + (rest_[count++] - '0');
    if (count < fewest) return std::nullopt;
    rest_.remove_prefix(count);
    return value;
  }
  void fraction()
  {
    if (rest_.size() < 2 || (rest_.front() != '.' && rest_.front() != ',') || !is_digit(rest_[1])) return;
    rest_.remove_prefix(1);
    while (!rest_.empty() && is_digit(rest_.front())) rest_.remove_prefix(1);
  }
  bool zone()
  {
    if (skip('Z')) return true;
    if (!skip('+') && !skip('-')) return false;
    const auto hours = number(2, 2);
    if (!hours || !skip(':')) return false;
    const auto minutes = number(2, 2);
    return minutes && *hours <= 24 && *minutes < 60;
  }

private:
  std::string_view rest_;
};

bool is_day(int year, int month, int day)
{
  constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12 || day < 1) return false;
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return day <= days.at(static_cast<std::size_t>(month - 1)) + (month == 2 && leap ? 1 : 0);
}

bool is_time(std::string_view text)
{
  TimeReader in(text);
  const auto year = in.number(4, 4);
  if (!year || !in.skip('-')) return false;
  const auto month = in.number(1, 2);
  if (!month || !in.skip('-')) return false;
  const auto day = in.number(1, 2);
  if (!day || !is_day(*year, *month, *day)) return false;
  if (in.at_end()) return true;
  const bool zoned = in.skip('T') || in.skip('t');
  if (!zoned && !in.skip(' ')) return false;
  while (!zoned && in.skip(' ')) {
  }
  // Go takes an hour of one or two digits, and minutes and seconds too where the form has one.
  const auto hour = in.number(1, 2);
  if (!hour || *hour > 23 || !in.skip(':')) return false;
  const auto minute = in.number(1, 2);
  if (!minute || *minute > 59 || !in.skip(':')) return false;
  const auto second = in.number(1, 2);
  if (!second || *second > 59) return false;
  in.fraction();
  if (zoned && !in.zone()) return false;
  return in.at_end();
}

/// Base 60 of YAML 1.1 ("12:30:45"), which other parsers take for a number:
/// [-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?
bool is_base_60(std::string_view text)
{
  const auto skip = [&text](std::string_view characters) {
    const auto end = text.find_first_not_of(characters);
    text.remove_prefix(std::min(end, text.size()));
  };
  constexpr std::string_view digits = "0123456789_";
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  if (text.empty() || !is_digit(text.front())) return false;
  skip(digits);
  if (!text.starts_with(':')) return false;
  while (text.starts_with(':')) {
    text.remove_prefix(1);
    if (text.empty() || !is_digit(text.front())) return false;
    const bool two = text.size() > 1 && is_digit(text[1]);
    if (two && text.front() > '5') return false;
    text.remove_prefix(two ? 2 : 1);
  }
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    skip(digits);
  }
  return text.empty();
}

}  // namespace

bool detail::is_special_number(std::string_view text)
{
  constexpr std::size_t longest = 5;  // "+.inf"
  if (text.size() > longest) return false;
  return is_one_of(
      text, {".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF"});
}

json read_plain_scalar(std::string_view text)
{
  if (auto word = word_of(text)) return *word;
  if (auto number = number_of(text)) return *number;
  return std::string(text);
}

bool needs_quotes(std::string_view text)
{
  if (word_of(text) || detail::is_special_number(text) || is_base_60(text)) return true;
  if (text.empty()) return true;
  return (is_digit(text.front()) && is_time(text)) || number_of(text).has_value();
}

}  // namespace kubexx

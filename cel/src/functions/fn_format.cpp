// SPDX-License-Identifier: Apache-2.0
// The texts of values in string.format: cel-go's ext/formatting.go with golang.org/x/text's English numbers.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

#include "functions/format.hpp"
#include "kubexx/cel/detail/functions.hpp"
#include "kubexx/cel/detail/sorted.hpp"

namespace kubexx::cel::detail {
namespace {

using Args = std::span<const Value>;
using Kind = Type::Kind;
using MaybeText = std::optional<std::string>;

/// Beyond this Go's formatter does not read a precision or a width.
constexpr std::int64_t largest_precision = 10'000'009;

std::string fixed_text(double value, int precision)
{
  // 309 digits before the point, and no double has more than 1074 behind it.
  std::array<char, 2048> buffer{};
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed,
                                     std::min(precision, 1100));
  return {buffer.data(), written.ptr};
}

std::string special_number(double value)
{
  return std::isnan(value) ? "NaN" : value < 0 ? "-∞" : "∞";
}

/// x/text keeps the digits behind the point in 16 bits with a sign and their least number in 8: larger precisions wrap.
std::string english_fixed(double value, std::int64_t precision)
{
  if (precision > largest_precision) return "%!(NOVERB)";
  if (!std::isfinite(value)) return special_number(value);
  const auto most = static_cast<std::int16_t>(static_cast<std::uint16_t>(precision));
  const auto least = static_cast<std::size_t>(static_cast<std::uint8_t>(precision));
  std::string digits;
  if (most >= 0) {
    digits = fixed_text(std::abs(value), most);
  } else {
    std::array<char, 2048> buffer{};
    const auto written =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value), std::chars_format::fixed);
    digits.assign(buffer.data(), written.ptr);
  }
  const auto point = digits.find('.');
  auto whole = digits.substr(0, point);
  auto fraction = point == std::string::npos ? std::string() : digits.substr(point + 1);
  while (fraction.ends_with('0')) fraction.pop_back();
  if (fraction.size() < least) fraction.append(least - fraction.size(), '0');
  for (auto at = whole.size(); at > 3;) {
    at -= 3;
    whole.insert(at, ",");
  }
  return (value < 0 ? "-" : "") + whole + (fraction.empty() ? "" : "." + fraction);
}

/// What is called a precision is the width of %e, which always has six digits.
std::string english_scientific(double value, std::int64_t width)
{
  static constexpr std::array<const char*, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (width > largest_precision) return "%!(NOVERB)";
  std::string text;
  if (std::isfinite(value)) {
    std::array<char, 64> buffer{};
    const auto written =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value), std::chars_format::scientific, 6);
    const std::string_view plain(buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data()));
    const auto mark = plain.find('e');
    text = (value < 0 ? "-" : "") + std::string(plain.substr(0, mark)) + "×10" + (plain[mark + 1] == '-' ? "⁻" : "");
    for (const char c : plain.substr(mark + 2)) text += digits.at(static_cast<std::size_t>(c - '0'));
  } else {
    text = special_number(value);
  }
  const auto size = rune_count(text);
  const auto wanted = static_cast<std::int64_t>(static_cast<std::uint16_t>(width));
  return (wanted > size ? std::string(static_cast<std::size_t>(wanted - size), ' ') : std::string()) + text;
}

std::string based(const Value& value, int base)
{
  std::array<char, 72> buffer{};
  auto* end = buffer.data() + buffer.size();
  if (const auto* number = value.get_if<std::int64_t>()) {
    end = std::to_chars(buffer.data(), end, *number, base).ptr;
  } else {
    end = std::to_chars(buffer.data(), end, *value.get_if<std::uint64_t>(), base).ptr;
  }
  return {buffer.data(), end};
}

std::string hex_text(const Value& value, bool upper)
{
  std::string result;
  const auto* text = value.text_if();
  if (const auto* bytes = value.get_if<Bytes>()) text = bytes->text.get();
  if (text == nullptr) {
    result = based(value, 16);
  } else {
    static constexpr std::string_view digits = "0123456789abcdef";
    for (const char c : *text) {
      const auto byte = static_cast<unsigned char>(c);
      result.push_back(digits[byte >> 4U]);
      result.push_back(digits[byte & 0xFU]);
    }
  }
  if (upper) {
    std::transform(result.begin(), result.end(), result.begin(),
                   [](char c) { return c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c; });
  }
  return result;
}

/// The value as string() gives it; nothing for what it does not take.
MaybeText converted(Session& session, const Value& value, std::string& problem)
{
  const std::array<Value, 1> args{value};
  for (const auto& overload : *find_overloads("string")) {
    if (overload.member || !accepts(*overload.args.front(), value)) continue;
    const auto result = overload.run(session, args);
    if (const auto* text = result.text_if()) return *text;
    problem = "could not convert argument " + go_quoted(result.get_if<Error>()->message) + " to string";
    return std::nullopt;
  }
  problem = clause_problem('s', type_name(value));
  return std::nullopt;
}

MaybeText list_text(Session& session, const List& list, std::string& problem);
MaybeText map_text(Session& session, const Map& map, std::string& problem);

/// %s of a value that is an argument itself.
MaybeText plain_text(Session& session, const Value& value, std::string& problem)
{
  ++session.work;
  if (const auto* list = value.get_if<List>()) return list_text(session, *list, problem);
  if (const auto* map = value.get_if<Map>()) return map_text(session, *map, problem);
  if (value.is_null()) return "null";
  if (const auto* type = value.get_if<TypeValue>()) return type->type->name;
  return converted(session, value, problem);
}

/// Of one that is part of another: as a literal of the language.
MaybeText literal_text(Session& session, const Value& value, std::string& problem)
{
  const auto kind = kind_of(value);
  if (const auto* number = value.get_if<double>()) {
    if (std::isnan(*number)) return "\"NaN\"";
    if (std::isinf(*number)) return *number > 0 ? "\"+Inf\"" : "\"-Inf\"";
    return fixed_text(*number, 6);
  }
  if (kind == Kind::opaque) {
    problem = "no formatting function for " + type_name(value);
    return std::nullopt;
  }
  auto text = plain_text(session, value, problem);
  if (!text) return text;
  count_bytes(session, text->size());
  switch (kind) {
    case Kind::string:
      return go_quoted(*text);
    case Kind::bytes:
      return "b" + go_quoted(*text);
    case Kind::timestamp:
      return "timestamp(" + go_quoted(*text) + ")";
    case Kind::duration:
      return "duration(" + go_quoted(*text) + ")";
    default:
      return text;
  }
}

MaybeText list_text(Session& session, const List& list, std::string& problem)
{
  std::string result = "[";
  for (std::size_t index = 0; index < list_size(list); ++index) {
    const auto part = literal_text(session, list_item(list, index), problem);
    if (!part) return std::nullopt;
    result += (index > 0 ? ", " : "") + *part;
    if (result.size() > 16 * 1024 * 1024) throw CostExceeded();
  }
  return result + "]";
}

MaybeText map_text(Session& session, const Map& map, std::string& problem)
{
  std::vector<std::pair<std::string, std::string>> parts;
  for (const auto& key : map_keys(map)) {
    const auto kind = kind_of(key);
    if (kind != Kind::string && kind != Kind::boolean && kind != Kind::integer && kind != Kind::unsigned_) {
      problem = "no formatting function for map key of type " + type_name(key);
      return std::nullopt;
    }
    auto name = literal_text(session, key, problem);
    const auto found = map_find(map, key);
    if (!name || !found) return std::nullopt;
    auto value = literal_text(session, *found, problem);
    if (!value) return std::nullopt;
    parts.emplace_back(std::move(*name), std::move(*value));
  }
  parts = sorted(std::move(parts), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string result = "{";
  for (const auto& [name, value] : parts) result += (result.size() > 1 ? ", " : "") + name + ":" + value;
  return result + "}";
}

/// The number of a double, or of a text that stands for one.
std::optional<double> real_of(const Value& value)
{
  if (const auto* number = value.get_if<double>()) return *number;
  const auto* text = value.text_if();
  if (text == nullptr) return std::nullopt;
  if (*text == "NaN") return std::nan("");
  if (*text == "Infinity") return HUGE_VAL;
  if (*text == "-Infinity") return -HUGE_VAL;
  return std::nullopt;
}

MaybeText clause_text(Session& session, const FormatClause& clause, const Value& value, std::string& problem)
{
  const auto kind = kind_of(value);
  const bool whole = kind == Kind::integer || kind == Kind::unsigned_;
  switch (clause.verb) {
    case 's':
      return plain_text(session, value, problem);
    case 'd':
      if (whole) return based(value, 10);
      break;
    case 'o':
      if (whole) return based(value, 8);
      break;
    case 'b':
      if (whole) return based(value, 2);
      if (const auto* flag = value.get_if<bool>()) return *flag ? "1" : "0";
      break;
    case 'x':
    case 'X':
      if (whole || kind == Kind::string || kind == Kind::bytes) return hex_text(value, clause.verb == 'X');
      break;
    default:
      if (const auto number = real_of(value)) {
        const auto precision = clause.precision.value_or(6);
        return clause.verb == 'f' ? english_fixed(*number, precision) : english_scientific(*number, precision);
      }
      break;
  }
  problem = clause_problem(clause.verb, type_name(value));
  return std::nullopt;
}

Value format(Session& session, Args args)
{
  const auto& list = *args[1].get_if<List>();
  std::string problem;
  std::uint64_t bytes = 0;
  const auto formatter = [&](const FormatClause& clause, std::string& why) -> MaybeText {
    const auto value = list_item(list, clause.index);
    if (const auto* error = value.get_if<Error>()) {
      why = error->message;
      return std::nullopt;
    }
    auto text = clause_text(session, clause, value, why);
    if (text) {
      bytes += text->size();
      count_bytes(session, text->size());
      if (bytes > 16 * 1024 * 1024) throw CostExceeded();
    }
    return text;
  };
  auto result = format_text(*args[0].text_if(), list_size(list), true, formatter, problem);
  return result ? Value::text(std::move(*result)) : Value::error(problem);
}

}  // namespace

std::span<const Function> format_functions()
{
  static constexpr Function rows[] = {{"format", "string.(list(dyn)) string", format, CostRule::first}};
  return rows;
}

}  // namespace kubexx::cel::detail

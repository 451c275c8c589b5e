// SPDX-License-Identifier: Apache-2.0
// size(), type() and the conversions between the basic types.
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

#include "kubexx/cel/detail/functions.hpp"
#include "text/double_range.hpp"
#include "values/time.hpp"

namespace kubexx::cel::detail {
namespace {

using Args = std::span<const Value>;
using Kind = Type::Kind;

Value same(Session& /*session*/, Args args)
{
  return args[0];
}

Value failed(const char* from, const char* to)
{
  return Value::error(std::string("type conversion error from '") + from + "' to '" + to + "'");
}

Value size(Session& /*session*/, Args args)
{
  return {static_cast<std::int64_t>(cost_size(args[0]))};
}

Value type(Session& /*session*/, Args args)
{
  if (auto known = named_type(type_name(args[0]))) return {TypeValue{std::move(known)}};
  if (kind_of(args[0]) == Kind::opaque) return {TypeValue{opaque_type(type_name(args[0]))}};
  return {TypeValue{simple_type(kind_of(args[0]))}};
}

/// As Go's strconv.ParseInt and ParseUint: a sign for the former, digits alone.
template <typename T>
bool read_whole(std::string text, T& value)
{
  if (std::is_signed_v<T> && text.starts_with('+') && text.size() > 1 && text[1] != '-') text.erase(0, 1);
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

Value int_of_unsigned(Session& /*session*/, Args args)
{
  const auto number = *args[0].get_if<std::uint64_t>();
  if (number > static_cast<std::uint64_t>(INT64_MAX)) return Value::error("integer overflow");
  return {static_cast<std::int64_t>(number)};
}

Value int_of_double(Session& /*session*/, Args args)
{
  const auto number = *args[0].get_if<double>();
  if (std::isnan(number) || number <= -9223372036854775808.0 || number >= 9223372036854775808.0)
    return Value::error("integer overflow");
  return {static_cast<std::int64_t>(number)};
}

Value int_of_string(Session& /*session*/, Args args)
{
  std::int64_t number = 0;
  return read_whole(*args[0].text_if(), number) ? Value(number) : failed("string", "int");
}

Value int_of_timestamp(Session& /*session*/, Args args)
{
  return {args[0].get_if<Timestamp>()->seconds};
}
Value int_of_duration(Session& /*session*/, Args args)
{
  return {args[0].get_if<Span>()->nanos};
}

Value uint_of_int(Session& /*session*/, Args args)
{
  const auto number = *args[0].get_if<std::int64_t>();
  if (number < 0) return Value::error("unsigned integer overflow");
  return {static_cast<std::uint64_t>(number)};
}

Value uint_of_double(Session& /*session*/, Args args)
{
  const auto number = *args[0].get_if<double>();
  if (std::isnan(number) || number < 0 || number >= 18446744073709551616.0)
    return Value::error("unsigned integer overflow");
  return {static_cast<std::uint64_t>(number)};
}

Value uint_of_string(Session& /*session*/, Args args)
{
  std::uint64_t number = 0;
  return read_whole(*args[0].text_if(), number) ? Value(number) : failed("string", "uint");
}

Value double_of_int(Session& /*session*/, Args args)
{
  return {static_cast<double>(*args[0].get_if<std::int64_t>())};
}
Value double_of_uint(Session& /*session*/, Args args)
{
  return {static_cast<double>(*args[0].get_if<std::uint64_t>())};
}

Value double_of_string(Session& /*session*/, Args args)
{
  const auto& text = *args[0].text_if();
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (hex) digits.remove_prefix(2);
  const bool exponent = digits.find_first_of("pP") != std::string_view::npos;
  // A second sign, NaN(…) and hexadecimal digits without an exponent are C's alone.
  if (digits.starts_with('-') || digits.find('(') != std::string_view::npos || (hex && !exponent)) {
    return failed("string", "double");
  }
  double number = 0;
  const auto* end = digits.data() + digits.size();
  const auto [stopped, problem] =
      std::from_chars(digits.data(), end, number, hex ? std::chars_format::hex : std::chars_format::general);
  if (stopped != end || problem == std::errc::invalid_argument) return failed("string", "double");
  if (problem == std::errc::result_out_of_range) {
    if (is_too_large(digits, hex)) return failed("string", "double");
    number = 0;
  }
  return {negative ? -number : number};
}

Value bool_of_string(Session& /*session*/, Args args)
{
  const auto& text = *args[0].text_if();
  for (const char* yes : {"1", "t", "T", "TRUE", "true", "True"}) {
    if (text == yes) return {true};
  }
  for (const char* no : {"0", "f", "F", "FALSE", "false", "False"}) {
    if (text == no) return {false};
  }
  return failed("string", "bool");
}

Value bytes_of_string(Session& session, Args args)
{
  count_bytes(session, args[0].text_if()->size());
  return {Bytes{std::make_shared<const std::string>(*args[0].text_if())}};
}

bool valid_utf8(const std::string& text)
{
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = [&](std::size_t index) {
      return at + index < text.size() ? static_cast<unsigned char>(text[at + index]) : 0U;
    };
    const auto follows = [&](std::size_t index, unsigned low = 0x80, unsigned high = 0xBF) {
      return byte(index) >= low && byte(index) <= high;
    };
    const auto first = byte(0);
    if (first < 0x80) {
      at += 1;
    } else if (first >= 0xC2 && first <= 0xDF && follows(1)) {
      at += 2;
    } else if (first >= 0xE0 && first <= 0xEF && follows(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF) &&
               follows(2)) {
      at += 3;
    } else if (first >= 0xF0 && first <= 0xF4 && follows(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF) &&
               follows(2) && follows(3)) {
      at += 4;
    } else {
      return false;
    }
  }
  return true;
}

Value string_of_bytes(Session& session, Args args)
{
  const auto& bytes = *args[0].get_if<Bytes>()->text;
  count_bytes(session, bytes.size());
  if (!valid_utf8(bytes)) return Value::error("invalid UTF-8 in bytes, cannot convert to string");
  return Value::text(bytes);
}

Value string_of_bool(Session& /*session*/, Args args)
{
  return Value::text(*args[0].get_if<bool>() ? "true" : "false");
}
Value string_of_int(Session& /*session*/, Args args)
{
  return Value::text(std::to_string(*args[0].get_if<std::int64_t>()));
}
Value string_of_uint(Session& /*session*/, Args args)
{
  return Value::text(std::to_string(*args[0].get_if<std::uint64_t>()));
}
Value string_of_double(Session& /*session*/, Args args)
{
  return Value::text(double_text(*args[0].get_if<double>()));
}
Value string_of_timestamp(Session& /*session*/, Args args)
{
  return Value::text(timestamp_text(*args[0].get_if<Timestamp>()));
}
Value string_of_duration(Session& /*session*/, Args args)
{
  return Value::text(span_text(*args[0].get_if<Span>()));
}

Value duration_of_string(Session& /*session*/, Args args)
{
  if (auto span = parse_duration(*args[0].text_if())) return {*span};
  return failed("string", "google.protobuf.Duration");
}

Value duration_of_int(Session& /*session*/, Args args)
{
  return {Span{*args[0].get_if<std::int64_t>()}};
}

Value timestamp_of_string(Session& /*session*/, Args args)
{
  if (auto time = parse_date_time(*args[0].text_if())) {
    if (!in_range(time->seconds)) return Value::error("timestamp overflow");
    return {std::move(*time)};
  }
  return failed("string", "google.protobuf.Timestamp");
}

Value timestamp_of_int(Session& /*session*/, Args args)
{
  const auto seconds = *args[0].get_if<std::int64_t>();
  if (!in_range(seconds)) return Value::error("timestamp overflow");
  return {Timestamp{seconds, 0, {}}};
}

}  // namespace

std::string double_text(double value)
{
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  std::array<char, 64> buffer{};
  const auto written =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
  std::string text(buffer.data(), written.ptr);
  const auto mark = text.find('e');
  const int exponent = std::atoi(text.c_str() + mark + 1);
  // strconv's rule for %g with the shortest digits.
  if (exponent < -4 || exponent >= 6) return text;
  const auto fixed = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
  return {buffer.data(), fixed.ptr};
}

std::span<const Function> conversion_functions()
{
  using enum CostRule;
  static constexpr Function rows[] = {
      {"size", "(bytes) int", size},
      {"size", "bytes.() int", size},
      {"size", "(list(A)) int", size},
      {"size", "list(A).() int", size},
      {"size", "(map(A,B)) int", size},
      {"size", "map(A,B).() int", size},
      {"size", "(string) int", size},
      {"size", "string.() int", size},
      {"type", "(A) type(A)", type},
      {"dyn", "(A) dyn", same},
      {"bool", "(bool) bool", same},
      {"bool", "(string) bool", bool_of_string},
      {"bytes", "(bytes) bytes", same},
      {"bytes", "(string) bytes", bytes_of_string, first},
      {"double", "(double) double", same},
      {"double", "(int) double", double_of_int},
      {"double", "(string) double", double_of_string},
      {"double", "(uint) double", double_of_uint},
      {"duration", "(duration) duration", same},
      {"duration", "(int) duration", duration_of_int},
      {"duration", "(string) duration", duration_of_string},
      {"int", "(int) int", same},
      {"int", "(double) int", int_of_double},
      {"int", "(duration) int", int_of_duration},
      {"int", "(string) int", int_of_string},
      {"int", "(timestamp) int", int_of_timestamp},
      {"int", "(uint) int", int_of_unsigned},
      {"string", "(string) string", same},
      {"string", "(bool) string", string_of_bool},
      {"string", "(bytes) string", string_of_bytes, first},
      {"string", "(double) string", string_of_double},
      {"string", "(duration) string", string_of_duration},
      {"string", "(int) string", string_of_int},
      {"string", "(timestamp) string", string_of_timestamp},
      {"string", "(uint) string", string_of_uint},
      {"timestamp", "(timestamp) timestamp", same},
      {"timestamp", "(int) timestamp", timestamp_of_int},
      {"timestamp", "(string) timestamp", timestamp_of_string},
      {"uint", "(uint) uint", same},
      {"uint", "(double) uint", uint_of_double},
      {"uint", "(int) uint", uint_of_int},
      {"uint", "(string) uint", uint_of_string},
  };
  return rows;
}

}  // namespace kubexx::cel::detail

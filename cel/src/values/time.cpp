// SPDX-License-Identifier: Apache-2.0
#include "values/time.hpp"

#include <array>
#include <charconv>

#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::cel::detail {
namespace {

constexpr std::int64_t first_second = -62135596800;
constexpr std::int64_t last_second = 253402300799;
constexpr std::int64_t nanos_per_second = 1'000'000'000;

/// "+02:00", or nothing for UTC, of a text that is a time.
std::string offset_of(const std::string& text)
{
  if (text.ends_with('Z') || text.ends_with('z')) return {};
  auto offset = text.substr(text.size() - 6);
  return offset == "+00:00" || offset == "-00:00" ? std::string() : offset;
}

std::string padded(std::int64_t value, std::size_t width)
{
  auto text = std::to_string(value);
  return text.size() < width ? std::string(width - text.size(), '0') + text : text;
}

}  // namespace

bool in_range(std::int64_t unix_seconds)
{
  return unix_seconds >= first_second && unix_seconds <= last_second;
}

std::optional<Timestamp> parse_date_time(const std::string& text)
{
  try {
    const auto time = Time::parse(text);
    return Timestamp{time.unix_seconds(), time.nanosecond(), offset_of(text)};
  } catch (const ValueError&) {
    return std::nullopt;
  }
}

std::optional<Timestamp> parse_date(const std::string& text)
{
  if (text.size() != 10) return std::nullopt;
  return parse_date_time(text + "T00:00:00Z");
}

std::optional<Span> parse_duration(const std::string& text)
{
  try {
    return Span{MetaDuration::parse(text).count()};
  } catch (const ValueError&) {
    return std::nullopt;
  }
}

std::optional<Span> parse_format_duration(const std::string& text)
{
  if (const auto span = parse_duration(text)) return span;
  static constexpr std::array<std::pair<std::string_view, std::int64_t>, 9> units{{{"w", 604800},
                                                                                   {"week", 604800},
                                                                                   {"weeks", 604800},
                                                                                   {"d", 86400},
                                                                                   {"day", 86400},
                                                                                   {"days", 86400},
                                                                                   {"hours", 3600},
                                                                                   {"minutes", 60},
                                                                                   {"seconds", 1}}};
  std::int64_t count = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
  if (read.ec != std::errc() || count < 0) return std::nullopt;
  auto unit = std::string_view(text).substr(static_cast<std::size_t>(read.ptr - text.data()));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  for (const auto& [name, seconds] : units) {
    Span span;
    if (unit == name && !__builtin_mul_overflow(count, seconds * nanos_per_second, &span.nanos)) return span;
  }
  return std::nullopt;
}

std::string timestamp_text(const Timestamp& time)
{
  std::string problem;
  const auto offset = time.offset.empty() ? 0 : fixed_offset(time.offset, problem).value_or(0);
  const auto local = time.seconds + offset;
  auto days = local / 86400;
  auto rest = local % 86400;
  if (rest < 0) {
    rest += 86400;
    --days;
  }
  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{days}}};
  auto text = padded(static_cast<int>(date.year()), 4) + "-" + padded(static_cast<unsigned>(date.month()), 2) + "-" +
              padded(static_cast<unsigned>(date.day()), 2) + "T" + padded(rest / 3600, 2) + ":" +
              padded(rest / 60 % 60, 2) + ":" + padded(rest % 60, 2);
  if (time.nanos > 0) {
    text += "." + padded(time.nanos, 9);
    while (text.ends_with('0')) text.pop_back();
  }
  return text + (time.offset.empty() ? "Z" : time.offset);
}

std::string span_text(Span span)
{
  const bool negative = span.nanos < 0;
  const auto magnitude =
      negative ? ~static_cast<std::uint64_t>(span.nanos) + 1 : static_cast<std::uint64_t>(span.nanos);
  auto text = (negative ? "-" : "") + std::to_string(magnitude / nanos_per_second);
  if (const auto fraction = magnitude % nanos_per_second; fraction > 0) {
    text += "." + padded(static_cast<std::int64_t>(fraction), 9);
    while (text.ends_with('0')) text.pop_back();
  }
  return text + "s";
}

Value shift(const Timestamp& time, std::int64_t nanos, int sign)
{
  const auto seconds = nanos / nanos_per_second * sign;
  Timestamp result = time;
  auto fraction = time.nanos + nanos % nanos_per_second * sign;
  result.seconds = time.seconds + seconds;  // both are far from the limits of 64 bits
  if (fraction < 0) {
    fraction += nanos_per_second;
    --result.seconds;
  } else if (fraction >= nanos_per_second) {
    fraction -= nanos_per_second;
    ++result.seconds;
  }
  result.nanos = static_cast<std::int32_t>(fraction);
  if (!in_range(result.seconds)) return Value::error("timestamp overflow");
  return {result};
}

Value between(const Timestamp& later, const Timestamp& earlier)
{
  Span span;
  const auto seconds = later.seconds - earlier.seconds;
  if (__builtin_mul_overflow(seconds, nanos_per_second, &span.nanos) ||
      __builtin_add_overflow(span.nanos, static_cast<std::int64_t>(later.nanos - earlier.nanos), &span.nanos)) {
    return Value::error("duration overflow");
  }
  return {span};
}

std::optional<std::int64_t> parse_int(std::string_view text, std::string& problem)
{
  auto digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  std::int64_t value = 0;
  const auto* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, value);
  const bool second_sign = digits.size() < text.size() && digits.starts_with('-');
  if (read.ec == std::errc() && read.ptr == end && !second_sign) return value;
  const bool far = read.ec == std::errc::result_out_of_range && read.ptr == end && !second_sign;
  problem = "strconv.Atoi: parsing " + go_quoted(text) + (far ? ": value out of range" : ": invalid syntax");
  return std::nullopt;
}

std::optional<std::int64_t> fixed_offset(std::string_view zone, std::string& problem)
{
  const auto colon = zone.find(':');
  const auto hours = parse_int(zone.substr(0, colon), problem);
  if (!hours) return std::nullopt;
  const auto minutes = parse_int(zone.substr(colon + 1), problem);
  if (!minutes) return std::nullopt;
  // As Go wraps around, with nanoseconds in 64 bits between.
  const auto unsigned_minutes = static_cast<std::uint64_t>(*minutes);
  const auto offset =
      static_cast<std::uint64_t>(*hours) * 60 + (zone.front() == '-' ? ~unsigned_minutes + 1 : unsigned_minutes);
  const auto nanos = static_cast<std::int64_t>(offset * 60 * static_cast<std::uint64_t>(nanos_per_second));
  return nanos / nanos_per_second;
}

}  // namespace kubexx::cel::detail

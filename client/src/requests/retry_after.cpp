// SPDX-License-Identifier: Apache-2.0
#include "requests/retry_after.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>
#include <iomanip>
#include <limits>
#include <locale>
#include <sstream>
#include <string>
#include <string_view>

namespace kubexx::detail {

namespace {

constexpr std::int64_t kLongest = 24 * 60 * 60;

std::optional<std::int64_t> number(std::string_view text)
{
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc::result_out_of_range && text.front() != '-') return std::numeric_limits<std::int64_t>::max();
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return count;
}

// IMF-fixdate, RFC 850, asctime.
std::optional<std::chrono::sys_seconds> http_date(std::string_view text)
{
  for (const char* format : {"%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %d %H:%M:%S %Y"}) {
    std::tm parts{};
    std::istringstream in{std::string(text)};
    in.imbue(std::locale::classic());
    in >> std::get_time(&parts, format);
    if (in.fail() || in.peek() != std::istringstream::traits_type::eof()) continue;
    const std::chrono::year_month_day date{std::chrono::year(parts.tm_year + 1900),
                                           std::chrono::month(static_cast<unsigned>(parts.tm_mon) + 1),
                                           std::chrono::day(static_cast<unsigned>(parts.tm_mday))};
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days(date) + std::chrono::hours(parts.tm_hour) + std::chrono::minutes(parts.tm_min) +
           std::chrono::seconds(parts.tm_sec);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Duration> retry_after_seconds(std::optional<std::int64_t> seconds) noexcept
{
  if (!seconds || *seconds < 0) return std::nullopt;
  return std::chrono::seconds(std::min(*seconds, kLongest));
}

std::optional<Duration> retry_after_of(const Headers& headers, WallTime now)
{
  const auto text = headers.find("Retry-After");
  if (!text || text->empty()) return std::nullopt;
  if (const auto count = number(*text)) return retry_after_seconds(count);
  const auto date = http_date(*text);
  if (!date) return std::nullopt;
  // Up: half a second early is too early. In seconds, because the year 9999 is too far for nanoseconds.
  const auto left = (*date - std::chrono::floor<std::chrono::seconds>(now)).count();
  return retry_after_seconds(std::max<std::int64_t>(left, 0));
}

}  // namespace kubexx::detail

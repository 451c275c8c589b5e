// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/human_duration.hpp"

#include <chrono>
#include <cstdint>

#include "kubexx/apimachinery/time.hpp"
#include "kubexx/apimachinery/value_error.hpp"

namespace kubexx {

std::string human_duration(Duration duration)
{
  using namespace std::chrono;
  const auto seconds = duration_cast<std::chrono::seconds>(duration).count();
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  const auto text = [](std::int64_t value, char unit) { return std::to_string(value) + unit; };
  const auto two = [&](std::int64_t major, char unit, std::int64_t minor, char small) {
    return minor == 0 ? text(major, unit) : text(major, unit) + text(minor, small);
  };
  const auto minutes = seconds / 60;
  const auto hours = minutes / 60;
  const auto days = hours / 24;
  if (seconds < 120) return text(seconds, 's');
  if (minutes < 10) return two(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return text(minutes, 'm');
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return text(hours, 'h');
  if (hours < 192) return two(days, 'd', hours % 24, 'h');
  if (days < 730) return text(days, 'd');
  if (days < 8 * 365) return two(days / 365, 'y', days % 365, 'd');
  return text(days / 365, 'y');
}

std::string human_age(std::string_view time, WallTime now)
{
  try {
    return human_duration(Time(now) - Time::parse(time));
  } catch (const ValueError&) {
    return "<unknown>";
  }
}

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#include "timestamp.hpp"

#include <array>
#include <chrono>
#include <cstdio>

namespace kubexx {

std::string micro_time(WallTime at)
{
  const auto micros = std::chrono::floor<std::chrono::microseconds>(at);
  const auto day = std::chrono::floor<std::chrono::days>(micros);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(micros - day);
  std::array<char, 64> text{};
  const int length = std::snprintf(
      text.data(), text.size(), "%04d-%02u-%02uT%02lld:%02lld:%02lld.%06lldZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<long long>(time.hours().count()), static_cast<long long>(time.minutes().count()),
      static_cast<long long>(time.seconds().count()), static_cast<long long>(time.subseconds().count()));
  return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace kubexx

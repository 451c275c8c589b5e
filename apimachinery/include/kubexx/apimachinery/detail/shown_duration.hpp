// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdio>
#include <string>

#include "kubexx/apimachinery/human_duration.hpp"

namespace kubexx::detail {

/// Like human_duration, with milliseconds below one second: "3m12s", "4.27ms".
[[nodiscard]] inline std::string shown_duration(Duration duration)
{
  if (duration >= std::chrono::seconds(1)) return human_duration(duration);
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "%lld.%02lldms", static_cast<long long>(micros / 1000),
                      static_cast<long long>(micros % 1000 / 10));
  return text.data();
}

}  // namespace kubexx::detail

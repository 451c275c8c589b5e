// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/base/clock.hpp"

namespace kubexx::detail {

/// "30 s" or "1500 ms", for messages.
[[nodiscard]] inline std::string duration_text(Duration duration)
{
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
  if (milliseconds % 1000 == 0) return std::to_string(milliseconds / 1000) + " s";
  return std::to_string(milliseconds) + " ms";
}

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kubexx::triggers {

/// The meaning that controllers give to the bits of the queue's Trigger: eight general ones, then three for each of the
/// first seven watches, and three that the remaining watches share.
inline constexpr std::uint32_t kFirstList = 1U << 0U;
inline constexpr std::uint32_t kRetry = 1U << 1U;
inline constexpr std::uint32_t kRequeue = 1U << 2U;
inline constexpr std::uint32_t kEnqueued = 1U << 3U;
inline constexpr std::uint32_t kPeriodic = 1U << 4U;
inline constexpr std::uint32_t kChannel = 1U << 5U;
/// Of events, for the hot-loop guard: someone else than this manager's controllers made the change …
inline constexpr std::uint32_t kForeign = 1U << 6U;
/// … and it is no consequence of what the last reconcile of the key wrote.
inline constexpr std::uint32_t kUnrelated = 1U << 7U;
inline constexpr std::uint32_t kEvents = ~0xffU;  ///< the bits of all watches

enum class Event : std::uint32_t { added, updated, deleted };
inline constexpr std::size_t kSlots = 8;

[[nodiscard]] constexpr std::uint32_t of(std::size_t watch, Event event) noexcept
{
  const auto slot = static_cast<std::uint32_t>(std::min(watch, kSlots - 1));
  return 1U << (8U + 3U * slot + static_cast<std::uint32_t>(event));
}

/// As texts for logs; `watches` are their names in order.
[[nodiscard]] std::vector<std::string> describe(std::uint32_t bits, const std::vector<std::string>& watches);
/// The same in one text: "configmaps added, first list".
[[nodiscard]] std::string text(std::uint32_t bits, const std::vector<std::string>& watches);

}  // namespace kubexx::triggers

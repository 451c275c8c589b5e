// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace kubexx::detail {

/// Calls `attempt` until it returns true, after exponentially growing pauses; false after a tenth of a millisecond in
/// all. Time is what `cpu.ticks()` counts, `cpu.ticks_in(nanoseconds)` to a pause: how long a `cpu.pause()` takes,
/// which differs a hundredfold between processors, makes no difference.
template <class Cpu, class Attempt>
[[nodiscard]] bool spin_pause(Cpu& cpu, const Attempt& attempt)
{
  // Found by measurement (docs/internals/design/0009-queue-speed.md): from half a microsecond to eight, 0.1 ms in all.
  constexpr std::uint64_t kFirstNanoseconds = 500;
  constexpr std::uint64_t kLongestNanoseconds = 8000;
  constexpr int kTries = 16;
  std::uint64_t nanoseconds = kFirstNanoseconds;
  for (int tries = 0; tries < kTries; ++tries) {
    const std::uint64_t begin = cpu.ticks();
    const std::uint64_t stay_away = cpu.ticks_in(nanoseconds);
    do cpu.pause();
    while (cpu.ticks() - begin < stay_away);
    if (attempt()) return true;
    if (nanoseconds < kLongestNanoseconds) nanoseconds *= 2;
  }
  return false;
}

}  // namespace kubexx::detail

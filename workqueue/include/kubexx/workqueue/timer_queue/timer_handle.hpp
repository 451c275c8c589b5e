// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace kubexx {

namespace detail {
class TimerWheel;
}

/// Names one value of one TimerQueue from its push until it is taken, cancelled or dropped; never another one after
/// that. A small value without ownership. One made by default names nothing. Only the queue it came from knows it: to
/// another queue it may name a value of that one.
class TimerHandle {
public:
  TimerHandle() noexcept = default;

  /// Whether a value was pushed; not whether it is still there.
  [[nodiscard]] explicit operator bool() const noexcept { return generation_ != 0; }
  friend bool operator==(TimerHandle, TimerHandle) noexcept = default;

private:
  friend class detail::TimerWheel;
  TimerHandle(std::uint32_t slot, std::uint32_t generation) noexcept : slot_(slot), generation_(generation) {}

  std::uint32_t slot_ = 0;
  std::uint32_t generation_ = 0;  ///< which use of the slot; none is 0
};

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace kubexx {

namespace detail {
class TimerWheel;
}

/// Identifies one value of one TimerQueue from its push until it is taken, cancelled or dropped, and never another
/// value after that. A small value without ownership. A default-constructed handle identifies nothing. Use a handle
/// only with the queue that returned it: in another queue it may identify one of that queue's values.
class TimerHandle {
public:
  TimerHandle() noexcept = default;

  /// True if a value was pushed, even if it is no longer there.
  [[nodiscard]] explicit operator bool() const noexcept { return generation_ != 0; }
  friend bool operator==(TimerHandle, TimerHandle) noexcept = default;

private:
  friend class detail::TimerWheel;
  TimerHandle(std::uint32_t slot, std::uint32_t generation) noexcept : slot_(slot), generation_(generation) {}

  std::uint32_t slot_ = 0;
  std::uint32_t generation_ = 0;  ///< identifies the use of the slot; 0: no value
};

}  // namespace kubexx

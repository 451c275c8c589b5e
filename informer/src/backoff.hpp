// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "kubexx/base/clock.hpp"
#include "kubexx/base/random.hpp"

namespace kubexx {

/// The reflector's growing pause: 0.8 s doubled up to 30 s, each stretched at random to less than twice its length,
/// back to the start after two minutes that needed none. Constants of client-go's reflector; the reset is what its
/// backoff manager means by it (its delay function forgets its growth in the middle of a long outage). A value.
class Backoff {
public:
  static constexpr Duration initial = std::chrono::milliseconds(800);
  static constexpr Duration cap = std::chrono::seconds(30);
  static constexpr Duration reset_after = std::chrono::minutes(2);
  static constexpr double jitter = 1.0;

  /// The next pause, which begins at `now`.
  [[nodiscard]] Duration next(SteadyTime now, Random& random)
  {
    if (quiet_since_ && now - *quiet_since_ > reset_after) delay_ = initial;
    const Duration pause = random.jitter(delay_, jitter);
    delay_ = std::min(delay_ * 2, cap);
    quiet_since_ = now + pause;
    return pause;
  }

private:
  Duration delay_ = initial;               // of the next pause
  std::optional<SteadyTime> quiet_since_;  // the end of the last pause
};

}  // namespace kubexx

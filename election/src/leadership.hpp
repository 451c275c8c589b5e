// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// Whether a replica leads. Shared by its campaign and by the clients that it fences, which may outlive it. Thread
/// safe.
class Leadership {
public:
  /// `clock` outlives every user.
  explicit Leadership(const Clock& clock) : clock_(clock) {}

  /// `until`: the renew deadline; `lease_end`: when another may take the Lease.
  void begin_or_extend(SteadyTime until, SteadyTime lease_end) noexcept
  {
    lease_end_ = lease_end.time_since_epoch().count();
    until_ = until.time_since_epoch().count();
    leads_ = true;
  }
  void end() noexcept { leads_ = false; }

  /// It was gained and not given up, whatever the time.
  [[nodiscard]] bool was_gained() const noexcept { return leads_; }
  /// No request is started later.
  [[nodiscard]] SteadyTime until() const noexcept { return SteadyTime(Duration(until_.load())); }
  /// No request that writes is sent later.
  [[nodiscard]] SteadyTime lease_end() const noexcept { return SteadyTime(Duration(lease_end_.load())); }
  [[nodiscard]] bool holds() const noexcept { return leads_ && clock_.now() < until(); }

private:
  const Clock& clock_;
  std::atomic<bool> leads_{false};
  std::atomic<SteadyTime::rep> until_{}, lease_end_{};
};

}  // namespace kubexx

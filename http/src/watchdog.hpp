// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "kubexx/base/asio.hpp"

namespace kubexx::detail {

/// One moment at which something must be over, moved often and reached seldom: a timer of the clock is set only when
/// the moment comes nearer than the one that is set, so a connection that moves its deadline with every request does
/// not wake the clock's thread each time. Used on `executor` (a strand) alone; owned by shared_ptr.
class Watchdog : public std::enable_shared_from_this<Watchdog> {
public:
  /// `on_expiry` runs on `executor`, and must not own what owns this.
  Watchdog(Clock& clock, asio::any_io_executor executor, std::function<void()> on_expiry)
      : clock_(clock), executor_(std::move(executor)), on_expiry_(std::move(on_expiry))
  {
  }

  /// Replaces the moment; SteadyTime::max() for never. A moment that is past expires by a posted call.
  void expire_at(SteadyTime when);
  void disarm() { due_ = SteadyTime::max(); }

private:
  void arm();
  void fired();

  Clock& clock_;
  asio::any_io_executor executor_;
  std::function<void()> on_expiry_;
  SteadyTime due_ = SteadyTime::max();
  SteadyTime armed_ = SteadyTime::max();  // what timer_ is set to; max when it is not
  Timer timer_;
};

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx::apiserver {

/// The time limit of one wait after the other, whose moment seldom changes: the timer stays until it does. Not thread
/// safe.
class TimedWait {
public:
  explicit TimedWait(Clock& clock);
  ~TimedWait();
  TimedWait(const TimedWait&) = delete;
  TimedWait& operator=(const TimedWait&) = delete;

  /// Fires `wakeup` at `when`, unless another one is limited first.
  void limit(const OneShot& wakeup, SteadyTime when);

private:
  struct Current;
  Clock& clock_;
  std::shared_ptr<Current> current_;  // shared with the timer's callback
  SteadyTime set_for_ = SteadyTime::max();
  Timer timer_;
};

}  // namespace kubexx::apiserver

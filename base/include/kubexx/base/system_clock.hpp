// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// The clocks of the machine. Timers run on one thread, which starts with the first timer. The destructor joins it and
/// drops pending timers; it must not run inside a callback of this clock. Thread safe.
class SystemClock final : public Clock {
public:
  SystemClock();
  ~SystemClock() override;
  SystemClock(const SystemClock&) = delete;
  SystemClock& operator=(const SystemClock&) = delete;

  [[nodiscard]] SteadyTime now() const noexcept override;
  [[nodiscard]] WallTime wall_now() const noexcept override;
  [[nodiscard]] Timer call_at(SteadyTime when, std::function<void()> callback) override;
  void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable_any& cv,
                  std::optional<SteadyTime> deadline, std::stop_token stop) override;

private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx

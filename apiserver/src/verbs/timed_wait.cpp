// SPDX-License-Identifier: Apache-2.0
#include "verbs/timed_wait.hpp"

#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace kubexx::apiserver {

struct TimedWait::Current {
  std::mutex mutex;
  std::optional<OneShot> wakeup;  // guarded by mutex
};

TimedWait::TimedWait(Clock& clock) : clock_(clock), current_(std::make_shared<Current>()) {}
TimedWait::~TimedWait() = default;

void TimedWait::limit(const OneShot& wakeup, SteadyTime when)
{
  {
    const std::lock_guard lock(current_->mutex);
    current_->wakeup = wakeup;
  }
  if (when != set_for_) {
    std::function<void()> fire = [current = current_] {
      std::optional<OneShot> due;
      {
        const std::lock_guard lock(current->mutex);
        due = std::exchange(current->wakeup, std::nullopt);
      }
      if (due) due->fire();
    };
    timer_ = clock_.call_at(when, std::move(fire));
    set_for_ = when;
  }
  // The timer has run, or a manual clock passed the moment before it was set.
  if (clock_.now() >= when) wakeup.fire();
}

}  // namespace kubexx::apiserver

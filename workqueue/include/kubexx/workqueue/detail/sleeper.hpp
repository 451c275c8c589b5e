// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/spin_mutex.hpp"

namespace kubexx::detail {

/// Lets threads that hold a SpinMutex wait for an action of its other holders: a condition variable on a clock.
class Sleeper {
public:
  /// Ends every sleep that is under way. Call it with or without the SpinMutex.
  void wake() noexcept
  {
    // A thread that sleeps, or has released `held` and is about to, holds mutex_ until it can be notified.
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  }

  /// Releases `held` and sleeps until a wake() after that release, until the time `until`, or until `stop` is
  /// triggered. May also return for no reason.
  void sleep(std::unique_lock<SpinMutex>& held, Clock& clock, std::optional<SteadyTime> until,
             const std::stop_token& stop)
  {
    std::unique_lock lock(mutex_);
    held.unlock();
    struct Relock {
      ~Relock()
      {
        lock.unlock();
        held.lock();
      }
      std::unique_lock<std::mutex>& lock;
      std::unique_lock<SpinMutex>& held;
    } const relock{lock, held};
    clock.wait_until(lock, changed_, until, stop);
  }

private:
  std::mutex mutex_;  ///< locked after the SpinMutex if with it; never held while waiting for the SpinMutex
  std::condition_variable_any changed_;
};

}  // namespace kubexx::detail

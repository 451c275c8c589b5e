// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/backoff_mutex.hpp"

namespace kubexx::detail {

/// Where threads that hold a BackoffMutex wait for something that its other holders do: a condition variable on a
/// clock.
class Sleeper {
public:
  /// Ends every sleep that is under way. With or without the BackoffMutex.
  void wake() noexcept
  {
    // Whoever sleeps, or is about to and has given up `held`, has mutex_ until it is notified.
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  }

  /// Sleeps without `held` until a wake() that comes after `held` is given up, `until`, or `stop`; or for no reason.
  void sleep(std::unique_lock<BackoffMutex>& held, Clock& clock, std::optional<SteadyTime> until,
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
      std::unique_lock<BackoffMutex>& held;
    } const relock{lock, held};
    clock.wait_until(lock, changed_, until, stop);
  }

private:
  std::mutex mutex_;  ///< taken after the BackoffMutex, if with it, and never held while that is waited for
  std::condition_variable_any changed_;
};

}  // namespace kubexx::detail

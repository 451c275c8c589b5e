// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/patient_mutex.hpp"

namespace kubexx::detail {

/// Where threads that hold a PatientMutex wait for something that its other holders do: a condition variable on a
/// clock.
class Sleeper {
public:
  /// Ends every sleep that is under way. With or without the PatientMutex.
  void wake() noexcept
  {
    {
      const std::lock_guard lock(mutex_);
      ++calls_;
    }
    changed_.notify_all();
  }

  /// Sleeps without `held` until a wake() that comes after `held` is given up, `until`, or `stop`; or for no reason.
  void sleep(std::unique_lock<PatientMutex>& held, Clock& clock, std::optional<SteadyTime> until,
             const std::stop_token& stop)
  {
    std::unique_lock lock(mutex_);
    const std::uint64_t before = calls_;
    held.unlock();
    struct Relock {
      ~Relock()
      {
        lock.unlock();
        held.lock();
      }
      std::unique_lock<std::mutex>& lock;
      std::unique_lock<PatientMutex>& held;
    } const relock{lock, held};
    if (calls_ == before) clock.wait_until(lock, changed_, until, stop);
  }

private:
  std::mutex mutex_;  ///< taken after the PatientMutex, if with it, and never held while that is waited for
  std::condition_variable_any changed_;
  std::uint64_t calls_ = 0;  ///< of wake(); guarded by mutex_
};

}  // namespace kubexx::detail

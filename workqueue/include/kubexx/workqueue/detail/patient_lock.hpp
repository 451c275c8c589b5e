// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

namespace kubexx::detail {

/// What lock_patiently does when the mutex is taken.
void wait_patiently(std::mutex& mutex);

/// Locks a mutex whose critical sections take some tens of nanoseconds and which many threads want all the time. One
/// who finds it taken stays away for a while, longer each time, before he asks again, and sleeps only in the end.
/// Meanwhile the holder does many operations in a row with all data in the cache of his core, where taking turns would
/// cost a transfer of every line for every operation, and sleeping two system calls.
inline void lock_patiently(std::mutex& mutex)
{
  if (!mutex.try_lock()) [[unlikely]]
    wait_patiently(mutex);
}

/// A lock_guard that does so.
class PatientLock {
public:
  explicit PatientLock(std::mutex& mutex) : mutex_(mutex) { lock_patiently(mutex_); }
  PatientLock(const PatientLock&) = delete;
  PatientLock& operator=(const PatientLock&) = delete;
  ~PatientLock() { mutex_.unlock(); }

private:
  std::mutex& mutex_;
};

}  // namespace kubexx::detail

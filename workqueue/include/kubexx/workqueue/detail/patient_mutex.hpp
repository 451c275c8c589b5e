// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

namespace kubexx::detail {

/// A mutex for critical sections of some tens of nanoseconds which many threads want all the time. One who finds it
/// taken stays away for a while, longer each time, before he asks again, and sleeps only in the end. Meanwhile the
/// holder does many operations in a row with all data in the cache of his core, where taking turns would cost a
/// transfer of every line for every operation, and sleeping two system calls. Inline, it costs two thirds of a
/// std::mutex.
class PatientMutex {
public:
  PatientMutex() = default;
  PatientMutex(const PatientMutex&) = delete;
  PatientMutex& operator=(const PatientMutex&) = delete;

  void lock()
  {
    if (!try_lock()) [[unlikely]]
      wait();
  }
  bool try_lock() noexcept
  {
    std::uint32_t expected = kFree;
    return state_.compare_exchange_strong(expected, kHeld, std::memory_order_acquire, std::memory_order_relaxed);
  }
  void unlock() noexcept
  {
    if (state_.exchange(kFree, std::memory_order_release) == kWanted) [[unlikely]]
      state_.notify_one();
  }

private:
  static constexpr std::uint32_t kFree = 0;
  static constexpr std::uint32_t kHeld = 1;
  static constexpr std::uint32_t kWanted = 2;  ///< held, and somebody may sleep

  void wait();

  std::atomic<std::uint32_t> state_{kFree};
};

using PatientLock = std::lock_guard<PatientMutex>;

}  // namespace kubexx::detail

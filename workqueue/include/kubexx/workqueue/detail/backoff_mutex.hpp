// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

namespace kubexx::detail {

/// A mutex with exponential back-off, for critical sections of some tens of nanoseconds that many threads enter all
/// the time. A thread that finds it taken stays away for a while, longer each time, before it tries again; after about
/// a tenth of a millisecond in all it sleeps. Meanwhile the holder does many operations in a row with all data in the
/// cache of its core, where taking turns would cost a transfer of every line for every operation, and sleeping two
/// system calls. Inline, it costs two thirds of a std::mutex.
class BackoffMutex {
public:
  BackoffMutex() = default;
  BackoffMutex(const BackoffMutex&) = delete;
  BackoffMutex& operator=(const BackoffMutex&) = delete;

  void lock()
  {
    if (!try_lock()) [[unlikely]]
      lock_slowly();
  }
  bool try_lock() noexcept
  {
    std::uint32_t expected = kFree;
    return state_.compare_exchange_strong(expected, kLocked, std::memory_order_acquire, std::memory_order_relaxed);
  }
  void unlock() noexcept
  {
    if (state_.exchange(kFree, std::memory_order_release) == kContended) [[unlikely]]
      state_.notify_one();
  }

private:
  static constexpr std::uint32_t kFree = 0;
  static constexpr std::uint32_t kLocked = 1;
  static constexpr std::uint32_t kContended = 2;  ///< locked, and a thread may sleep

  void lock_slowly();

  std::atomic<std::uint32_t> state_{kFree};
};

using BackoffLock = std::lock_guard<BackoffMutex>;

}  // namespace kubexx::detail

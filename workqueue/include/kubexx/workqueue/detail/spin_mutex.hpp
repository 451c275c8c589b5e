// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

namespace kubexx::detail {

/// A mutex that spins with exponential backoff, for critical sections of some tens of nanoseconds that many threads
/// enter all the time. A thread that finds it locked pauses before it tries again, for 0.5 µs first and at most 8 µs,
/// and sleeps after 16 tries, about a tenth of a millisecond in all. Meanwhile the holder performs many operations in a
/// row with all data in the cache of its core. Taking turns would transfer every cache line for every operation (400 ns
/// instead of 50), and sleeping would cost two system calls. Inline, it costs two thirds of a std::mutex (4.4 instead
/// of 6.4 ns). Numbers: docs/internals/design/0009-queue-speed.md.
class SpinMutex {
public:
  SpinMutex() = default;
  SpinMutex(const SpinMutex&) = delete;
  SpinMutex& operator=(const SpinMutex&) = delete;

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
  static constexpr std::uint32_t kContended = 2;  ///< locked, and a thread may be asleep

  void lock_slowly();

  std::atomic<std::uint32_t> state_{kFree};
};

using BackoffLock = std::lock_guard<SpinMutex>;

}  // namespace kubexx::detail

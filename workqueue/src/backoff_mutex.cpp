// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/backoff_mutex.hpp"

namespace kubexx::detail {

namespace {

// Found by measurement (docs/design/0009-queue-speed.md): from half a microsecond to some eight, 0.1 ms in all.
constexpr std::uint64_t kFirstNanoseconds = 500;
constexpr std::uint64_t kLongestNanoseconds = 8000;
constexpr int kTries = 16;

// The cycle counter, not a clock: reading it is one instruction and part of no result. Back-off is counted in its ticks
// because a `pause` takes between 10 and 140 cycles on x86, and next to nothing on ARM.
#if defined(__x86_64__) || defined(__i386__)
std::uint64_t ticks() noexcept
{
  return __builtin_ia32_rdtsc();
}
std::uint64_t ticks_in(std::uint64_t nanoseconds) noexcept
{
  return nanoseconds * 5 / 2;  // time stamp counters run at 1 to 5 GHz
}
void pause() noexcept
{
  __builtin_ia32_pause();
}
#elif defined(__aarch64__)
std::uint64_t ticks() noexcept
{
  std::uint64_t value = 0;
  asm volatile("isb; mrs %0, cntvct_el0" : "=r"(value));
  return value;
}
std::uint64_t ticks_in(std::uint64_t nanoseconds) noexcept
{
  std::uint64_t frequency = 0;
  asm volatile("mrs %0, cntfrq_el0" : "=r"(frequency));
  return nanoseconds * frequency / 1'000'000'000 + 1;
}
void pause() noexcept
{
  asm volatile("yield");
}
#else
// No counter that is known here: each reading counts as some nanoseconds.
std::uint64_t ticks() noexcept
{
  thread_local std::uint64_t reads = 0;
  return ++reads;
}
std::uint64_t ticks_in(std::uint64_t nanoseconds) noexcept
{
  return nanoseconds / 4 + 1;
}
void pause() noexcept {}
#endif

void stay_away(std::uint64_t for_ticks) noexcept
{
  const std::uint64_t begin = ticks();
  do pause();
  while (ticks() - begin < for_ticks);
}

}  // namespace

void BackoffMutex::lock_slowly()
{
  std::uint64_t nanoseconds = kFirstNanoseconds;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    stay_away(ticks_in(nanoseconds));
    if (try_lock()) return;
    if (nanoseconds < kLongestNanoseconds) nanoseconds *= 2;
  }
  while (state_.exchange(kContended, std::memory_order_acquire) != kFree) {
    state_.wait(kContended, std::memory_order_relaxed);
  }
}

}  // namespace kubexx::detail

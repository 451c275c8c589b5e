// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/spin_mutex.hpp"

#include "spin_pause.hpp"

namespace kubexx::detail {

namespace {

// The cycle counter, not a clock: reading it is one instruction and part of no result. Back-off is counted in its ticks
// because a `pause` takes between 10 and 140 cycles on x86, and next to nothing on ARM.
#if defined(__x86_64__) || defined(__i386__)
struct Cpu {
  static std::uint64_t ticks() noexcept { return __builtin_ia32_rdtsc(); }
  static std::uint64_t ticks_in(std::uint64_t nanoseconds) noexcept
  {
    return nanoseconds * 5 / 2;  // time stamp counters run at 1 to 5 GHz
  }
  static void pause() noexcept { __builtin_ia32_pause(); }
};
#elif defined(__aarch64__)
struct Cpu {
  static std::uint64_t ticks() noexcept
  {
    std::uint64_t value = 0;
    asm volatile("isb; mrs %0, cntvct_el0" : "=r"(value));
    return value;
  }
  static std::uint64_t ticks_in(std::uint64_t nanoseconds) noexcept
  {
    std::uint64_t frequency = 0;
    asm volatile("mrs %0, cntfrq_el0" : "=r"(frequency));
    return nanoseconds * frequency / 1'000'000'000 + 1;
  }
  static void pause() noexcept { asm volatile("yield"); }
};
#else
// No counter that is known here: each reading counts as some nanoseconds.
struct Cpu {
  std::uint64_t ticks() noexcept { return ++reads; }
  static std::uint64_t ticks_in(std::uint64_t nanoseconds) noexcept { return nanoseconds / 4 + 1; }
  static void pause() noexcept {}
  std::uint64_t reads = 0;
};
#endif

}  // namespace

void SpinMutex::lock_slowly()
{
  Cpu cpu;
  if (spin_pause(cpu, [this] { return try_lock(); })) return;
  while (state_.exchange(kContended, std::memory_order_acquire) != kFree) {
    state_.wait(kContended, std::memory_order_relaxed);
  }
}

}  // namespace kubexx::detail

// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/detail/patient_mutex.hpp"

namespace kubexx::detail {

namespace {

// Found by measurement (docs/design/0009-queue-speed.md): from half a microsecond to some ten, 0.1 ms in all.
constexpr int kFirstPauses = 32;
constexpr int kMostPauses = 1024;
constexpr int kTries = 16;

void pause() noexcept
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

void PatientMutex::wait()
{
  int pauses = kFirstPauses;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    for (int done = 0; done < pauses; ++done) pause();
    if (try_lock()) return;
    if (pauses < kMostPauses) pauses *= 2;
  }
  while (state_.exchange(kWanted, std::memory_order_acquire) != kFree) state_.wait(kWanted, std::memory_order_relaxed);
}

}  // namespace kubexx::detail

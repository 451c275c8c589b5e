// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/cpu_samples.hpp"

#include <sched.h>
#include <sys/time.h>
#include <unwind.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <thread>

namespace kubexx {

namespace {

constexpr std::size_t kFrames = 64;
constexpr std::size_t kSamples = 16384;  // 8 MiB
// The handler and the kernel's trampoline are the innermost frames.
constexpr std::size_t kOwnFrames = 2;

struct Stack {
  std::atomic<int> frames{0};  // written last
  std::array<void*, kFrames> addresses{};
};

// Not backtrace() of libc: that loads libgcc_s.so, which an image of a program with libgcc in it does not have.
class StackWalk {
public:
  explicit StackWalk(std::array<void*, kFrames>& to) : to_(to) {}

  static _Unwind_Reason_Code visit(_Unwind_Context* frame, void* walk)
  {
    auto& self = *static_cast<StackWalk*>(walk);
    void* address = nullptr;
    const _Unwind_Ptr ip = _Unwind_GetIP(frame);
    static_assert(sizeof ip == sizeof address);
    std::memcpy(static_cast<void*>(&address), &ip, sizeof ip);
    if (address == nullptr || self.frames_ == kFrames) return _URC_END_OF_STACK;
    self.to_[self.frames_++] = address;
    return _URC_NO_REASON;
  }
  [[nodiscard]] int frames() const noexcept { return static_cast<int>(frames_); }

private:
  std::array<void*, kFrames>& to_;
  std::size_t frames_ = 0;
};

struct Buffer {
  std::atomic<std::size_t> next{0};
  std::vector<Stack> stacks = std::vector<Stack>(kSamples);
};

// What a signal handler writes to: it can be reached by no other way. Null: nobody samples.
std::atomic<Buffer*> current{nullptr};
std::atomic<int> in_handler{0};

void on_signal(int)
{
  const int error = errno;
  in_handler.fetch_add(1);
  if (Buffer* buffer = current.load(); buffer != nullptr) {
    const std::size_t index = buffer->next.fetch_add(1, std::memory_order_relaxed);
    if (index < kSamples) {
      Stack& stack = buffer->stacks[index];
      StackWalk walk(stack.addresses);
      (void)_Unwind_Backtrace(StackWalk::visit, &walk);
      stack.frames.store(walk.frames(), std::memory_order_release);
    }
  }
  in_handler.fetch_sub(1);
  errno = error;
}

// Owns the timer, the signal and `current`.
class Sampling {
public:
  explicit Sampling(Buffer& buffer)
  {
    // The first call prepares the unwinder, which a signal handler must not do.
    std::array<void*, kFrames> warm{};
    StackWalk walk(warm);
    (void)_Unwind_Backtrace(StackWalk::visit, &walk);
    Buffer* nobody = nullptr;
    if (!current.compare_exchange_strong(nobody, &buffer))
      throw std::runtime_error("a CPU profile is already being taken");
    struct sigaction action{};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigaction(SIGPROF, nullptr, &before_);
    if (before_.sa_handler != SIG_DFL && before_.sa_handler != SIG_IGN) {
      current = nullptr;
      throw std::runtime_error("the program uses SIGPROF itself");
    }
    sigaction(SIGPROF, &action, nullptr);
    set_timer(std::chrono::duration_cast<std::chrono::microseconds>(CpuSamples::period).count());
  }
  ~Sampling()
  {
    set_timer(0);
    // A signal that is pending still finds a handler, which does nothing: the default would end the process.
    current = nullptr;
    while (in_handler.load() != 0) std::this_thread::yield();
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPROF, &ignore, nullptr);
  }
  Sampling(const Sampling&) = delete;
  Sampling& operator=(const Sampling&) = delete;

private:
  static void set_timer(long microseconds)
  {
    itimerval timer{};
    timer.it_interval.tv_usec = timer.it_value.tv_usec = microseconds;
    setitimer(ITIMER_PROF, &timer, nullptr);
  }

  struct sigaction before_{};
};

}  // namespace

awaitable<CpuSamples> async_sample_cpu(Clock& clock, Duration time, std::stop_token stop)
{
  const auto buffer = std::make_unique<Buffer>();
  {
    const Sampling sampling(*buffer);
    (void)co_await async_sleep(clock, time, std::move(stop));
  }
  CpuSamples samples;
  const std::size_t taken = buffer->next.load();
  samples.dropped = taken > kSamples ? taken - kSamples : 0;
  for (std::size_t i = 0; i < taken - samples.dropped; ++i) {
    const Stack& stack = buffer->stacks[i];
    const auto frames = static_cast<std::size_t>(stack.frames.load(std::memory_order_acquire));
    std::vector<std::uintptr_t> addresses;
    for (std::size_t frame = kOwnFrames; frame < frames; ++frame) {
      addresses.push_back(reinterpret_cast<std::uintptr_t>(stack.addresses[frame]));
    }
    if (!addresses.empty()) samples.stacks.push_back(std::move(addresses));
  }
  co_return samples;
}

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#include "support/allocations.hpp"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> calls{0};

struct Plan {
  bool active = false;
  bool and_all_after = false;
  bool failed = false;
  std::uint64_t left = 0;  // allocations that succeed before one fails
};
thread_local constinit Plan plan;

std::atomic<bool> measuring{false};
std::atomic<std::int64_t> live{0};  // since measuring began
std::atomic<std::int64_t> peak{0};

void measure_more(void* memory) noexcept
{
  const auto size = static_cast<std::int64_t>(::malloc_usable_size(memory));
  const auto now = live.fetch_add(size, std::memory_order_relaxed) + size;
  auto most = peak.load(std::memory_order_relaxed);
  while (now > most && !peak.compare_exchange_weak(most, now, std::memory_order_relaxed)) {
  }
}

bool planned_failure() noexcept
{
  if (!plan.active) return false;
  if (plan.left != 0) {
    --plan.left;
    return false;
  }
  if (plan.failed && !plan.and_all_after) return false;
  plan.failed = true;
  return true;
}

void* allocate(std::size_t size, std::size_t alignment)
{
  calls.fetch_add(1, std::memory_order_relaxed);
  if (planned_failure()) throw std::bad_alloc();
  // malloc's alignment is enough for most.
  void* memory = alignment <= alignof(std::max_align_t)
                     ? std::malloc(std::max<std::size_t>(size, 1))
                     : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (!memory) throw std::bad_alloc();
  if (measuring.load(std::memory_order_relaxed)) measure_more(memory);
  return memory;
}

void release(void* memory) noexcept
{
  if (measuring.load(std::memory_order_relaxed)) {
    live.fetch_sub(static_cast<std::int64_t>(::malloc_usable_size(memory)), std::memory_order_relaxed);
  }
  std::free(memory);
}

}  // namespace

// The array and nothrow forms of the standard library call these.
void* operator new(std::size_t size)
{
  return allocate(size, 0);
}
void* operator new(std::size_t size, std::align_val_t alignment)
{
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept
{
  release(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
  release(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept
{
  release(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
  release(memory);
}

namespace kubexx::allocations {

std::uint64_t count() noexcept
{
  return calls.load(std::memory_order_relaxed);
}

Failing::Failing(std::uint64_t fail, bool and_all_after) noexcept
{
  plan = {true, and_all_after, false, fail};
}

Failing::~Failing()
{
  plan = {};
}

bool Failing::failed() const noexcept  // NOLINT(readability-convert-member-functions-to-static): of this thread's one
{
  return plan.failed;
}

Peak::Peak() noexcept
{
  live = 0;
  peak = 0;
  measuring = true;
}

Peak::~Peak()
{
  measuring = false;
}

std::int64_t Peak::bytes() const noexcept  // NOLINT(readability-convert-member-functions-to-static): of the one
{
  return peak.load(std::memory_order_relaxed);
}

}  // namespace kubexx::allocations

// SPDX-License-Identifier: Apache-2.0
#include "support/allocations.hpp"

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
  return memory;
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
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept
{
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
  std::free(memory);
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

}  // namespace kubexx::allocations

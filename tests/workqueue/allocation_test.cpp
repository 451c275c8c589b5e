// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/object_key.hpp"
#include "kubexx/workqueue/delay_queue.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"

// A program of its own: it counts every call of operator new.
namespace {
std::atomic<std::uint64_t> allocations{0};

void* counted(std::size_t size, std::size_t alignment)
{
  ++allocations;
  void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (!memory) throw std::bad_alloc();
  return memory;
}
}  // namespace

void* operator new(std::size_t size)
{
  return counted(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment)
{
  return counted(size, std::max(static_cast<std::size_t>(alignment), alignof(std::max_align_t)));
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

namespace kubexx {
namespace {

using namespace std::chrono_literals;

template <class T>
void expect_no_allocation_in_steady_state(const std::vector<T>& keys)
{
  ManualClock clock;
  RateLimitingQueue<T> queue(default_controller_rate_limiter<T>(), {.clock = &clock});
  std::uint64_t before = 0;
  for (int round = 0; round < 20; ++round) {
    // The first rounds find the room that the later ones use.
    if (round == 10) before = allocations;
    for (const T& key : keys) {
      queue.add(key, 1);
      queue.add_after(key, 1s);
      queue.add_after(key, 500ms);
      queue.add_rate_limited(key);
    }
    while (auto lease = queue.get({}, SteadyTime{})) {
      queue.add(lease->key());
      queue.forget(lease->key());
      lease->done();
      lease = queue.try_get();
    }
    clock.advance(1s);
    while (auto lease = queue.try_get()) queue.done(lease->key());
  }
  EXPECT_GT(before, 0U);
  EXPECT_EQ(allocations - before, 0U);
  EXPECT_EQ(queue.size() + queue.delayed(), 0U);
}

TEST(Allocations, NoneInSteadyStateWithStrings)
{
  std::vector<std::string> keys;
  for (int index = 0; index < 300; ++index) keys.push_back("namespace-1/some-long-name-" + std::to_string(index));
  expect_no_allocation_in_steady_state(keys);
}

TEST(Allocations, NoneInSteadyStateWithObjectKeys)
{
  std::vector<ObjectKey> keys;
  for (int index = 0; index < 300; ++index) {
    keys.push_back(
        {"a-namespace-with-a-long-name", "some-name-that-is-longer-than-a-pointer-" + std::to_string(index)});
  }
  expect_no_allocation_in_steady_state(keys);
}

TEST(Allocations, NoneInSteadyStateOfADelayQueue)
{
  ManualClock clock;
  DelayQueue<std::uint64_t> queue(clock);
  std::vector<std::uint64_t> drained;
  std::vector<DelayHandle> handles;
  auto stream = queue.stream({}, 16);
  std::uint64_t before = 0;
  for (int round = 0; round < 20; ++round) {
    if (round == 10) before = allocations;
    for (std::uint64_t index = 0; index < 1000; ++index) {
      handles.push_back(queue.push(index, Duration(static_cast<std::int64_t>(index * index * 1000))));
      if (index % 3 == 0) queue.cancel(handles[index / 2]);
      if (index % 5 == 0) queue.reset(handles[index / 3], 1s);
    }
    handles.clear();
    clock.advance(500ms);
    for (int count = 0; count < 100; ++count) static_cast<void>(queue.take());
    for (auto position = stream.begin(); *position < 500;) ++position;
    drained.clear();
    queue.drain_all_due(drained);
    clock.advance(1h);
    drained.clear();
    queue.drain_all_due(drained);
  }
  EXPECT_GT(before, 0U);
  EXPECT_EQ(allocations - before, 0U);
}

}  // namespace
}  // namespace kubexx

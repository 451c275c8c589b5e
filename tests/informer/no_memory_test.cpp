// SPDX-License-Identifier: Apache-2.0
// A store for which no memory is left, at each allocation of each write in turn.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "handler_queue.hpp"
#include "kubexx/informer/index.hpp"
#include "kubexx/informer/indexed_store.hpp"
#include "support.hpp"

namespace {

thread_local bool failing = false;
thread_local std::size_t allocations_left = 0;

void* allocate(std::size_t size)
{
  if (failing && allocations_left-- == 0) {
    allocations_left = 0;
    throw std::bad_alloc();
  }
  if (void* const memory = std::malloc(size)) return memory;  // NOLINT(cppcoreguidelines-no-malloc)
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size)
{
  return allocate(size);
}
void* operator new[](std::size_t size)
{
  return allocate(size);
}
void operator delete(void* memory) noexcept
{
  std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc)
}
void operator delete(void* memory, std::size_t /*size*/) noexcept
{
  std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc)
}
void operator delete[](void* memory) noexcept
{
  std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc)
}
void operator delete[](void* memory, std::size_t /*size*/) noexcept
{
  std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc)
}

namespace kubexx::informer_test {
namespace {

/// Runs `work` with `allowed` allocations; whether they were enough.
bool with_allocations(std::size_t allowed, const std::function<void()>& work)
{
  allocations_left = allowed;
  failing = true;
  try {
    work();
  } catch (const std::bad_alloc&) {
    failing = false;
    return false;
  }
  failing = false;
  return true;
}

constexpr int objects = 300;  // several chunks

Object numbered(int number, int version, const std::string& colour)
{
  return object_of(number % 3 == 0 ? "a" : "b", "x" + std::to_string(1000 + number), "u" + std::to_string(number),
                   std::to_string(version), R"({"colour":")" + colour + R"("})");
}

struct Stored {
  Stored() : store({{"colour", index_by_label("colour")}})
  {
    std::vector<Object> items;
    for (int number = 0; number < objects; ++number) items.push_back(numbered(number, 1, "red"));
    (void)store.replace(items, "1");
    (void)store.wrote(numbered(900, 3, "own"), Selected::yes, SteadyTime::max());
  }
  [[nodiscard]] std::string text() const
  {
    std::string all = text_of(store.list()) + "|" + std::to_string(store.size()) + "|" + store.resource_version();
    for (const std::string colour : {"red", "blue", "own"}) all += "|" + text_of(store.by_index("colour", colour));
    return all;
  }
  IndexedStore store;
};

using Write = std::function<std::vector<Delta>(IndexedStore&)>;

// The write with ever more allocations. Each time it fails, the store is as it was, and what the write does then is
// what it does at once elsewhere.
void write_without_memory(const Write& write, const std::string& later = "5", std::size_t step = 1)
{
  Stored expected;
  const auto wanted = texts_of(write(expected.store));
  (void)expected.store.bookmark(later);
  std::size_t allowed = 0;
  for (bool enough = false; !enough; allowed += step) {
    Stored tried;
    const std::string before = tried.text();
    std::vector<Delta> deltas;
    enough = with_allocations(allowed, [&] { deltas = write(tried.store); });
    if (!enough) {
      ASSERT_EQ(tried.text(), before) << "with " << allowed << " allocations";
      deltas = write(tried.store);
    }
    ASSERT_EQ(texts_of(deltas), wanted) << "with " << allowed << " allocations";
    (void)tried.store.bookmark(later);
    ASSERT_EQ(tried.text(), expected.text()) << "with " << allowed << " allocations";
  }
  EXPECT_GT(allowed, 1U);
}

TEST(NoMemory, AnEventChangesAllOrNothing)
{
  write_without_memory([](IndexedStore& store) { return store.apply(numbered(7, 2, "blue"), "2"); });
  write_without_memory([](IndexedStore& store) { return store.apply(numbered(1007, 2, "blue"), "2"); });
  write_without_memory([](IndexedStore& store) {
    return store.apply(object_of("b", "x1007", "other", "2", R"({"colour":"blue"})"), "2");
  });
  write_without_memory([](IndexedStore& store) { return store.remove(numbered(7, 2, "red"), "2"); });
}

TEST(NoMemory, AListChangesAllOrNothing)
{
  const auto list = [](int changed) {
    return [changed](IndexedStore& store) {
      std::vector<Object> items;
      for (int number = 5; number < objects + 5; ++number) {
        items.push_back(numbered(number, number < changed ? 2 : 1, number < changed ? "blue" : "red"));
      }
      items.push_back(numbered(900, 3, "own"));
      return store.replace(std::move(items), "4");
    };
  };
  write_without_memory(list(20), "5", 11);
  write_without_memory(list(objects), "5", 11);
}

// Before the watch has come so far.
TEST(NoMemory, AnOwnWriteChangesAllOrNothing)
{
  for (const Selected selected : {Selected::yes, Selected::no}) {
    write_without_memory(
        [=](IndexedStore& store) { return store.wrote(numbered(7, 4, "blue"), selected, SteadyTime::max()); }, "2");
  }
  write_without_memory([](IndexedStore& store) { return store.deleted({"b", "x1007"}, "u7", {}, SteadyTime::max()); },
                       "2");
}

TEST(NoMemory, AnEventThatCannotBeQueuedIsSaidToBeMissing)
{
  bool enough = false;
  for (std::size_t allowed = 0; !enough; ++allowed) {
    World world;
    std::vector<std::string> calls;
    EventHandler handler;
    handler.on_event = [&](const ObjectEvent& event) {
      calls.push_back(std::string(event.now().resource_version()) + (event.transitions_lost ? " lost" : ""));
    };
    const auto queue = std::make_shared<HandlerQueue>(world.runtime, handler, HandlerMetrics());
    Stored stored;
    const auto first = stored.store.apply(numbered(7, 2, "blue"), "2");
    const auto second = stored.store.apply(numbered(8, 3, "blue"), "3");
    const auto third = stored.store.apply(numbered(7, 4, "blue"), "4");
    queue->push(first.front());
    bool missed = false;
    for (const auto& delta : {second.front(), third.front()}) {
      if (with_allocations(allowed, [&] { queue->push(delta); })) continue;
      queue->push_failed();
      missed = true;
    }
    enough = !missed;
    queue->push(stored.store.apply(numbered(9, 5, "blue"), "5").front());
    world.settle();
    ASSERT_FALSE(calls.empty());
    EXPECT_TRUE(!missed || calls.front().ends_with(" lost")) << calls.front();
    EXPECT_EQ(queue->pending(), 0U);
    EXPECT_EQ(queue->status().transitions, 0U);
    queue->close();
  }
}

// At each allocation of a call that fails, of its report and of its retry.
TEST(NoMemory, AFailedCallIsMadeAgainOrSaidToBeMissing)
{
  bool enough = false;
  for (std::size_t allowed = 0; !enough; ++allowed) {
    World world;
    world.runtime.log = Log();  // its sink would need memory as well
    std::vector<std::string> calls;
    calls.reserve(10);
    EventHandler handler;
    handler.retry = true;
    handler.on_event = [&](const ObjectEvent& event) {
      if (failing) throw std::runtime_error("not yet");
      calls.push_back(std::string(event.now().name()) + (event.transitions_lost ? " lost" : ""));
    };
    const auto queue = std::make_shared<HandlerQueue>(world.runtime, handler, HandlerMetrics());
    Stored stored;
    (void)stored.store.bookmark("3");  // it takes the own write back
    queue->push(stored.store.apply(numbered(7, 4, "blue"), "4").front());
    enough =
        with_allocations(allowed, [&] { ASSERT_NO_THROW(world.settle()) << "with " << allowed << " allocations"; }) &&
        allocations_left > 0;
    queue->push(stored.store.apply(numbered(8, 5, "blue"), "5").front());
    world.advance(std::chrono::seconds(1));
    ASSERT_FALSE(calls.empty());
    const bool repeated = calls.size() == 2;
    EXPECT_TRUE(repeated || calls.front() == "x1008 lost") << allowed << ": " << calls.front();
    EXPECT_EQ(queue->pending(), 0U);
    queue->close();
    world.settle();
    EXPECT_TRUE(world.run(queue->async_ended()));
  }
}

// What it could not remember it would never take back.
TEST(NoMemory, AnOwnWriteBesideAnotherOneIsRememberedOrNotMade)
{
  for (const Selected selected : {Selected::yes, Selected::no}) {
    for (const std::string later : {"2", "4", "9"}) {
      write_without_memory(
          [=](IndexedStore& store) {
            (void)store.bookmark("1");
            return store.wrote(numbered(7, 4, "blue"), selected, SteadyTime::max());
          },
          later);
      write_without_memory(
          [=](IndexedStore& store) { return store.wrote(numbered(900, 5, "own"), selected, SteadyTime::max()); },
          later);
    }
  }
  for (const std::string later : {"2", "9"}) {
    write_without_memory([](IndexedStore& store) { return store.deleted({"b", "x1007"}, "u7", {}, SteadyTime::max()); },
                         later);
    write_without_memory(
        [](IndexedStore& store) { return store.deleted({"a", "x1900"}, "u900", {}, SteadyTime::max()); }, later);
  }
}

// A watch that passes own writes without showing them takes them back, or nothing has changed.
TEST(NoMemory, ABookmarkTakesBackAllOrNothing)
{
  write_without_memory([](IndexedStore& store) { return store.bookmark("4"); });
  write_without_memory([](IndexedStore& store) { return store.apply(numbered(7, 8, "blue"), "8"); }, "9");
}

}  // namespace
}  // namespace kubexx::informer_test

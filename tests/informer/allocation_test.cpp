// SPDX-License-Identifier: Apache-2.0
// What reads of a large store allocate, and what the store itself does.
#include <gtest/gtest.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <exception>
#include <type_traits>

#include "kubexx/informer/index.hpp"
#include "kubexx/informer/indexed_store.hpp"
#include "support.hpp"
#include "support/allocations.hpp"

namespace kubexx::informer_test {
namespace {

// Nobody changes what a list or the store shares with others.
using Listed = decltype(*std::declval<ObjectSnapshot&>().begin());
static_assert(std::is_same_v<Listed, const Object&> && !std::is_assignable_v<Listed, Object>);
static_assert(std::is_same_v<decltype(std::declval<ObjectSnapshot&>()[0]), Object>, "a handle of the caller's own");
static_assert(std::is_same_v<decltype(std::declval<Object&>().bytes()), std::string_view>);
static_assert(std::is_same_v<decltype(std::declval<Store&>().get({})), Object>);

constexpr int objects = 100'000;

Object numbered(int number, const std::string& labels = R"({"colour":"red"})")
{
  const std::string text = std::to_string(1'000'000 + number);
  return object_of(number % 2 == 0 ? "even" : "odd", "x" + text, "u" + text, std::to_string(number + 1), labels);
}

TEST(StoreAllocations, ListsOfAHundredThousandObjectsAllocateNothingForAnObject)
{
  IndexedStore store({{"colour", index_by_label("colour")}});
  std::vector<Object> items;
  items.reserve(objects);
  for (int number = 0; number < objects; ++number) items.push_back(numbered(number));
  (void)store.replace(std::move(items), std::to_string(objects));

  const allocations::Peak peak;
  const auto before = allocations::count();
  const ObjectSnapshot all = store.list();
  const ObjectSnapshot even = store.list("even");
  const ObjectSnapshot red = store.by_index("colour", "red");
  const ObjectSnapshot page = all.page(1000);
  const auto for_lists = allocations::count() - before;
  std::size_t read = 0;
  for (const ObjectSnapshot* const list : {&all, &even, &red, &page}) {
    for (const auto& object : *list) read += object.name().size() + object.resource_version().size();
  }
  const auto for_reads = allocations::count() - before - for_lists;

  EXPECT_EQ(all.size() + even.size() + red.size() + page.size(), objects * 5 / 2 + 1000U);
  EXPECT_LE(for_lists, 20U) << "the pointers to the pieces of each list, which grow by doubling";
  EXPECT_LT(peak.bytes(), objects) << "less than a byte for an object";
  EXPECT_EQ(for_reads, 0U);
  EXPECT_GT(read, all.size());
}

TEST(StoreAllocations, TheStoreSaysWhatItHolds)
{
  const std::string labels = R"({"text":")" + std::string(1000, 't') + R"("})";
  const allocations::Peak peak;
  IndexedStore store;
  for (int number = 0; number < objects / 5; ++number)
    (void)store.apply(numbered(number, labels), std::to_string(number + 1));
  const auto held = static_cast<double>(peak.bytes());
  EXPECT_NEAR(static_cast<double>(store.memory()), held, held / 20);
}

awaitable<void> wait_synced(SharedInformer informer)
{
  (void)co_await informer.async_wait_synced({});
}

// A readiness probe that gives up and asks again, of an informer that never syncs.
TEST(InformerAllocations, AWaitThatIsCancelledLeavesNothingBehind)
{
  World world;
  const SharedInformer informer(Client(world.runtime, std::make_shared<ScriptedServer>()), config_maps(), paged());
  const auto wait_and_cancel = [&] {
    asio::cancellation_signal signal;
    asio::co_spawn(world.context, wait_synced(informer),
                   asio::bind_cancellation_slot(signal.slot(), [](const std::exception_ptr&) {}));
    world.settle();
    signal.emit(asio::cancellation_type::terminal);
    world.settle();
  };
  for (int warm = 0; warm < 10; ++warm) wait_and_cancel();
  const allocations::Peak peak;
  for (int wait = 0; wait < 1000; ++wait) wait_and_cancel();
  EXPECT_LT(peak.bytes(), 20'000U);
  informer.request_stop();
}

}  // namespace
}  // namespace kubexx::informer_test

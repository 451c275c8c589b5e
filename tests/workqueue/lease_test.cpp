// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/lease.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/object_key.hpp"
#include "kubexx/workqueue/queue.hpp"

namespace kubexx {
namespace {

static_assert(!std::is_copy_constructible_v<Lease<std::string>>);
static_assert(std::is_nothrow_move_constructible_v<Lease<std::string>>);
static_assert(std::is_nothrow_move_assignable_v<Lease<std::string>>);

struct LeaseTest : testing::Test {
  ManualClock clock;
  Queue<std::string> queue{{.clock = &clock}};
  /// Whether `key` is processing: then an add makes nothing ready.
  bool processing(const std::string& key)
  {
    const std::size_t before = queue.size();
    queue.add(key);
    return queue.size() == before;
  }
};

TEST_F(LeaseTest, ItsEndIsDone)
{
  queue.add("a");
  {
    const auto lease = queue.get();
    EXPECT_EQ(**lease, "a");
    EXPECT_EQ((*lease)->size(), 1U);
    EXPECT_TRUE(*lease);
    EXPECT_TRUE(processing("a"));
  }
  EXPECT_EQ(queue.size(), 1U);
}

TEST_F(LeaseTest, DoneTwiceIsOnce)
{
  queue.add("a");
  auto lease = queue.get();
  lease->done();
  EXPECT_FALSE(*lease);
  auto other = (queue.add("a"), queue.get());
  lease->done();
  EXPECT_TRUE(processing("a"));
}

TEST_F(LeaseTest, MovingHandsTheDutyOver)
{
  queue.add("a");
  queue.add("b");
  std::optional<Lease<std::string>> first = queue.get();
  Lease<std::string> moved = std::move(*first);
  first.reset();
  EXPECT_TRUE(processing("a"));
  moved = std::move(*queue.get());
  EXPECT_EQ(moved.key(), "b");
  EXPECT_TRUE(processing("b"));
  EXPECT_EQ(queue.get()->key(), "a");
}

TEST_F(LeaseTest, ReleasedItLeavesDoneToTheQueue)
{
  queue.add("a");
  queue.get()->release();
  EXPECT_TRUE(processing("a"));
  queue.done("a");
  EXPECT_EQ(queue.size(), 1U);
}

TEST_F(LeaseTest, AnOldLeaseDoesNotEndANewOne)
{
  queue.add("a");
  auto old = queue.get();
  queue.done("a");
  queue.add("a");
  auto fresh = queue.get();
  old->done();
  EXPECT_TRUE(processing("a"));
  fresh->done();
  EXPECT_EQ(queue.size(), 1U);
}

// The record of "a" is used again for "b".
TEST_F(LeaseTest, AnOldLeaseDoesNotEndThatOfAnotherKey)
{
  queue.add("a");
  auto old = queue.get();
  queue.done("a");
  queue.add("b");
  auto other = queue.get();
  ASSERT_EQ(other->key(), "b");
  old->done();
  EXPECT_TRUE(processing("b"));
}

TEST_F(LeaseTest, TheKeyStaysWhereItIsWhileOthersComeAndGo)
{
  queue.add("a");
  const auto lease = queue.get();
  const std::string* where = &lease->key();
  for (int index = 0; index < 5000; ++index) queue.add(std::to_string(index));
  while (auto other = queue.try_get()) EXPECT_NE(other->key(), "a");
  EXPECT_EQ(&lease->key(), where);
  EXPECT_EQ(lease->key(), "a");
}

TEST(LeaseOfObjectKey, TheCommonKeyOfControllersWorks)
{
  ManualClock clock;
  Queue<ObjectKey> queue({.clock = &clock});
  queue.add({"ns", "name"});
  queue.add({"ns", "name"});
  EXPECT_EQ(queue.get()->key().to_string(), "ns/name");
  EXPECT_EQ(queue.size(), 0U);
}

}  // namespace
}  // namespace kubexx

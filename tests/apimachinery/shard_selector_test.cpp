// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/shard_selector.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/base/random.hpp"

namespace kubexx {
namespace {

using Field = ShardSelector::Field;

Object named(const std::string& namespace_, const std::string& uid)
{
  return Object::parse(R"({"metadata":{"name":"x","namespace":")" + namespace_ + R"(","uid":")" + uid + "\"}}");
}

// The vectors of draft-eastlake-fnv.
TEST(ShardSelector, HashesAsFnv1aDoes)
{
  EXPECT_EQ(ShardSelector::hash(""), 0xcbf29ce484222325U);
  EXPECT_EQ(ShardSelector::hash("a"), 0xaf63dc4c8601ec8cU);
  EXPECT_EQ(ShardSelector::hash("foobar"), 0x85944171f73967e8U);
  EXPECT_EQ(ShardSelector::hash("\xff"), ShardSelector::hash(std::string(1, static_cast<char>(0xff))));
}

TEST(ShardSelector, IsWrittenAsTheServerReadsIt)
{
  EXPECT_EQ(ShardSelector().to_string(), "");
  EXPECT_EQ(ShardSelector::of(Field::uid, 0, 2).to_string(),
            "shardRange(object.metadata.uid, '0x0000000000000000', '0x8000000000000000')");
  EXPECT_EQ(ShardSelector::of(Field::namespace_, 1, 2).to_string(),
            "shardRange(object.metadata.namespace, '0x8000000000000000', '0x10000000000000000')");
  EXPECT_EQ(ShardSelector().add(Field::uid, 1, 16).add(Field::uid, 32, {}).to_string(),
            "shardRange(object.metadata.uid, '0x0000000000000001', '0x0000000000000010') || "
            "shardRange(object.metadata.uid, '0x0000000000000020', '0x10000000000000000')");
}

TEST(ShardSelector, EachObjectBelongsToOnePart)
{
  SeededRandom random(5);
  std::vector<std::string> uids(2000);
  for (auto& uid : uids) uid = random.uuid();
  for (const std::uint64_t shards : {1U, 2U, 3U, 7U, 50U}) {
    std::vector<int> count(shards);
    for (int number = 0; number < 2000; ++number) {
      const Object object = named("n" + std::to_string(number % 97), uids[static_cast<std::size_t>(number)]);
      for (const Field field : {Field::uid, Field::namespace_}) {
        int owners = 0;
        for (std::uint64_t shard = 0; shard < shards; ++shard) {
          const bool mine = ShardSelector::of(field, shard, shards).matches(object);
          owners += mine ? 1 : 0;
          if (mine && field == Field::uid) ++count[shard];
        }
        ASSERT_EQ(owners, 1) << number << " of " << shards;
      }
    }
    for (const int mine : count) EXPECT_GT(mine, 2000 / static_cast<int>(shards) / 3);
  }
}

TEST(ShardSelector, TheEndOfARangeIsOutside)
{
  const std::uint64_t hash = ShardSelector::hash("u");
  const Object object = named("n", "u");
  EXPECT_TRUE(ShardSelector().matches(object));
  EXPECT_TRUE(ShardSelector().add(Field::uid, hash, hash + 1).matches(object));
  EXPECT_FALSE(ShardSelector().add(Field::uid, hash + 1, {}).matches(object));
  EXPECT_FALSE(ShardSelector().add(Field::uid, 0, hash).matches(object));
  EXPECT_TRUE(ShardSelector().add(Field::uid, 0, hash).add(Field::uid, hash, {}).matches(object));
}

TEST(ShardSelector, RefusesAPartThatIsNotThere)
{
  EXPECT_THROW((void)ShardSelector::of(Field::uid, 2, 2), std::invalid_argument);
  EXPECT_THROW((void)ShardSelector::of(Field::uid, 0, 0), std::invalid_argument);
}

}  // namespace
}  // namespace kubexx

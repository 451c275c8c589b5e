// SPDX-License-Identifier: Apache-2.0
#include "store/object_map.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <stdexcept>
#include <thread>

namespace kubexx::apiserver {
namespace {

using Model = std::map<std::string, StoredPtr>;

StoredPtr object(const std::string& key)
{
  auto made = std::make_shared<Stored>();
  made->key = key;
  return made;
}

Model contents(const ObjectMap& map)
{
  Model all;
  for (const auto& [key, stored] : map) {
    EXPECT_TRUE(all.empty() || all.rbegin()->first < key) << "not sorted at " << key;
    all.emplace(key, stored);
  }
  return all;
}

std::string random_key(std::mt19937& random, unsigned names)
{
  return "ns" + std::to_string(random() % 3) + "/name-" + std::to_string(random() % names);
}

TEST(ObjectMap, AnEmptyOneHasNothing)
{
  const ObjectMap map;
  EXPECT_EQ(map.size(), 0U);
  EXPECT_TRUE(map.begin() == map.end());
  EXPECT_TRUE(map.lower_bound("a") == map.end());
  EXPECT_TRUE(map.find("a") == map.end());
  EXPECT_EQ(map.get("a"), nullptr);
  EXPECT_EQ(map.rank("a"), 0U);
  EXPECT_THROW((void)map.at("a"), std::out_of_range);
}

// Everything that is asked of it answers as a std::map does, and snapshots keep what they were taken of.
TEST(ObjectMap, AnswersAsAStdMapDoesWhateverIsDone)
{
  for (unsigned seed = 1; seed <= 30; ++seed) {
    std::mt19937 random(seed);
    const unsigned names = seed % 3 == 0 ? 20 : 2000;
    ObjectMap map;
    Model model;
    std::vector<std::pair<ObjectMap, Model>> snapshots;
    // First it grows, then it shrinks.
    for (int step = 0; step < 6000; ++step) {
      const auto key = random_key(random, names);
      const auto before = model.find(key);
      const auto there = before == model.end() ? nullptr : before->second;
      const bool grow = random() % 100 < (step < 3000 ? 80U : 15U);
      if (grow) {
        const auto made = object(key);
        ASSERT_EQ(map.set(made), there);
        model[key] = made;
      } else {
        ASSERT_EQ(map.erase(key), there);
        model.erase(key);
      }
      ASSERT_EQ(map.size(), model.size());
      const auto probe = random_key(random, names);
      const auto found = map.lower_bound(probe);
      const auto expected = model.lower_bound(probe);
      ASSERT_EQ(found == map.end(), expected == model.end());
      if (expected != model.end()) {
        ASSERT_EQ(found->first, expected->first);
      }
      ASSERT_EQ(map.contains(probe), model.contains(probe));
      if (step % 500 == 0) {
        ASSERT_EQ(map.rank(probe), static_cast<std::size_t>(std::distance(model.begin(), expected)));
        snapshots.emplace_back(map.snapshot(), model);
      }
    }
    EXPECT_EQ(contents(map), model) << "seed " << seed;
    for (const auto& [snapshot, then] : snapshots) EXPECT_EQ(contents(snapshot), then) << "seed " << seed;
    for (const auto& [key, stored] : Model(model)) EXPECT_EQ(map.erase(key), stored);
    EXPECT_TRUE(map.empty());
    EXPECT_TRUE(map.begin() == map.end());
  }
}

TEST(ObjectMap, ASnapshotCanBeChangedByItself)
{
  ObjectMap map;
  Model model;
  for (int i = 0; i < 500; ++i) {
    const auto made = object("k" + std::to_string(i));
    map.set(made);
    model[made->key] = made;
  }
  auto other = map.snapshot();
  auto third = other.snapshot();
  for (int i = 0; i < 500; i += 2) other.erase("k" + std::to_string(i));
  for (int i = 0; i < 500; i += 3) third.set(object("x" + std::to_string(i)));
  EXPECT_EQ(contents(map), model);
  EXPECT_EQ(other.size(), 250U);
  EXPECT_EQ(third.size(), 500U + 167U);
}

TEST(ObjectMap, ASnapshotIsReadWhileTheMapChanges)
{
  ObjectMap map;
  for (int i = 0; i < 2000; ++i) map.set(object("k" + std::to_string(i)));
  const auto snapshot = map.snapshot();
  std::size_t seen = 0;
  std::thread reader([&snapshot, &seen] {
    for (int round = 0; round < 20; ++round) {
      for (const auto& [key, stored] : snapshot) seen += stored->key == key ? 1 : 0;
    }
  });
  for (int i = 0; i < 2000; ++i) {
    map.set(object("n" + std::to_string(i)));
    map.erase("k" + std::to_string(i));
  }
  reader.join();
  EXPECT_EQ(seen, 20U * 2000U);
}

}  // namespace
}  // namespace kubexx::apiserver

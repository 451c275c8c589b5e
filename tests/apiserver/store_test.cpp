// SPDX-License-Identifier: Apache-2.0
#include "store/store.hpp"

#include <gtest/gtest.h>

namespace kubexx::apiserver {
namespace {

Json object(const std::string& uid, std::size_t bytes = 10)
{
  return {{"data", std::string(bytes, 'x')}, {"metadata", {{"name", "one"}, {"uid", uid}}}};
}

TEST(Store, ASnapshotForPagesKeepsNothingThatTheHistoryHasForgotten)
{
  Store store({.changes = 3, .bytes = 1'000'000});
  auto& maps = *store.collection("/configmaps");
  const std::weak_ptr<const Stored> first = store.put(maps, object("u"));
  store.remember(maps);
  for (int write = 0; write < 3; ++write) store.put(maps, object("u"));
  EXPECT_FALSE(first.expired()) << "the history still has the change that replaced it";
  for (int write = 0; write < 3; ++write) store.put(maps, object("u"));
  EXPECT_TRUE(first.expired());
  EXPECT_TRUE(maps.pages.empty());
}

TEST(Store, TheHistoryIsBoundedByBytes)
{
  Store store({.changes = 1'000'000, .bytes = 100'000});
  auto& maps = *store.collection("/configmaps");
  for (int write = 0; write < 50; ++write) store.put(maps, object("u", 10'000));
  EXPECT_LE(maps.changes.size(), 10U);
  EXPECT_GE(maps.changes.size(), 8U);
  EXPECT_EQ(store.compacted(), maps.forgotten);
}

TEST(Store, WhatAWatchSeesGoIsMadeOnceAndCounts)
{
  Store store({.changes = 1'000'000, .bytes = 100'000});
  auto& maps = *store.collection("/configmaps");
  for (int write = 0; write < 50; ++write) {
    store.put(maps, object("u", 10'000));
    auto& change = maps.changes.back();
    if (!change.previous) continue;
    const auto last = store.last_state(change);
    EXPECT_EQ(last->version, change.version);
    EXPECT_EQ(last->json()["data"], change.previous->json()["data"]);
    EXPECT_EQ(store.last_state(change), last);
  }
  store.put(maps, object("u", 10'000));
  EXPECT_LE(maps.changes.size(), 6U);
  store.compact();
  for (int write = 0; write < 50; ++write) store.put(maps, object("u", 10'000));
  EXPECT_GE(maps.changes.size(), 8U) << "what is forgotten counts no more";
}

TEST(Store, AUidNamesTheObjectThatIsThereNow)
{
  Store store({.changes = 1, .bytes = 1'000});
  auto& maps = *store.collection("/configmaps");
  const std::string uid = "0b5a5b9e-1111-2222-3333-444444444444";
  EXPECT_FALSE(store.find_uid(uid));
  for (int write = 0; write < 5; ++write) {
    store.put(maps, object(uid));
    const auto place = store.find_uid(uid);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->key, "one");
    EXPECT_EQ(place->collection, &maps);
  }
  store.put(maps, object("another"));
  EXPECT_FALSE(store.find_uid(uid)) << "the object with that name has another uid now";
  store.remove(maps, "one");
  EXPECT_FALSE(store.find_uid("another"));
  store.put(maps, object(uid));
  store.drop_collection("/configmaps");
  EXPECT_FALSE(store.find_uid(uid));
}

}  // namespace
}  // namespace kubexx::apiserver

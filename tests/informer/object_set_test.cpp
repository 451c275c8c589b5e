// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/detail/object_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "support.hpp"

namespace kubexx {
namespace {

using namespace informer_test;
using detail::key_of;
using detail::KeyView;
using detail::ObjectSet;

Object numbered(int number, int version = 1)
{
  const std::string text = std::to_string(1000000 + number);
  return object_of("n" + std::to_string(number % 3), text, "u" + text, std::to_string(version));
}

std::string text_of_all(const std::map<KeyView, Object>& model)
{
  std::vector<Object> objects;
  for (const auto& [key, object] : model) objects.push_back(object);
  return text_of(objects);
}

TEST(ObjectSet, IsAMapOfTheSameOperations)
{
  std::mt19937 dice(7);
  for (const int keys : {3, 200, 2000}) {
    ObjectSet set;
    std::map<KeyView, Object> model;
    for (int step = 0; step < 8000; ++step) {
      const Object object = numbered(static_cast<int>(dice()) % keys, step + 1);
      const KeyView key = key_of(object);
      const auto known = model.find(key);
      // Twice as many additions in the first half as in the second.
      if (dice() % 3 < (step < 4000 ? 2U : 1U)) {
        set.put(object);
        if (known != model.end()) model.erase(known);
        model.emplace(key, object);
      } else {
        EXPECT_EQ(set.erase(key), known != model.end());
        if (known != model.end()) model.erase(known);
      }
      ASSERT_EQ(set.size(), model.size());
      if (step % 100 == 0) {
        ASSERT_EQ(text_of(set.list()), text_of_all(model));
        ASSERT_EQ(set.list().size(), model.size());
      }
      const Object sought = numbered(static_cast<int>(dice()) % keys);
      const Object* const found = set.find(key_of(sought));
      const auto expected = model.find(key_of(sought));
      ASSERT_EQ(found != nullptr, expected != model.end());
      if (found != nullptr) {
        ASSERT_TRUE(same_version(*found, expected->second));
      }
    }
  }
}

TEST(ObjectSet, ListsShowTheMomentInWhichTheyWereMade)
{
  std::mt19937 dice(11);
  ObjectSet set;
  for (int number = 0; number < 1000; ++number) set.put(numbered(number));
  std::vector<std::pair<ObjectSnapshot, std::string>> lists;
  for (int step = 0; step < 2000; ++step) {
    if (step % 50 == 0) {
      lists.emplace_back(set.list(), text_of(set.list()));
      lists.emplace_back(set.list("n1"), text_of(set.list("n1")));
    }
    const Object object = numbered(static_cast<int>(dice() % 1500), step);
    if (dice() % 2 == 0) {
      set.put(object);
    } else {
      set.erase(key_of(object));
    }
  }
  for (const auto& [list, text] : lists) ASSERT_EQ(text_of(list), text);
}

TEST(ObjectSet, ListsANamespaceWithoutItsNeighbours)
{
  ObjectSet set;
  for (int number = 0; number < 1000; ++number) set.put(numbered(number));
  for (const std::string name : {"n0", "n1", "n2"}) {
    const ObjectSnapshot list = set.list(name);
    EXPECT_EQ(list.size(), name == "n0" ? 334U : 333U);
    for (const auto& object : list) ASSERT_EQ(object.namespace_(), name);
  }
  EXPECT_TRUE(set.list("n").empty());
  EXPECT_TRUE(set.list("n3").empty());
}

TEST(ObjectSet, WhatComesSortedFillsItsChunks)
{
  ObjectSet set;
  for (int number = 0; number < 3000; number += 3) set.put(numbered(number));
  EXPECT_LE(set.memory() / set.size(), 14U);
  for (int number = 1; number < 3000; number += 3) set.put(numbered(number));
  EXPECT_LE(set.memory() / set.size(), 27U);
  for (int number = 0; number < 3000; ++number) set.erase(key_of(numbered(number)));
  EXPECT_EQ(set.memory(), 0U);
}

TEST(ObjectSet, ChunksThatEmptyAreJoined)
{
  ObjectSet set;
  for (int number = 0; number < 30000; number += 3) set.put(numbered(number));
  for (int number = 0; number < 30000; number += 3) {
    if (number % 300 != 0) set.erase(key_of(numbered(number)));
  }
  EXPECT_EQ(set.size(), 100U);
  EXPECT_LE(set.memory(), 16U * 1024);
}

TEST(ObjectSnapshot, PagesGoOnBehindTheLastKey)
{
  ObjectSet set;
  for (int number = 0; number < 1000; ++number) set.put(numbered(number));
  const ObjectSnapshot all = set.list();
  std::string text;
  ObjectKey last;
  int pages = 0;
  for (;;) {
    const ObjectSnapshot page = all.page(150, last);
    if (page.empty()) break;
    ++pages;
    EXPECT_EQ(page.size(), pages < 7 ? 150U : 100U);
    if (!text.empty()) text += ' ';
    text += text_of(page);
    for (const auto& object : page) last = object.key();
    set.erase(key_of(last));  // changes nothing that is listed
  }
  EXPECT_EQ(pages, 7);
  EXPECT_EQ(text, text_of(all));
  EXPECT_EQ(text_of(all.page(1, {"n1", ""})), text_of(std::vector<Object>{numbered(1)}));
  EXPECT_EQ(text_of(set.list("n1").page(2, {"n0", "z"})), text_of(std::vector<Object>{numbered(1), numbered(4)}));
}

// A list of a namespace may end inside a chunk.
TEST(ObjectSnapshot, BehindTheLastKeyThereIsNoPage)
{
  ObjectSet set;
  for (int number = 0; number < 1000; ++number) set.put(numbered(number));
  for (const std::string name : {"n0", "n1", "n2"}) {
    const ObjectSnapshot list = set.list(name);
    EXPECT_TRUE(list.page(10, {"z", "z"}).empty());
    EXPECT_TRUE(list.page(10, {name, "2"}).empty());
    EXPECT_EQ(list.page(1000, {"a", "a"}).size(), list.size());
    EXPECT_EQ(list.page(0).size(), 0U);
  }
  EXPECT_TRUE(set.list().page(10, {"z", "z"}).empty());
  EXPECT_TRUE(ObjectSnapshot().page(10, {"a", "a"}).empty());
}

TEST(ObjectSnapshot, CountsAndNumbersItsObjects)
{
  ObjectSet set;
  for (int number = 0; number < 1000; ++number) set.put(numbered(number));
  const ObjectSnapshot list = set.list("n2");
  std::size_t number = 0;
  for (const auto& object : list) ASSERT_EQ(list[number++].name(), object.name());
  EXPECT_EQ(number, list.size());
  EXPECT_EQ(list.front().name(), "1000002");
  EXPECT_TRUE(ObjectSnapshot().empty());
  EXPECT_TRUE(ObjectSnapshot().begin() == ObjectSnapshot().end());
  EXPECT_TRUE(ObjectSnapshot(std::vector<Object>()).empty());
}

}  // namespace
}  // namespace kubexx

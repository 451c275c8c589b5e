// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "kubexx/informer/indexed_store.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Lists an object under each part of its label "colours", separated by dots.
std::vector<std::string> by_colour(const Object& object)
{
  std::vector<std::string> colours;
  std::string rest = object.label("colours").value_or("");
  while (!rest.empty()) {
    const auto dot = rest.find('.');
    colours.push_back(rest.substr(0, dot));
    rest = dot == std::string::npos ? "" : rest.substr(dot + 1);
  }
  return colours;
}

// What the store should say that it holds: its objects, and their order as made anew.
std::size_t memory_of(const IndexedStore& store)
{
  detail::ObjectSet order;
  std::size_t memory = 0;
  for (const auto& object : store.list()) {
    order.put(object);
    memory += object.memory();
  }
  return memory + order.memory();
}

IndexedStore::Indexes colour_index()
{
  return {{"colour", by_colour}};
}

TEST(IndexedStore, IsEmptyAndWithoutVersionBeforeTheFirstList)
{
  const IndexedStore store;
  EXPECT_EQ(store.size(), 0U);
  EXPECT_EQ(store.memory(), 0U);
  EXPECT_EQ(store.resource_version(), "");
  EXPECT_FALSE(store.get({"a", "b"}));
  EXPECT_THAT(store.list(), IsEmpty());
}

TEST(IndexedStore, FirstReplaceYieldsInitialAddsSortedByKey)
{
  IndexedStore store;
  const auto deltas = store.replace(
      {object_of("b", "x", "u2", "5"), object_of("a", "z", "u3", "6"), object_of("a", "y", "u1", "4")}, "9");
  EXPECT_THAT(texts_of(deltas), ElementsAre("initial a/y=4", "initial a/z=6", "initial b/x=5", "list_done=9"));
  EXPECT_EQ(text_of(store.list()), "a/y=4 a/z=6 b/x=5");
  EXPECT_EQ(store.resource_version(), "9");
}

// Whoever compares versions with the store's concludes from it what the store has seen: own writes do.
TEST(IndexedStore, AReplayOfTheWatchDoesNotMoveItsVersionBackButAListMay)
{
  IndexedStore store;
  (void)store.replace({object_of("a", "x", "u", "7")}, "8");
  (void)store.apply(object_of("a", "x", "u", "12"), "12");
  (void)store.remove(object_of("a", "y", "v", "13"), "13");
  EXPECT_THAT(store.apply(object_of("a", "x", "u", "9"), "9"), IsEmpty());
  EXPECT_EQ(store.resource_version(), "13");
  EXPECT_THAT(store.remove(object_of("a", "x", "u", "11"), "11"), IsEmpty());
  store.bookmark("12");
  EXPECT_EQ(store.resource_version(), "13");
  const auto deltas = store.apply(object_of("a", "y", "v", "10"), "10");
  ASSERT_EQ(deltas.size(), 1U);
  EXPECT_EQ(deltas[0].resource_version, "13") << "the store's version after it";
  EXPECT_EQ(store.resource_version(), "13");
  (void)store.replace({}, "3");  // etcd was restored
  EXPECT_EQ(store.resource_version(), "3");
}

TEST(IndexedStore, AListOfOneNamespaceReplacesThatNamespaceAlone)
{
  IndexedStore store(colour_index());
  store.add_namespace("a");
  store.add_namespace("b");
  const auto red = R"({"colours":"red"})";
  (void)store.replace({object_of("a", "x", "u1", "1", red), object_of("a", "y", "u2", "2", red)}, "5", "a");
  EXPECT_EQ(store.resource_version(), "") << "b has not been listed";
  (void)store.replace({object_of("b", "x", "u3", "3", red)}, "6", "b");
  EXPECT_EQ(store.resource_version(), "5");
  const auto deltas = store.replace(
      {object_of("a", "y", "u2", "2", red), object_of("a", "z", "u4", "7", R"({"colours":"blue"})")}, "9", "a");
  EXPECT_THAT(texts_of(deltas), ElementsAre("lost a/x=1", "add a/z=7", "list_done=9"));
  EXPECT_EQ(text_of(store.list()), "a/y=2 a/z=7 b/x=3");
  EXPECT_EQ(text_of(store.by_index("colour", "red")), "a/y=2 b/x=3");
  EXPECT_EQ(text_of(store.by_index("colour", "blue")), "a/z=7");
  EXPECT_LE(store.memory(), memory_of(store));
  EXPECT_GT(store.memory(), memory_of(store) - 64) << "the order may have less room for more";
  EXPECT_EQ(store.resource_version("a"), "9");
  EXPECT_EQ(store.resource_version("b"), "6");
  EXPECT_EQ(store.resource_version(), "6");
  // Another object under the name of one that is gone.
  EXPECT_THAT(texts_of(store.replace({object_of("b", "x", "u5", "11", red)}, "12", "b")),
              ElementsAre("lost b/x=3", "add b/x=11", "list_done=12"));
  EXPECT_EQ(text_of(store.by_index("colour", "red")), "a/y=2 b/x=11");
}

TEST(IndexedStore, RelistDerivesDeletionsBeforeChanges)
{
  IndexedStore store;
  (void)store.replace(
      {object_of("a", "gone", "u1", "1"), object_of("a", "kept", "u2", "2"), object_of("a", "changed", "u3", "3")},
      "3");
  const auto deltas = store.replace(
      {object_of("a", "kept", "u2", "2"), object_of("a", "changed", "u3", "8"), object_of("a", "born", "u4", "9")},
      "10");
  EXPECT_THAT(texts_of(deltas), ElementsAre("lost a/gone=1", "add a/born=9", "update a/changed=3>8", "list_done=10"));
  EXPECT_EQ(text_of(store.list()), "a/born=9 a/changed=8 a/kept=2");
}

TEST(IndexedStore, RelistKeepsAnUnchangedObjectItself)
{
  IndexedStore store;
  (void)store.replace({object_of("a", "kept", "u1", "2")}, "3");
  const Object before = store.get({"a", "kept"});
  (void)store.replace({object_of("a", "kept", "u1", "2")}, "4");
  const Object after = store.get({"a", "kept"});
  EXPECT_EQ(after.bytes().data(), before.bytes().data());
}

TEST(IndexedStore, AnotherUidUnderOneNameIsADeletionAndAnAdd)
{
  IndexedStore store;
  (void)store.replace({object_of("a", "x", "old", "2")}, "3");
  EXPECT_THAT(texts_of(store.replace({object_of("a", "x", "new", "5")}, "6")),
              ElementsAre("lost a/x=2", "add a/x=5", "list_done=6"));
  EXPECT_THAT(texts_of(store.apply(object_of("a", "x", "newer", "8"), "8")), ElementsAre("lost a/x=5", "add a/x=8"));
}

TEST(IndexedStore, OfItemsWithOneKeyTheLastCounts)
{
  IndexedStore store;
  EXPECT_THAT(texts_of(store.replace({object_of("a", "x", "u", "2"), object_of("a", "x", "u", "4")}, "5")),
              ElementsAre("initial a/x=4", "list_done=5"));
  EXPECT_EQ(store.size(), 1U);
}

TEST(IndexedStore, EventsAddUpdateAndDelete)
{
  IndexedStore store;
  (void)store.replace({}, "1");
  EXPECT_THAT(texts_of(store.apply(object_of("a", "x", "u", "2"), "2")), ElementsAre("add a/x=2"));
  EXPECT_THAT(texts_of(store.apply(object_of("a", "x", "u", "3"), "3")), ElementsAre("update a/x=2>3"));
  EXPECT_THAT(texts_of(store.remove(object_of("a", "x", "u", "4"), "4")), ElementsAre("delete a/x=4"));
  EXPECT_EQ(store.size(), 0U);
  EXPECT_EQ(store.memory(), 0U);
}

TEST(IndexedStore, AnEventThatComesTwiceChangesNothingButTheVersion)
{
  IndexedStore store;
  (void)store.replace({object_of("a", "x", "u", "12")}, "12");
  EXPECT_THAT(store.apply(object_of("a", "x", "u", "12"), "13"), IsEmpty());
  EXPECT_THAT(store.apply(object_of("a", "x", "u", "9"), "14"), IsEmpty()) << "older, though it sorts behind as text";
  EXPECT_THAT(store.remove(object_of("a", "x", "u", "11"), "15"), IsEmpty());
  EXPECT_THAT(store.remove(object_of("a", "unknown", "v", "11"), "16"), IsEmpty());
  EXPECT_EQ(text_of(store.list()), "a/x=12");
  EXPECT_EQ(store.resource_version(), "16");
}

TEST(IndexedStore, WithoutVersionsTheBytesDecideWhatChanged)
{
  IndexedStore store;
  (void)store.replace({object_of("a", "x", "u", "", R"({"l":"1"})")}, "");
  EXPECT_THAT(texts_of(store.replace({object_of("a", "x", "u", "", R"({"l":"1"})")}, "")), ElementsAre("list_done="));
  EXPECT_THAT(texts_of(store.apply(object_of("a", "x", "u", "", R"({"l":"2"})"), "")), ElementsAre("update a/x=>"));
}

TEST(IndexedStore, MemoryIsThatOfTheStoredObjects)
{
  IndexedStore store;
  const Object small = object_of("a", "x", "u", "2");
  const Object large = object_of("a", "x", "u", "3", R"({"label":"with-a-longer-value-than-before"})");
  (void)store.replace({small, object_of("a", "y", "v", "2")}, "2");
  const auto before = store.memory();
  EXPECT_EQ(before, memory_of(store));
  EXPECT_GT(before, small.memory() + store.get({"a", "y"}).memory());
  (void)store.apply(large, "3");
  EXPECT_EQ(store.memory(), before - small.memory() + large.memory());
  (void)store.remove(object_of("a", "x", "u", "4"), "4");
  EXPECT_LE(store.memory(), before - small.memory());
}

// TestThreadSafeStoreRV
TEST(IndexedStore, VersionFollowsListsEventsAndBookmarks)
{
  IndexedStore store;
  (void)store.replace({}, "1");
  EXPECT_EQ(store.resource_version(), "1");
  (void)store.apply(object_of("a", "x", "u", "2"), "2");
  EXPECT_EQ(store.resource_version(), "2");
  store.bookmark("7");
  EXPECT_EQ(store.resource_version(), "7");
  (void)store.remove(object_of("a", "x", "u", "8"), "8");
  EXPECT_EQ(store.resource_version(), "8");
  (void)store.replace({}, "6");
  EXPECT_EQ(store.resource_version(), "6") << "a server restored from a backup goes back, and we with it";
}

// TestIndex, and the namespace index
TEST(IndexedStore, ListsByNamespaceWithoutNeighbours)
{
  IndexedStore store;
  (void)store.replace({object_of("team", "b", "u1", "1"), object_of("team", "a", "u2", "1"),
                       object_of("team-2", "a", "u3", "1"), object_of("tea", "z", "u4", "1")},
                      "1");
  EXPECT_EQ(text_of(store.list("team")), "team/a=1 team/b=1");
  EXPECT_EQ(text_of(store.by_index("namespace", "team-2")), "team-2/a=1");
  EXPECT_THAT(store.list("none"), IsEmpty());
}

// TestThreadSafeStoreIndexingFunctionsWithMultipleValues, TestMultiIndexKeys
TEST(IndexedStore, AnObjectCanBeUnderSeveralValues)
{
  IndexedStore store(colour_index());
  (void)store.replace({object_of("a", "x", "u", "1", R"({"colours":"red.blue"})"),
                       object_of("a", "y", "v", "1", R"({"colours":"blue"})"), object_of("a", "z", "w", "1")},
                      "1");
  EXPECT_EQ(text_of(store.by_index("colour", "red")), "a/x=1");
  EXPECT_EQ(text_of(store.by_index("colour", "blue")), "a/x=1 a/y=1");
  (void)store.apply(object_of("a", "x", "u", "2", R"({"colours":"green.blue"})"), "2");
  EXPECT_THAT(store.by_index("colour", "red"), IsEmpty());
  EXPECT_EQ(text_of(store.by_index("colour", "green")), "a/x=2");
  EXPECT_EQ(text_of(store.by_index("colour", "blue")), "a/x=2 a/y=1") << "the new state, not the old one";
}

// TestThreadSafeStoreDeleteRemovesEmptySetsFromIndex, …AddKeepsNonEmptySetPostDeleteFromIndex
TEST(IndexedStore, DeletedObjectsLeaveTheIndexes)
{
  IndexedStore store(colour_index());
  (void)store.replace(
      {object_of("a", "x", "u", "1", R"({"colours":"red"})"), object_of("a", "y", "v", "1", R"({"colours":"red"})")},
      "1");
  (void)store.remove(object_of("a", "x", "u", "2"), "2");
  EXPECT_EQ(text_of(store.by_index("colour", "red")), "a/y=1");
  (void)store.replace({}, "3");
  EXPECT_THAT(store.by_index("colour", "red"), IsEmpty());
}

// TestGetIndexFuncValues
TEST(IndexedStore, TheValuesOfAnIndexAreThoseThatObjectsHave)
{
  IndexedStore store(colour_index());
  EXPECT_THAT(store.index_values("colour"), IsEmpty());
  EXPECT_THAT(store.index_values("namespace"), IsEmpty());
  (void)store.replace({object_of("a", "x", "u", "1", R"({"colours":"red.blue"})"),
                       object_of("b", "y", "v", "1", R"({"colours":"blue"})"), object_of("b", "z", "w", "1")},
                      "1");
  EXPECT_THAT(store.index_values("colour"), ElementsAre("blue", "red"));
  EXPECT_THAT(store.index_values("namespace"), ElementsAre("a", "b"));
  (void)store.remove(object_of("a", "x", "u", "2"), "2");
  EXPECT_THAT(store.index_values("colour"), ElementsAre("blue"));
  EXPECT_THAT(store.index_values("namespace"), ElementsAre("b"));
  EXPECT_THROW((void)store.index_values("shape"), std::invalid_argument);
}

// TestThreadSafeStoreDeleteRemovesEmptySetsFromIndex: a set that nobody uses would stay for ever.
TEST(IndexedStore, AnIndexTakesMemoryForTheValuesThatAreUsedAlone)
{
  IndexedStore store(colour_index());
  EXPECT_EQ(store.index_memory(), 0U);
  const auto coloured = [](int number, int version) {
    const std::string text = std::to_string(number);
    return object_of("a", "x" + text, "u" + text, std::to_string(version), R"({"colours":"red.of-)" + text + "\"}");
  };
  (void)store.replace({coloured(0, 1)}, "1");
  const std::size_t of_one = store.index_memory();
  EXPECT_GT(of_one, 2 * sizeof(detail::ObjectSet)) << "two values";
  for (int number = 1; number < 300; ++number)
    (void)store.apply(coloured(number, number + 1), std::to_string(number + 1));
  const std::size_t of_many = store.index_memory();
  EXPECT_GT(of_many, 150 * of_one) << "each has a value of its own";
  for (int number = 1; number < 300; ++number) {
    (void)store.remove(coloured(number, number + 400), std::to_string(number + 400));
  }
  EXPECT_LT(store.index_memory(), of_many / 30);
  (void)store.apply(object_of("a", "x0", "u0", "800", R"({"colours":"blue"})"), "800");
  EXPECT_LT(store.index_memory(), of_one) << "it has left both values";
  (void)store.remove(object_of("a", "x0", "u0", "801"), "801");
  EXPECT_EQ(store.index_memory(), 0U);
  (void)store.replace({coloured(1, 802), coloured(2, 803)}, "803");
  EXPECT_GT(store.index_memory(), of_one);
  (void)store.replace({}, "804");
  EXPECT_EQ(store.index_memory(), 0U);
}

// TestIndexer
TEST(IndexedStore, AnIndexAddedLaterKnowsWhatIsStored)
{
  IndexedStore store;
  (void)store.replace({object_of("a", "x", "u", "1", R"({"colours":"red"})")}, "1");
  EXPECT_FALSE(store.has_index("colour"));
  store.add_index("colour", by_colour);
  EXPECT_TRUE(store.has_index("colour"));
  EXPECT_EQ(text_of(store.by_index("colour", "red")), "a/x=1");
}

TEST(IndexedStore, RefusesBadIndexesByName)
{
  IndexedStore store(colour_index());
  EXPECT_THROW(store.add_index("colour", by_colour), std::invalid_argument);
  EXPECT_THROW(store.add_index("namespace", by_colour), std::invalid_argument);
  EXPECT_THROW(store.add_index("empty", nullptr), std::invalid_argument);
  try {
    (void)store.by_index("size", "x");
    FAIL() << "did not throw";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "no index \"size\"; available: namespace, colour");
  }
}

// TestCacheTransactionShouldIndexErrors
TEST(IndexedStore, AnIndexFunctionThatThrowsChangesNothing)
{
  IndexedStore store({{"bad", [](const Object& object) -> std::vector<std::string> {
                         if (object.name() == "bad") throw std::runtime_error("bad object");
                         return {"all"};
                       }}});
  (void)store.replace({object_of("a", "good", "u", "1")}, "1");
  EXPECT_THROW((void)store.apply(object_of("a", "bad", "v", "2"), "2"), std::runtime_error);
  EXPECT_THROW((void)store.replace({object_of("a", "bad", "v", "2")}, "2"), std::runtime_error);
  EXPECT_THROW((void)store.replace({object_of("a", "bad", "v", "2")}, "2", "a"), std::runtime_error);
  EXPECT_EQ(text_of(store.list()), "a/good=1");
  EXPECT_EQ(text_of(store.by_index("bad", "all")), "a/good=1");
  EXPECT_EQ(store.resource_version(), "1");
}

// A watch that missed a re-creation may report the deletion of another object under the stored one's name.
TEST(IndexedStore, OfADeletionUnderAnotherUidTheStoredObjectIsTold)
{
  IndexedStore store;
  (void)store.apply(object_of("a", "x", "mine", "1", R"({"owner":"foo"})"), "1");
  const auto deltas = store.remove(object_of("a", "x", "other", "5", R"({"owner":"bar"})"), "5");
  EXPECT_THAT(texts_of(deltas), ElementsAre("lost a/x=1"));
  ASSERT_EQ(deltas.size(), 1U);
  EXPECT_EQ(deltas[0].object.uid(), "mine") << "handlers know this one, and its owner is foo";
  EXPECT_EQ(deltas[0].object.label("owner"), "foo");
  EXPECT_EQ(store.size(), 0U);
}

TEST(IndexedStore, ADeletionHasTheStateBefore)
{
  IndexedStore store;
  (void)store.apply(object_of("a", "x", "u", "1"), "1");
  (void)store.apply(object_of("a", "y", "v", "2"), "2");
  (void)store.apply(object_of("a", "z", "w", "3"), "3");
  const auto removed = store.remove(object_of("a", "x", "u", "4"), "4");
  ASSERT_EQ(removed.size(), 1U);
  EXPECT_EQ(text_of({removed[0].old, removed[0].object}), "a/x=1 a/x=4");
  const auto replaced = store.apply(object_of("a", "y", "new", "5"), "5");
  ASSERT_EQ(replaced.size(), 2U);
  EXPECT_EQ(text_of({replaced[0].old, replaced[0].object}), "a/y=2 a/y=2");
  const auto gone = store.replace({}, "6");
  ASSERT_EQ(gone.size(), 3U);
  EXPECT_EQ(text_of({gone[1].old, gone[1].object}), "a/z=3 a/z=3");
}

// After a restore the server counts its versions from an older one on, and uses them twice.
TEST(IndexedStore, AListOlderThanTheStoreIsComparedByteForByte)
{
  IndexedStore store(colour_index());
  (void)store.replace({object_of("a", "x", "u", "900", R"({"colours":"red"})"),
                       object_of("a", "y", "v", "901", R"({"colours":"red"})")},
                      "1000");
  const auto deltas = store.replace({object_of("a", "x", "u", "900", R"({"colours":"blue"})"),
                                     object_of("a", "y", "v", "901", R"({"colours":"red"})")},
                                    "950");
  EXPECT_THAT(texts_of(deltas), ElementsAre("update a/x=900>900", "list_done=950"));
  EXPECT_EQ(store.get({"a", "x"}).label("colours"), "blue");
  EXPECT_EQ(text_of(store.by_index("colour", "red")), "a/y=901");
}

TEST(IndexedStore, AnIndexFunctionThatChangesItsMindLeavesNothingBehind)
{
  int calls = 0;
  std::string answer = "one";
  IndexedStore store({{"by", [&](const Object&) {
                         ++calls;
                         return std::vector<std::string>{answer};
                       }}});
  (void)store.replace({object_of("a", "x", "u", "1"), object_of("a", "y", "v", "1")}, "1");
  answer = "two";
  (void)store.apply(object_of("a", "x", "u", "2"), "2");
  EXPECT_EQ(text_of(store.by_index("by", "one")), "a/y=1");
  EXPECT_EQ(text_of(store.by_index("by", "two")), "a/x=2");
  answer = "three";
  calls = 0;
  (void)store.remove(object_of("a", "x", "u", "3"), "3");
  (void)store.replace({}, "4");
  EXPECT_EQ(calls, 0) << "a deletion asks for nothing";
  EXPECT_THAT(store.index_values("by"), IsEmpty());
  EXPECT_EQ(store.index_memory(), 0U);
}

TEST(IndexedStore, AnIndexFunctionMayReadTheStore)
{
  const IndexedStore* self = nullptr;
  IndexedStore store(
      {{"by", [&self](const Object&) { return std::vector<std::string>{std::to_string(self->size() / 100) + "x"}; }}});
  self = &store;
  (void)store.replace({object_of("a", "x", "u", "1")}, "1");
  (void)store.apply(object_of("a", "x", "u", "2"), "2");
  (void)store.apply(object_of("a", "y", "v", "3"), "3");
  EXPECT_EQ(text_of(store.by_index("by", "0x")), "a/x=2 a/y=3");
  (void)store.remove(object_of("a", "x", "u", "4"), "4");
  EXPECT_EQ(text_of(store.by_index("by", "0x")), "a/y=3");
}

TEST(ObjectSnapshot, OneThatWasMovedFromIsEmpty)
{
  IndexedStore store;
  (void)store.replace({object_of("a", "x", "u", "1"), object_of("b", "y", "v", "1")}, "1");
  ObjectSnapshot list = store.list("b");
  const ObjectSnapshot other = std::move(list);
  EXPECT_EQ(other.size(), 1U);
  EXPECT_TRUE(list.empty());  // NOLINT(bugprone-use-after-move): that is the point
  EXPECT_TRUE(list.begin() == list.end());
  EXPECT_EQ(list.size(), 0U);
  list = other;
  ObjectSnapshot assigned;
  assigned = std::move(list);
  EXPECT_EQ(text_of(assigned), "b/y=1");
  EXPECT_TRUE(list.empty());  // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(list.begin() == list.end());
}

}  // namespace
}  // namespace kubexx::informer_test

// SPDX-License-Identifier: Apache-2.0
// What a store holds between an own write and the watch that brings it back; and selectors asked without a server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kubexx/informer/indexed_store.hpp"
#include "selection.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Duration kTtl = seconds(30);
const auto kIn = R"({"colour":"red"})";

class PendingWritesTest : public ::testing::Test {
protected:
  PendingWritesTest() { (void)store_.replace({at("x", "4")}, "5"); }
  static Object at(std::string_view name, std::string_view version, std::string_view uid = "")
  {
    return object_of("a", name, uid.empty() ? std::string("u-") + std::string(name) : uid, version, kIn);
  }
  std::vector<std::string> wrote(std::string_view name, std::string_view version, std::string_view uid = "",
                                 Selected selected = Selected::yes)
  {
    return texts_of(store_.wrote(at(name, version, uid), selected, now_ + kTtl));
  }
  std::vector<std::string> deleted(std::string_view name, std::string_view uid, std::string_view version = "")
  {
    return texts_of(store_.deleted({"a", std::string(name)}, uid, version, now_ + kTtl));
  }
  std::vector<std::string> applied(std::string_view name, std::string_view version, std::string_view uid = "")
  {
    return texts_of(store_.apply(at(name, version, uid), std::string(version)));
  }
  std::vector<std::string> removed(std::string_view name, std::string_view version, std::string_view uid = "")
  {
    return texts_of(store_.remove(at(name, version, uid), std::string(version)));
  }
  std::vector<std::string> listed(std::vector<Object> items, const std::string& version)
  {
    auto texts = texts_of(store_.replace(std::move(items), version));
    texts.pop_back();  // list_done
    return texts;
  }
  std::vector<std::string> after(Duration step)
  {
    now_ += step;
    return texts_of(store_.expire_pending_writes(now_, kTtl));
  }
  // What list, get and the index agree on.
  std::string stored()
  {
    const std::string text = text_of(store_.list());
    EXPECT_EQ(text_of(store_.by_index("colour", "red")), text);
    std::vector<Object> got;
    for (const auto& object : store_.list()) got.push_back(store_.get(object.key()));
    EXPECT_EQ(text_of(got), text);
    return text;
  }

  IndexedStore store_{
      {{"colour", [](const Object& object) { return std::vector{object.label("colour").value_or("none")}; }}}};
  SteadyTime now_{};
};

// OnAddOrUpdate of mutation_cache_test.go
TEST_F(PendingWritesTest, AWriteIsStoredAtOnceAndItsEventYieldsNothing)
{
  EXPECT_THAT(wrote("x", "7"), ElementsAre("update a/x=4>7"));
  EXPECT_THAT(wrote("y", "8"), ElementsAre("add a/y=8"));
  EXPECT_EQ(stored(), "a/x=7 a/y=8");
  EXPECT_EQ(store_.resource_version(), "5") << "that is the watch's";
  EXPECT_EQ(store_.pending_writes(), 2U);
  EXPECT_THAT(applied("x", "6"), IsEmpty()) << "somebody's write before ours";
  EXPECT_THAT(applied("x", "7"), IsEmpty());
  EXPECT_EQ(store_.pending_writes(), 1U);
  EXPECT_THAT(applied("y", "8"), IsEmpty());
  EXPECT_EQ(store_.pending_writes(), 0U);
  EXPECT_THAT(applied("y", "9"), ElementsAre("update a/y=8>9"));
  EXPECT_EQ(stored(), "a/x=7 a/y=9");
}

TEST_F(PendingWritesTest, NumbersAreComparedAsNumbers)
{
  (void)store_.bookmark("98");
  EXPECT_THAT(wrote("x", "101"), ElementsAre("update a/x=4>101"));
  EXPECT_THAT(applied("x", "99"), IsEmpty());
  EXPECT_EQ(stored(), "a/x=101");
}

// The watch has passed it, and the object was deleted since: it must not come back.
TEST_F(PendingWritesTest, AnAnswerThatTheWatchHasOvertakenChangesNothing)
{
  (void)applied("y", "6");
  (void)removed("y", "7");
  EXPECT_THAT(wrote("y", "6"), IsEmpty());
  EXPECT_THAT(wrote("x", "7"), IsEmpty());
  EXPECT_EQ(stored(), "a/x=4");
  EXPECT_EQ(store_.pending_writes(), 0U);
}

TEST_F(PendingWritesTest, OfTwoAnswersThatOvertookEachOtherTheNewerCounts)
{
  EXPECT_THAT(wrote("x", "9"), ElementsAre("update a/x=4>9"));
  EXPECT_THAT(wrote("x", "8"), IsEmpty());
  EXPECT_THAT(deleted("x", "u-x"), ElementsAre("delete a/x=9"));
  EXPECT_THAT(wrote("x", "10"), IsEmpty()) << "the update came before the deletion";
  EXPECT_EQ(stored(), "");
}

TEST_F(PendingWritesTest, NothingIsStoredBeforeTheFirstListOrWithoutAVersion)
{
  IndexedStore fresh;
  EXPECT_THAT(fresh.wrote(at("x", "7"), Selected::yes, now_), IsEmpty());
  EXPECT_THAT(fresh.deleted({"a", "x"}, "u-x", "", now_), IsEmpty());
  EXPECT_EQ(fresh.pending_writes(), 0U);
  EXPECT_THAT(wrote("x", ""), IsEmpty());
}

// Rule 3: created by us, deleted by another, and the watch showed neither (or it does not select it).
TEST_F(PendingWritesTest, AWriteThatTheWatchPassesWithoutShowingItIsADeletion)
{
  (void)wrote("y", "7");
  (void)wrote("z", "8");
  EXPECT_THAT(applied("x", "6"), ElementsAre("update a/x=4>6"));
  EXPECT_THAT(applied("x", "7"), ElementsAre("lost a/y=7", "update a/x=6>7"));
  EXPECT_EQ(stored(), "a/x=7 a/z=8");
  EXPECT_THAT(texts_of(store_.bookmark("8")), ElementsAre("lost a/z=8"));
  EXPECT_EQ(store_.pending_writes(), 0U);
  (void)wrote("y", "10");
  EXPECT_THAT(removed("x", "11"), ElementsAre("lost a/y=10", "delete a/x=11"));
}

TEST_F(PendingWritesTest, TheWatchOfOneNamespacePassesTheWritesOfThatOneAlone)
{
  IndexedStore store;
  for (const char* name : {"a", "b"}) {
    store.add_namespace(name);
    (void)store.replace({}, "5", name);
  }
  (void)store.wrote(object_of("a", "x", "u", "7"), Selected::yes, now_);
  (void)store.wrote(object_of("b", "x", "v", "8"), Selected::yes, now_);
  EXPECT_THAT(texts_of(store.bookmark("20", "b")), ElementsAre("lost b/x=8"));
  EXPECT_EQ(text_of(store.list()), "a/x=7");
  EXPECT_THAT(texts_of(store.remove_namespace("a")), ElementsAre("lost a/x=7"));
  EXPECT_EQ(store.pending_writes(), 0U);
}

TEST_F(PendingWritesTest, AnObjectLeavesTheSelectionAndComesBack)
{
  EXPECT_THAT(wrote("x", "8", "", Selected::no), ElementsAre("delete a/x=4"));
  EXPECT_THAT(applied("x", "6"), IsEmpty()) << "from before it left";
  EXPECT_THAT(wrote("x", "9"), ElementsAre("add a/x=9"));
  EXPECT_THAT(removed("x", "8"), IsEmpty()) << "as the server tells the leaving";
  EXPECT_THAT(applied("x", "9"), IsEmpty());
  EXPECT_EQ(stored(), "a/x=9");
  EXPECT_THAT(wrote("other", "10", "", Selected::no), IsEmpty());
  EXPECT_THAT(texts_of(store_.bookmark("10")), IsEmpty());
  EXPECT_EQ(store_.pending_writes(), 0U);
}

TEST_F(PendingWritesTest, WhereTheSelectionIsUnknownOnlyWhatIsStoredIsUpdated)
{
  EXPECT_THAT(wrote("y", "7", "", Selected::unknown), IsEmpty());
  EXPECT_THAT(wrote("x", "8", "", Selected::unknown), ElementsAre("update a/x=4>8"));
  EXPECT_THAT(texts_of(store_.bookmark("9")), ElementsAre("lost a/x=8")) << "it has left the selection after all";
}

TEST_F(PendingWritesTest, AListFromBeforeAWriteKeepsIt)
{
  (void)wrote("x", "9");
  (void)wrote("y", "10");
  (void)wrote("z", "11", "", Selected::no);
  EXPECT_THAT(listed({at("b", "2"), at("x", "6"), at("z", "3")}, "8"), ElementsAre("add a/b=2"));
  EXPECT_EQ(stored(), "a/b=2 a/x=9 a/y=10");
  EXPECT_THAT(listed({at("x", "9")}, "10"), ElementsAre("lost a/b=2", "lost a/y=10")) << "deleted between the lists";
  EXPECT_EQ(store_.pending_writes(), 1U);
}

TEST_F(PendingWritesTest, AListOlderThanTheWatchIsARestoredServerAndTheTruth)
{
  (void)store_.bookmark("20");
  (void)wrote("x", "21");
  (void)wrote("y", "22");
  (void)deleted("x", "u-x");
  EXPECT_THAT(listed({at("x", "4")}, "5"), ElementsAre("lost a/y=22", "add a/x=4"));
  EXPECT_EQ(store_.pending_writes(), 0U);
  EXPECT_THAT(wrote("x", "6"), ElementsAre("update a/x=4>6"));
}

// OnDelete
TEST_F(PendingWritesTest, ADeletionHidesItsObjectUntilTheWatchHasDeletedIt)
{
  EXPECT_THAT(deleted("x", "u-x"), ElementsAre("delete a/x=4"));
  EXPECT_THAT(applied("x", "6"), IsEmpty()) << "somebody's write before the deletion";
  EXPECT_THAT(listed({at("x", "6")}, "6"), IsEmpty());
  EXPECT_EQ(stored(), "");
  EXPECT_THAT(removed("x", "8"), IsEmpty());
  EXPECT_EQ(store_.pending_writes(), 0U);
  (void)wrote("y", "9");
  (void)deleted("y", "u-y");
  EXPECT_THAT(listed({}, "8"), IsEmpty());
  EXPECT_THAT(applied("y", "9"), IsEmpty()) << "the list was from before it was created";
  EXPECT_THAT(listed({}, "10"), IsEmpty());
  EXPECT_EQ(store_.pending_writes(), 0U) << "a list without it ends the matter";
}

// Its events are those of leaving the selection and coming back, all before the deletion.
TEST_F(PendingWritesTest, BehindSelectorsOnlyTimeEndsADeletion)
{
  IndexedStore store({}, "", true);
  (void)store.replace({at("x", "4")}, "5");
  (void)store.deleted({"a", "x"}, "u-x", "", now_ + kTtl);
  EXPECT_THAT(texts_of(store.replace({at("x", "4")}, "5")), ElementsAre("list_done=5"));
  EXPECT_THAT(store.remove(at("x", "6"), "6"), IsEmpty());
  EXPECT_THAT(texts_of(store.replace({}, "6")), ElementsAre("list_done=6"));
  EXPECT_THAT(store.apply(at("x", "7"), "7"), IsEmpty());
  (void)store.expire_pending_writes(now_ + kTtl, kTtl);
  EXPECT_EQ(store.pending_writes(), 1U);
  EXPECT_THAT(store.expire_pending_writes(now_ + 2 * kTtl, kTtl), IsEmpty());
  EXPECT_EQ(store.pending_writes(), 0U);
}

// OnDeleteClearsStaleMutation
TEST_F(PendingWritesTest, ADeletionEndsAnEarlierWrite)
{
  (void)wrote("x", "7");
  EXPECT_THAT(deleted("x", "u-x"), ElementsAre("delete a/x=7"));
  EXPECT_THAT(applied("x", "7"), IsEmpty());
  EXPECT_THAT(texts_of(store_.bookmark("7")), IsEmpty());
  EXPECT_THAT(removed("x", "8"), IsEmpty());
  EXPECT_EQ(stored(), "");
}

// UpdateConcurrentRecreate
TEST_F(PendingWritesTest, ASuccessorUnderTheSameNameHasAnotherUid)
{
  (void)deleted("x", "u-x");
  EXPECT_THAT(wrote("x", "8", "new"), ElementsAre("add a/x=8"));
  EXPECT_THAT(deleted("x", "u-x"), IsEmpty()) << "the answer came late";
  EXPECT_THAT(applied("x", "6"), IsEmpty());
  EXPECT_THAT(removed("x", "7"), IsEmpty());
  EXPECT_EQ(stored(), "a/x=8");
  EXPECT_THAT(applied("x", "8", "new"), IsEmpty());
  (void)deleted("x", "new");
  EXPECT_THAT(removed("x", "10", "new"), IsEmpty());
  EXPECT_THAT(applied("x", "11", "newer"), ElementsAre("add a/x=11"));
  EXPECT_EQ(store_.pending_writes(), 0U);
}

// UpdateConcurrentDelete
TEST_F(PendingWritesTest, ACreationReplacesWhatTheStoreStillHasUnderItsName)
{
  EXPECT_THAT(wrote("x", "8", "new"), ElementsAre("lost a/x=4", "add a/x=8"));
  EXPECT_THAT(removed("x", "7"), IsEmpty()) << "the deletion of the other";
  EXPECT_THAT(applied("x", "8", "new"), IsEmpty());
  EXPECT_EQ(stored(), "a/x=8");
}

TEST_F(PendingWritesTest, ADeletionIsRememberedForATimeWhileTheWatchMoves)
{
  (void)deleted("x", "u-x");
  EXPECT_THAT(after(std::chrono::minutes(10)), IsEmpty());
  EXPECT_THAT(applied("x", "6"), IsEmpty()) << "the watch was silent";
  (void)after(kTtl);
  EXPECT_EQ(store_.pending_writes(), 1U);
  (void)after(kTtl);
  EXPECT_EQ(store_.pending_writes(), 0U);
  EXPECT_FALSE(store_.next_expiry());
}

TEST_F(PendingWritesTest, AnObjectThatAListStillHasAfterThatTimeComesBack)
{
  (void)deleted("x", "u-x");
  (void)listed({at("x", "4")}, "9");
  (void)store_.bookmark("10");
  (void)after(kTtl);
  EXPECT_EQ(stored(), "");
  EXPECT_THAT(after(kTtl), ElementsAre("add a/x=4"));
}

TEST_F(PendingWritesTest, ADeletionThatIsOnlyExpectedIsBelievedUntilTheNextEvent)
{
  EXPECT_THAT(deleted("x", "u-x", "3"), IsEmpty()) << "it has changed since";
  EXPECT_THAT(deleted("x", "u-x", "4"), ElementsAre("delete a/x=4"));
  EXPECT_THAT(applied("x", "4"), IsEmpty());
  EXPECT_THAT(applied("x", "6"), ElementsAre("add a/x=6")) << "something holds it";
  EXPECT_EQ(store_.pending_writes(), 0U);
  EXPECT_THAT(deleted("x", "u-x", "6"), ElementsAre("delete a/x=6"));
  (void)store_.bookmark("7");
  (void)after(kTtl);
  EXPECT_THAT(after(kTtl), ElementsAre("add a/x=6")) << "the server did not delete it";
}

// Versions of aggregated servers.
TEST_F(PendingWritesTest, WhatCannotBeComparedIsBelievedUntilItsEventOrForATime)
{
  EXPECT_THAT(wrote("x", "one"), ElementsAre("update a/x=4>one"));
  EXPECT_THAT(applied("x", "zero"), IsEmpty());
  EXPECT_THAT(applied("x", "one"), IsEmpty());
  EXPECT_EQ(store_.pending_writes(), 0U);
  EXPECT_THAT(applied("x", "two"), ElementsAre("update a/x=one>two"));
  (void)wrote("x", "three");
  (void)wrote("x", "four");
  EXPECT_THAT(applied("x", "three"), IsEmpty());
  EXPECT_EQ(store_.next_expiry(), now_ + kTtl);
  EXPECT_THAT(after(seconds(29)), IsEmpty());
  EXPECT_EQ(stored(), "a/x=four");
  EXPECT_THAT(after(seconds(1)), ElementsAre("update a/x=four>three"));
}

// The event, and a later one, came before the answer.
TEST_F(PendingWritesTest, AnAnswerThatCannotBeComparedHidesWhatIsNewerForATime)
{
  (void)applied("x", "two");
  EXPECT_THAT(wrote("x", "one"), ElementsAre("update a/x=two>one"));
  EXPECT_THAT(after(kTtl), ElementsAre("update a/x=one>two"));
}

// A list had something else, or nothing.
TEST_F(PendingWritesTest, AfterThatTimeTheStoreHasWhatTheWatchHasShown)
{
  (void)applied("x", "two");
  EXPECT_THAT(wrote("x", "one"), ElementsAre("update a/x=two>one"));
  (void)wrote("y", "one");
  EXPECT_THAT(listed({at("x", "two")}, "odd"), IsEmpty());
  EXPECT_THAT(after(kTtl), ElementsAre("update a/x=one>two", "lost a/y=one"));
  (void)wrote("x", "three");
  EXPECT_THAT(removed("x", "four"), ElementsAre("delete a/x=four")) << "the same object is gone for certain";
  EXPECT_EQ(store_.pending_writes(), 0U);
}

// --- selectors ---

Object pod(const std::string& rest, const std::string& labels = "{}")
{
  return Object::parse(R"({"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"a","name":"x","labels":)" + labels +
                       "}" + rest + "}");
}

TEST(Selection, LabelsAreCertain)
{
  const Selection selection("app=web,!old", "");
  EXPECT_EQ(selection.of(pod("", R"({"app":"web"})")), Selected::yes);
  EXPECT_EQ(selection.of(pod("", R"({"app":"web","old":""})")), Selected::no);
  EXPECT_EQ(selection.of(pod("")), Selected::no);
  EXPECT_EQ(Selection("", "").of(pod("")), Selected::yes);
  EXPECT_EQ(Selection("!!", "").of(pod("")), Selected::unknown);
}

TEST(Selection, FieldsAreReadAtTheirPathsAndTheRestIsUnknown)
{
  const auto of = [](const char* fields, const std::string& rest) { return Selection("", fields).of(pod(rest)); };
  EXPECT_EQ(of("metadata.name=x,metadata.namespace=a", ""), Selected::yes);
  EXPECT_EQ(of("metadata.name!=x", ""), Selected::no);
  EXPECT_EQ(of("spec.nodeName=", ""), Selected::yes);
  EXPECT_EQ(of("spec.nodeName=n", ""), Selected::no);
  EXPECT_EQ(of("spec.nodeName=n", R"(,"spec":{"nodeName":"n"})"), Selected::yes);
  EXPECT_EQ(of("spec.hostNetwork=true", R"(,"spec":{"hostNetwork":true})"), Selected::yes);
  EXPECT_EQ(of("status.successful=1", ""), Selected::unknown) << "the server computes it";
  EXPECT_EQ(of("status.successful=1,metadata.name=y", ""), Selected::no);
  EXPECT_EQ(of("spec=1", R"(,"spec":{})"), Selected::unknown);
  EXPECT_EQ(of("no term", ""), Selected::unknown);
}

}  // namespace
}  // namespace kubexx::informer_test

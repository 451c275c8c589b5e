// SPDX-License-Identifier: Apache-2.0
// What informer-print makes of the events of its handler.
#include "event_lines.hpp"

#include <gmock/gmock.h>

#include <random>

namespace informer_print {
namespace {

using kubexx::Object;
using kubexx::ObjectEvent;
using kubexx::Transition;
using testing::ElementsAre;
using testing::IsEmpty;
using Type = Transition::Type;

Object object(const std::string& uid, int version, const std::string& name = "a")
{
  return Object::parse(R"({"metadata":{"namespace":"default","name":")" + name + R"(","uid":")" + uid +
                       R"(","resourceVersion":")" + std::to_string(version) + R"("}})");
}

Transition added(Object now, bool initial = false)
{
  return {Type::added, initial, false, {}, std::move(now)};
}
Transition updated(Object old, Object now)
{
  return {Type::updated, false, false, std::move(old), std::move(now)};
}
Transition deleted(Object old, Object last, bool unknown = false)
{
  return {Type::deleted, false, unknown, std::move(old), std::move(last)};
}

// As text, which shows all that is not the default.
std::vector<std::string> texts_of(const std::vector<Transition>& transitions, bool lost = false)
{
  std::vector<std::string> texts;
  for (const auto& line : lines_of(ObjectEvent{transitions, lost})) {
    texts.push_back(to_text(line, OutputFormat::text));
    EXPECT_EQ(texts.back().back(), '\n');
    texts.back().pop_back();
  }
  return texts;
}

TEST(EventLines, JsonHasAllMembersInOneOrder)
{
  const std::vector<Transition> transitions{added(object("u", 1), true), updated(object("u", 1), object("u", 2)),
                                            deleted(object("u", 2), object("u", 3), true)};
  std::vector<std::string> lines;
  for (const auto& line : lines_of(ObjectEvent{transitions})) lines.push_back(to_text(line, OutputFormat::jsonl));
  lines.push_back(to_text(synced_line("7"), OutputFormat::jsonl));
  // clang-format off
  EXPECT_THAT(lines, ElementsAre(
    "{\"event\":\"ADD\",\"key\":\"default/a\",\"rv\":\"1\",\"oldRv\":\"\",\"initial\":true,\"finalStateUnknown\":false}\n",
    "{\"event\":\"UPDATE\",\"key\":\"default/a\",\"rv\":\"2\",\"oldRv\":\"1\",\"initial\":false,\"finalStateUnknown\":false}\n",
    "{\"event\":\"DELETE\",\"key\":\"default/a\",\"rv\":\"3\",\"oldRv\":\"2\",\"initial\":false,\"finalStateUnknown\":true}\n",
    "{\"event\":\"SYNCED\",\"key\":\"\",\"rv\":\"7\",\"oldRv\":\"\",\"initial\":false,\"finalStateUnknown\":false}\n"));
  // clang-format on
}

TEST(EventLines, TextSaysWhatIsNotUsual)
{
  EXPECT_THAT(texts_of({added(object("u", 1), true), updated(object("u", 1), object("u", 2)),
                        deleted(object("u", 2), object("u", 2), true), added(object("v", 5))}),
              ElementsAre("ADD default/a rv 1 initial", "UPDATE default/a rv 2 was 1",
                          "DELETE default/a rv 2 was 2 final state unknown", "ADD default/a rv 5"));
  EXPECT_EQ(to_text(synced_line("7"), OutputFormat::text), "SYNCED rv 7\n");
}

TEST(EventLines, AClusterScopedKeyIsTheName)
{
  const std::vector<Transition> transitions{
      added(Object::parse(R"({"metadata":{"name":"node-1","resourceVersion":"4"}})"))};
  EXPECT_EQ(lines_of(ObjectEvent{transitions}).at(0).key, "node-1");
}

TEST(EventLines, OddCharactersAreEscaped)
{
  const auto odd = added(Object::parse(R"({"metadata":{"name":"a\"\\\u0001\n","resourceVersion":"x y"}})"));
  const std::vector<Transition> transitions{odd};
  const auto line = lines_of(ObjectEvent{transitions}).at(0);
  EXPECT_THAT(to_text(line, OutputFormat::jsonl), testing::HasSubstr(R"("key":"a\"\\\u0001\n","rv":"x y",)"));
  EXPECT_EQ(to_text(line, OutputFormat::text), "ADD \"a\\\"\\\\\\u0001\\n\" rv \"x y\"\n");
}

TEST(EventLines, AnUpdateGoesOnFromWhatTheHandlerWasGiven)
{
  EXPECT_THAT(texts_of({updated(object("u", 1), object("u", 2))}), ElementsAre("UPDATE default/a rv 2 was 1"));
}

TEST(EventLines, AfterAGapAnUpdateGoesOnFromTheLinePrintedLast)
{
  EXPECT_THAT(texts_of({updated(object("u", 1), object("u", 2)), updated(object("u", 30), object("u", 31))}, true),
              ElementsAre("UPDATE default/a rv 2 was 1", "UPDATE default/a rv 31 was 2"));
}

TEST(EventLines, AfterAGapAnotherObjectIsADeletionAndAnAdd)
{
  for (const auto& last : {added(object("v", 31)), updated(object("v", 30), object("v", 31))}) {
    EXPECT_THAT(texts_of({updated(object("u", 1), object("u", 2)), last}, true),
                ElementsAre("UPDATE default/a rv 2 was 1", "DELETE default/a rv 2 was 2 final state unknown",
                            "ADD default/a rv 31"));
  }
}

TEST(EventLines, AfterAGapTheSameObjectMayBeThereOrNot)
{
  EXPECT_THAT(texts_of({deleted(object("u", 1), object("u", 2)), updated(object("v", 30), object("v", 31))}, true),
              ElementsAre("DELETE default/a rv 2 was 1", "ADD default/a rv 31"));
  EXPECT_THAT(texts_of({updated(object("u", 1), object("u", 2)), deleted(object("u", 30), object("u", 31))}, true),
              ElementsAre("UPDATE default/a rv 2 was 1", "DELETE default/a rv 31 was 2"));
}

TEST(EventLines, AfterAGapTheDeletionOfAnotherObjectEndsTheOneThatWasPrinted)
{
  EXPECT_THAT(texts_of({updated(object("u", 1), object("u", 2)), deleted(object("v", 30), object("v", 31))}, true),
              ElementsAre("UPDATE default/a rv 2 was 1", "DELETE default/a rv 2 was 2 final state unknown"));
}

TEST(EventLines, WhatWasNeverPrintedIsNotDeleted)
{
  EXPECT_THAT(texts_of({deleted({}, object("u", 2), true)}), IsEmpty());
  EXPECT_THAT(texts_of({deleted(object("u", 1), object("u", 2)), deleted(object("v", 8), object("v", 9))}, true),
              ElementsAre("DELETE default/a rv 2 was 1"));
}

// Any history of one name, given to the handler in pieces of any length, of which the long ones have gaps.
TEST(EventLines, TheChainHoldsWhateverIsLost)
{
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    Object stored, printed;
    int version = 0, uid = 0;
    std::string rv;  // of the last line; empty while there is no object
    for (int call = 0; call < 20; ++call) {
      std::vector<Transition> transitions;
      bool lost = false;
      for (auto length = 1 + random() % 24; length > 0; --length) {
        const auto next = object(std::to_string(stored && random() % 5 != 0 ? uid : ++uid), ++version);
        if (stored && random() % 3 == 0) {
          transitions.push_back(deleted(stored, random() % 2 == 0 ? next : stored, random() % 2 == 0));
          stored = {};
        } else if (stored && stored.uid() != next.uid()) {
          transitions.push_back(deleted(stored, stored, true));
          transitions.push_back(added(next));
          stored = next;
        } else {
          transitions.push_back(stored ? updated(stored, next) : added(next));
          stored = next;
        }
        if (transitions.size() > ObjectEvent::max_transitions) {
          transitions.erase(transitions.begin() + 1, transitions.end() - 1);
          lost = true;
        }
      }
      for (const auto& line : lines_of(ObjectEvent{transitions, lost})) {
        EXPECT_EQ(line.old_rv, rv);
        EXPECT_EQ(line.event == EventLine::Event::add, rv.empty());
        rv = line.event == EventLine::Event::delete_ ? std::string() : line.rv;
      }
      EXPECT_EQ(rv, stored.resource_version());
    }
  }
}

}  // namespace
}  // namespace informer_print

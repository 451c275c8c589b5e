// SPDX-License-Identifier: Apache-2.0
// The decoder of lists that come in pieces against scan_list, which has the whole text.
#include "kubexx/apimachinery/detail/list_decoder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "kubexx/base/random.hpp"

namespace kubexx {
namespace {

using detail::ListDecoder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// What came of a list: its items and its header, or an error.
struct Outcome {
  std::vector<std::string> items;
  std::vector<std::string> unreadable;  // the names of items that cannot be read
  std::optional<std::string> header;    // none: an error
  std::string error;
};

std::string text_of(const detail::ListHeader& header)
{
  return header.resource_version + "|" + header.continue_ + "|" + std::to_string(header.remaining_item_count);
}

Outcome whole(const std::string& text)
{
  Outcome outcome;
  try {
    const auto header = detail::scan_list(
        text,
        [&](const detail::ScannedObject& item) { outcome.items.emplace_back(detail::make_object(item, {}).bytes()); },
        [&](std::string_view item, const std::string&) {
          outcome.unreadable.emplace_back(detail::identity_of(item, {}).name());
        });
    outcome.header = text_of(header);
  } catch (const ObjectError& error) {
    outcome.error = error.what();
  }
  return outcome;
}

// `piece` says how long each next piece is.
template <class Piece>
Outcome decoded(const std::string& text, Piece piece)
{
  Outcome outcome;
  ListDecoder decoder{{}};
  const auto take = [&] {
    while (auto item = decoder.next()) outcome.items.emplace_back(item->bytes());
  };
  try {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t length = std::min<std::size_t>(piece(), text.size() - at);
      decoder.feed(std::string_view(text).substr(at, length));
      at += length;
      take();
    }
    decoder.finish();
    take();
    EXPECT_TRUE(decoder.ended());
    for (const UnreadableObject& unreadable : decoder.take_unreadable())
      outcome.unreadable.emplace_back(unreadable.object.name());
    outcome.header = text_of(decoder.header());
  } catch (const ObjectError& error) {
    outcome.error = error.what();
  }
  return outcome;
}

std::string item(const std::string& name, const std::string& more = "")
{
  return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name +
         R"(","namespace":"a","resourceVersion":"1"})" + more + "}";
}

std::string list_of(const std::vector<std::string>& items)
{
  std::string text =
      R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"77","continue":"c\"d",)";
  text += R"("remainingItemCount":12},"items":[)";
  for (const auto& one : items) text += (text.back() == '[' ? "" : ",") + one;
  return text + "]}\n";
}

TEST(ListDecoder, GivesEachItemAsSoonAsItIsThere)
{
  ListDecoder decoder{{}};
  const std::string text = list_of({item("x"), item("y")});
  const std::size_t second = text.find(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"y")");
  decoder.feed(std::string_view(text).substr(0, second));
  const auto first = decoder.next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->name(), "x");
  EXPECT_FALSE(decoder.next());
  EXPECT_FALSE(decoder.ended());
  decoder.feed(std::string_view(text).substr(second));
  const auto last = decoder.next();
  ASSERT_TRUE(last);
  EXPECT_EQ(last->name(), "y");
  EXPECT_FALSE(decoder.next());
  decoder.finish();
  EXPECT_FALSE(decoder.next());
  EXPECT_TRUE(decoder.ended());
  EXPECT_EQ(text_of(decoder.header()), "77|c\"d|12");
  EXPECT_THAT(decoder.frame(), StartsWith(R"({"kind":"ConfigMapList")"));
}

TEST(ListDecoder, ALargeItemThatCameInPiecesDoesNotDelayTheNextOne)
{
  ListDecoder decoder{{}};
  const std::string large = item("large", R"(,"data":{"text":")" + std::string(2000, 'x') + R"("})");
  decoder.feed(R"({"items":[)" + large.substr(0, 1500));
  EXPECT_FALSE(decoder.next());
  decoder.feed(large.substr(1500));
  decoder.feed(std::string(1000, ' '));
  ASSERT_TRUE(decoder.next());
  EXPECT_FALSE(decoder.next());
  decoder.feed("," + item("small"));
  const auto small = decoder.next();
  ASSERT_TRUE(small);
  EXPECT_EQ(small->name(), "small");
}

// The list is never in memory as a whole.
TEST(ListDecoder, HoldsNoMoreThanItsFrameAndAnItem)
{
  const std::string one = item("x", R"(,"data":{"text":")" + std::string(2000, 'x') + R"("})");
  const std::string text = list_of(std::vector<std::string>(500, one));
  ListDecoder decoder{{}};
  constexpr std::size_t kPiece = 300;
  std::size_t most = 0, items = 0;
  for (std::size_t at = 0; at < text.size(); at += kPiece) {
    decoder.feed(std::string_view(text).substr(at, kPiece));
    while (decoder.next()) ++items;
    most = std::max(most, decoder.held());
  }
  decoder.finish();
  while (decoder.next()) ++items;
  EXPECT_TRUE(decoder.ended());
  EXPECT_EQ(items, 500U);
  EXPECT_LE(most, text.find('[') + one.size() + kPiece);
}

TEST(ListDecoder, TakesWhatTheWholeScannerTakesHoweverItIsCut)
{
  const std::vector<std::string> texts{
      list_of({}),
      list_of({item("x")}),
      " { \"items\" : [ " + item("x") + " , \n" + item("y") + " ] , \"metadata\" : { } } ",
      R"({"items":null})",
      R"({"metadata":{"resourceVersion":"5"},"count":12,"items":[],"after":[1,2,{"a":"]}"}]})",
      R"({"\u0069tems":[)" + item("x") + "]}",
      list_of({item("x", R"(,"data":{"text":"}]{[\"\\ é \ud83d\ude00"})"), item("y", R"(,"n":[1e3,-0.5,true,null])")})};
  for (const auto& text : texts) {
    const Outcome expected = whole(text);
    ASSERT_TRUE(expected.header) << text << ": " << expected.error;
    for (std::size_t length = 1; length < 40; ++length) {
      const Outcome outcome = decoded(text, [&] { return length; });
      ASSERT_EQ(outcome.header, expected.header) << text << " in pieces of " << length << ": " << outcome.error;
      ASSERT_EQ(outcome.items, expected.items) << text;
    }
  }
}

TEST(ListDecoder, RefusesWhatTheWholeScannerRefuses)
{
  const std::string good = list_of({item("x"), item("y")});
  for (std::size_t length = 0; length + 2 < good.size(); ++length) {
    const Outcome outcome = decoded(good.substr(0, length), [] { return std::size_t{7}; });
    ASSERT_FALSE(outcome.header) << "cut after " << length;
  }
  for (const char* bad :
       {"[]", "7", R"({"items":[],})", R"({"items":[]]})", R"({"items":[{}]}x)", R"({"items":[],"items":[]})",
        R"({"items":[{},]})", R"({"items":[,{}]})", R"({"items":[{}{}]})", R"({"items":{}})", R"({"items":"x"})",
        R"({"metadata":{}})", R"({items:[]})", R"({"items" []})", R"({"a":1 "items":[]})", R"({"items":[{"a":"x]})"}) {
    ASSERT_FALSE(whole(bad).header) << bad;
    for (std::size_t length = 1; length < 12; ++length) {
      ASSERT_FALSE(decoded(bad, [&] { return length; }).header) << bad << " in pieces of " << length;
    }
  }
}

std::string nested(std::size_t levels)
{
  return std::string(levels, '[') + std::string(levels, ']');
}

TEST(ListDecoder, PassesOverItemsThatCannotBeRead)
{
  const std::vector<std::string> odd{
      item("odd", R"(,"spec":)" + nested(10'001)), R"({"metadata":{"name":"odd","labels":7}})",
      R"({"metadata":{"name":"odd"},"spec":tru})", R"({"spec":{"a":"]}","b":01},"metadata":{"name":"odd"}})"};
  for (const std::string& one : odd) {
    const std::string text = list_of({item("x"), one, item("y")});
    for (const std::size_t length : {std::size_t{1}, std::size_t{7}, std::size_t{200}, text.size()}) {
      if (length == 1 && text.size() > 2000) continue;
      const Outcome outcome = decoded(text, [&] { return length; });
      ASSERT_TRUE(outcome.header) << outcome.error;
      EXPECT_THAT(outcome.items, ElementsAre(HasSubstr(R"("name":"x")"), HasSubstr(R"("name":"y")")));
      EXPECT_THAT(outcome.unreadable, ElementsAre("odd"));
    }
  }
  for (const char* nameless : {"1", "null", "\"]\"", "[[]]", "{}x"}) {
    const Outcome outcome = decoded(list_of({item("x"), nameless, item("y")}), [] { return std::size_t{3}; });
    EXPECT_EQ(outcome.header.has_value(), std::string(nameless) != "{}x") << nameless << ": " << outcome.error;
    if (outcome.header) {
      EXPECT_EQ(outcome.items.size(), 2U) << nameless;
      EXPECT_THAT(outcome.unreadable, ElementsAre("")) << nameless;
    }
  }
}

TEST(ListDecoder, SaysWhichItemIsWrong)
{
  ListDecoder decoder{{}};
  decoder.feed(
      list_of({item("x"), R"({"metadata":{"name":"a","namespace":"n","uid":"u","resourceVersion":"5","labels":7}})"}));
  decoder.finish();
  EXPECT_TRUE(decoder.next());
  EXPECT_FALSE(decoder.next());
  const auto unreadable = decoder.take_unreadable();
  ASSERT_EQ(unreadable.size(), 1U);
  EXPECT_EQ(unreadable[0].problem, "items[1]: metadata.labels: expected an object, got a number");
  EXPECT_EQ(unreadable[0].object.bytes(),
            R"({"metadata":{"name":"a","namespace":"n","uid":"u","resourceVersion":"5"}})");
  EXPECT_TRUE(decoder.take_unreadable().empty());
}

// Random damage: both take it, with the same items and header, or both refuse it.
TEST(ListDecoderProperty, AgreesWithTheWholeScannerAboutDamagedLists)
{
  std::size_t refused = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    SeededRandom random(seed);
    std::vector<std::string> items;
    for (std::uint64_t count = random.below(5); count > 0; --count) {
      items.push_back(
          item("n" + std::to_string(count), R"(,"data":{"k":")" + std::string(random.below(60), 'v') + "\"}"));
    }
    std::string text = list_of(items);
    for (std::uint64_t changes = random.below(3); changes > 0; --changes) {
      const std::size_t at = random.below(text.size());
      switch (random.below(3)) {
        case 0:
          text[at] = std::string_view("{}[]\",:\\ x1-")[random.below(12)];
          break;
        case 1:
          text.erase(at, 1 + random.below(4));
          break;
        default:
          text.insert(at, 1, std::string_view("{}[]\",:\\ x1-")[random.below(12)]);
      }
    }
    const Outcome expected = whole(text);
    const Outcome outcome = decoded(text, [&] { return 1 + random.below(50); });
    ASSERT_EQ(outcome.header, expected.header) << "seed " << seed << ": " << text << "\n"
                                               << expected.error << "\n"
                                               << outcome.error;
    if (expected.header) {
      ASSERT_EQ(outcome.items, expected.items) << "seed " << seed;
      ASSERT_EQ(outcome.unreadable, expected.unreadable) << "seed " << seed;
    } else {
      ++refused;
    }
  }
  EXPECT_GT(refused, 800U);
}

}  // namespace
}  // namespace kubexx

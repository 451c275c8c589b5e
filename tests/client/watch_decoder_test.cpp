// SPDX-License-Identifier: Apache-2.0
#include "watch/watch_decoder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kubexx/http/transport.hpp"
#include "support/random_json.hpp"

namespace kubexx {
namespace {

using detail::WatchDecoder;

detail::CallSubject subject()
{
  return {Verb::watch, {"", "v1", "Pod", "pods"}, {}, {}, {}, {}};
}

std::string event(const std::string& type, const std::string& name, const std::string& version)
{
  return R"({"type":")" + type + R"(","object":{"kind":"Pod","metadata":{"name":")" + name +
         R"(","resourceVersion":")" + version + R"("}}})";
}

/// Everything that comes out, as text; an ERROR ends it.
std::string decode(const std::vector<std::string>& pieces, bool finish = true, std::size_t* undecodable = nullptr)
{
  WatchDecoder decoder(subject(), false);
  std::string all;
  const auto drain = [&] {
    while (auto next = decoder.next()) {
      static const char* const names[] = {"added", "modified", "deleted", "bookmark", "unreadable"};
      all += std::string(names[static_cast<int>(next->type)]) + " " +
             (next->object ? std::string(next->object.name()) : "-") + " " + next->resource_version +
             (next->initial_events_end ? " end" : "") + "\n";
    }
  };
  try {
    drain();
    for (const auto& piece : pieces) {
      decoder.feed(piece);
      drain();
    }
    if (finish) decoder.finish();
    drain();
  } catch (const ApiError& error) {
    all += std::string("error ") + error.what();
  }
  if (undecodable != nullptr) *undecodable = decoder.undecodable();
  return all;
}

std::string sample()
{
  return event("ADDED", "a", "1") + "\n" + event("MODIFIED", "b\\u0062 \xc3\xa9", "2") + "\r\n\n" +
         event("DELETED", "c", "3") + "\n" + R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9",)" +
         R"("annotations":{"k8s.io/initial-events-end":"true"}}}})" + "\n" + event("ADDED", "d", "10") +
         event("ADDED", "e", "11") + "\n";
}

constexpr const char* expected =
    "added a 1\nmodified bb \xc3\xa9 2\ndeleted c 3\nbookmark - 9 end\nadded d 10\nadded e 11\n";

// Also in a locale that writes 1,5, in which this program runs once more: an event whose number cannot be read is
// skipped.
TEST(WatchDecoder, FractionsAndExponentsAreReadWhateverTheLocale)
{
  WatchDecoder decoder(subject(), false);
  decoder.feed(R"({"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"a"},"spec":{"ratio":1.5e3,"half":0.5}}})"
               "\n");
  const auto event = decoder.next();
  EXPECT_EQ(decoder.undecodable(), 0U);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->object.at("/spec/ratio").as_double(), 1500.0);
  EXPECT_EQ(event->object.at("/spec/half").as_double(), 0.5);
}

TEST(WatchDecoder, DecodesWhole)
{
  EXPECT_EQ(decode({sample()}), expected);
}

TEST(WatchDecoder, DecodesByteByByte)
{
  std::vector<std::string> bytes;
  for (const char c : sample()) bytes.emplace_back(1, c);
  EXPECT_EQ(decode(bytes), expected);
}

TEST(WatchDecoder, DecodesAnySplit)
{
  const std::string all = sample();
  for (std::size_t at = 0; at <= all.size(); ++at)
    ASSERT_EQ(decode({all.substr(0, at), all.substr(at)}), expected) << at;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    test::RandomJson random(seed);
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at < all.size();) {
      const std::size_t size = 1 + random.below(40);
      pieces.push_back(all.substr(at, size));
      at += size;
    }
    ASSERT_EQ(decode(pieces), expected) << seed;
  }
}

TEST(WatchDecoder, AnEventComesWithItsLastBrace)
{
  WatchDecoder decoder(subject(), false);
  decoder.feed(event("ADDED", "a", "1"));
  EXPECT_TRUE(decoder.next());
  decoder.feed(event("ADDED", "b", "2") + event("ADDED", "c", "3").substr(0, 20));
  decoder.feed(event("ADDED", "c", "3").substr(20) + " ");
  EXPECT_EQ(decoder.next()->object.name(), "b");
  EXPECT_EQ(decoder.next()->object.name(), "c");
  EXPECT_FALSE(decoder.next());
}

TEST(WatchDecoder, EventsNeedNoLines)
{
  const std::string one = event("ADDED", "a", "1"), two = event("MODIFIED", "b", "2");
  const std::string over_lines =
      "{\n  \"type\": \"DELETED\",\r\n  \"object\": {\n \"metadata\": {\"name\": \"c\",\n\n"
      " \"resourceVersion\": \"3\"\n}\n }\n}";
  const std::string all = one + two + over_lines + "\n" + over_lines + one + "\n" + two;
  const char* const expected_all = "added a 1\nmodified b 2\ndeleted c 3\ndeleted c 3\nadded a 1\nmodified b 2\n";
  for (std::size_t size = 1; size < 60; ++size) {
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at < all.size(); at += size) pieces.push_back(all.substr(at, size));
    std::size_t undecodable = 0;
    ASSERT_EQ(decode(pieces, true, &undecodable), expected_all) << size;
    ASSERT_EQ(undecodable, 0U) << size;
  }
}

TEST(WatchDecoder, ALineThatIsNoEventIsOneProblemWhereverItIsCut)
{
  const std::string good = event("ADDED", "a", "1") + "\n";
  for (const std::string bad : {"2}", "x } y } z }", R"({"type":"BOOKMARK","object":{}}}})", "}{}{}"}) {
    std::string all = good;
    all += bad;
    all += '\n';
    all += good;
    std::size_t whole = 0;
    const std::string events = decode({all}, true, &whole);
    for (std::size_t size = 1; size < all.size(); ++size) {
      std::vector<std::string> pieces;
      for (std::size_t at = 0; at < all.size(); at += size) pieces.push_back(all.substr(at, size));
      std::size_t undecodable = 0;
      ASSERT_EQ(decode(pieces, true, &undecodable), events) << bad << " in pieces of " << size;
      ASSERT_EQ(undecodable, whole) << bad << " in pieces of " << size;
    }
  }
}

// Found by the fuzz program: the brackets of a broken line happen to close in a later one.
TEST(WatchDecoder, OfSeveralLinesThatAreNoJsonTheFirstIsOneProblemWhereverItIsCut)
{
  const std::string broken =
      "{\"type\":\"MODIFIED\",\"object\":\x97"
      "ame\":\"a\xdd,\"resourceVersion\":\"5\"}}}\n";
  const std::string all = R"({"type":"ADDED","objekt":{"kind":"Pod","apiVersion":"v1","metadata":{"Version":"v1",)"
                          R"("metadata":{"name":"a","resourceVersion":"5"}}})"
                          "\n" +
                          broken +
                          R"(name":"a","resourceVersion":"5"}}})"
                          "\n" +
                          broken;
  std::size_t whole = 0;
  (void)decode({all}, true, &whole);
  for (std::size_t first = 0; first < 16; ++first) {
    for (std::size_t size = 1; size < 64; ++size) {
      std::vector<std::string> pieces{all.substr(0, first)};
      for (std::size_t at = first; at < all.size(); at += size) pieces.push_back(all.substr(at, size));
      std::size_t undecodable = 0;
      (void)decode(pieces, true, &undecodable);
      ASSERT_EQ(undecodable, whole) << "the first piece of " << first << " bytes, the others of " << size;
    }
  }
}

TEST(WatchDecoder, BytesThatAreNotUtf8AreReadAsGoReadsThem)
{
  WatchDecoder decoder(subject(), false);
  decoder.feed("{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\",\"labels\":{\"k\":\"\xff\"}}}}\n");
  const auto event = decoder.next();
  ASSERT_TRUE(event);
  EXPECT_EQ(event->object.label("k"), "\uFFFD");
}

TEST(WatchDecoder, AnObjectThatCannotBeReadIsNamedAsFarAsItCanBe)
{
  const std::string odd = R"({"metadata":{"name":"a","namespace":"n","uid":"u","resourceVersion":"5","labels":7}})";
  const std::string deep = R"({"spec":)" + std::string(10'001, '[') + std::string(10'001, ']') +
                           R"(,"metadata":{"name":"a","namespace":"n","uid":"u","resourceVersion":"5"}})";
  for (const std::string& object : {odd, deep}) {
    for (const char* type : {"ADDED", "MODIFIED", "DELETED"}) {
      WatchDecoder decoder(subject(), false);
      decoder.feed(R"({"type":")" + std::string(type) + R"(","object":)" + object + "}\n" + event("ADDED", "b", "6") +
                   "\n");
      const auto event = decoder.next();
      ASSERT_TRUE(event);
      const bool deleted = std::string_view(type) == "DELETED";
      EXPECT_EQ(event->type, deleted ? WatchEvent::Type::deleted : WatchEvent::Type::unreadable);
      EXPECT_EQ(event->object.key().to_string(), "n/a");
      EXPECT_EQ(event->object.uid(), "u");
      EXPECT_EQ(event->object.kind(), "Pod");
      EXPECT_EQ(event->resource_version, "5");
      EXPECT_NE(event->problem, "");
      EXPECT_EQ(decoder.next()->object.name(), "b");
      EXPECT_EQ(decoder.undecodable(), 1U);
    }
  }
}

TEST(WatchDecoder, AfterAnEventThatIsTooLargeNothingIsKept)
{
  WatchDecoder decoder(subject(), false, false, {}, 100);
  decoder.feed("{\"type\":");
  EXPECT_FALSE(decoder.next());
  decoder.feed(std::string(200, ' '));
  EXPECT_FALSE(decoder.next());
  EXPECT_THROW(decoder.feed(" "), TransportError);
  EXPECT_FALSE(decoder.next());
}

TEST(WatchDecoder, GarbageIsUnreadableOrSkippedAndCounted)
{
  std::size_t undecodable = 0;
  const std::string all = "garbage\n" + event("ADDED", "a", "1") + "\n{\"type\":\"ADDED\",\"object\":{\n" +
                          event("STRANGE", "x", "2") + "\n" + R"({"type":"ADDED"})" + "\n" +
                          R"({"type":"ADDED","object":{"metadata":{"name":5}}})" + "\n" +
                          R"({"type":"ADDED","object":{"metadata":{}}})" + "\n\xff\n" + event("ADDED", "b", "3") + "\n";
  const char* const expected_all =
      "unreadable - \nadded a 1\nunreadable - \nunreadable - \nunreadable - \nunreadable - \nadded b 3\n";
  EXPECT_EQ(decode({all}, true, &undecodable), expected_all);
  EXPECT_EQ(undecodable, 7U);
  std::vector<std::string> bytes;
  for (const char c : all) bytes.emplace_back(1, c);
  EXPECT_EQ(decode(bytes, true, &undecodable), expected_all);
  EXPECT_EQ(undecodable, 7U);
}

TEST(WatchDecoder, AChangeWithoutAnObjectIsToldOf)
{
  std::size_t undecodable = 0;
  EXPECT_EQ(decode({R"({"type":"MODIFIED"})"
                    "\n"
                    R"({"type":"DELETED","object":null})"
                    "\n"
                    R"({"type":"BOOKMARK"})"
                    "\n" +
                    event("ADDED", "b", "3") + "\n"},
                   true, &undecodable),
            "unreadable - \nunreadable - \nadded b 3\n");
  EXPECT_EQ(undecodable, 3U);
}

TEST(WatchDecoder, AStatusInPlaceOfAnEventIsAnApiError)
{
  EXPECT_EQ(decode({"{\"kind\": \"Status\",\n \"status\": \"Failure\",\n \"code\": 410, \"reason\": \"Expired\",\n"
                    " \"message\": \"too old\"}\n"}),
            "error watch pods in all namespaces: 410 Expired: too old");
}

TEST(WatchDecoder, ACutOffLastLineDoesNotCount)
{
  std::size_t undecodable = 0;
  const std::string last = event("ADDED", "b", "2");
  for (std::size_t size = 1; size < last.size(); ++size) {
    ASSERT_EQ(decode({event("ADDED", "a", "1") + "\n", last.substr(0, size)}, true, &undecodable), "added a 1\n");
    ASSERT_EQ(undecodable, 0U);
  }
  EXPECT_EQ(decode({last}, true, &undecodable), "added b 2\n") << "complete without its line end";
}

TEST(WatchDecoder, AnErrorEventIsAnApiError)
{
  EXPECT_EQ(decode({event("ADDED", "a", "1") + "\n" +
                    R"({"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired","message":"too old"}})" +
                    "\n"}),
            "added a 1\nerror watch pods in all namespaces: 410 Expired: too old");
}

TEST(WatchDecoder, AnErrorEventWithoutAStatusSaysSo)
{
  EXPECT_EQ(decode({R"({"type":"ERROR","object":{"kind":"Pod","metadata":{"name":"a"}}})" + std::string("\n")}),
            "error watch pods in all namespaces: 500: the server sent an ERROR event without a reason or a message");
}

TEST(WatchDecoder, ALineThatNeverEndsIsRefusedBeforeItFillsTheMemory)
{
  constexpr std::size_t limit = std::size_t{1} << 20U;
  WatchDecoder decoder(subject(), false, false, {}, limit);
  const std::string piece(1U << 16U, 'x');
  const auto feed_until_refused = [&] {
    for (std::size_t fed = 0; fed <= 2 * limit; fed += piece.size()) {
      try {
        decoder.feed(piece);
      } catch (const TransportError& error) {
        EXPECT_EQ(error.code(), TransportErrc::too_large);
        EXPECT_STREQ(error.what(),
                     "watch pods in all namespaces: one event is larger than 1048576 bytes, the limit of this client "
                     "(Client::Options::max_body)");
        return fed;
      }
      EXPECT_FALSE(decoder.next());
    }
    return std::size_t{0};
  };
  EXPECT_EQ(feed_until_refused(), limit) << "all that fits is taken";

  WatchDecoder many(subject(), false, false, {}, limit);
  for (int i = 0; i < 40000; ++i) {
    many.feed(event("ADDED", "a", "1") + "\n");
    ASSERT_TRUE(many.next()) << "the limit is one line's, not the stream's";
  }
}

TEST(WatchDecoder, BookmarkNeedsAVersion)
{
  std::size_t undecodable = 0;
  EXPECT_EQ(decode({R"({"type":"BOOKMARK","object":{"kind":"Pod","metadata":{}}})"
                    "\n"},
                   true, &undecodable),
            "");
  EXPECT_EQ(undecodable, 1U);
}

}  // namespace
}  // namespace kubexx

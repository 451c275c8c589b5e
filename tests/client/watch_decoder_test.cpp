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
  return {Verb::watch, {"", "v1", "Pod", "pods"}, {}, {}, {}};
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
      static const char* const names[] = {"added", "modified", "deleted", "bookmark"};
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

TEST(WatchDecoder, AnEventComesWithItsLineEnd)
{
  WatchDecoder decoder(subject(), false);
  decoder.feed(event("ADDED", "a", "1"));
  EXPECT_FALSE(decoder.next());
  decoder.feed("\n");
  EXPECT_TRUE(decoder.next());
}

TEST(WatchDecoder, GarbageIsSkippedAndCounted)
{
  std::size_t undecodable = 0;
  const std::string all = "garbage\n" + event("ADDED", "a", "1") + "\n{\"type\":\"ADDED\",\"object\":{\n" +
                          event("STRANGE", "x", "2") + "\n" + R"({"type":"ADDED"})" + "\n" +
                          R"({"type":"ADDED","object":{"metadata":{"name":5}}})" + "\n" +
                          R"({"type":"ADDED","object":{"metadata":{}}})" + "\n\xff\n" + event("ADDED", "b", "3") + "\n";
  EXPECT_EQ(decode({all}, true, &undecodable), "added a 1\nadded b 3\n");
  EXPECT_EQ(undecodable, 7U);
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
        EXPECT_STREQ(error.what(), "watch pods in all namespaces: one event is larger than 1 MiB");
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

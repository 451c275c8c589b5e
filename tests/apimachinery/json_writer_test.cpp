// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/json_writer.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {
namespace {

TEST(JsonWriter, PutsCommasAndColons)
{
  JsonWriter to;
  to.begin_object();
  to.key("a");
  to.integer(std::numeric_limits<std::int64_t>::min());
  to.key("b");
  to.begin_array();
  to.unsigned_integer(std::numeric_limits<std::uint64_t>::max());
  to.boolean(true);
  to.null();
  to.begin_object();
  to.end_object();
  to.string("");
  to.end_array();
  to.end_object();
  EXPECT_EQ(to.take(), R"({"a":-9223372036854775808,"b":[18446744073709551615,true,null,{},""]})");
}

TEST(JsonWriter, TextOfEachLengthFits)
{
  JsonWriter to;
  nlohmann::json expected = nlohmann::json::array();
  to.begin_array();
  for (std::size_t length = 0; length < 1200; ++length) {
    const std::string text(length, static_cast<char>('a' + length % 26));
    to.string(text);
    expected.push_back(text);
  }
  const std::string much(10'000'000, 'x');
  to.string(much);
  expected.push_back(much);
  to.end_array();
  EXPECT_TRUE(to.take() == expected.dump());
}

// Texts are tested in words: a byte that needs an escape may be anywhere in one.
TEST(JsonWriter, EscapesAByteAtEachPlaceOfATextOfEachLength)
{
  for (std::size_t length = 1; length < 20; ++length) {
    for (std::size_t at = 0; at < length; ++at) {
      for (unsigned byte = 0; byte < 0x80; ++byte) {
        std::string text(length, 'x');
        text[at] = static_cast<char>(byte);
        JsonWriter to;
        to.begin_object();
        to.key(text);
        to.string(text);
        to.end_object();
        const bool as_it_is = byte >= 0x20 && byte != '"' && byte != '\\';
        EXPECT_EQ(to.text().size() == 2 * length + 7, as_it_is) << to.text();
        EXPECT_EQ(nlohmann::json::parse(to.text()).items().begin().key(), text);
        EXPECT_EQ(nlohmann::json::parse(to.text()).at(text), text);
      }
    }
  }
}

TEST(JsonWriter, ClosesWhereTheRoomEnds)
{
  for (std::size_t length = 990; length < 1040; ++length) {
    JsonWriter to;
    to.begin_array();
    to.null();
    to.string(std::string(length, 'x'));
    to.end_array();
    EXPECT_EQ(to.text().size(), length + 9);
    EXPECT_EQ(to.text().back(), ']');
  }
}

TEST(JsonWriter, GoesOnAfterItsTextWasRead)
{
  JsonWriter to;
  to.begin_object();
  to.key("a\"b");
  to.string("\n");
  EXPECT_EQ(to.text(), R"({"a\"b":"\n")");
  to.key("c");
  to.number(0.5);
  to.end_object();
  EXPECT_EQ(to.text(), R"({"a\"b":"\n","c":0.5})");
}

TEST(JsonWriter, BeginsAnewAfterTake)
{
  JsonWriter to;
  to.string("first");
  EXPECT_EQ(to.take(), R"("first")");
  EXPECT_EQ(to.text(), "");
  to.string("second");
  EXPECT_EQ(to.take(), R"("second")");
}

TEST(JsonWriter, RefusesTextThatIsNotUtf8)
{
  JsonWriter to;
  EXPECT_THROW(to.string("\xFF"), ObjectError);
}

}  // namespace
}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#include "core/json_text.hpp"

#include <gtest/gtest.h>

#include <random>

#include "store/stored.hpp"

namespace kubexx::apiserver {
namespace {

std::string of_nlohmann(const Json& value)
{
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Values of every kind, and strings of what is special in JSON and in UTF-8, broken too.
Json random_value(std::mt19937& random, int depth)
{
  static const std::vector<std::string> pieces{"a",
                                               "some text of several words, longer than a register",
                                               "\"",
                                               "\\",
                                               "/",
                                               "\n",
                                               "\t",
                                               "\r",
                                               "\b",
                                               "\f",
                                               std::string(1, '\0'),
                                               "\x1f",
                                               "\x7f",
                                               "é",
                                               "€",
                                               "😀",
                                               "\xff",
                                               "\xc3",
                                               "\xed\xa0\x80",
                                               "<&>",
                                               "\u2028"};
  switch (random() % (depth > 0 ? 8 : 6)) {
    case 0:
      return nullptr;
    case 1:
      return random() % 2 == 0;
    case 2:
      return static_cast<std::int64_t>(random()) - 2'000'000'000;
    case 3:
      return std::uint64_t{random()} << (random() % 33);
    case 4:
      return static_cast<double>(random()) / static_cast<double>(1 + random() % 1000) *
             (random() % 2 == 0 ? 1e-30 : 1.0);
    case 5: {
      std::string text;
      for (auto count = random() % 6; count > 0; --count) text += pieces[random() % pieces.size()];
      return text;
    }
    case 6: {
      auto list = Json::array();
      for (auto count = random() % 5; count > 0; --count) list.push_back(random_value(random, depth - 1));
      return list;
    }
    default: {
      auto object = Json::object();
      for (auto count = random() % 5; count > 0; --count) {
        object[pieces[random() % 13] + std::to_string(random() % 20)] = random_value(random, depth - 1);
      }
      return object;
    }
  }
}

TEST(JsonText, TheTextOfATreeIsThatOfNlohmann)
{
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    const auto value = random_value(random, 4);
    ASSERT_EQ(dump(value), of_nlohmann(value));
  }
}

TEST(JsonText, TheTreeOfATextIsThatOfNlohmann)
{
  std::mt19937 random(2);
  for (int round = 0; round < 3000; ++round) {
    const auto text =
        random_value(random, 4).dump(round % 3 == 0 ? 2 : -1, ' ', round % 2 == 0, Json::error_handler_t::replace);
    const auto read = read_json(text);
    ASSERT_EQ(read, Json::parse(text)) << text;
    ASSERT_EQ(of_nlohmann(read), of_nlohmann(Json::parse(text))) << text;
  }
}

TEST(JsonText, WhatIsRareIsReadAsNlohmannReadsIt)
{
  for (const std::string text :
       {"-0", "0", "-1", "18446744073709551615", "18446744073709551616", "-9223372036854775808", "-9223372036854775809",
        "1.0", "1e3", "-1.5e-7", R"({"a":1,"a":2})", R"({"b":1,"a":{"x":1},"a":{"y":2}})", "\xef\xbb\xbf{}",
        R"("\ud83d\ude00\u00e9\/")", " [ 1 , {} , [] , \"\" ] ", R"({"":null})"}) {
    const auto read = read_json(text);
    const auto wanted = Json::parse(text);
    EXPECT_EQ(read, wanted) << text;
    EXPECT_EQ(read.type(), wanted.type()) << text;
    EXPECT_EQ(of_nlohmann(read), of_nlohmann(wanted)) << text;
  }
  EXPECT_EQ(read_json(std::string(900, '[') + std::string(900, ']')),
            Json::parse(std::string(900, '[') + std::string(900, ']')));
}

TEST(JsonText, WhatIsNoJsonIsRefusedInTheSameWords)
{
  for (const std::string text : {"", "{", "[1,]", R"({"a")", R"({"a":1,})", "{} x", "01", "+1", "1e999", "nul",
                                 "\"\x01\"", "\"\\x\"", "\"\\ud800\"", "\"\xff\"", "'a'"}) {
    std::string ours, theirs;
    try {
      (void)read_json(text);
    } catch (const Json::exception& error) {
      ours = error.what();
    }
    try {
      const auto ignored = Json::parse(text);
      FAIL() << ignored;
    } catch (const Json::exception& error) {
      theirs = error.what();
    }
    EXPECT_FALSE(ours.empty()) << text;
    EXPECT_EQ(ours, theirs) << text;
  }
}

TEST(JsonText, ManagedFieldsOfTheMetadataAloneAreLeftOut)
{
  const Json object{
      {"data", {{"managedFields", "kept"}}},
      {"metadata", {{"labels", {{"managedFields", "kept"}}}, {"managedFields", {{{"a", 1}}}}, {"name", "n"}}},
      {"managedFields", 1}};
  auto wanted = object;
  wanted["metadata"].erase("managedFields");
  EXPECT_EQ(read_without_managed_fields(dump(object)), wanted);
}

Json some_object(const std::string& before, const std::string& after)
{
  return {{before, "x"},
          {"apiVersion", "v1"},
          {"kind", "ConfigMap"},
          {"metadata", {{"name", "one"}, {"namespace", "default"}, {"uid", "u"}, {"labels", {{"a", "b"}}}}},
          {after, {{"z", 1}}}};
}

TEST(StoredText, AVersionOfAnyLengthIsPutIntoTheText)
{
  for (const std::int64_t version :
       {std::int64_t{1}, std::int64_t{12345678}, std::int64_t{9'000'000'000'000'000'000}}) {
    const auto stored = Draft(some_object("data", "status")).finish(version);
    EXPECT_EQ(stored->version, version);
    const auto json = stored->json();
    EXPECT_EQ(string_at(json, {"metadata", "resourceVersion"}), std::to_string(version));
    EXPECT_FALSE(json.contains("kind"));
    EXPECT_EQ(Json::parse(stored->metadata()), json.at("metadata"));
    const auto later = with_version(*stored, 7);
    EXPECT_EQ(string_at(later->json(), {"metadata", "resourceVersion"}), "7");
    EXPECT_EQ(Json::parse(later->metadata()), later->json().at("metadata"));
  }
}

TEST(StoredText, AnObjectWithoutAVersionHasNone)
{
  const auto stored = make_stored(some_object("data", "zzz"));
  EXPECT_EQ(stored->version, 0);
  EXPECT_EQ(stored->version_at, 0U);
  EXPECT_FALSE(stored->json().at("metadata").contains("resourceVersion"));
  EXPECT_EQ(Json::parse(stored->metadata()), stored->json().at("metadata"));
  auto given = some_object("data", "status");
  given["metadata"]["resourceVersion"] = "42";
  EXPECT_EQ(make_stored(given)->version, 42);
}

}  // namespace
}  // namespace kubexx::apiserver

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "apply/fields_v1.hpp"
#include "apply/managed_fields.hpp"

namespace kubexx::apiserver::apply {
namespace {

FieldSet set_of(const char* text)
{
  return decode_fields(Json::parse(text));
}

std::string problem_of(const char* text)
{
  try {
    (void)set_of(text);
  } catch (const FieldsError& error) {
    return error.what();
  }
  return {};
}

TEST(FieldSets, AreWrittenInTheOrderOfTheirElements)
{
  const auto set = set_of(R"({"v:\"b\"":{},"v:9":{},"v:10":{},"v:1.5":{},"i:10":{},"i:9":{},
    "k:{\"port\":443}":{},"k:{\"port\":80}":{".":{},"f:x":{}},"f:b":{},"f:a":{"f:c":{}}})");
  EXPECT_EQ(fields_text(set), R"({"f:a":{"f:c":{}},"f:b":{},"k:{\"port\":80}":{".":{},"f:x":{}},"k:{\"port\":443}":{},)"
                              R"("v:1.5":{},"v:9":{},"v:10":{},"v:\"b\"":{},"i:9":{},"i:10":{}})");
  EXPECT_EQ(decode_fields(encode_fields(set)), set);
}

TEST(FieldSets, SpellValuesAsGoDoes)
{
  EXPECT_EQ(encode_element(PathElement::item(1e21)), "v:1e+21");
  EXPECT_EQ(encode_element(PathElement::item(1e20)), "v:100000000000000000000");
  EXPECT_EQ(encode_element(PathElement::item(1e-7)), "v:1e-7");
  EXPECT_EQ(encode_element(PathElement::item("<&>")), R"(v:"\u003c\u0026\u003e")");
  EXPECT_EQ(to_string(PathElement::key({{"name", "a"}, {"port", 80}})), R"([name="a",port=80])");
  EXPECT_EQ(to_string(Path{PathElement::field("a"), PathElement::item(true), PathElement::index(3)}), ".a[=true][3]");
}

TEST(FieldSets, LeaveOutWhatTheyDoNotKnowAndRefuseWhatIsBroken)
{
  EXPECT_EQ(fields_text(set_of(R"({"x:new":{"f:a":{}},"f:a":{}})")), R"({"f:a":{}})");
  EXPECT_EQ(problem_of(R"({"f":{}})"), "key must be 2 characters long:");
  EXPECT_EQ(problem_of(R"({"fa":{}})"), "missing colon: fa");
  EXPECT_NE(problem_of(R"({"v:{":{}})"), "");
  EXPECT_NE(problem_of(R"({"k:3":{}})"), "");
  EXPECT_NE(problem_of(R"({"i:x":{}})"), "");
  EXPECT_NE(problem_of(R"({"f:a":1})"), "");
  const std::string deep = "v:" + std::string(5000, '[') + std::string(5000, ']');
  EXPECT_THROW((void)decode_element(deep), FieldsError);
}

TEST(FieldSets, NumbersAreTheSameWhateverTheirType)
{
  const auto set = set_of(R"({"v:1":{},"v:1.0":{}})");
  EXPECT_EQ(set.size(), 1U);
  EXPECT_TRUE(set.has({PathElement::item(1)}));
  EXPECT_TRUE(set.has({PathElement::item(1U)}));
}

TEST(FieldSets, AddAndSubtract)
{
  const auto a = set_of(R"({"f:a":{".":{},"f:b":{},"f:c":{}},"f:d":{}})");
  const auto b = set_of(R"({"f:a":{"f:b":{}},"f:e":{}})");
  EXPECT_EQ(fields_text(unite(a, b)), R"({"f:a":{".":{},"f:b":{},"f:c":{}},"f:d":{},"f:e":{}})");
  EXPECT_EQ(fields_text(intersection(a, b)), R"({"f:a":{"f:b":{}}})");
  EXPECT_EQ(fields_text(difference(a, b)), R"({"f:a":{".":{},"f:c":{}},"f:d":{}})");
  EXPECT_EQ(fields_text(recursive_difference(a, set_of(R"({"f:a":{}})"))), R"({"f:d":{}})");
  EXPECT_EQ(fields_text(leaves(a)), R"({"f:a":{"f:b":{},"f:c":{}},"f:d":{}})");
  EXPECT_TRUE(difference(a, a).empty());
}

Json entry(const char* manager, const char* operation, const char* time, const char* version = "v1")
{
  return {{"manager", manager},    {"operation", operation},   {"time", time},
          {"apiVersion", version}, {"fieldsType", "FieldsV1"}, {"fieldsV1", {{"f:a", Json::object()}}}};
}

TEST(ManagedFields, AppliesComeFirstThenTheOldest)
{
  const Json list{entry("z", "Update", "2020-01-02T00:00:00Z"), entry("b", "Update", "2020-01-03T00:00:00Z"),
                  entry("a", "Update", "2020-01-03T00:00:00Z"), entry("x", "Apply", "2021-01-01T00:00:00Z")};
  const auto sorted = encode_managed(decode_managed(&list));
  std::string order;
  for (const auto& one : sorted) order += one["manager"].get<std::string>();
  EXPECT_EQ(order, "xzab");
}

TEST(ManagedFields, WhatIsBrokenIsNamed)
{
  const auto problem = [](Json one) {
    const Json list = Json::array({std::move(one)});
    try {
      (void)decode_managed(&list);
    } catch (const FieldsError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(problem(entry("a", "Wrong", "")), "operation must be `Apply` or `Update`");
  EXPECT_EQ(problem(entry("a", "Apply", "", "")), "apiVersion must not be empty");
  auto other = entry("a", "Apply", "");
  other["fieldsType"] = "FieldsV2";
  EXPECT_EQ(problem(other), "invalid fieldsType \"FieldsV2\" in managed fields entry 0");
}

TEST(ManagedFields, OldUpdatesShareOneEntryForEachVersion)
{
  auto list = Json::array();
  for (int index = 0; index < 12; ++index) {
    auto one =
        entry(("m" + std::to_string(index)).c_str(), "Update", ("2020-01-" + std::to_string(10 + index)).c_str());
    one["fieldsV1"] = {{"f:x" + std::to_string(index), Json::object()}};
    list.push_back(one);
  }
  auto managed = decode_managed(&list);
  cap_updates(managed, 10);
  EXPECT_EQ(managed.fields.size(), 10U);
  const auto& bucket = managed.fields.at({"ancient-changes", "Update", "v1", ""});
  EXPECT_EQ(fields_text(bucket.set), R"({"f:x0":{},"f:x1":{},"f:x2":{}})");
}

TEST(ManagedFields, AnEmptyListOrEntryForgetsThem)
{
  const auto resets = [](const char* text) {
    const auto list = Json::parse(text);
    return resets_managed(&list);
  };
  EXPECT_TRUE(resets("[]"));
  EXPECT_TRUE(resets("[{}]"));
  EXPECT_FALSE(resets("[{},{}]"));
  EXPECT_FALSE(resets(R"([{"manager":"a"}])"));
  EXPECT_FALSE(resets_managed(nullptr));
}

}  // namespace
}  // namespace kubexx::apiserver::apply

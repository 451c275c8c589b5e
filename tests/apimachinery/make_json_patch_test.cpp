// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "kubexx/apimachinery/apply_patch.hpp"
#include "kubexx/apimachinery/json_patch.hpp"
#include "support/random_json.hpp"

namespace kubexx {
namespace {

using nlohmann::json;

json patch(const json& from, const json& to)
{
  const std::string before = from.dump();
  const std::string after = to.dump();
  const Patch patch = make_json_patch(JsonView(before), JsonView(after));
  EXPECT_EQ(patch.type, PatchType::json);
  json operations = json::parse(patch.body);
  EXPECT_EQ(from.patch(operations), to) << before << "\n" << after << "\n" << patch.body;
  return operations;
}

TEST(MakeJsonPatch, NamesOnlyWhatDiffers)
{
  EXPECT_EQ(patch({{"a", 1}, {"b", {{"c", 2}, {"d", 3}}}, {"e", 5}}, {{"a", 1}, {"b", {{"c", 4}, {"x", 3}}}}),
            json::parse(R"([{"op":"replace","path":"/b/c","value":4},{"op":"remove","path":"/b/d"},
                            {"op":"add","path":"/b/x","value":3},{"op":"remove","path":"/e"}])"));
}

TEST(MakeJsonPatch, NoDifferenceIsAnEmptyPatch)
{
  // Spelled in another way, in another order, and with a member twice, of which the last one counts.
  const JsonView from(R"({"a":"\u0041","b":[1,{"c":null}],"d":0,"d":2})");
  const JsonView to(R"({"d":2,"b":[1,{"c":null}],"a":"A"})");
  EXPECT_EQ(make_json_patch(from, to).body, "[]");
  EXPECT_EQ(make_json_patch(JsonView("{\"n\":1}"), JsonView("{\"n\":1.0}")).body,
            R"([{"op":"replace","path":"/n","value":1.0}])");
}

TEST(MakeJsonPatch, OfMembersWithOneNameTheLastOneCounts)
{
  const auto body = [](const char* from, const char* to) { return make_json_patch(JsonView(from), JsonView(to)).body; };
  EXPECT_EQ(body(R"({"a":1,"b":0,"a":5})", R"({"a":2,"b":0,"a":5})"), "[]");
  EXPECT_EQ(body(R"({"a":1,"a":5})", R"({"a":2,"a":6})"), R"([{"op":"replace","path":"/a","value":6}])");
  EXPECT_EQ(body(R"({"a":1,"a":5})", R"({"a":1,"a":6})"), R"([{"op":"replace","path":"/a","value":6}])");
  EXPECT_EQ(body(R"({"a":1,"\u0061":5})", R"({"a":2,"\u0061":5})"), "[]");
  EXPECT_EQ(body(R"({"l":[{"a":1,"a":5}]})", R"({"l":[{"a":2,"a":5}]})"), "[]");
}

TEST(MakeJsonPatch, EscapesNames)
{
  EXPECT_EQ(patch({{"a/b~c", 1}}, {{"a/b~c", 2}}), json::parse(R"([{"op":"replace","path":"/a~1b~0c","value":2}])"));
}

TEST(MakeJsonPatch, ElementsWithNamesAreAddedAndRemovedByThem)
{
  const json a = {{"name", "a"}, {"image", "1"}};
  const json b = {{"name", "b"}, {"image", "1"}};
  const json c = {{"name", "c"}, {"image", "1"}};
  json changed = b;
  changed["image"] = "2";
  EXPECT_EQ(patch({a, b}, {c, a, changed}), json::parse(R"([{"op":"add","path":"/0","value":{"name":"c","image":"1"}},
                            {"op":"replace","path":"/2/image","value":"2"}])"));
  EXPECT_EQ(patch({a, b, c}, json::array({changed})),
            json::parse(R"([{"op":"remove","path":"/2"},{"op":"remove","path":"/0"},
                            {"op":"replace","path":"/0/image","value":"2"}])"));
  // Those that remain change places: as a list without names.
  (void)patch({a, b, c}, {c, a});
}

TEST(MakeJsonPatch, OtherListsChangeInPlaceAndGrowAndShrinkAtTheirEnd)
{
  EXPECT_EQ(patch({1, 2, 3}, {1, 5, 3}), json::parse(R"([{"op":"replace","path":"/1","value":5}])"));
  EXPECT_EQ(patch({1, 2}, {1, 7, 8, 2}),
            json::parse(R"([{"op":"add","path":"/1","value":7},{"op":"add","path":"/2","value":8}])"));
  EXPECT_EQ(patch({1, 2, 3, 4}, {1, 4}), json::parse(R"([{"op":"remove","path":"/2"},{"op":"remove","path":"/1"}])"));
  EXPECT_EQ(patch({{"l", json::array()}}, {{"l", nullptr}}),
            json::parse(R"([{"op":"replace","path":"/l","value":null}])"));
}

TEST(MakeJsonPatch, DeepValuesAreReplacedAsAWhole)
{
  const std::string open(400, '[');
  const std::string close(400, ']');
  const std::string from = "{\"a\":" + open + "1" + close + "}";
  const std::string to = "{\"a\":" + open + "2" + close + "}";
  const Patch patch = make_json_patch(JsonView(from), JsonView(to));
  EXPECT_EQ(json::parse(from).patch(json::parse(patch.body)), json::parse(to));
  EXPECT_EQ(make_json_patch(JsonView(from), JsonView(from)).body, "[]");
}

/// Changes a part of a value.
json mutated(json value, test::RandomJson& random)
{
  if (random.below(4) == 0) return random.value(3);
  if (value.is_object() && !value.empty()) {
    auto member = value.begin();
    std::advance(member, static_cast<std::ptrdiff_t>(random.below(value.size())));
    if (random.below(3) == 0) {
      value.erase(member);
    } else {
      *member = mutated(*member, random);
    }
    if (random.below(3) == 0) value[random.text()] = random.value(2);
  } else if (value.is_array() && !value.empty()) {
    const std::size_t place = random.below(value.size());
    if (random.below(3) == 0) {
      value.erase(place);
    } else {
      value[place] = mutated(value[place], random);
    }
    if (random.below(2) == 0) {
      value.insert(value.begin() + static_cast<std::ptrdiff_t>(random.below(value.size() + 1)), random.value(2));
    }
  }
  return value;
}

TEST(MakeJsonPatch, RandomValuesBecomeEqualByBothAppliers)
{
  test::RandomJson random(7);
  for (int i = 0; i < 3000; ++i) {
    const json from = {{"o", random.value(4)}, {"name", "x"}};
    const json to = {{"o", mutated(from["o"], random)}, {"name", "x"}};
    const json operations = patch(from, to);
    if (HasFailure()) return;
    json applied = from;
    applied = apply_json_patch(applied, operations);
    EXPECT_EQ(applied, to);
    if (from == to) {
      EXPECT_EQ(operations, json::array());
    }
  }
}

}  // namespace
}  // namespace kubexx

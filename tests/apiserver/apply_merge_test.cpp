// SPDX-License-Identifier: Apache-2.0
// The updater of server-side apply. The names are those of upstream's tests in structured-merge-diff/merge where there
// is one; tests/e2e/field_sets_test.cpp compares random cases with upstream itself.
#include "apply_state.hpp"

namespace kubexx::apiserver::apply {
namespace {

constexpr const char* schema = R"({"type":"object","properties":{
  "name":{"type":"string"}, "count":{"type":"integer"}, "flag":{"type":"boolean"},
  "set":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}},
  "list":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],"items":{"type":"object",
    "properties":{"name":{"type":"string"},"value":{"type":"integer"},
      "nested":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],
        "items":{"type":"object","properties":{"name":{"type":"string"},"value":{"type":"integer"}}}}}}},
  "ports":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port","protocol"],
    "items":{"type":"object","properties":{"port":{"type":"integer"},"name":{"type":"string"},
      "protocol":{"type":"string","default":"TCP"}}}},
  "atomic":{"type":"array","items":{"type":"string"}},
  "struct":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"},
    "inner":{"type":"object","properties":{"c":{"type":"integer"}}}}},
  "map":{"type":"object","additionalProperties":{"type":"string"}},
  "unit":{"type":"object","x-kubernetes-map-type":"atomic","properties":{"a":{"type":"string"},"b":{"type":"string"}}},
  "any":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}})";

using Lines = std::vector<std::string>;

Json parsed(const char* text)
{
  return Json::parse(text);
}

TEST(ApplyLeaf, ApplyTwiceRemovesWhatIsNoLongerApplied)
{
  ApplyState state(schema);
  EXPECT_TRUE(state.apply("default", R"({"name":"a","count":1})"));
  EXPECT_TRUE(state.apply("default", R"({"name":"b","flag":true})"));
  EXPECT_EQ(state.live, parsed(R"({"name":"b","flag":true})"));
  EXPECT_EQ(state.fields("default"), R"({"f:flag":{},"f:name":{}})");
  EXPECT_FALSE(state.apply("default", R"({"name":"b","flag":true})"));
}

TEST(ApplyLeaf, ApplyUpdateApplyConflictsUnlessForced)
{
  ApplyState state(schema);
  state.apply("default", R"({"name":"a","count":1,"flag":true})");
  state.update("controller", R"({"name":"b","count":1,"flag":true})");
  EXPECT_EQ(state.fields("default"), R"({"f:count":{},"f:flag":{}})");
  EXPECT_EQ(state.conflicts("default", R"({"name":"c","count":1,"flag":true})"), (Lines{"controller .name"}));
  state.apply("default", R"({"name":"c","count":1})", true);
  EXPECT_EQ(state.live, parsed(R"({"name":"c","count":1})"));
  EXPECT_EQ(state.fields("controller"), "");
}

TEST(ApplyLeaf, TheSameValueIsSharedByManagers)
{
  ApplyState state(schema);
  state.apply("one", R"({"name":"a","count":1})");
  EXPECT_TRUE(state.conflicts("two", R"({"name":"a"})").empty());
  state.apply("two", R"({"name":"a"})");
  state.apply("one", R"({"count":1})");
  EXPECT_EQ(state.live, parsed(R"({"name":"a","count":1})"));
  state.apply("two", "{}");
  EXPECT_EQ(state.live, parsed(R"({"count":1})"));
}

TEST(ApplyLeaf, RemovalsByAnUpdateTakeTheFieldFromAll)
{
  ApplyState state(schema);
  state.apply("one", R"({"name":"a","count":1})");
  state.update("two", R"({"count":1})");
  EXPECT_EQ(state.fields("one"), R"({"f:count":{}})");
  EXPECT_EQ(state.fields("two"), "");
}

TEST(ApplySet, EachManagerHasItsItems)
{
  ApplyState state(schema);
  state.apply("one", R"({"set":["a","c"]})");
  state.apply("two", R"({"set":["b","c"]})");
  EXPECT_EQ(state.live["set"], parsed(R"(["a","b","c"])"));
  EXPECT_EQ(state.fields("two"), R"({"f:set":{"v:\"b\"":{},"v:\"c\"":{}}})");
  state.apply("one", R"({"set":["d"]})");
  EXPECT_EQ(state.live["set"], parsed(R"(["b","c","d"])"));
}

TEST(ApplyNested, ListItemsKeepWhatOthersAppliedInThem)
{
  ApplyState state(schema);
  state.apply("one", R"({"list":[{"name":"a","value":1,"nested":[{"name":"x","value":1}]},{"name":"b"}]})");
  state.apply("two", R"({"list":[{"name":"a","nested":[{"name":"y","value":2}]}]})");
  EXPECT_EQ(
      state.fields("two"),
      R"({"f:list":{"k:{\"name\":\"a\"}":{".":{},"f:name":{},"f:nested":{"k:{\"name\":\"y\"}":{".":{},"f:name":{},"f:value":{}}}}}})");
  state.apply("one", R"({"list":[{"name":"b"}]})");
  EXPECT_EQ(state.live, parsed(R"({"list":[{"name":"a","nested":[{"name":"y","value":2}]},{"name":"b"}]})"));
  state.apply("two", "{}");
  EXPECT_EQ(state.live, parsed(R"({"list":[{"name":"b"}]})"));
}

TEST(ApplyNested, StructApplyRemoveDanglingKeepsWhatAnUpdateSet)
{
  ApplyState state(schema);
  state.apply("default", R"({"struct":{"a":1}})");
  state.update("controller", R"({"struct":{"a":1,"b":2}})");
  state.apply("default", "{}");
  EXPECT_EQ(state.live, parsed(R"({"struct":{"b":2}})"));
}

TEST(ApplyNested, AnEmptyStructIsKept)
{
  ApplyState state(schema);
  state.apply("default", R"({"struct":{},"map":{}})");
  EXPECT_EQ(state.live, parsed(R"({"struct":{},"map":{}})"));
  EXPECT_EQ(state.fields("default"), R"({"f:map":{},"f:struct":{}})");
}

TEST(ApplyAtomic, WhatIsOneValueHasOneOwner)
{
  ApplyState state(schema);
  state.apply("one", R"({"atomic":["a"],"unit":{"a":"x"}})");
  EXPECT_EQ(state.conflicts("two", R"({"atomic":["a","b"],"unit":{"b":"y"}})"), (Lines{"one .atomic", "one .unit"}));
  state.apply("two", R"({"unit":{"b":"y"}})", true);
  EXPECT_EQ(state.live, parsed(R"({"atomic":["a"],"unit":{"b":"y"}})"));
  EXPECT_EQ(state.fields("one"), R"({"f:atomic":{}})");
}

TEST(ApplyDefaultKeys, AKeyThatIsMissingHasItsDefault)
{
  ApplyState state(schema);
  state.apply("one", R"({"ports":[{"port":53}]})");
  state.apply("two", R"({"ports":[{"port":53,"protocol":"TCP","name":"dns"},{"port":53,"protocol":"UDP"}]})");
  EXPECT_EQ(state.live["ports"].size(), 2U);
  EXPECT_EQ(state.fields("one"), R"({"f:ports":{"k:{\"port\":53,\"protocol\":\"TCP\"}":{".":{},"f:port":{}}}})");
}

TEST(ApplyDuplicates, TheyMayBeLiveButNotApplied)
{
  ApplyState state(schema);
  state.update("updater", R"({"list":[{"name":"a","value":1},{"name":"a","value":2},{"name":"b"}]})");
  EXPECT_EQ(state.fields("updater"),
            R"({"f:list":{".":{},"k:{\"name\":\"a\"}":{},"k:{\"name\":\"b\"}":{".":{},"f:name":{}}}})");
  EXPECT_EQ(state.conflicts("applier", R"({"list":[{"name":"a","value":3}]})"), (Lines{"updater .list[name=\"a\"]"}));
  state.apply("applier", R"({"list":[{"name":"a","value":3}]})", true);
  EXPECT_EQ(state.live, parsed(R"({"list":[{"name":"a","value":3},{"name":"b"}]})"));
  EXPECT_EQ(to_string(validate(parsed(R"({"set":["a","a"]})"), *state.type("v1"), false)),
            ".set: duplicate entries for key [=\"a\"]");
}

TEST(ApplyOrder, TheAppliedOrderWinsAndOthersStayWhereTheyAre)
{
  ApplyState state(schema);
  state.update("x", R"({"set":["a","b","c","d"]})");
  state.apply("y", R"({"set":["d","b","e"]})");
  EXPECT_EQ(state.live["set"], parsed(R"(["a","c","d","b","e"])"));
}

TEST(ApplyVersions, ObsoleteVersionsAreDropped)
{
  ApplyState state(schema);
  state.add("v2", schema);
  state.apply("old", R"({"name":"a"})", false, "v2");
  state.remove("v2");
  state.apply("new", R"({"name":"b"})");
  EXPECT_EQ(state.fields("old"), "");
  EXPECT_EQ(state.live, parsed(R"({"name":"b"})"));
}

TEST(ApplyVersions, AManagerMayMoveToAnotherVersion)
{
  ApplyState state(schema);
  state.add("v2", schema);
  state.apply("one", R"({"name":"a","set":["x"]})");
  state.apply("one", R"({"set":["y"]})", false, "v2");
  EXPECT_EQ(state.live, parsed(R"({"set":["y"]})"));
  EXPECT_EQ(state.managers.begin()->second.api_version, "v2");
}

TEST(ApplySchemaChange, FromGranularToAtomic)
{
  ApplyState state(schema);
  state.apply("one", R"({"struct":{"a":1}})");
  state.apply("two", R"({"struct":{"b":2}})");
  state.add("v1", R"({"type":"object","properties":{"struct":{"type":"object","x-kubernetes-map-type":"atomic",
    "properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}}})");
  EXPECT_EQ(state.conflicts("one", R"({"struct":{"a":1,"b":3}})"), (Lines{"two .struct"}));
  state.apply("one", R"({"struct":{"a":1,"b":2}})");
  EXPECT_EQ(state.fields("one"), R"({"f:struct":{}})");
  EXPECT_EQ(state.fields("two"), R"({"f:struct":{}})");
}

TEST(ApplyIgnored, WhatTheServerResetsBelongsToNobody)
{
  ApplyState state(schema);
  state.ignore({PathElement::field("struct")});
  state.apply("one", R"({"name":"a","struct":{"a":1}})");
  EXPECT_EQ(state.fields("one"), R"({"f:name":{}})");
  state.update("two", R"({"name":"a","struct":{"a":2}})");
  EXPECT_EQ(state.fields("two"), "");
}

TEST(ApplyUnknown, PreservedFieldsAreDeduced)
{
  ApplyState state(schema);
  state.apply("one", R"({"any":{"a":{"b":[1,{"c":1}]},"d":1}})");
  EXPECT_EQ(state.fields("one"), R"({"f:any":{"f:a":{".":{},"f:b":{}},"f:d":{}}})");
  state.apply("two", R"({"any":{"a":{"e":1}}})");
  state.apply("one", R"({"any":{"d":1}})");
  EXPECT_EQ(state.live, parsed(R"({"any":{"a":{"e":1},"d":1}})"));
}

TEST(ApplyValidation, NamesWhatIsWrong)
{
  const ApplyState state(schema);
  const auto problem = [&](const char* value) { return to_string(validate(parsed(value), *state.type("v1"), false)); };
  EXPECT_EQ(problem(R"({"count":"x"})"), ".count: expected numeric (int or float), got string");
  EXPECT_EQ(problem(R"({"name":1})"), ".name: expected string, got &value.valueUnstructured{Value:1}");
  EXPECT_EQ(problem(R"({"flag":"x"})"), ".flag: expected boolean, got &{x}");
  EXPECT_EQ(problem(R"({"set":{"a":1}})"), ".set: expected list, got &{map[a:1]}");
  EXPECT_EQ(problem(R"({"map":[1]})"), ".map: expected map, got &{[1]}");
  EXPECT_EQ(problem(R"({"other":1})"), ".other: field not declared in schema");
  EXPECT_EQ(problem(R"({"list":[{"value":1}]})"),
            ".list: element 0: associative list with keys has an element that omits all key fields [\"name\"] (and "
            "doesn't have default values for any key fields)");
}

TEST(ApplySize, ListsOfManyItemsAreMergedInTime)
{
  // A quadratic path would take minutes.
  ApplyState state(schema);
  auto object = Json::object();
  for (int index = 0; index < 20000; ++index) object["set"].push_back("item-" + std::to_string((index * 7919) % 20000));
  state.update("one", object.dump().c_str());
  std::reverse(object["set"].begin(), object["set"].end());
  state.apply("two", object.dump().c_str());
  EXPECT_EQ(state.live, object);
}

}  // namespace
}  // namespace kubexx::apiserver::apply

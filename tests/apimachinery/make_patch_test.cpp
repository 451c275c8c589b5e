// SPDX-License-Identifier: Apache-2.0
// The patch made of a difference: what it is, what it holds, and that no writer undoes what another one has added.
#include "kubexx/apimachinery/patch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "kubexx/apimachinery/apply_patch.hpp"
#include "kubexx/apimachinery/detail/partial_patch.hpp"
#include "support/random_json.hpp"

namespace kubexx {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json object(const std::string& api_version, const std::string& kind, const std::string& more)
{
  return json::parse(R"({"apiVersion":")" + api_version + R"(","kind":")" + kind +
                     R"(","metadata":{"name":"a","uid":"u1","resourceVersion":"7"})" + more + "}");
}

json foo(const std::string& more)
{
  return object("example.com/v1", "Foo", more);
}

json pod(const std::string& spec)
{
  return object("v1", "Pod", R"(,"spec":)" + spec);
}

Patch patch_of(const json& from, const json& to)
{
  return make_patch(Object::from_json(from), Object::from_json(to));
}

/// As text, with the type in front of it.
std::string told(const Patch& patch)
{
  return (patch.type == PatchType::strategic ? "strategic " : "merge ") + patch.body;
}

/// Without what an empty list or map says no more than: how Go stores it.
json stored(json value)
{
  if (!value.is_object()) {
    if (value.is_array()) {
      for (auto& element : value) element = stored(std::move(element));
    }
    return value;
  }
  for (auto item = value.begin(); item != value.end();) {
    *item = stored(std::move(*item));
    const bool nothing = item->is_structured() && item->empty() && item.key() != "emptyDir";
    item = nothing ? value.erase(item) : std::next(item);
  }
  return value;
}

/// The object after the patch, as an API server would store it; nullopt for a conflict.
std::optional<json> answer(json live, const Patch& patch)
{
  const json body = json::parse(patch.body);
  const json version = live["metadata"]["resourceVersion"];
  if (patch.type == PatchType::strategic) {
    const auto schema = builtin_merge_schema(live["apiVersion"].get<std::string>(), live["kind"].get<std::string>());
    live = apply_strategic_patch(live, body, schema.get());
  } else {
    live.merge_patch(body);
  }
  if (live["metadata"]["resourceVersion"] != version || live["metadata"]["uid"] != "u1") return std::nullopt;
  if (!patch.empty()) live["metadata"]["resourceVersion"] = std::to_string(std::stoi(version.get<std::string>()) + 1);
  return stored(live);
}

TEST(MakePatch, SaysOnlyWhatDiffersAndWhoseItIs)
{
  auto from = foo(R"(,"spec":{"replicas":1,"paused":true,"deep":{"a":1,"b":2}})");
  from["metadata"]["labels"] = {{"a", "1"}, {"b", "2"}};
  auto to = foo(R"(,"spec":{"replicas":2,"deep":{"a":1,"b":3}},"status":{"x":1})");
  to["metadata"]["labels"] = {{"a", "1"}, {"c", "3"}};
  EXPECT_EQ(told(patch_of(from, to)), R"(merge {"metadata":{"labels":{"b":null,"c":"3"},"uid":"u1"},)"
                                      R"("spec":{"deep":{"b":3},"paused":null,"replicas":2},"status":{"x":1}})");
  EXPECT_TRUE(patch_of(from, from).empty());
  from = foo("");
  from["metadata"]["labels"] = json::object();
  EXPECT_TRUE(patch_of(from, foo("")).empty()) << "nothing to delete";
}

TEST(MakePatch, AnotherSpellingIsNoDifference)
{
  const auto spelled = [](const char* spec) {
    return Object::parse(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":)" + std::string(spec) +
                         "}");
  };
  EXPECT_EQ(make_patch(spelled(R"({"a":"\u0041","n":{"x":1e1,"y":2}})"), spelled(R"({"n":{"y":2,"x":10},"a":"A"})")),
            Patch("{}"));
}

TEST(MakePatch, AListOfACustomResourceIsReplacedAtTheVersionThatWasRead)
{
  auto from = foo(R"(,"status":{"conditions":[{"type":"A"}],"n":1})");
  auto to = foo(R"(,"status":{"conditions":[{"type":"A"},{"type":"B"}],"n":1})");
  EXPECT_EQ(told(patch_of(from, to)), R"(merge {"metadata":{"resourceVersion":"7","uid":"u1"},)"
                                      R"("status":{"conditions":[{"type":"A"},{"type":"B"}]}})");
  to = foo(R"(,"status":{"n":1})");
  EXPECT_EQ(told(patch_of(from, to)),
            R"(merge {"metadata":{"resourceVersion":"7","uid":"u1"},"status":{"conditions":null}})");
  EXPECT_EQ(told(patch_of(from, foo(""))), R"(merge {"metadata":{"resourceVersion":"7","uid":"u1"},"status":null})")
      << "what is deleted holds a list";
  EXPECT_EQ(told(patch_of(foo(""), foo(R"(,"spec":{"deep":{"list":[]}})"))),
            R"(merge {"metadata":{"resourceVersion":"7","uid":"u1"},"spec":{"deep":{"list":[]}}})");
}

TEST(MakePatch, ElementsOfABuiltInKindAreMerged)
{
  auto from = pod(R"({"containers":[{"name":"a","image":"1","env":[{"name":"E","value":"1"}]},{"name":"b"}]})");
  from["metadata"]["finalizers"] = {"x"};
  auto to = pod(R"({"containers":[{"name":"a","image":"2","env":[{"name":"E","value":"1"}]}]})");
  to["metadata"]["finalizers"] = {"x", "y"};
  EXPECT_EQ(told(patch_of(from, to)),
            R"(strategic {"metadata":{"$setElementOrder/finalizers":["x","y"],"finalizers":["y"],"uid":"u1"},)"
            R"("spec":{"$setElementOrder/containers":[{"name":"a"}],)"
            R"("containers":[{"image":"2","name":"a"},{"$patch":"delete","name":"b"}]}})");
}

TEST(MakePatch, AListThatIsEmptiedLosesItsOwnElementsAlone)
{
  auto from = pod(R"({"containers":[{"name":"a","env":[{"name":"E","value":"1"}]}]})");
  from["metadata"]["finalizers"] = {"mine"};
  const auto patch = patch_of(from, pod(R"({"containers":[{"name":"a"}]})"));
  EXPECT_EQ(patch.type, PatchType::strategic);
  EXPECT_EQ(json::parse(patch.body).dump().find("null"), std::string::npos) << patch.body;
  auto live = from;
  live["metadata"]["finalizers"] = {"mine", "theirs"};
  live["spec"]["containers"][0]["env"].push_back({{"name", "F"}, {"value", "2"}});
  const auto after = answer(live, patch);
  ASSERT_TRUE(after);
  EXPECT_EQ((*after)["metadata"]["finalizers"], json({"theirs"}));
  EXPECT_EQ((*after)["spec"]["containers"][0]["env"], json::parse(R"([{"name":"F","value":"2"}])"));
}

TEST(MakePatch, LabelsThatAreAllGoneAreDeletedOneByOne)
{
  auto from = foo("");
  from["metadata"]["labels"] = {{"mine", "1"}};
  from["metadata"]["annotations"] = {{"mine", "1"}};
  EXPECT_EQ(told(patch_of(from, foo(""))),
            R"(merge {"metadata":{"annotations":{"mine":null},"labels":{"mine":null},"uid":"u1"}})");
}

TEST(MakePatch, WhatCannotBeMergedIsReplacedAtTheVersionThatWasRead)
{
  const auto replaced = [](const std::string& from, const std::string& to) {
    const auto patch = patch_of(pod(from), pod(to));
    return patch.type == PatchType::merge && json::parse(patch.body)["metadata"].contains("resourceVersion");
  };
  EXPECT_TRUE(replaced(R"({"containers":[{"name":"a"}]})", R"({"containers":[{"name":"a","args":["x"]}]})"))
      << "no merge key";
  EXPECT_TRUE(replaced(R"({"containers":[{"name":"a","args":["x"]}]})", R"({"containers":[{"name":"a"}]})"));
  EXPECT_TRUE(replaced(R"({"tolerations":[{"key":"a"}]})", R"({})"));
  EXPECT_TRUE(replaced(R"({"containers":[{"name":"a","ports":[{"containerPort":53,"protocol":"TCP"}]}]})",
                       R"({"containers":[{"name":"a","ports":[{"containerPort":53,"protocol":"TCP"},
                          {"containerPort":53,"protocol":"UDP"}]}]})"))
      << "a strategic patch takes ports of one number for the same";
  EXPECT_TRUE(replaced(R"({"containers":[{"name":"a"}]})",
                       R"({"containers":[{"name":"a","ports":[{"containerPort":53,"protocol":"TCP"}]}]})"))
      << "another writer may be adding the same port of UDP";
  EXPECT_TRUE(replaced(R"({"imagePullSecrets":[{}]})", R"({"imagePullSecrets":[{},{"name":"s"}]})")) << "an empty key";
  EXPECT_FALSE(replaced(R"({"containers":[{"name":"a","args":["x"]}]})",
                        R"({"containers":[{"name":"a","args":["x"],"image":"2"}]})"))
      << "a list that stays the same is not in the patch";
}

TEST(MakePatch, AnUnchangedMapThatIsReplacedWholeIsNotInThePatch)
{
  const auto budget = [](int available, const char* app) {
    return object("policy/v1", "PodDisruptionBudget",
                  R"(,"spec":{"minAvailable":)" + std::to_string(available) + R"(,"selector":{"matchLabels":{"app":")" +
                      app + R"("}}})");
  };
  EXPECT_EQ(told(patch_of(budget(1, "a"), budget(2, "a"))),
            R"(strategic {"metadata":{"uid":"u1"},"spec":{"minAvailable":2}})");
}

TEST(MakePatch, AListNeedsAnObjectFromAServer)
{
  auto from = foo("");
  from["metadata"].erase("resourceVersion");
  auto to = from;
  to["spec"]["list"] = {1};
  try {
    (void)patch_of(from, to);
    FAIL() << "a list was replaced at any version";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("Foo \"a\" has no metadata.resourceVersion"));
  }
  to = from;
  to["spec"]["n"] = 1;
  EXPECT_EQ(told(patch_of(from, to)), R"(merge {"metadata":{"uid":"u1"},"spec":{"n":1}})");
}

/// A pod or a Foo with lists of every sort.
json random_object(test::RandomJson& random, bool builtin)
{
  const auto some = [&](const char* stem, std::size_t most) {
    json list = json::array();
    std::set<std::size_t> numbers;
    for (std::size_t left = random.below(most); left > 0; --left) numbers.insert(random.below(5));
    for (const auto number : numbers) list.push_back(stem + std::to_string(number));
    if (random.below(3) == 0) std::reverse(list.begin(), list.end());
    return list;
  };
  auto made = builtin ? pod("{}") : foo(R"(,"spec":{})");
  if (random.below(3) != 0) made["metadata"]["finalizers"] = some("f", 4);
  for (const auto& label : some("l", 4)) made["metadata"]["labels"][label.get<std::string>()] = random.below(3);
  if (random.below(4) == 0) return made;
  made["spec"]["containers"] = json::array();
  for (const auto& name : some("c", 4)) {
    json container{{"name", name}, {"image", random.below(3)}};
    if (random.below(2) == 0) container["args"] = some("a", 3);
    if (random.below(2) == 0) {
      for (const auto& variable : some("e", 3))
        container["env"].push_back({{"name", variable}, {"value", random.below(3)}});
    }
    for (std::size_t left = random.below(3); left > 0; --left) {
      container["ports"].push_back(
          {{"containerPort", random.below(3)}, {"protocol", random.below(2) == 0 ? "TCP" : "UDP"}});
    }
    if (random.below(3) == 0) container["resources"] = {{"limits", {{"cpu", random.below(3)}}}};
    made["spec"]["containers"].push_back(std::move(container));
  }
  for (const auto& name : some("v", 3)) {
    made["spec"]["volumes"].push_back({{"name", name},
                                       random.below(2) == 0
                                           ? json::object_t::value_type("emptyDir", json::object())
                                           : json::object_t::value_type("secret", {{"secretName", "s"}})});
  }
  if (random.below(3) == 0) made["spec"]["tolerations"].push_back({{"key", random.below(2)}});
  return made;
}

TEST(MakePatchProperty, AppliedToWhatItWasMadeFromItGivesWhatWasWanted)
{
  int strategic = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    test::RandomJson random(seed);
    const bool builtin = random.below(2) == 0;
    const json from = random_object(random, builtin);
    const json to = random_object(random, builtin);
    const Patch patch = patch_of(from, to);
    if (patch.type == PatchType::strategic) ++strategic;
    const auto after = answer(from, patch);
    ASSERT_TRUE(after) << "seed " << seed;
    auto wanted = stored(to);
    wanted["metadata"]["resourceVersion"] = (*after)["metadata"]["resourceVersion"];
    ASSERT_EQ(*after, wanted) << "seed " << seed << ": " << from << " and " << told(patch);
  }
  EXPECT_GT(strategic, 300);
}

/// All that an object says, as lines; elements of lists are named by what they are and not by their place.
std::set<std::string> lines_of(const json& value, const std::string& at = {})
{
  std::set<std::string> lines;
  const auto add = [&](const json& inner, const std::string& place) { lines.merge(lines_of(inner, place)); };
  if (value.is_object()) {
    for (const auto& [name, member] : value.items()) add(member, at + "/" + name);
  } else if (value.is_array()) {
    for (const auto& element : value) {
      std::string name = element.dump();
      if (element.is_object()) {
        name = element.value("name", element.value("containerPort", json())).dump() + element.value("protocol", "");
      }
      add(element, at + "[" + name + "]");
    }
  } else {
    lines.insert(at + " = " + value.dump());
  }
  return lines;
}

TEST(MakePatchProperty, NoWriterUndoesWhatAnotherHasAdded)
{
  int both = 0;
  int conflicts = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    test::RandomJson random(seed);
    const bool builtin = random.below(2) == 0;
    const json seen = random_object(random, builtin);
    const json first = random_object(random, builtin);
    const json second = random_object(random, builtin);
    const auto live = answer(seen, patch_of(seen, first));
    ASSERT_TRUE(live) << "seed " << seed;
    const auto after = answer(*live, patch_of(seen, second));
    if (!after) {
      ++conflicts;
      continue;
    }
    ++both;
    // What the first has added, unless the second sets the same field or deletes the element that it is in.
    const auto before = lines_of(stored(seen));
    const auto wanted = lines_of(stored(second));
    const auto result = lines_of(*after);
    const auto has = [](const std::set<std::string>& lines, const std::string& start) {
      const auto found = lines.lower_bound(start);
      return found != lines.end() && found->starts_with(start);
    };
    for (const auto& line : lines_of(*live)) {
      if (before.count(line) != 0 || result.count(line) != 0) continue;
      const std::string place = line.substr(0, line.find(" = "));
      if (place == "/metadata/resourceVersion") continue;
      bool meant = has(before, place + " = ") || has(wanted, place + " = ");
      for (std::size_t end = place.find("]/"); end != std::string::npos; end = place.find("]/", end + 1)) {
        const std::string element = place.substr(0, end + 1);
        meant = meant || (has(before, element) && !has(wanted, element));
      }
      const std::string resources = place.substr(0, place.find("/limits"));
      meant = meant || (resources != place && has(before, resources) && !has(wanted, resources));
      ASSERT_TRUE(meant) << "seed " << seed << ": " << line << " is lost: " << seen << " "
                         << told(patch_of(seen, second));
    }
  }
  EXPECT_GT(both, 500);
  EXPECT_GT(conflicts, 500);
}

TEST(MakePatch, ANullThatIsSetIsRefused)
{
  const auto from = foo(R"(,"spec":{"values":{"sidecar":{"resources":{"cpu":1}}}})");
  const auto error = [&](const json& of, const json& to) -> std::string {
    try {
      return told(patch_of(of, to));
    } catch (const std::invalid_argument& failure) {
      return failure.what();
    }
  };
  EXPECT_THAT(error(from, foo(R"(,"spec":{"values":{"sidecar":{"resources":null}}})")),
              testing::AllOf(HasSubstr("Foo \"a\": /spec/values/sidecar/resources cannot be set"),
                             HasSubstr("null deletes a member")));
  EXPECT_THAT(error(foo(""), foo(R"(,"spec":{"values":{"new":{"deep":null}}})")), HasSubstr("null deletes a member"));
  const auto holds = foo(R"(,"spec":{"values":{"kept":null,"list":[]}})");
  EXPECT_EQ(error(holds, foo(R"(,"spec":{"values":{"kept":null,"list":[null,{"x":null}]}})")),
            R"(merge {"metadata":{"resourceVersion":"7","uid":"u1"},"spec":{"values":{"list":[null,{"x":null}]}}})")
      << "a null that stays, and those inside of a list, need no deletion";
  EXPECT_EQ(error(pod(R"({"hostname":"a"})"), pod(R"({"hostname":null})")),
            R"(strategic {"metadata":{"uid":"u1"},"spec":{"hostname":null}})")
      << "in a built-in kind null is as good as none";
}

/// A patch from `part`, made with what the server has; the error's text when it is refused.
std::string told_of_part(const json& part, const json& to, const json& live)
{
  const auto object = [](const json& tree) { return Object::from_json(tree); };
  if (!detail::needs_live(object(part), object(to))) return told(make_patch(object(part), object(to))) + " unasked";
  try {
    return told(detail::make_patch_of_part(object(part), object(to), object(live)));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(MakePatch, APartOfAnObjectReplacesOnlyWhatItHoldsWhole)
{
  const auto live = foo(R"(,"spec":{"rules":[{"name":"x","tls":1},{"name":"y"}],"names":["a"],"n":1})");
  const auto part = foo(R"(,"spec":{"rules":[{"name":"x"},{"name":"y"}],"names":["a"]})");
  const auto with = [&](const char* spec) { return foo(std::string(R"(,"spec":)") + spec); };
  EXPECT_THAT(
      told_of_part(part, with(R"({"rules":[{"name":"x"},{"name":"y"},{"name":"z"}],"names":["a"]})"), live),
      testing::AllOf(HasSubstr("Foo \"a\": /spec/rules would be replaced as a whole"), HasSubstr("a part of it")));
  EXPECT_THAT(told_of_part(part, with(R"({"names":["a"]})"), live), HasSubstr("/spec/rules would be replaced"));
  EXPECT_EQ(told_of_part(part, with(R"({"rules":[{"name":"x"},{"name":"y"}],"names":["a","b"]})"), live),
            R"(merge {"metadata":{"resourceVersion":"7","uid":"u1"},"spec":{"names":["a","b"]}})");
  EXPECT_EQ(told_of_part(part, with(R"({"rules":[{"name":"x"},{"name":"y"}],"names":["a"],"n":2})"), live),
            R"(merge {"metadata":{"uid":"u1"},"spec":{"n":2}} unasked)");
  EXPECT_THAT(told_of_part(foo(""), foo(R"(,"status":{"conditions":[{"type":"A"}]})"),
                           foo(R"(,"status":{"conditions":[{"type":"B"}]})")),
              HasSubstr("/status/conditions would be replaced"))
      << "the part has none of them";
  auto newer = live;
  newer["metadata"]["resourceVersion"] = "8";
  EXPECT_THAT(told_of_part(part, with(R"({"rules":[],"names":["a"]})"), newer), HasSubstr(R"("resourceVersion":"7")"))
      << "the server answers with a conflict";
}

TEST(MakePatch, APartOfABuiltInObjectMergesWhatHasKeysAndReplacesOnlyWhatItHoldsWhole)
{
  const auto live = pod(R"({"containers":[{"name":"a","image":"1","ports":[{"containerPort":80}],"args":["x"]}],
                            "volumes":[{"name":"v","emptyDir":{"medium":"Memory"}}]})");
  const auto part = pod(R"({"containers":[{"name":"a","image":"1","ports":[{"containerPort":80}]}],
                            "volumes":[{"name":"v"}]})");
  auto to = part;
  to["spec"]["containers"][0]["image"] = "2";
  EXPECT_THAT(told_of_part(part, to, live), testing::AllOf(HasSubstr("strategic"), HasSubstr("unasked")));
  to["spec"]["containers"][0]["ports"].push_back({{"containerPort", 81}});
  EXPECT_THAT(told_of_part(part, to, live), HasSubstr("/spec/containers would be replaced as a whole"));
  to = part;
  to["spec"]["volumes"][0]["hostPath"] = {{"path", "/x"}};
  EXPECT_THAT(told_of_part(part, to, live), HasSubstr("would be replaced as a whole"))
      << "$retainKeys deletes what is not named";
  to = part;
  to["spec"]["containers"][0]["args"] = {"y"};
  EXPECT_THAT(told_of_part(part, to, live), HasSubstr("would be replaced as a whole"));
}

}  // namespace
}  // namespace kubexx

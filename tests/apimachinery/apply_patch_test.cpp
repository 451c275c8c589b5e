// SPDX-License-Identifier: Apache-2.0
// The names in comments are those of the cases of k8s.io/apimachinery/pkg/util/strategicpatch's tests.
#include "kubexx/apimachinery/apply_patch.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {
namespace {

using Json = nlohmann::json;

const OpenApiDocument& document()
{
  static const auto parsed = [] {
    std::ifstream file(KUBEXX_MERGE_ITEM);
    return OpenApiDocument::parse(std::string(std::istreambuf_iterator<char>(file), {}));
  }();
  return parsed;
}

const ResourceType item_type{"test.kubexx.dev", "v1", "Item", "items"};

std::shared_ptr<const MergeSchema> schema()
{
  return document().merge_schema(item_type);
}

Json item(Json spec)
{
  return {
      {"apiVersion", "test.kubexx.dev/v1"}, {"kind", "Item"}, {"metadata", {{"name", "n"}}}, {"spec", std::move(spec)}};
}

/// The patch of the spec alone; null when there is none.
Json spec_patch(const char* original, const char* modified, const char* live, Overwrite overwrite = Overwrite::yes)
{
  const auto patch = three_way_strategic_patch(item(Json::parse(original)), item(Json::parse(modified)),
                                               item(Json::parse(live)), schema().get(), overwrite);
  EXPECT_TRUE(patch.empty() || patch.size() == 1) << patch;
  return patch.value("spec", Json());
}

Json patched(const char* spec, const char* patch)
{
  return apply_strategic_patch(item(Json::parse(spec)), {{"spec", Json::parse(patch)}}, schema().get())["spec"];
}

TEST(ApplyPatch, ReadsTheRulesOfAKindFromItsGroupVersionsDocument)
{
  EXPECT_EQ(OpenApiDocument::path_of("", "v1"), "/openapi/v3/api/v1");
  EXPECT_EQ(OpenApiDocument::path_of("apps", "v1"), "/openapi/v3/apis/apps/v1");
  EXPECT_TRUE(document().takes_strategic_merge(item_type));
  EXPECT_FALSE(document().takes_strategic_merge({"test.kubexx.dev", "v1", "Custom", "customs"}));
  EXPECT_FALSE(document().takes_strategic_merge({"test.kubexx.dev", "v2", "Item", "items"}));
  EXPECT_EQ(document().merge_schema({"test.kubexx.dev", "v1", "Custom", "customs"}), nullptr);

  const auto spec = schema()->field("spec");
  ASSERT_NE(spec.value, nullptr);
  EXPECT_EQ(spec.strategy, MergeSchema::Field::Strategy::none);
  const auto volumes = spec.value->field("volumes");
  EXPECT_EQ(volumes.strategy, MergeSchema::Field::Strategy::merge);
  EXPECT_TRUE(volumes.retain_keys);
  EXPECT_EQ(volumes.merge_key, "name");
  EXPECT_TRUE(spec.value->field("strategy").retain_keys);
  EXPECT_EQ(spec.value->field("whole").strategy, MergeSchema::Field::Strategy::replace);
  const auto ports = spec.value->field("containers").value->field("ports");
  EXPECT_EQ(ports.merge_key, "containerPort");
  const auto unknown = spec.value->field("nobodyKnows");
  EXPECT_EQ(unknown.strategy, MergeSchema::Field::Strategy::none);
  EXPECT_EQ(unknown.value, nullptr);
  EXPECT_THROW(static_cast<void>(OpenApiDocument::parse("[]")), ObjectError);
  EXPECT_THROW(static_cast<void>(OpenApiDocument::parse("{")), ObjectError);
}

TEST(ApplyPatch, ChangesAddsAndDeletesWhatTheManifestSaysAndLeavesTheRest)
{
  EXPECT_EQ(
      spec_patch(R"({"replicas":1,"paused":true})", R"({"replicas":2})", R"({"replicas":1,"paused":true,"ratio":3})"),
      Json::parse(R"({"replicas":2,"paused":null})"));
  EXPECT_EQ(spec_patch(R"({"replicas":1})", R"({"replicas":1})", R"({"replicas":1,"ratio":3})"), Json());
  // add field and delete all fields from map
  EXPECT_EQ(spec_patch(R"({"selector":{"a":"1","b":"2"}})", R"({"selector":{"c":"3"}})",
                       R"({"selector":{"a":"1","b":"2","other":"x"}})"),
            Json::parse(R"({"selector":{"a":null,"b":null,"c":"3"}})"));
  // defined null values should propagate overwrite current fields
  EXPECT_EQ(spec_patch(R"({"replicas":1})", R"({"replicas":null})", R"({"replicas":1})"),
            Json::parse(R"({"replicas":null})"));
  // replace list of scalars
  EXPECT_EQ(spec_patch(R"({"words":["a"]})", R"({"words":["b"]})", R"({"words":["a","c"]})"),
            Json::parse(R"({"words":["b"]})"));
  EXPECT_EQ(spec_patch("{}", R"({"whole":{"name":"a"}})", R"({"whole":{"name":"b","key":"k"}})"),
            Json::parse(R"({"whole":{"name":"a"}})"));
}

TEST(ApplyPatch, MergesListsByKeyAndDeletesElementsThatTheManifestGaveUp)
{
  // delete map from merging list; replace map field value in merging list
  EXPECT_EQ(spec_patch(R"({"containers":[{"name":"a","image":"1"},{"name":"b","image":"1"}]})",
                       R"({"containers":[{"name":"a","image":"2"}]})",
                       R"({"containers":[{"name":"a","image":"1"},{"name":"b","image":"1"},{"name":"theirs"}]})"),
            Json::parse(R"({"$setElementOrder/containers":[{"name":"a"}],
                            "containers":[{"name":"a","image":"2"},{"$patch":"delete","name":"b"}]})"));
  // add field to map in merging list nested in merging list
  EXPECT_EQ(spec_patch(R"({"containers":[{"name":"a","env":[{"name":"A","value":"1"}]}]})",
                       R"({"containers":[{"name":"a","env":[{"name":"A","value":"1"},{"name":"B","value":"2"}]}]})",
                       R"({"containers":[{"name":"a","image":"set","env":[{"name":"A","value":"1"}]}]})"),
            Json::parse(R"({"$setElementOrder/containers":[{"name":"a"}],
                            "containers":[{"name":"a","$setElementOrder/env":[{"name":"A"},{"name":"B"}],
                                           "env":[{"name":"B","value":"2"}]}]})"));
  // set elements order in a list
  EXPECT_EQ(spec_patch(R"({"containers":[{"name":"a"},{"name":"b"}]})", R"({"containers":[{"name":"b"},{"name":"a"}]})",
                       R"({"containers":[{"name":"a"},{"name":"b"}]})"),
            Json::parse(R"({"$setElementOrder/containers":[{"name":"b"},{"name":"a"}]})"));
  // merge empty merging lists; delete all maps from merging list
  EXPECT_EQ(spec_patch(R"({"containers":[]})", R"({"containers":[]})", R"({"containers":[]})"), Json());
  EXPECT_EQ(spec_patch(R"({"containers":[{"name":"a"}]})", R"({"containers":[]})", R"({"containers":[{"name":"a"}]})"),
            Json::parse(R"({"containers":[{"$patch":"delete","name":"a"}]})"));
}

TEST(ApplyPatch, MergesListsOfScalarsWithAListOfDeletions)
{
  // add and delete items in lists of scalars
  EXPECT_EQ(spec_patch(R"({"numbers":[1,2]})", R"({"numbers":[2,3]})", R"({"numbers":[1,2,9]})"),
            Json::parse(R"({"$deleteFromPrimitiveList/numbers":[1],"$setElementOrder/numbers":[2,3],"numbers":[3]})"));
  EXPECT_EQ(patched(R"({"numbers":[1,2,9]})",
                    R"({"$deleteFromPrimitiveList/numbers":[1],"$setElementOrder/numbers":[2,3],"numbers":[3]})"),
            Json::parse(R"({"numbers":[2,3,9]})"));
}

TEST(ApplyPatch, RetainsOnlyTheKeysOfTheManifestWhereTheKindSaysSo)
{
  // retainKeys map should clear defaulted field with conflict (discriminated union)
  EXPECT_EQ(spec_patch("{}", R"({"strategy":{"type":"Recreate"}})",
                       R"({"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":"25%"}}})"),
            Json::parse(R"({"strategy":{"$retainKeys":["type"],"type":"Recreate"}})"));
  EXPECT_EQ(patched(R"({"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":"25%"}}})",
                    R"({"strategy":{"$retainKeys":["type"],"type":"Recreate"}})"),
            Json::parse(R"({"strategy":{"type":"Recreate"}})"));
  // retainKeys map with no change should not be present
  EXPECT_EQ(spec_patch(R"({"strategy":{"type":"A"}})", R"({"strategy":{"type":"A"}})", R"({"strategy":{"type":"A"}})"),
            Json());
  // retainKeys list of maps changes a field and clear a field
  EXPECT_EQ(
      spec_patch(R"({"volumes":[{"name":"v","emptyDir":{}}]})", R"({"volumes":[{"name":"v","secret":{"name":"s"}}]})",
                 R"({"volumes":[{"name":"v","emptyDir":{}}]})"),
      Json::parse(R"({"$setElementOrder/volumes":[{"name":"v"}],
                "volumes":[{"$retainKeys":["name","secret"],"name":"v","secret":{"name":"s"},"emptyDir":null}]})"));
}

TEST(ApplyPatch, RefusesWhatCannotBeMerged)
{
  // missing merge key should error out
  EXPECT_THROW(spec_patch("{}", R"({"containers":[{"image":"1"}]})", R"({"containers":[{"name":"a"}]})"), PatchError);
  EXPECT_THROW(spec_patch("{}", R"({"containers":["a"]})", R"({"containers":[{"name":"a"}]})"), PatchError);
  EXPECT_THROW(spec_patch("{}", R"({"numbers":[[1]]})", R"({"numbers":[1]})"), PatchError);
  EXPECT_THROW(patched(R"({"selector":{}})", R"({"selector":{"$patch":"merge"}})"), PatchError);
  // should check if order in $setElementOrder and patch list match
  EXPECT_THROW(patched(R"({"numbers":[1]})", R"({"$setElementOrder/numbers":[2,1],"numbers":[1,2]})"), PatchError);
  EXPECT_THROW(patched(R"({"strategy":{}})", R"({"strategy":{"$retainKeys":["type"],"rollingUpdate":{}}})"),
               PatchError);
}

TEST(ApplyPatch, WithoutOverwriteAFieldThatSomebodyElseChangedIsAConflict)
{
  const auto* const original = R"({"replicas":1})";
  const auto* const modified = R"({"replicas":2})";
  const auto* const live = R"({"replicas":3})";
  EXPECT_EQ(spec_patch(original, modified, live), Json::parse(R"({"replicas":2})"));
  EXPECT_THROW(spec_patch(original, modified, live, Overwrite::no), PatchConflict);
  EXPECT_EQ(spec_patch(original, modified, R"({"replicas":1,"ratio":7})", Overwrite::no),
            Json::parse(R"({"replicas":2})"));
}

TEST(ApplyPatch, AMergePatchReplacesListsAndKeepsDeletions)
{
  const auto patch = [](const char* original, const char* modified, const char* live) {
    return three_way_merge_patch(Json::parse(original), Json::parse(modified), Json::parse(live));
  };
  EXPECT_EQ(patch(R"({"spec":{"a":1,"gone":{"x":1}}})", R"({"spec":{"a":1,"list":[2],"empty":{}}})",
                  R"({"spec":{"a":1,"list":[1,2],"gone":{"x":1},"theirs":1}})"),
            Json::parse(R"({"spec":{"list":[2],"gone":null,"empty":{}}})"));
  EXPECT_EQ(patch("null", R"({"spec":{"a":null,"b":{"c":null}}})", R"({"spec":{"a":1}})"),
            Json::parse(R"({"spec":{"a":null,"b":{"c":null}}})"));
  EXPECT_EQ(patch(R"({"spec":{"a":1}})", R"({"spec":{"a":1}})", R"({"spec":{"a":1,"b":2}})"), Json::object());
  for (const char* changed : {R"({"kind":"B"})", R"({"apiVersion":"v2"})", R"({"metadata":{"name":"b"}})"}) {
    EXPECT_THROW(patch("{}", changed, R"({"apiVersion":"v1","kind":"A","metadata":{"name":"a"}})"), PatchError);
  }
}

TEST(ApplyPatch, TheAnnotationIsTheTextThatKubectlWrites)
{
  const auto manifest = Json::parse(
      R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"x","namespace":"default"},"data":{"b":"<&>é","a":"1\n"}})");
  const std::string text = R"({"apiVersion":"v1","data":{"a":"1\n","b":"\u003c\u0026\u003eé"},"kind":"ConfigMap",)"
                           R"("metadata":{"annotations":{},"name":"x","namespace":"default"}})"
                           "\n";
  EXPECT_EQ(last_applied_text(manifest), text);
  const auto annotated = with_last_applied(manifest);
  EXPECT_EQ(annotated["metadata"]["annotations"][std::string(last_applied_annotation)], text);
  EXPECT_EQ(last_applied_text(annotated), text) << "the annotation never holds itself";
  EXPECT_EQ(with_last_applied(annotated), annotated);
  auto expected = manifest;
  expected["metadata"]["annotations"] = Json::object();
  EXPECT_EQ(last_applied(annotated), expected);
  EXPECT_EQ(last_applied(manifest), std::nullopt);
  auto broken = annotated;
  broken["metadata"]["annotations"][std::string(last_applied_annotation)] = "{";
  EXPECT_THROW(static_cast<void>(last_applied(broken)), PatchError);
}

TEST(ApplyPatch, NumbersAndTextsAreSpelledAsGoSpellsThem)
{
  EXPECT_EQ(
      go_json(Json::parse("[1.0,0.5,1e21,1e-7,123456789012345680000,-0.0,18446744073709551615,9007199254740993]")),
      "[1,0.5,1e+21,1e-7,123456789012345680000,-0,18446744073709552000,9007199254740993]");
  EXPECT_EQ(go_json(Json("\x01\x7f\b\f\"\\/\u2028\xff")), "\"\\u0001\x7f\\b\\f\\\"\\\\/\\u2028\\ufffd\"");
}

TEST(ApplyPatch, WithoutNullsReachesEveryDepth)
{
  EXPECT_EQ(without_nulls(Json::parse(R"({"a":null,"b":{"c":null,"d":[{"e":null},null,1]}})")),
            Json::parse(R"({"b":{"d":[{},null,1]}})"));
}

/// Random specs: what the manifest has, what it had, and what others wrote.
class Specs {
public:
  explicit Specs(std::uint64_t seed) : engine_(seed) {}

  Json spec(const std::string& owner)
  {
    Json spec = Json::object();
    if (chance(2)) spec["replicas"] = below(3);
    if (chance(2)) spec["selector"] = map(owner);
    if (chance(2)) spec["words"] = scalars();
    if (chance(2)) spec["numbers"] = numbers();
    if (chance(2)) {
      Json containers = Json::array();
      for (const char* name : {"a", "b", "c"}) {
        if (!chance(2)) continue;
        Json container{{"name", name}};
        if (chance(2)) container["image"] = std::to_string(below(3));
        if (chance(2)) container["env"] = Json::array({{{"name", owner}, {"value", std::to_string(below(2))}}});
        containers.push_back(std::move(container));
      }
      spec["containers"] = std::move(containers);
    }
    return spec;
  }
  bool chance(std::size_t of) { return below(of) == 0; }
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(engine_() % bound); }

private:
  Json map(const std::string& owner)
  {
    Json map = Json::object();
    for (const char* key : {"x", "y", "z"}) {
      if (chance(2)) map[key] = std::to_string(below(2));
    }
    map[owner] = "mine";
    return map;
  }
  Json scalars()
  {
    Json list = Json::array();
    for (auto left = below(3); left > 0; --left) list.push_back(std::to_string(below(4)));
    return list;
  }
  Json numbers()
  {
    Json list = Json::array();
    for (std::size_t number = 0; number < 4; ++number) {
      if (chance(2)) list.push_back(number);
    }
    return list;
  }
  std::mt19937_64 engine_;
};

const Json* named(const Json& list, const Json& name)
{
  for (const auto& element : list) {
    if (element["name"] == name) return &element;
  }
  return nullptr;
}

/// `result` has all that `wanted` has; lists of objects by name, `merging` lists of numbers as sets.
void expect_within(const Json& wanted, const Json& result, const std::string& at)
{
  if (wanted.is_object()) {
    for (const auto& [name, value] : wanted.items()) {
      ASSERT_TRUE(result.contains(name)) << at << "/" << name;
      expect_within(value, result[name], at + "/" + name);
    }
  } else if (wanted.is_array() && !wanted.empty() && wanted[0].is_object()) {
    for (const auto& element : wanted) {
      const auto* found = named(result, element["name"]);
      ASSERT_NE(found, nullptr) << at << " " << element;
      expect_within(element, *found, at + "/" + element["name"].get<std::string>());
    }
  } else if (wanted.is_array() && at.ends_with("/numbers")) {
    for (const auto& number : wanted) {
      EXPECT_NE(std::find(result.begin(), result.end(), number), result.end()) << at;
    }
  } else if (!at.ends_with("/containers") && !at.ends_with("/env")) {
    EXPECT_EQ(wanted, result) << at;
  }
}

/// What `original` had and `modified` has not is not in `result`.
void expect_gone(const Json& original, const Json& modified, const Json& result, const std::string& at)
{
  if (original.is_object() && modified.is_object()) {
    for (const auto& [name, value] : original.items()) {
      if (!modified.contains(name)) {
        // A null in an element that is added anew is nothing to the server.
        EXPECT_TRUE(result.value(name, Json()).is_null()) << at << "/" << name;
      } else {
        expect_gone(value, modified[name], result[name], at + "/" + name);
      }
    }
  } else if (at.ends_with("/containers") || at.ends_with("/env")) {
    for (const auto& element : original) {
      const auto* kept = named(modified, element["name"]);
      const auto* found = named(result, element["name"]);
      if (kept == nullptr) {
        EXPECT_EQ(found, nullptr) << at << " " << element;
      } else if (found != nullptr) {
        expect_gone(element, *kept, *found, at + "/" + element["name"].get<std::string>());
      }
    }
  } else if (at.ends_with("/numbers")) {
    for (const auto& number : original) {
      if (std::find(modified.begin(), modified.end(), number) != modified.end()) continue;
      EXPECT_EQ(std::find(result.begin(), result.end(), number), result.end()) << at << " " << number;
    }
  }
}

TEST(ApplyPatch, PatchingTheLiveObjectGivesTheManifestAndLeavesOthersFieldsAlone)
{
  const auto rules = schema();
  for (std::uint64_t seed = 0; seed < 2000 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Specs specs(seed);
    const auto original = item(specs.spec("us"));
    const auto modified = item(specs.spec("us"));
    auto live = item(specs.chance(2) ? original["spec"] : specs.spec("us"));
    // What only others wrote: a member, an entry of a map, an element of a list.
    live["spec"]["ratio"] = 7;
    live["spec"]["selector"]["theirs"] = "x";
    live["spec"]["containers"].push_back({{"name", "theirs"}, {"image", "sidecar"}});
    SCOPED_TRACE("\n" + original.dump() + "\n" + modified.dump() + "\n" + live.dump());

    const auto patch = three_way_strategic_patch(original, modified, live, rules.get());
    const auto result = apply_strategic_patch(live, patch, rules.get());
    expect_within(modified, result, "");
    expect_gone(original["spec"], modified["spec"], result["spec"], "");
    EXPECT_EQ(result["spec"]["ratio"], 7);
    // Removing a whole map or list takes others' entries with it, as kubectl does.
    const auto kept = [&](const char* name) {
      return modified["spec"].contains(name) || !original["spec"].contains(name);
    };
    if (kept("selector")) {
      EXPECT_EQ(result["spec"]["selector"]["theirs"], "x");
    }
    if (kept("containers")) {
      const auto* theirs = named(result["spec"]["containers"], "theirs");
      ASSERT_NE(theirs, nullptr);
      EXPECT_EQ(theirs->at("image"), "sidecar");
    }

    auto merged = live;
    merged.merge_patch(three_way_merge_patch(original, modified, live));
    for (const char* part : {"replicas", "words", "containers", "numbers"}) {
      if (modified["spec"].contains(part)) {
        EXPECT_EQ(merged["spec"][part], modified["spec"][part]);
      } else if (original["spec"].contains(part)) {
        EXPECT_FALSE(merged["spec"].contains(part)) << part;
      }
    }
    EXPECT_EQ(merged["spec"]["ratio"], 7);
  }
}

TEST(ApplyJsonPatch, WhatDoesNotApplyIsAnErrorInWords)
{
  const Json object = {{"kind", "Pod"}, {"spec", {{"list", {1, 2}}}}};
  const auto refusal = [&](const Json& operations) -> std::string {
    try {
      return apply_json_patch(object, operations).dump();
    } catch (const PatchError& error) {
      return error.what();
    }
  };
  const auto one = [&](const char* op, const char* path) {
    return refusal({{{"op", op}, {"path", path}, {"from", path}, {"value", 1}}});
  };
  EXPECT_EQ(one("add", "/kind/x"), "add operation does not apply: doc is missing path: \"/kind/x\": missing value");
  EXPECT_EQ(one("add", "/kind/x/y"), "add operation does not apply: doc is missing path: \"/kind/x/y\": missing value");
  EXPECT_EQ(one("add", "/spec/list/0/x"),
            "add operation does not apply: doc is missing path: \"/spec/list/0/x\": missing value");
  for (const char* op : {"add", "remove", "replace", "test", "move", "copy"}) {
    for (const char* path :
         {"", "x", "/", "/kind/x", "/kind/", "/spec/list/x", "/spec/list/9", "/spec/list/-3", "/no/x"}) {
      EXPECT_NE(one(op, path), "") << op << path;
    }
  }
  EXPECT_EQ(one("add", "/spec/list/-"), R"({"kind":"Pod","spec":{"list":[1,2,1]}})");
  for (const Json& odd : {Json(), Json(1), Json::object(), Json{{"op", "add"}}}) {
    EXPECT_EQ(refusal(odd), "a JSON patch must be a list of operations");
  }
  EXPECT_EQ(refusal({1}), "Unexpected kind: ");
}

}  // namespace
}  // namespace kubexx

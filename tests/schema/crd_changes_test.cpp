// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/crd_changes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "crd_change_cases.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/schema/structural_schema.hpp"

namespace kubexx::schema::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// base_crd() with a merge patch, whose members v1 and v1beta1 are patches of the versions; null removes one.
json patched_crd(const std::string& patch_text)
{
  auto patch = json::parse(patch_text);
  auto crd = base_crd();
  json versions = json::array();
  for (auto& version : crd["spec"]["versions"]) {
    const auto name = version["name"].get<std::string>();
    const bool removed = patch.contains(name) && patch[name].is_null();
    if (patch.contains(name) && !removed) version.merge_patch(patch[name]);
    patch.erase(name);
    if (!removed) versions.push_back(version);
  }
  crd["spec"]["versions"] = versions;
  crd.merge_patch(patch);
  return crd;
}

json object_with(const std::string& spec)
{
  return {
      {"apiVersion", "example.org/v1"}, {"kind", "Gadget"}, {"metadata", {{"name", "a"}}}, {"spec", json::parse(spec)}};
}

std::vector<std::string> fields_of(const std::vector<StatusCause>& causes)
{
  std::vector<std::string> fields;
  for (const auto& cause : causes) fields.push_back(cause.field + ": " + cause.message);
  return fields;
}

std::string traced(const SchemaCase& each)
{
  return each.before + "\n" + each.after + "\n" + each.spec;
}

TEST(CrdChanges, FindsEachChangeOfASchema)
{
  for (const auto& each : schema_cases()) {
    SCOPED_TRACE(traced(each));
    const auto before = crd_with(json::parse(each.before));
    EXPECT_EQ(found_in(before, crd_with(json::parse(each.after))), each.found);
    EXPECT_THAT(found_in(before, before), IsEmpty());
  }
}

TEST(CrdChanges, FindsEachChangeOutsideOfSchemas)
{
  for (const auto& each : crd_cases()) {
    SCOPED_TRACE(each.before + "\n" + each.after);
    EXPECT_EQ(found_in(patched_crd(each.before), patched_crd(each.after)), each.found);
  }
  EXPECT_THAT(found_in(nullptr, base_crd()), testing::ElementsAre("crd-added "));
  EXPECT_THAT(found_in(base_crd(), nullptr), testing::ElementsAre("crd-removed "));
  EXPECT_THAT(found_in(nullptr, nullptr), IsEmpty());
}

/// What the new server does with an object that the old one has stored.
TEST(CrdChanges, ItsSeveritiesAreTrue)
{
  for (const auto& each : schema_cases()) {
    SCOPED_TRACE(traced(each));
    const auto before = crd_with(json::parse(each.before));
    const auto after = crd_with(json::parse(each.after));
    const auto changes = crd_changes(before, after);
    const bool breaks_objects = std::any_of(changes.begin(), changes.end(), [](const CrdChange& change) {
      return change.severity == CrdSeverity::breaking && change.breaks.starts_with("objects");
    });
    const bool safe = std::all_of(changes.begin(), changes.end(),
                                  [](const CrdChange& change) { return change.severity == CrdSeverity::safe; });
    if (each.fate == Fate::unknown) {
      EXPECT_TRUE(!breaks_objects || each.before.starts_with("{\"root\"")) << "has no object that proves it";
      EXPECT_FALSE(safe) << "has no object that proves it";
      continue;
    }
    if (breaks_objects) {
      EXPECT_TRUE(each.fate == Fate::refused || each.fate == Fate::pruned);
    }
    if (safe) {
      EXPECT_EQ(each.fate, Fate::stays);
    }
    auto stored = object_with(each.spec);
    const StructuralSchema old_schema(root_schema_of(before));
    ASSERT_THAT(old_schema.prune(stored), IsEmpty());
    old_schema.apply_defaults(stored);
    ASSERT_THAT(fields_of(old_schema.validate(stored)), IsEmpty());
    // Defaults of old objects are set when they are read, so what was left out is left out.
    auto object = object_with(each.spec);
    const StructuralSchema new_schema(root_schema_of(after));
    const auto pruned = new_schema.prune(object);
    new_schema.apply_defaults(object);
    const auto causes = fields_of(new_schema.validate(object));
    EXPECT_EQ(!pruned.empty(), each.fate == Fate::pruned);
    if (each.fate == Fate::pruned) continue;
    EXPECT_EQ(!causes.empty(), each.fate == Fate::refused) << testing::PrintToString(causes);
    const bool accepted_again = std::none_of(
        changes.begin(), changes.end(), [](const CrdChange& change) { return change.ratcheting.starts_with("none"); });
    if (accepted_again) {
      EXPECT_THAT(fields_of(new_schema.validate_update(object, object)), IsEmpty());
    }
  }
}

/// Items of lists with keys are compared by their keys, others with the whole list.
TEST(CrdChanges, RatchetingOfItemsIsThatOfTheirList)
{
  const auto schema = [](const std::string& type, const std::string& bound) {
    const std::string keys = type == "map" ? R"(,"x-kubernetes-list-map-keys":["a"])" : "";
    return crd_with(json::parse(R"({"type":"object","properties":{"x":{"type":"array","x-kubernetes-list-type":")" +
                                type + "\"" + keys +
                                R"(,"items":{"type":"object","required":["a"],"properties":{"a":{"type":"string"},)"
                                R"("b":{"type":"string")" +
                                bound + "}}}}}}"));
  };
  const auto old_object = object_with(R"({"x":[{"a":"1","b":"long"}]})");
  const auto object = object_with(R"({"x":[{"a":"1","b":"long"},{"a":"2"}]})");
  for (const std::string type : {"map", "atomic"}) {
    SCOPED_TRACE(type);
    const auto changes = crd_changes(schema(type, ""), schema(type, R"(,"maxLength":1)"));
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes.front().path, "spec.x[*].b");
    EXPECT_THAT(changes.front().ratcheting,
                HasSubstr(type == "map" ? "does not change spec.x[*].b is" : "does not change the list spec.x is"));
    const StructuralSchema now(root_schema_of(schema(type, R"(,"maxLength":1)")));
    EXPECT_EQ(now.validate_update(object, old_object).empty(), type == "map");
  }
}

TEST(CrdChanges, TextsNameBothSidesAndTheObjects)
{
  const auto crd = [](const std::string& schema) {
    return crd_with({{"type", "object"}, {"properties", {{"name", json::parse(schema)}}}});
  };
  const auto changes =
      crd_changes(crd(R"({"type":"string","maxLength":20})"), crd(R"({"type":"string","maxLength":10})"));
  ASSERT_EQ(changes.size(), 1U);
  const auto& change = changes.front();
  EXPECT_EQ(change.severity, CrdSeverity::breaking);
  EXPECT_EQ(change.version, "v1");
  EXPECT_EQ(change.path, "spec.name");
  EXPECT_TRUE(change.in_schema);
  EXPECT_EQ(change.change, "maxLength: 20 -> 10");
  EXPECT_EQ(change.breaks, "objects with more than 10 characters in spec.name");
  EXPECT_EQ(change.ratcheting,
            "an update that does not change spec.name is still accepted (Kubernetes 1.33 and later); creating it is "
            "refused");
  const auto rule = crd_changes(crd(R"({"type":"string"})"),
                                crd(R"({"type":"string","x-kubernetes-validations":[{"rule":"self == oldSelf"}]})"));
  ASSERT_EQ(rule.size(), 1U);
  EXPECT_THAT(rule.front().ratcheting, StartsWith("none: a transition rule"));
  const auto needed = [&](const std::string& schema) {
    auto requiring = crd(schema);
    requiring["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["required"] = {"name"};
    return requiring;
  };
  const auto absent = crd_changes(needed(R"({"type":"string","default":"a"})"), needed(R"({"type":"string"})"));
  ASSERT_EQ(absent.size(), 1U);
  EXPECT_THAT(absent.front().ratcheting, StartsWith("an update that does not change spec is"));
  const auto kind = crd_changes(crd_with(json::parse(R"({"root":{}})")),
                                crd_with(json::parse(R"({"root":{"kind":{"type":"string","enum":["B"]}}})")));
  ASSERT_EQ(kind.size(), 1U);
  EXPECT_THAT(kind.front().ratcheting, StartsWith("none: apiVersion and kind"));
}

TEST(CrdChanges, EachRuleHasACaseAndALineInTheDocumentation)
{
  std::set<std::string> found{"crd-added", "crd-removed"};
  const auto add = [&](const std::vector<std::string>& changes) {
    for (const auto& change : changes) found.insert(change.substr(0, change.find(' ')));
  };
  for (const auto& each : schema_cases()) add(each.found);
  for (const auto& each : crd_cases()) add(each.found);
  found.insert("cel-rule-changed");  // below
  std::ifstream in(CRD_CHANGES_PAGE);
  const std::string page{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::string before;
  for (const auto& rule : crd_rules()) {
    const std::string name(rule.name);
    EXPECT_LT(before, name) << "the order of the table";
    EXPECT_TRUE(found.erase(name) == 1) << name << " has no case";
    EXPECT_THAT(page, HasSubstr("`" + name + "`"));
    before = name;
  }
  EXPECT_THAT(found, IsEmpty()) << "no rules";
}

TEST(CrdChanges, ARuleThatIsCheckedByCreatesTooIsChanged)
{
  const auto crd = [](const std::string& more) {
    return crd_with(
        json::parse(R"({"type":"object","x-kubernetes-validations":[{"rule":"oldSelf == self")" + more + "}]}"));
  };
  EXPECT_THAT(found_in(crd(""), crd(R"(,"optionalOldSelf":true)")), testing::ElementsAre("cel-rule-changed spec"));
}

/// What a server would refuse: no crash, and equal documents have no changes.
TEST(CrdChanges, OddDocumentsHaveNoSurprises)
{
  const std::vector<json> odd{
      nullptr, 1, "a", json::array(), json::object(), -1.5, true, json::array({nullptr, 1, "a"}), {{"a", nullptr}}};
  const auto good = crd_with(json::parse(
      R"({"type":"object","required":["x"],"properties":{"x":{"type":"array","maxItems":3,"enum":[1],"pattern":"a",
          "x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a"],"items":{"type":"object",
          "additionalProperties":{"type":"string","format":"date"}},"x-kubernetes-validations":[{"rule":"true"}]}}})"));
  std::vector<std::string> places;
  const auto flat = good.flatten();
  for (const auto& [place, value] : flat.items()) {
    for (auto end = place.find('/', 1); end != std::string::npos; end = place.find('/', end + 1)) {
      places.push_back(place.substr(0, end));
    }
    places.push_back(place);
  }
  for (const auto& place : places) {
    for (const auto& value : odd) {
      auto bad = good;
      bad[json::json_pointer(place)] = value;
      (void)crd_changes(good, bad);
      (void)crd_changes(bad, good);
      EXPECT_THAT(found_in(bad, bad), IsEmpty()) << place;
    }
  }
  for (const auto& value : odd) {
    (void)crd_changes(value, good);
    (void)crd_changes(good, value);
  }
  const auto bytes = crd_changes(good, crd_with({{"type", "\xff"}}));
  for (const auto& change : bytes) EXPECT_NO_THROW((void)json(change.change).dump());
}

TEST(CrdChanges, RefusesWhatIsNestedTooDeep)
{
  json deep = "a";
  for (int level = 0; level < 300; ++level) deep = {{"items", std::move(deep)}};
  EXPECT_THROW((void)crd_changes(base_crd(), deep), ObjectError);
  EXPECT_THROW((void)crd_changes(deep, base_crd()), ObjectError);
}

}  // namespace
}  // namespace kubexx::schema::test

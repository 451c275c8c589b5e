// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/object.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <nlohmann/json.hpp>
#include <string>

#include "kubexx/apimachinery/detail/object_scan.hpp"
#include "support/random_json.hpp"

namespace kubexx {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr std::string_view pod = R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-0","namespace":"prod",
 "managedFields":[{"manager":"kubectl","fieldsV1":{"f:spec":{}}}],"uid":"u-1","resourceVersion":"42","generation":7,
 "labels":{"app":"web","tier":"front end"},"annotations":{"note":"a \"quoted\" word"},
 "deletionTimestamp":"2026-01-01T00:00:00Z","finalizers":["a/b","c"],
 "ownerReferences":[{"apiVersion":"apps\/v1","kind":"ReplicaSet","name":"web","uid":"o-1","controller":true,
 "blockOwnerDeletion":true},{"apiVersion":"v1","kind":"Node","name":"n","uid":"o-2"}]},
 "spec":{"containers":[{"name":"c0","image":"nginx"},{"name":"c1","image":"envoy"}],"a/b":{"m~n":3}},
 "status":{"phase":"Running"}})";

std::string error_of(std::string_view text)
{
  try {
    (void)Object::parse(text);
  } catch (const ObjectError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Object, KnowsItsHeader)
{
  const auto object = Object::parse(pod);
  EXPECT_EQ(object.api_version(), "v1");
  EXPECT_EQ(object.kind(), "Pod");
  EXPECT_EQ(object.name(), "web-0");
  EXPECT_EQ(object.namespace_(), "prod");
  EXPECT_EQ(object.key(), (ObjectKey{"prod", "web-0"}));
  EXPECT_EQ(object.uid(), "u-1");
  EXPECT_EQ(object.resource_version(), "42");
  EXPECT_EQ(object.generation(), 7);
  EXPECT_TRUE(object.is_deleting());
  EXPECT_EQ(object.label("tier"), "front end");
  EXPECT_EQ(object.label("none"), std::nullopt);
  EXPECT_THAT(object.labels(), ElementsAre(Pair("app", "web"), Pair("tier", "front end")));
  EXPECT_EQ(object.annotation("note"), "a \"quoted\" word");
  EXPECT_THAT(object.finalizers(), ElementsAre("a/b", "c"));
}

TEST(Object, OwnersAreUnescaped)
{
  const auto object = Object::parse(pod);
  const auto owners = object.owners();
  ASSERT_EQ(owners.size(), 2U);
  EXPECT_EQ(owners[0].api_version, "apps/v1");
  EXPECT_TRUE(owners[0].block_owner_deletion);
  EXPECT_FALSE(owners[1].controller);
  ASSERT_TRUE(object.controller_owner());
  EXPECT_EQ(object.controller_owner()->uid, "o-1");
}

TEST(Object, HeaderTextWithEscapesIsUnescaped)
{
  const auto object = Object::parse(R"({"k\u0069nd":"P\u006fd","metadata":{"name":"\u0077eb","uid":"u"}})");
  EXPECT_EQ(object.kind(), "Pod");
  EXPECT_EQ(object.name(), "web");
  EXPECT_EQ(object.uid(), "u");
}

TEST(Object, ManagedFieldsAreDroppedUnlessKept)
{
  EXPECT_EQ(Object::parse(pod).bytes().find("managedFields"), std::string_view::npos);
  auto expected = json::parse(pod);
  const auto kept = Object::parse(pod, {.keep_managed_fields = true});
  EXPECT_EQ(kept.json(), expected);
  expected["metadata"].erase("managedFields");
  EXPECT_EQ(Object::parse(pod).json(), expected);
  EXPECT_LT(Object::parse(pod).memory(), kept.memory());
}

TEST(Object, ManagedFieldsAreCutWhereverTheyStand)
{
  const auto stripped = [](const char* text) { return std::string(Object::parse(text).bytes()); };
  EXPECT_EQ(stripped(R"({"metadata":{"managedFields":[1]}})"), R"({"metadata":{}})");
  EXPECT_EQ(stripped(R"({"metadata":{"managedFields":[1],"name":"x"}})"), R"({"metadata":{"name":"x"}})");
  EXPECT_EQ(stripped(R"({"metadata":{"name":"x","managedFields":[1]}})"), R"({"metadata":{"name":"x"}})");
  EXPECT_EQ(stripped(R"({"metadata":{"a":1,"managedFields":[1],"b":2}})"), R"({"metadata":{"a":1,"b":2}})");
  EXPECT_EQ(stripped(R"({"spec":{"managedFields":[1]}})"), R"({"spec":{"managedFields":[1]}})");
}

TEST(Object, HeaderIsSmall)
{
  const std::string text = R"({"metadata":{"name":"x"}})";
  EXPECT_LE(Object::parse(text).memory() - text.size(), 100U);
}

TEST(Object, TypeIsWrittenIntoItemsThatLackIt)
{
  const ResourceType type{"apps", "v1", "Deployment", "deployments", Scope::namespaced};
  const auto object = Object::parse(R"({"metadata":{"name":"x","managedFields":[],"uid":"u"},"spec":{"a":1}})",
                                    {.keep_managed_fields = false, .type = &type});
  EXPECT_EQ(object.bytes(),
            R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"x","uid":"u"},"spec":{"a":1}})");
  EXPECT_EQ(object.api_version(), "apps/v1");
  EXPECT_EQ(object.kind(), "Deployment");
  EXPECT_EQ(object.uid(), "u");
  EXPECT_EQ(object.at("/spec/a").as_int(), 1);
  EXPECT_EQ(Object::parse("{}", {.keep_managed_fields = false, .type = &type}).bytes(),
            R"({"apiVersion":"apps/v1","kind":"Deployment"})");
  EXPECT_EQ(Object::parse(R"({"kind":"Own"})", {.keep_managed_fields = false, .type = &type}).kind(), "Own");
}

TEST(Object, AKindThatTheTypeDoesNotKnowIsNotWritten)
{
  const ResourceType type{"apps", "v1", "", "deployments", Scope::namespaced};
  const auto object = Object::parse(R"({"metadata":{"name":"x"}})", {.keep_managed_fields = false, .type = &type});
  EXPECT_EQ(object.bytes(), R"({"apiVersion":"apps/v1","metadata":{"name":"x"}})");
  EXPECT_EQ(object.kind(), "");
}

// Bookmarks and the rows of tables hold empty objects: reading one is safe and finds nothing.
TEST(Object, AnEmptyOneHasNoFields)
{
  const Object empty;
  EXPECT_FALSE(empty);
  for (const auto text : {empty.api_version(), empty.kind(), empty.name(), empty.namespace_(), empty.uid(),
                          empty.resource_version(), empty.bytes()}) {
    EXPECT_EQ(text, "");
  }
  EXPECT_EQ(empty.key(), ObjectKey());
  EXPECT_EQ(empty.generation(), 0);
  EXPECT_FALSE(empty.is_deleting());
  EXPECT_FALSE(empty.label("a"));
  EXPECT_FALSE(empty.annotation("a"));
  EXPECT_TRUE(empty.labels().empty());
  EXPECT_TRUE(empty.owners().empty());
  EXPECT_FALSE(empty.controller_owner());
  EXPECT_TRUE(empty.finalizers().empty());
  EXPECT_FALSE(empty.at(""));
  EXPECT_FALSE(empty.at("/spec/replicas"));
  EXPECT_EQ(empty.memory(), 0U);
  EXPECT_THROW((void)empty.json(), ObjectError);
  const auto object = Object::parse(R"({"metadata":{"name":"a"}})");
  EXPECT_TRUE(same_version(empty, Object()));
  EXPECT_TRUE(same_content(empty, Object()));
  EXPECT_FALSE(same_content(empty, object));
  EXPECT_FALSE(same_content(object, empty));
}

TEST(Object, NullsCountAsAbsent)
{
  const auto object = Object::parse(
      R"({"kind":null,"metadata":{"name":null,"labels":null,"ownerReferences":null,"generation":null,
          "deletionTimestamp":null,"finalizers":null},"spec":null})");
  EXPECT_EQ(object.name(), "");
  EXPECT_TRUE(object.labels().empty());
  EXPECT_TRUE(object.owners().empty());
  EXPECT_FALSE(object.is_deleting());
  EXPECT_EQ(object.generation(), 0);
  EXPECT_EQ(Object::parse(R"({"metadata":null})").name(), "");
}

TEST(Object, PointersFollowRfc6901)
{
  const auto object = Object::parse(pod);
  EXPECT_EQ(object.at("/spec/containers/1/image").as_string(), "envoy");
  EXPECT_EQ(object.at("/spec/a~1b/m~0n").as_int(), 3);
  EXPECT_TRUE(object.at("/status/phase").equals("Running"));
  EXPECT_FALSE(object.at("/spec/containers/2"));
  EXPECT_FALSE(object.at("/spec/containers/01"));
  EXPECT_FALSE(object.at("/spec/containers/-"));
  EXPECT_FALSE(object.at("spec"));
  EXPECT_FALSE(object.at("/specs"));
  EXPECT_FALSE(object.at("/spec/a~2b"));
  EXPECT_EQ(object.at("").bytes(), object.bytes());
}

TEST(Object, RefusesWhatIsNotJson)
{
  const std::string deep(10'000, '[');
  const char* const bad[] = {"",
                             " ",
                             "nul",
                             "[]",
                             "{",
                             R"({"a")",
                             R"({"a":})",
                             R"({"a":1,})",
                             R"({"a":1}x)",
                             R"({"a":01})",
                             R"({"a":1.})",
                             R"({"a":+1})",
                             R"({"a":"\x"})",
                             "{\"a\":\"\n\"}",
                             R"({'a':1})",
                             R"({"a":[1,]})",
                             R"({"a":tru})",
                             R"({"a":-})"};
  for (const char* text : bad) EXPECT_THAT(error_of(text), HasSubstr("not valid JSON at byte")) << text;
  EXPECT_THAT(error_of("{\"a\":" + deep), HasSubstr("nested too deeply"));
  EXPECT_THAT(error_of(R"({"a":1)"), HasSubstr("byte 6 (the end)"));
}

TEST(Object, RefusesHeadersOfTheWrongType)
{
  EXPECT_EQ(error_of(R"({"metadata":[]})"), "metadata: expected an object, got an array");
  EXPECT_EQ(error_of(R"({"metadata":{"name":5}})"), "metadata.name: expected a string, got a number");
  EXPECT_EQ(error_of(R"({"metadata":{"labels":"x"}})"), "metadata.labels: expected an object, got a string");
  EXPECT_EQ(error_of(R"({"metadata":{"generation":1.5}})"), "metadata.generation: expected an integer, got a number");
}

TEST(Object, SharesAndComparesVersions)
{
  const auto object = Object::parse(pod);
  const Object copy = object;
  EXPECT_EQ(copy.bytes().data(), object.bytes().data());
  EXPECT_TRUE(same_version(object, copy));
  EXPECT_FALSE(Object());
}

/// Every pointer of `tree` found by scanning is what the tree has.
void expect_same_at(const Object& object, const json& tree)
{
  const auto flat = tree.flatten();
  for (const auto& [pointer, value] : flat.items()) {
    if (value.is_structured() || pointer.empty()) continue;
    const auto found = object.at(pointer);
    ASSERT_TRUE(found) << pointer;
    ASSERT_EQ(json::parse(found.bytes()), tree.at(json::json_pointer(pointer))) << pointer;
  }
}

// A reader has to see each label a constant number of times: an attacker chooses how many there are.
TEST(Object, ManyLabelsAreReadInTimeThatGrowsWithTheirNumber)
{
  constexpr int count = 100'000;
  std::string labels = R"("first":"1","twice":"earlier","gone":"x")";
  for (int index = 0; index < count; ++index) labels += ",\"k" + std::to_string(index) + "\":\"v\"";
  labels += R"(,"twice":"later","gone":null)";
  const auto object = Object::parse(R"({"metadata":{"labels":{)" + labels + "}}}");
  const auto begun = std::clock();
  const auto read = object.labels();
  const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  EXPECT_LT(seconds, 3.0) << "of the processor's time";
  ASSERT_EQ(read.size(), count + 2U);
  EXPECT_THAT(read.front(), Pair("first", "1"));
  EXPECT_THAT(read.at(1), Pair("k0", "v"));
  EXPECT_THAT(read.back(), Pair("twice", "later"));
}

TEST(ObjectProperty, StrippingIsParsingAndErasing)
{
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    test::RandomJson random(seed);
    auto tree = random.object();
    const std::string text = random.written_oddly(tree);
    ASSERT_EQ(json::parse(text), tree) << text;
    const auto object = Object::parse(text);
    const auto kept = Object::parse(text, {.keep_managed_fields = true});
    ASSERT_EQ(kept.json(), tree);
    if (tree.contains("metadata")) tree["metadata"].erase("managedFields");
    ASSERT_EQ(object.json(), tree) << text;
    ASSERT_NO_FATAL_FAILURE(expect_same_at(object, tree)) << text;
    const auto& metadata = tree.contains("metadata") ? tree["metadata"] : json::object();
    ASSERT_EQ(object.name(), metadata.value("name", "")) << text;
    ASSERT_EQ(object.namespace_(), metadata.value("namespace", "")) << text;
    ASSERT_EQ(object.labels().size(), metadata.value("labels", json::object()).size()) << text;
    ASSERT_EQ(object.generation(), metadata.value("generation", 0)) << text;
  }
}

bool is_strict_json(std::string_view text)
{
  detail::JsonScanner scanner(text, detail::JsonScanner::Rules{.strict = true});
  try {
    scanner.skip_space();
    scanner.value();
    scanner.skip_space();
    return scanner.at_end();
  } catch (const ObjectError&) {
    return false;
  }
}

TEST(ObjectProperty, AcceptsWhatAParserAccepts)
{
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    test::RandomJson random(seed);
    std::string text = random.written_oddly(random.object());
    for (std::size_t left = 1 + random.below(2); left > 0 && !text.empty(); --left) {
      constexpr std::string_view bytes = "{}[]\",:\\u0e-+.tfn \xc3\x80\x01";
      const std::size_t at = random.below(text.size());
      if (random.below(2) == 0)
        text[at] = bytes[random.below(bytes.size())];
      else
        text.erase(at, 1 + random.below(3));
    }
    const auto parsed = json::parse(text, nullptr, false);
    const bool strictly = is_strict_json(text);
    ASSERT_EQ(strictly, !parsed.is_discarded()) << text;
    try {
      const auto object = Object::parse(text, {.keep_managed_fields = true});
      if (strictly) {
        ASSERT_EQ(object.json(), parsed) << text;
      }
    } catch (const ObjectError& error) {
      // What a parser accepts and an object refuses: a header field of the wrong type.
      const bool about_json = std::string_view(error.what()).find("not valid JSON") != std::string_view::npos;
      ASSERT_TRUE(!about_json || !parsed.is_object()) << text << "\n" << error.what();
    }
  }
}

TEST(List, IsWalkedItemByItem)
{
  std::vector<Object> items;
  const ResourceType type{"", "v1", "Pod", "pods", Scope::namespaced};
  const Object::ParseOptions options{.keep_managed_fields = false, .type = &type};
  const auto header = detail::scan_list(
      R"({"kind":"PodList","items":[{"metadata":{"name":"a","managedFields":[]}}, {"metadata":{"name":"b"},"spec":{}}],
          "metadata":{"resourceVersion":"9","continue":"tok","remainingItemCount":3}})",
      [&](const detail::ScannedObject& item) { items.push_back(detail::make_object(item, options)); });
  EXPECT_EQ(header.resource_version, "9");
  EXPECT_EQ(header.continue_, "tok");
  EXPECT_EQ(header.remaining_item_count, 3);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].bytes(), R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}})");
  EXPECT_EQ(items[1].name(), "b");
  EXPECT_EQ(items[1].at("/spec").bytes(), "{}");
}

TEST(List, ErrorsNameTheItem)
{
  const auto ignore = [](const detail::ScannedObject&) {};
  const auto error = [&](const char* text) {
    try {
      detail::scan_list(text, ignore);
    } catch (const ObjectError& caught) {
      return std::string(caught.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(error(R"({"items":[{},{"metadata":{"name":1}}]})"),
            "items[1]: metadata.name: expected a string, got a number");
  EXPECT_EQ(error(R"({"kind":"Status"})"), "not a list: it has no items");
  EXPECT_EQ(error(R"({"items":null})"), "accepted");
  EXPECT_THAT(error(R"({"items":[)"), HasSubstr("not valid JSON"));
}

}  // namespace
}  // namespace kubexx

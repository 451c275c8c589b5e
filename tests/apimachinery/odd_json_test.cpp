// SPDX-License-Identifier: Apache-2.0
// JSON that Go's decoder takes, and so an API server may deliver: deep nesting, half surrogate pairs, bytes that are
// not UTF-8, numbers beyond a double, members with one name. And what cannot be written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/apply_fields.hpp"
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/drop_members.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/patch.hpp"
#include "kubexx/apimachinery/projection.hpp"
#include "kubexx/apimachinery/raw_json.hpp"
#include "kubexx/apimachinery/utf8.hpp"

namespace kubexx {

// As JSONSchemaProps, a type that holds itself.
struct Nest {
  std::vector<Nest> children;
  friend bool operator==(const Nest&, const Nest&) = default;
};
BOOST_DESCRIBE_STRUCT(Nest, (), (children))

struct OddRule {
  std::string name;
  double weight = 0;
  friend bool operator==(const OddRule&, const OddRule&) = default;
};
BOOST_DESCRIBE_STRUCT(OddRule, (), (name, weight))

struct OddSpec {
  std::vector<OddRule> rules;
  std::map<std::string, std::string> data;
  RawJson raw;
  nlohmann::json any;
  Nest nest;
  std::string note;
  friend bool operator==(const OddSpec&, const OddSpec&) = default;
};
template <>
struct FieldTraits<&OddSpec::note> {
  static constexpr std::size_t text_limit = 8;
};
BOOST_DESCRIBE_STRUCT(OddSpec, (), (rules, data, raw, any, nest, note))

struct OddStatus {
  std::vector<Condition> conditions;
  friend bool operator==(const OddStatus&, const OddStatus&) = default;
};
BOOST_DESCRIBE_STRUCT(OddStatus, (), (conditions))

struct Odd {
  static constexpr ResourceInfo kubexx_resource{.group = "x.io", .version = "v1", .kind = "Odd", .plural = "odds"};
  ObjectMeta metadata;
  OddSpec spec;
  OddStatus status;
  friend bool operator==(const Odd&, const Odd&) = default;
};
BOOST_DESCRIBE_STRUCT(Odd, (), (metadata, spec, status))

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::size_t kDeepest = 10'000;

std::string nested(std::size_t levels)
{
  return std::string(levels, '[') + std::string(levels, ']');
}

std::string nested_objects(std::size_t levels, const std::string& member)
{
  std::string text;
  for (std::size_t level = 0; level < levels; ++level) text += "{\"" + member + "\":[";
  for (std::size_t level = 0; level < levels; ++level) text += "]}";
  return text;
}

std::string odd(const std::string& spec)
{
  return R"({"apiVersion":"x.io/v1","kind":"Odd","metadata":{"name":"a","namespace":"n","labels":{"app":"web"}},"spec":)" +
         spec + "}";
}

std::string error_of(const std::function<void()>& call)
{
  try {
    call();
  } catch (const ObjectError& error) {
    return error.what();
  }
  return "no error";
}

void* run(void* work)
{
  (*static_cast<const std::function<void()>*>(work))();
  return nullptr;
}

// On a thread whose stack has a megabyte, as musl's threads or a user's pool may.
void on_a_small_stack(const std::function<void()>& work)
{
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, std::size_t{1} << 20U), 0);
  pthread_t thread{};
  ASSERT_EQ(pthread_create(&thread, &attributes, &run, const_cast<std::function<void()>*>(&work)), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

TEST(DeepJson, IsParsedSelectedAndCopiedWithoutRecursion)
{
  on_a_small_stack([] {
    const std::string text = odd(R"({"raw":)" + nested(kDeepest - 2) + "}");
    const Object object = Object::parse(text);
    EXPECT_EQ(object.bytes(), text);
    EXPECT_EQ(object.label("app"), "web");
    EXPECT_TRUE(LabelSelector::parse("app=web").matches(object));
    EXPECT_EQ(object.at("/spec/raw").bytes().size(), 2 * (kDeepest - 2));
    EXPECT_EQ(object.at("/spec/raw/0/0/0").bytes().size(), 2 * (kDeepest - 5));
    const Object lean = DropMembers({"/metadata/labels"})(object);
    EXPECT_FALSE(lean.label("app"));
    EXPECT_TRUE(same_content(object, Object::parse(text)));
    EXPECT_FALSE(same_content(object, lean));
    const Odd value = object.as<Odd>();
    EXPECT_EQ(value.spec.raw.text().size(), 2 * (kDeepest - 2));
    EXPECT_EQ(object.with(value).bytes(), text);
    EXPECT_FALSE(value.spec.raw == RawJson());
  });
  EXPECT_THAT(error_of([] { (void)Object::parse(odd(nested(kDeepest))); }), HasSubstr("nested too deeply"));
}

TEST(DeepJson, IsRefusedAsATreeAndAsAStructWithAnErrorThatNamesTheObject)
{
  on_a_small_stack([] {
    const Object deep = Object::parse(odd(R"({"any":)" + nested(kDeepest - 2) + "}"));
    const auto refused = AllOf(StartsWith("Odd \"n/a\": "), HasSubstr("nested deeper than 256 levels"));
    EXPECT_THAT(error_of([&] { (void)deep.json(); }), refused);
    EXPECT_THAT(error_of([&] { (void)deep.as<Odd>(); }), refused);
    EXPECT_THAT(error_of([&] { (void)make_patch(deep, Object::parse(odd("{}"))); }), refused);
    const Object nest = Object::parse(odd(R"({"nest":)" + nested_objects(4000, "children") + "}"));
    EXPECT_THAT(error_of([&] { (void)nest.as<Odd>(); }), refused);
    EXPECT_NO_THROW((void)Projection<Odd>()(nest));
    nlohmann::json tree = nlohmann::json::array();
    for (int level = 0; level < 1000; ++level) tree = nlohmann::json::array({std::move(tree)});
    EXPECT_THAT(error_of([&] {
                  (void)Object::from_json(
                      {{"kind", "Odd"}, {"metadata", {{"name", "a"}, {"namespace", "n"}}}, {"spec", std::move(tree)}});
                }),
                refused);
  });
}

TEST(DeepJson, IsATreeUpToTheLimit)
{
  on_a_small_stack([] {
    const Object object = Object::parse(odd(R"({"any":)" + nested(Object::max_tree_depth - 2) + "}"));
    EXPECT_EQ(Object::from_json(object.json()).json(), object.json());
    const Odd value = object.as<Odd>();
    EXPECT_EQ(object.with(value).bytes(), object.bytes());
    EXPECT_EQ(make_patch(object, object).body, "{}");
    const std::string levels = nested_objects(Object::max_tree_depth / 2 - 2, "children");
    const Object nest = Object::parse(odd(R"({"nest":)" + levels + "}"));
    EXPECT_EQ(nest.with(nest.as<Odd>()).bytes(), nest.bytes());
  });
}

TEST(OddJson, TextIsReadAsGoReadsIt)
{
  const std::string text = odd(R"({"data":{"half":"a\ud800b","low":"\udc00","two":"\ud800\ud83d\ude00","x\udfff":"k",)"
                               "\"bytes\":\"d\xe9"
                               "faut \xf0\x9f\x98\",\"cut\":\"\xed\xa0\x80\"},\"any\":\"\xff\"}");
  const Object object = Object::parse(text);
  EXPECT_EQ(object.bytes(), text);
  EXPECT_EQ(object.at("/spec/data/half").as_string(), "a\uFFFDb");
  EXPECT_EQ(object.at("/spec/data/low").as_string(), "\uFFFD");
  EXPECT_EQ(object.at("/spec/data/two").as_string(), "\uFFFD\U0001F600");
  EXPECT_EQ(object.at("/spec/data/x\uFFFD").as_string(), "k");
  EXPECT_EQ(object.at("/spec/data/bytes").as_string(),
            "d\uFFFD"
            "faut \uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(object.at("/spec/data/cut").as_string(), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(object.json()["spec"]["data"]["half"], "a\uFFFDb");
  const Odd value = object.as<Odd>();
  EXPECT_EQ(value.spec.data.at("half"), "a\uFFFDb");
  EXPECT_EQ(value.spec.any, "\uFFFD");
}

TEST(OddJson, WhatWasReadAndNotChangedGoesBackByteForByte)
{
  const std::string text =
      odd("{\"data\":{\"a\":\"\\ud800\",\"b\":\"\xff\"},\"any\":[\"\xfe\",1],\"raw\":1e400,\"x\":\"\xfd\"}");
  const Object object = Object::parse(text);
  Odd value = object.as<Odd>();
  EXPECT_EQ(object.with(value).bytes(), text);
  value.spec.data["c"] = "new";
  EXPECT_EQ(object.with(value).bytes(), odd("{\"data\":{\"a\":\"\\ud800\",\"b\":\"\xff\",\"c\":\"new\"},\"any\":["
                                            "\"\xfe\",1],\"raw\":1e400,\"x\":\"\xfd\"}"));
}

TEST(OddJson, HeaderTextIsReadAsGoReadsIt)
{
  const Object object = Object::parse(
      "{\"metadata\":{\"name\":\"a\xff\",\"labels\":{\"k\xfe\":\"\xfd\"},"
      "\"ownerReferences\":[{\"uid\":\"u\xff\"}]}}");
  EXPECT_EQ(object.name(), "a\uFFFD");
  EXPECT_EQ(object.label("k\uFFFD"), "\uFFFD");
  EXPECT_EQ(object.owners().at(0).uid, "u\uFFFD");
}

TEST(OddJson, ANumberBeyondADoubleIsKeptAndRefusedWhereItIsRead)
{
  const Object object = Object::parse(odd(R"({"raw":1e400,"any":1})"));
  EXPECT_EQ(object.at("/spec/raw").bytes(), "1e400");
  EXPECT_EQ(object.as<Odd>().spec.raw.text(), "1e400");
  EXPECT_THAT(error_of([&] { (void)object.json(); }), StartsWith("Odd \"n/a\": "));
  const Object number = Object::parse(odd(R"({"rules":[{"weight":1e400}]})"));
  EXPECT_THAT(error_of([&] { (void)number.as<Odd>(); }),
              StartsWith("Odd \"n/a\": spec.rules[0].weight: 1e400 is out of range for a double"));
}

TEST(OddJson, OfMembersWithOneNameTheLastOneCountsEverywhere)
{
  const std::string text =
      R"({"kind":"Bad","kind":"Odd","metadata":{"name":"x","uid":"1","labels":{"app":"bad"},"generation":7},)"
      R"("metadata":{"name":"y","name":"a","labels":{"app":"web","app":"evil"}},)"
      R"("spec":{"data":{"gone":"1"}},"spec":{"data":{"k":"1"},"data":{"k":"2","k":"3"},"note":"n","note":null}})";
  const Object object = Object::parse(text);
  const nlohmann::json tree = object.json();
  EXPECT_EQ(object.kind(), "Odd");
  EXPECT_EQ(object.name(), "a");
  EXPECT_EQ(object.uid(), "");
  EXPECT_EQ(object.generation(), 0);
  EXPECT_EQ(object.label("app"), "evil");
  EXPECT_EQ(object.labels(), (std::vector<std::pair<std::string, std::string>>{{"app", "evil"}}));
  EXPECT_FALSE(LabelSelector::parse("app=web").matches(object));
  EXPECT_EQ(object.at("/spec/data/k").as_string(), "3");
  EXPECT_EQ(tree["spec"]["data"], (nlohmann::json{{"k", "3"}}));
  const Odd value = object.as<Odd>();
  EXPECT_EQ(value.metadata.name, "a");
  EXPECT_EQ(value.metadata.uid, "");
  EXPECT_EQ(value.spec.data, (std::map<std::string, std::string>{{"k", "3"}}));
  EXPECT_EQ(value.spec.note, "");
  EXPECT_TRUE(same_content(object.with(value), object)) << object.with(value).bytes();
}

TEST(OddJson, OfManagedFieldsGivenTwiceNeitherIsCutOut)
{
  const std::string text = R"({"metadata":{"managedFields":[1],"name":"a","managedFields":[2]}})";
  EXPECT_EQ(Object::parse(text).json()["metadata"]["managedFields"], nlohmann::json::array({2}));
}

TEST(UnwritableValue, TheErrorNamesKindObjectAndPath)
{
  Odd value;
  value.metadata.name = "a";
  value.metadata.namespace_ = "n";
  value.spec.rules = {{"x", 1}, {"y", std::numeric_limits<double>::quiet_NaN()}};
  EXPECT_EQ(error_of([&] { (void)Object::from(value); }),
            "Odd \"n/a\": spec.rules[1].weight: JSON has no infinity and no NaN");
  const Object before = Object::parse(odd(R"({"rules":[{"name":"x","weight":1,"more":1},{"name":"y"}]})"));
  EXPECT_EQ(error_of([&] { (void)before.with(value); }),
            "Odd \"n/a\": spec.rules[1].weight: JSON has no infinity and no NaN");
  EXPECT_EQ(error_of([&] { (void)applied_object(value); }),
            "Odd \"n/a\": spec.rules[1].weight: JSON has no infinity and no NaN");
  EXPECT_EQ(error_of([&] { (void)encode(value.spec); }), "rules[1].weight: JSON has no infinity and no NaN");
  value.spec.rules.clear();
  value.spec.any = {{"a", {1, -std::numeric_limits<double>::infinity()}}};
  EXPECT_EQ(error_of([&] { (void)Object::from(value); }),
            "Odd \"n/a\": spec.any.a[1]: JSON has no infinity and no NaN");
  value.spec.any = nullptr;
  value.spec.data["a/b"] = "\xff";
  EXPECT_EQ(error_of([&] { (void)Object::from(value); }),
            "Odd \"n/a\": spec.data[\"a/b\"]: text is not UTF-8 and cannot be written as JSON");
  value.spec.data = {{"\xff", "x"}};
  EXPECT_EQ(error_of([&] { (void)Object::from(value); }),
            "Odd \"n/a\": spec.data[\"\uFFFD\"]: text is not UTF-8 and cannot be written as JSON");
  EXPECT_EQ(error_of([&] {
              (void)Object::from_json({{"kind", "Odd"}, {"metadata", {{"name", "b"}}}, {"spec", {{"x", "\xff"}}}});
            }),
            "Odd \"b\": spec.x: text is not UTF-8 and cannot be written as JSON");
}

TEST(TextForPeople, BecomesUtf8AndIsCutWhenItIsWritten)
{
  Odd value;
  value.spec.note =
      "d\xe9"
      "faut \xf0\x9f\x98\x80";  // 8 bytes once it is valid: the next character does not fit
  value.status.conditions.push_back({.type = "Ready",
                                     .status = "False",
                                     .observedGeneration = {},
                                     .lastTransitionTime = {},
                                     .reason = "No\xff",
                                     .message = std::string(40'000, '\xe9')});
  const Object object = Object::from(value);
  EXPECT_EQ(object.at("/spec/note").as_string(),
            "d\uFFFD"
            "faut");
  EXPECT_EQ(object.at("/status/conditions/0/reason").as_string(), "No\uFFFD");
  const auto message = object.at("/status/conditions/0/message").as_string();
  ASSERT_TRUE(message);
  EXPECT_EQ(message->size(), Condition::message_limit / 3 * 3);
  EXPECT_EQ(message->substr(0, 6), "\uFFFD\uFFFD");
  EXPECT_EQ(object.with(value).bytes(), object.bytes()) << "written again it is the same";
}

TEST(TextForPeople, IsWrittenByAnApplyAsByAnUpdate)
{
  Odd value;
  value.metadata.name = "a";
  value.spec.note =
      "d\xe9"
      "faut and more";
  value.status.conditions.push_back({.type = "Ready",
                                     .status = "False",
                                     .observedGeneration = {},
                                     .lastTransitionTime = {},
                                     .reason = "No\xff",
                                     .message = std::string(40'000, 'x')});
  const Object updated = Object::from(value);
  const Object applied = applied_object(value);
  for (const char* text : {"/spec/note", "/status/conditions/0/reason", "/status/conditions/0/message"}) {
    EXPECT_EQ(applied.at(text).as_string(), updated.at(text).as_string()) << text;
  }
}

// It is longer than what we may write, but ours to keep: of 20,000 characters, as the API server counts.
TEST(TextForPeople, OfAnotherWriterIsLeftAsItIs)
{
  std::string message;
  for (int index = 0; index < 20'000; ++index) message += "\u4f60";
  const Object object = Object::parse(
      R"({"apiVersion":"x.io/v1","kind":"Odd","metadata":{"name":"a"},"spec":{"note":"longer than 8"},"status":{)"
      R"("conditions":[{"type":"Theirs","status":"True","lastTransitionTime":"2024-01-01T00:00:00Z","reason":"Yes",)"
      R"("message":")" +
      message + R"("}]}})");
  Odd value = object.as<Odd>();
  EXPECT_EQ(object.with(value).bytes(), object.bytes());
  value.status.conditions.push_back({.type = "Ours",
                                     .status = "True",
                                     .observedGeneration = {},
                                     .lastTransitionTime = {},
                                     .reason = "Yes",
                                     .message = message});
  const Object written = object.with(value);
  EXPECT_EQ(written.at("/spec/note").as_string(), "longer than 8");
  EXPECT_EQ(written.at("/status/conditions/0").bytes(), object.at("/status/conditions/0").bytes());
  EXPECT_EQ(written.at("/status/conditions/1/message").as_string(), valid_utf8(message, Condition::message_limit));
}

TEST(TextForPeople, IsTheSameConditionAgain)
{
  std::vector<Condition> conditions;
  const Condition wanted{.type = "Ready",
                         .status = "False",
                         .observedGeneration = {},
                         .lastTransitionTime = {},
                         .reason = "No",
                         .message =
                             "d\xe9"
                             "faut"};
  EXPECT_TRUE(set_condition(conditions, wanted, Time{}));
  EXPECT_FALSE(set_condition(conditions, wanted, Time{}));
  EXPECT_EQ(conditions.at(0).message,
            "d\uFFFD"
            "faut");
}

TEST(ValidUtf8, ReplacesEachBadByteAndThenCuts)
{
  EXPECT_EQ(valid_utf8("grün \U0001F600"), "grün \U0001F600");
  EXPECT_EQ(valid_utf8("\x80\xc3"), "\uFFFD\uFFFD");
  EXPECT_EQ(valid_utf8(std::string(1200, '\x80'), 1024).size(), 1023U);
  EXPECT_EQ(valid_utf8("aé", 2), "a");
  EXPECT_EQ(valid_utf8("aé", 3), "aé");
  EXPECT_EQ(valid_utf8("abc", 0), "");
}

}  // namespace
}  // namespace kubexx

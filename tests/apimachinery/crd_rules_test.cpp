// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/crd_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "crd_cases.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/schema/typed_schema.hpp"

namespace crd_rules_test {

using nlohmann::json;
using namespace kubexx;
using crd_cases::members_of;
using schema::TypedSchema;
using testing::ElementsAre;
using testing::IsEmpty;

using Text = std::optional<std::string>;

struct AtMost {
  Text foo;
  Text namespace_;
};
KUBEXX_DESCRIBE(AtMost, foo, namespace_);
KUBEXX_SCHEMA(AtMost, at_most_one_of<"foo", "namespace">);
struct Exactly {
  Text a, b, c, d;
};
KUBEXX_DESCRIBE(Exactly, a, b, c, d);
KUBEXX_SCHEMA(Exactly, exactly_one_of<"a", "b">, exactly_one_of<"c", "d">);
struct AtLeast {
  Text c;
  std::string d;  // an empty one is not written, so it is not set
};
KUBEXX_DESCRIBE(AtLeast, c, d);
KUBEXX_SCHEMA(AtLeast, at_least_one_of<"c", "d">);
struct AllThree {
  Text a, b, c, d, e, f, g_1;
};
KUBEXX_DESCRIBE(AllThree, a, b, c, d, e, f, g_1);
KUBEXX_SCHEMA(AllThree, at_most_one_of<"a", "b">, exactly_one_of<"c", "d">, at_least_one_of<"e", "f", "g_1">);

struct Groups {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Groups", "groups"};
  ObjectMeta metadata;
  std::optional<AtMost> at_most;
  std::optional<Exactly> exactly;
  std::optional<AtLeast> at_least;
  std::optional<AllThree> all;
};
KUBEXX_DESCRIBE(Groups, metadata, at_most, exactly, at_least, all);

std::vector<std::string> told(const std::vector<StatusCause>& causes)
{
  std::vector<std::string> texts;
  for (const auto& cause : causes) texts.push_back(cause.field + ": " + cause.message);
  return texts;
}
std::vector<std::string> refused(const std::string& text)
{
  static const TypedSchema<Groups> schema;
  return told(schema.validate(decode_text<Groups>(text)));
}

TEST(CrdRules, AGroupOfMembersIsARuleOfTheStruct)
{
  const json all = members_of<Groups>()["all"];
  EXPECT_EQ(all["x-kubernetes-validations"], json::parse(R"json([
      {"rule": "(has(self.a)?1:0)+(has(self.b)?1:0) <= 1", "message": "at most one of the fields in [a b] may be set"},
      {"rule": "(has(self.c)?1:0)+(has(self.d)?1:0) == 1", "message": "exactly one of the fields in [c d] must be set"},
      {"rule": "(has(self.e)?1:0)+(has(self.f)?1:0)+(has(self.g_1)?1:0) >= 1",
       "message": "at least one of the fields in [e f g_1] must be set"}])json"));
  EXPECT_EQ(members_of<Groups>()["at_most"]["x-kubernetes-validations"][0]["rule"],
            "(has(self.foo)?1:0)+(has(self.__namespace__)?1:0) <= 1")
      << "CEL reserves the name";
}

TEST(CrdRules, AtMostOneOf)
{
  EXPECT_THAT(refused(R"({"at_most": {"foo": "foo"}})"), IsEmpty());
  EXPECT_THAT(refused(R"({"at_most": {}})"), IsEmpty());
  EXPECT_THAT(refused(R"({"at_most": {"foo": "foo", "namespace": "n"}})"),
              ElementsAre("at_most: Invalid value: at most one of the fields in [foo namespace] may be set"));
}

TEST(CrdRules, ExactlyOneOf)
{
  EXPECT_THAT(refused(R"({"exactly": {"a": "a", "c": "c"}})"), IsEmpty());
  EXPECT_THAT(refused(R"({})"), IsEmpty()) << "the struct is not set";
  EXPECT_THAT(refused(R"({"exactly": {"a": "a", "c": "c", "d": "d"}})"),
              ElementsAre("exactly: Invalid value: exactly one of the fields in [c d] must be set"));
  EXPECT_THAT(refused(R"({"exactly": {"a": "a"}})"),
              ElementsAre("exactly: Invalid value: exactly one of the fields in [c d] must be set"));
}

TEST(CrdRules, AtLeastOneOf)
{
  EXPECT_THAT(refused(R"({"at_least": {"c": "c"}})"), IsEmpty());
  EXPECT_THAT(refused(R"({"at_least": {"c": "c", "d": "d"}})"), IsEmpty());
  EXPECT_THAT(refused(R"({"at_least": {}})"),
              ElementsAre("at_least: Invalid value: at least one of the fields in [c d] must be set"));
  EXPECT_THAT(refused(R"({"all": {"c": "c"}})"),
              ElementsAre("all: Invalid value: at least one of the fields in [e f g_1] must be set"));
}

struct OfBase {
  Text a;
  int number = 0;
};
KUBEXX_DESCRIBE(OfBase, (a, required), number);
KUBEXX_SCHEMA(OfBase, exactly_one_of<"a", "bb">);
struct Impossible : OfBase {
  std::optional<int> maybe;
  bool flag = false;
  Text namespace_;
};
KUBEXX_DESCRIBE_DERIVED(Impossible, (OfBase), maybe, flag, namespace_);
KUBEXX_SCHEMA(Impossible, at_most_one_of<"number", "flag">, at_least_one_of<"maybe", "namespace">);
struct ImpossibleKind {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Impossible", "impossibles"};
  std::vector<Impossible> list;
};
KUBEXX_DESCRIBE(ImpossibleKind, list);

TEST(CrdRules, AGroupThatCannotBeIsAProblem)
{
  try {
    static_cast<void>(schema_of(described_kind<ImpossibleKind>()));
    FAIL();
  } catch (const CrdError& error) {
    const std::string at = "Impossible.example.org/v1: list[*]: ";
    const std::string exactly = at + "exactly one of the fields in [a bb] must be set: ";
    const std::string at_most = at + "at most one of the fields in [number flag] may be set: ";
    EXPECT_THAT(error.problems(),
                ElementsAre(exactly + "a is required, so it is always set", exactly + "there is no member bb",
                            at_most + "the struct always writes number: make it a std::optional",
                            at_most + "the struct always writes flag: make it a std::optional"));
  }
}

struct MisspelledSpec {
  Text a;
};
KUBEXX_DESCRIBE(MisspelledSpec, a);
KUBEXX_SCHEMA(MisspelledSpec, immutable_once_set<"b">);
struct Misspelled {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Misspelled", "misspelleds"};
  MisspelledSpec spec;
};
KUBEXX_DESCRIBE(Misspelled, spec);

TEST(CrdRules, AMemberThatIsNotThereIsRefusedWhenTheCrdIsChecked)
{
  const auto causes = told(schema::validate_crd(crd_of(described_kind<Misspelled>())));
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_THAT(causes[0], testing::HasSubstr("undefined field 'b'"));
}

struct Pair {
  std::string key;
  std::string value;
};
KUBEXX_DESCRIBE(Pair, key, value);
struct FixedSpec {
  std::string text;
  Pair pair;
  std::vector<std::string> list;
  std::map<std::string, std::string> map;
  Text maybe_text;
  std::string maybe_literal;
  std::optional<Pair> maybe_pair;
  Pair maybe_plain_pair;
  std::vector<std::string> maybe_list;
  std::map<std::string, std::string> maybe_map;
  std::string free;
};
KUBEXX_DESCRIBE(FixedSpec, (text, required, immutable), (pair, required, immutable), (list, required, immutable),
                (map, required, immutable), (maybe_text, immutable), (maybe_literal, immutable),
                (maybe_pair, immutable), (maybe_plain_pair, immutable), (maybe_list, immutable), (maybe_map, immutable),
                free);
KUBEXX_SCHEMA(FixedSpec, immutable_once_set<"maybe_text">, immutable_once_set<"maybe_literal">,
              immutable_once_set<"maybe_pair">, immutable_once_set<"maybe_plain_pair">,
              immutable_once_set<"maybe_list">, immutable_once_set<"maybe_map">);
struct Fixed {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Fixed", "fixeds"};
  ObjectMeta metadata;
  FixedSpec spec;
};
KUBEXX_DESCRIBE(Fixed, metadata, (spec, required));

class CrdImmutable : public testing::Test {
protected:
  CrdImmutable()
  {
    kept_.spec.text = "original";
    kept_.spec.pair = {"k", "v"};
    kept_.spec.list = {"a", "b"};
    kept_.spec.map = {{"k1", "v1"}};
    kept_.spec.free = "can-change";
  }
  /// What an update from `kept_` to a copy changed by `change` is refused with.
  std::vector<std::string> update(void (*change)(FixedSpec&))
  {
    changed_ = kept_;
    change(changed_.spec);
    return told(schema_.validate(kept_, changed_));
  }
  void keep() { kept_ = changed_; }

  const TypedSchema<Fixed> schema_;
  Fixed kept_;
  Fixed changed_;
};

TEST_F(CrdImmutable, IsARuleOfTheMemberAndOneOfTheStruct)
{
  const json spec = members_of<Fixed>()["spec"];
  EXPECT_EQ(spec["properties"]["text"]["x-kubernetes-validations"],
            json::parse(R"([{"rule": "self == oldSelf", "message": "field is immutable"}])"));
  EXPECT_EQ(spec["x-kubernetes-validations"].size(), 6U);
  EXPECT_EQ(spec["x-kubernetes-validations"][0], json::parse(R"json({
      "rule": "!has(oldSelf.maybe_text) || has(self.maybe_text)",
      "message": "field maybe_text is immutable once set"})json"));
}

TEST_F(CrdImmutable, ANewObjectIsAcceptedAndOtherMembersChange)
{
  EXPECT_THAT(told(schema_.validate(kept_)), IsEmpty());
  EXPECT_THAT(update([](FixedSpec& spec) { spec.free = "updated"; }), IsEmpty());
}

TEST_F(CrdImmutable, ARequiredMemberOfEachTypeIsNeitherChangedNorEmptied)
{
  const auto fixed = [](const char* member) { return ElementsAre(testing::StartsWith(std::string("spec.") + member)); };
  EXPECT_THAT(update([](FixedSpec& spec) { spec.text = "changed"; }),
              ElementsAre("spec.text: Invalid value: \"changed\": field is immutable"));
  EXPECT_THAT(update([](FixedSpec& spec) { spec.pair.value = "changed"; }), fixed("pair: Invalid value"));
  EXPECT_THAT(update([](FixedSpec& spec) { spec.list.back() = "c"; }), fixed("list: Invalid value"));
  EXPECT_THAT(update([](FixedSpec& spec) { spec.map["k1"] = "changed"; }), fixed("map: Invalid value"));
  EXPECT_THAT(update([](FixedSpec& spec) { spec.text.clear(); }), fixed("text: Invalid value"));
  EXPECT_THAT(update([](FixedSpec& spec) { spec.pair = {}; }), fixed("pair: Invalid value"));
  EXPECT_THAT(update([](FixedSpec& spec) { spec.list.clear(); }), fixed("list: Invalid value"));
  EXPECT_THAT(update([](FixedSpec& spec) { spec.map.clear(); }), fixed("map: Invalid value"));
}

/// Sets a member first, then changes it, then removes it.
struct Steps {
  const char* member;
  void (*set)(FixedSpec&);
  void (*change)(FixedSpec&);
  void (*clear)(FixedSpec&);
};

TEST_F(CrdImmutable, AnOptionalMemberOfEachTypeIsSetOnce)
{
  using S = FixedSpec&;
  const Fixed first = kept_;
  for (const Steps& steps : {
           Steps{"maybe_text", [](S s) { s.maybe_text = "1"; }, [](S s) { s.maybe_text = "2"; },
                 [](S s) { s.maybe_text.reset(); }},
           Steps{"maybe_literal", [](S s) { s.maybe_literal = "1"; }, [](S s) { s.maybe_literal = "2"; },
                 [](S s) { s.maybe_literal.clear(); }},
           Steps{"maybe_pair", [](S s) { s.maybe_pair = {"k", "v"}; }, [](S s) { s.maybe_pair = {"k", "w"}; },
                 [](S s) { s.maybe_pair.reset(); }},
           Steps{"maybe_plain_pair", [](S s) { s.maybe_plain_pair = {"k", "v"}; },
                 [](S s) { s.maybe_plain_pair = {"k", "w"}; }, [](S s) { s.maybe_plain_pair = {}; }},
           Steps{"maybe_list", [](S s) { s.maybe_list = {"x", "y"}; }, [](S s) { s.maybe_list = {"x", "z"}; },
                 [](S s) { s.maybe_list.clear(); }},
           Steps{"maybe_map", [](S s) { s.maybe_map = {{"a", "1"}}; }, [](S s) { s.maybe_map = {{"a", "2"}}; },
                 [](S s) { s.maybe_map.clear(); }},
       }) {
    const std::string member = steps.member;
    kept_ = first;
    EXPECT_THAT(update(steps.set), IsEmpty()) << member;
    keep();
    EXPECT_THAT(update(steps.change), ElementsAre(testing::StartsWith("spec." + member + ": Invalid value"))) << member;
    EXPECT_THAT(update(steps.clear), ElementsAre("spec: Invalid value: field " + member + " is immutable once set"))
        << member;
  }
}

}  // namespace crd_rules_test

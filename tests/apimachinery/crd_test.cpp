// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/crd.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/bytes.hpp"
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/describe_struct.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/raw_json.hpp"

namespace crd_test {

using nlohmann::json;
using namespace kubexx;

enum class Policy { allow, forbid };
BOOST_DESCRIBE_ENUM(Policy, allow, forbid)

struct Protocol : OpenEnum<Protocol> {
  using OpenEnum::OpenEnum;
  static constexpr Name TCP{"TCP"}, UDP{"UDP"};
  static constexpr std::array kubexx_values{TCP, UDP};
};

struct Port {
  std::string name;
  int number = 0;
};
KUBEXX_DESCRIBE(Port, name, (number, required, minimum(1), maximum(65535)));

struct Template {
  ObjectMeta metadata;
  std::map<std::string, std::string> data;
};
KUBEXX_DESCRIBE(Template, metadata, data);

struct Spec {
  std::string schedule;
  int keep = 3;
  std::int64_t bytes = 0;
  std::uint16_t small = 0;
  std::optional<bool> suspend;
  double ratio = 0;
  Policy policy = Policy::allow;
  Protocol protocol;
  std::optional<Quantity> size;
  std::optional<IntOrString> share;
  std::optional<Time> after;
  std::optional<MetaDuration> every;
  Bytes key;
  json anything;
  RawJson raw;
  std::vector<Port> ports;
  std::vector<std::string> hosts;
  std::map<std::string, std::vector<int>> table;
  Template template_;
};
KUBEXX_DESCRIBE(Spec, (schedule, required, min_length(1), max_length(64), pattern("^[0-9*]"), description("When.")),
                (keep, name("keepCount"), default_value(3), minimum(0), exclusive_maximum(100), multiple_of(1)), bytes,
                small, suspend, ratio, (policy, default_value(Policy::allow)), (protocol, default_value(Protocol::TCP)),
                size, share, after, every, key, anything, raw,
                (ports, list_map_key("name"), max_items(16), items, rule("self.number > 0", "positive")),
                (hosts, list_set, items, format("hostname"), enum_value("a"), enum_value("b")),
                (table, map_atomic, max_properties(4), items, min_items(1), items, minimum(-1)),
                (template_, default_json("{}")));
KUBEXX_SCHEMA(Spec, description("A spec."),
              rule("self.keepCount < 10", {.message_expression = "'no'",
                                           .reason = "FieldValueForbidden",
                                           .field_path = ".keepCount",
                                           .optional_old_self = true}));

struct Status {
  std::vector<Condition> conditions;
};
KUBEXX_DESCRIBE(Status, conditions);

struct Backup {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Backup", "backups"};
  ObjectMeta metadata;
  Spec spec;
  Status status;
};
KUBEXX_DESCRIBE(Backup, metadata, (spec, required), status);
KUBEXX_CRD(Backup, short_name("bk"), category("all"), column("Keep", "integer", ".spec.keepCount", {.priority = 1}),
           scale(".spec.keepCount", ".status.kept"), selectable_field(".spec.schedule"));

TEST(CrdSchema, EachTypeAndFact)
{
  const json schema = schema_of(described_kind<Backup>());
  EXPECT_EQ(schema["required"], json({"spec"}));
  EXPECT_EQ(schema["properties"]["metadata"], json({{"type", "object"}})) << "a server checks it by itself";
  EXPECT_EQ(schema["properties"]["kind"], json({{"type", "string"}}));
  const json& spec = schema["properties"]["spec"];
  EXPECT_EQ(spec["type"], "object");
  EXPECT_EQ(spec["required"], json({"schedule"}));
  EXPECT_EQ(spec["description"], "A spec.");
  EXPECT_EQ(spec["x-kubernetes-validations"], json::parse(R"([{"rule": "self.keepCount < 10",
      "messageExpression": "'no'", "reason": "FieldValueForbidden", "fieldPath": ".keepCount",
      "optionalOldSelf": true}])"));
  const auto is = [&](const char* member, const char* expected) {
    EXPECT_EQ(spec["properties"][member], json::parse(expected)) << member;
  };
  is("schedule",
     R"({"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[0-9*]", "description": "When."})");
  is("keepCount", R"({"type": "integer", "format": "int32", "default": 3, "minimum": 0, "maximum": 100,
                      "exclusiveMaximum": true, "multipleOf": 1})");
  is("bytes", R"({"type": "integer", "format": "int64"})");
  is("small", R"({"type": "integer", "format": "int32", "minimum": 0, "maximum": 65535})");
  is("suspend", R"({"type": "boolean"})");
  is("ratio", R"({"type": "number", "format": "double"})");
  is("policy", R"({"type": "string", "enum": ["allow", "forbid"], "default": "allow"})");
  is("protocol", R"({"type": "string", "enum": ["TCP", "UDP"], "default": "TCP"})");
  EXPECT_EQ(spec["properties"]["size"]["x-kubernetes-int-or-string"], true);
  EXPECT_TRUE(spec["properties"]["size"]["pattern"].get<std::string>().starts_with(R"(^(\+|-)?)"));
  is("share", R"({"anyOf": [{"type": "integer"}, {"type": "string"}], "x-kubernetes-int-or-string": true})");
  is("after", R"({"type": "string", "format": "date-time"})");
  is("every", R"({"type": "string"})");
  is("key", R"({"type": "string", "format": "byte"})");
  is("anything", R"({"x-kubernetes-preserve-unknown-fields": true})");
  is("raw", R"({"x-kubernetes-preserve-unknown-fields": true})");
  is("ports", R"({"type": "array", "maxItems": 16, "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"], "items": {"type": "object", "required": ["name", "number"],
      "properties": {"name": {"type": "string"},
                     "number": {"type": "integer", "format": "int32", "minimum": 1, "maximum": 65535}},
      "x-kubernetes-validations": [{"rule": "self.number > 0", "message": "positive"}]}})");
  is("hosts", R"({"type": "array", "x-kubernetes-list-type": "set",
      "items": {"type": "string", "format": "hostname", "enum": ["a", "b"]}})");
  is("table", R"({"type": "object", "maxProperties": 4, "x-kubernetes-map-type": "atomic",
      "additionalProperties": {"type": "array", "minItems": 1,
                               "items": {"type": "integer", "format": "int32", "minimum": -1}}})");
  is("template", R"({"type": "object", "default": {}, "properties": {
      "data": {"type": "object", "additionalProperties": {"type": "string"}},
      "metadata": {"type": "object", "properties": {
          "name": {"type": "string"}, "namespace": {"type": "string"},
          "labels": {"type": "object", "additionalProperties": {"type": "string"}},
          "annotations": {"type": "object", "additionalProperties": {"type": "string"}},
          "finalizers": {"type": "array", "items": {"type": "string"}}}}}})");
  const json& conditions = schema["properties"]["status"]["properties"]["conditions"];
  EXPECT_EQ(conditions["x-kubernetes-list-map-keys"], json({"type"}));
  EXPECT_EQ(conditions["items"]["required"], json({"lastTransitionTime", "message", "reason", "status", "type"}));
  EXPECT_EQ(conditions["items"]["properties"]["status"]["enum"], json({"True", "False", "Unknown"}));
}

struct Other {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Other", "others", Scope::cluster};
  std::int64_t count = 0;
  std::map<std::string, int> table;
};
KUBEXX_DESCRIBE(Other, (count, format(""), keywords(R"({"title":"Count"})")), (table, map_granular));
KUBEXX_SCHEMA(Other, keywords(R"({"oneOf":[{"required":["count"]}]})"));
KUBEXX_CRD(Other, status, implicit_root, annotation("a.org/b", "c"), label("d", "e"), singular("oth"),
           list_kind("Others"));

TEST(CrdSchema, KeywordsAreAddedAndAFormatRemoved)
{
  EXPECT_EQ(schema_of(described_kind<Other>()), json::parse(R"({"type": "object", "oneOf": [{"required": ["count"]}],
      "properties": {"count": {"type": "integer", "title": "Count"},
                     "table": {"type": "object", "x-kubernetes-map-type": "granular",
                               "additionalProperties": {"type": "integer", "format": "int32"}}}})"));
  const json crd = crd_of(described_kind<Other>());
  EXPECT_EQ(crd["metadata"], json::parse(R"({"name": "others.example.org", "annotations": {"a.org/b": "c"},
                                            "labels": {"d": "e"}})"));
  EXPECT_EQ(crd["spec"]["scope"], "Cluster");
  EXPECT_EQ(crd["spec"]["names"]["singular"], "oth");
  EXPECT_EQ(crd["spec"]["names"]["listKind"], "Others");
  EXPECT_EQ(crd["spec"]["versions"][0]["subresources"], json::parse(R"({"status": {}})"));
}

struct Named {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Named", "nameds"};
  ObjectMeta metadata;
};
KUBEXX_DESCRIBE(Named, (metadata, required, keywords(R"({"properties":{"name":{"type":"string","maxLength":9}}})")));

TEST(CrdSchema, TheMetadataOfAKindMayStateFacts)
{
  const json schema = schema_of(described_kind<Named>());
  EXPECT_EQ(schema["required"], json({"metadata"}));
  EXPECT_EQ(schema["properties"]["metadata"],
            json::parse(R"({"type": "object", "properties": {"name": {"type": "string", "maxLength": 9}}})"));
}

TEST(CrdSchema, AStatedKeyFindsTheElementsOfAWriteToo)
{
  const Object before = Object::parse(R"({"apiVersion": "example.org/v1", "kind": "Backup", "metadata": {"name": "a"},
      "spec": {"schedule": "*", "ports": [{"name": "a", "number": 1, "unknown": 1},
                                          {"name": "b", "number": 2, "unknown": 2}]}})");
  auto backup = before.as<Backup>();
  std::swap(backup.spec.ports.at(0), backup.spec.ports.at(1));
  backup.spec.ports.at(0).number = 3;
  EXPECT_EQ(before.with(backup).json()["spec"]["ports"],
            json::parse(R"([{"name": "b", "number": 3, "unknown": 2}, {"name": "a", "number": 1, "unknown": 1}])"));
}

TEST(CrdSchema, ANameInJsonIsThatOfTheCodecToo)
{
  Spec spec;
  spec.keep = 7;
  EXPECT_EQ(json::parse(encode(spec))["keepCount"], 7);
  EXPECT_EQ(decode_text<Spec>(R"({"keepCount": 8})").keep, 8);
}

TEST(Crd, HasTheFactsOfItsKind)
{
  json crd = crd_of(described_kind<Backup>());
  crd["spec"]["versions"][0].erase("schema");
  EXPECT_EQ(crd, json::parse(R"({
    "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
    "metadata": {"name": "backups.example.org"},
    "spec": {
      "group": "example.org", "scope": "Namespaced",
      "names": {"kind": "Backup", "listKind": "BackupList", "plural": "backups", "singular": "backup",
                "shortNames": ["bk"], "categories": ["all"]},
      "versions": [{
        "name": "v1", "served": true, "storage": true,
        "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.keepCount",
                                                 "statusReplicasPath": ".status.kept"}},
        "additionalPrinterColumns": [{"name": "Keep", "type": "integer", "jsonPath": ".spec.keepCount",
                                      "priority": 1}],
        "selectableFields": [{"jsonPath": ".spec.schedule"}]}]}})"));
}

struct Tree {
  std::vector<Tree> children;
};
KUBEXX_DESCRIBE(Tree, children);
struct Odd {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Odd", "odds"};
  Tree tree;
  std::map<std::string, std::vector<Port>> table;
  std::string text;
};
KUBEXX_DESCRIBE(Odd, tree, (table, items, list_map_key("nmae")), (text, default_json("{")));

TEST(Crd, AllProblemsAreToldWithTheirPaths)
{
  try {
    static_cast<void>(crd_of(described_kind<Odd>()));
    FAIL();
  } catch (const CrdError& error) {
    const std::string text = error.what();
    EXPECT_EQ(error.problems().size(), 4U) << text;
    EXPECT_NE(text.find("tree.children[*]: its struct contains itself"), std::string::npos) << text;
    EXPECT_NE(text.find("table[*]: list_map_key(\"nmae\"): the elements have no such member"), std::string::npos)
        << text;
    EXPECT_NE(text.find("text: default_json is not JSON: {"), std::string::npos) << text;
    EXPECT_NE(text.find("a CRD needs a group"), std::string::npos) << text;
  }
}

struct OldBackup {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1beta1", "Backup", "backups"};
  ObjectMeta metadata;
};
KUBEXX_DESCRIBE(OldBackup, metadata);
KUBEXX_CRD(OldBackup, not_stored, not_served, deprecated("use v1"));

TEST(Crd, HasSeveralVersions)
{
  const std::array versions{described_kind<OldBackup>(), described_kind<Backup>()};
  const json crd = crd_of(versions);
  EXPECT_EQ(crd["spec"]["versions"][0]["name"], "v1beta1");
  EXPECT_EQ(crd["spec"]["versions"][0]["storage"], false);
  EXPECT_EQ(crd["spec"]["versions"][0]["served"], false);
  EXPECT_EQ(crd["spec"]["versions"][0]["deprecated"], true);
  EXPECT_EQ(crd["spec"]["versions"][0]["deprecationWarning"], "use v1");
  EXPECT_EQ(crd["spec"]["versions"][1]["storage"], true);
  EXPECT_EQ(crd["spec"]["names"]["shortNames"], json({"bk"})) << "those of the stored version";
  const std::array twice{described_kind<Backup>(), described_kind<Backup>()};
  EXPECT_THROW(static_cast<void>(crd_of(twice)), CrdError);
  EXPECT_THROW(static_cast<void>(crd_of(described_kind<OldBackup>())), CrdError) << "no version is stored";
}

TEST(CrdMismatch, APrintedCrdFitsItsStruct)
{
  EXPECT_EQ(crd_mismatches(described_kind<Backup>(), crd_of(described_kind<Backup>())), std::vector<std::string>());
}

/// The mismatches after a change of the printed CRD.
std::vector<std::string> mismatches(const std::string& pointer, const json& value)
{
  json crd = crd_of(described_kind<Backup>());
  if (value.is_discarded()) {
    crd = crd.patch({{{"op", "remove"}, {"path", pointer}}});
  } else {
    crd[json::json_pointer(pointer)] = value;
  }
  return crd_mismatches(described_kind<Backup>(), crd);
}
const json removed(json::value_t::discarded);
const std::string spec_at = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/";

TEST(CrdMismatch, NamesThePathAndBothSides)
{
  using Texts = std::vector<std::string>;
  EXPECT_EQ(mismatches("/spec/names/kind", "Backupp"),
            Texts{R"(kind: the struct has "Backup", the CRD has "Backupp")"});
  EXPECT_EQ(mismatches("/spec/names/plural", "backup"),
            Texts{R"(plural: the struct has "backups", the CRD has "backup")"});
  EXPECT_EQ(mismatches("/spec/scope", "Cluster"),
            Texts{R"(scope: the struct has "Namespaced", the CRD has "Cluster")"});
  EXPECT_EQ(mismatches("/spec/versions/0/name", "v2"), Texts{R"(version: the struct has "v1", the CRD has v2)"});
  EXPECT_EQ(mismatches("/spec/versions/0/subresources/status", removed).size(), 1U);
  EXPECT_EQ(
      mismatches(spec_at + "schedule", removed),
      Texts{"spec.schedule: the struct has this member, the CRD does not declare it, so the API server drops it"});
  json crd = crd_of(described_kind<Backup>());
  json& members = crd[json::json_pointer("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties")];
  members["shedule"] = members["schedule"];
  members.erase("schedule");
  EXPECT_EQ(crd_mismatches(described_kind<Backup>(), crd),
            Texts{"spec.schedule: the struct has this member, the CRD does not declare it, so the API server drops it; "
                  "it declares \"shedule\""});
  EXPECT_EQ(mismatches(spec_at + "keepCount/type", "string"),
            Texts{"spec.keepCount: the struct has integer, the CRD has string"});
  EXPECT_EQ(mismatches(spec_at + "ratio/type", "integer"),
            Texts{"spec.ratio: the struct has a floating-point number, the CRD has an integer"});
  EXPECT_EQ(
      mismatches(spec_at + "ports/x-kubernetes-list-map-keys", json({"number"})),
      Texts{"spec.ports: the struct has a list of type map with the key name, the CRD has a list of type map with "
            "the key number"});
  EXPECT_EQ(mismatches(spec_at + "ports/items/properties/number/type", "string"),
            Texts{"spec.ports[*].number: the struct has integer, the CRD has string"});
  EXPECT_EQ(mismatches(spec_at + "template/properties/metadata", json({{"type", "object"}})).size(), 5U)
      << "a server prunes what an embedded object's metadata does not declare";
  EXPECT_EQ(mismatches(spec_at + "table", json({{"type", "object"}, {"properties", {{"a", {{"type", "string"}}}}}})),
            Texts{"spec.table: the struct has a map with any keys, the CRD has an object with declared members"});
}

TEST(CrdMismatch, NamesValuesThatOneSideLacks)
{
  using Texts = std::vector<std::string>;
  EXPECT_EQ(mismatches(spec_at + "policy/enum", json({"allow", "forbid", "ask"})),
            Texts{"spec.policy: the CRD accepts the value \"ask\", which the enum of the struct cannot hold"});
  EXPECT_EQ(mismatches(spec_at + "policy/enum", json({"allow"})),
            Texts{"spec.policy: the struct has the value \"forbid\", which the CRD does not accept"});
  EXPECT_EQ(mismatches(spec_at + "protocol/enum", json({"TCP", "UDP", "SCTP"})), Texts()) << "it is an OpenEnum";
  EXPECT_EQ(mismatches(spec_at + "policy/enum", removed), Texts()) << "the CRD does not say which values there are";
  EXPECT_EQ(mismatches(spec_at + "table/additionalProperties/items/format", "int64"),
            Texts{"spec.table[*][*]: the struct has an integer of 32 bits, the CRD has one of 64 bits"});
  EXPECT_EQ(mismatches(spec_at + "table/additionalProperties/items/format", removed), Texts());
  EXPECT_EQ(mismatches(spec_at + "keepCount/format", "int64"), Texts()) << "its maximum fits";
}

TEST(CrdMismatch, NamesTextsOfAnotherFormat)
{
  EXPECT_EQ(
      mismatches(spec_at + "after/format", "duration"),
      std::vector<std::string>{"spec.after: the struct has the format date-time, the CRD has the format duration"});
  EXPECT_EQ(mismatches(spec_at + "after/format", removed), std::vector<std::string>());
}

TEST(CrdMismatch, TheCrdMayTakeMore)
{
  EXPECT_TRUE(mismatches(spec_at + "more", json({{"type", "string"}})).empty());
  EXPECT_TRUE(mismatches(spec_at + "schedule/nullable", true).empty());
  EXPECT_TRUE(mismatches(spec_at + "schedule/type", removed).empty());
  EXPECT_TRUE(mismatches(spec_at + "ratio", json({{"x-kubernetes-preserve-unknown-fields", true}})).empty());
}

TEST(CrdMismatch, ACrdThatIsNoneIsNoReasonToCrash)
{
  for (const char* text : {"null", "[]", "{}", R"({"spec": []})", R"({"spec": {"versions": {}}})",
                           R"({"spec": {"versions": [null, {"name": "v1", "schema": 7}]}})"}) {
    EXPECT_FALSE(crd_mismatches(described_kind<Backup>(), json::parse(text)).empty()) << text;
  }
}

}  // namespace crd_test

// SPDX-License-Identifier: Apache-2.0
// What kubexx types makes of odd CRDs, and what it refuses.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "errors.hpp"
#include "types/build.hpp"
#include "types/names.hpp"
#include "types/print.hpp"
#include "types/sources.hpp"

namespace kubexx::cli::types {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json crd_with(const json& schema)
{
  return {{"apiVersion", "apiextensions.k8s.io/v1"},
          {"kind", "CustomResourceDefinition"},
          {"metadata", {{"name", "backups.example.org"}}},
          {"spec",
           {{"group", "example.org"},
            {"scope", "Namespaced"},
            {"names", {{"kind", "Backup"}, {"plural", "backups"}}},
            {"versions",
             {{{"name", "v1"},
               {"served", true},
               {"storage", true},
               {"schema", {{"openAPIV3Schema", {{"type", "object"}, {"properties", {{"spec", schema}}}}}}}}}}}}};
}

std::string problem_of(const json& crd)
{
  try {
    (void)versions_of(crd, "backup.yaml", "");
    return "none";
  } catch (const CommandError& error) {
    return error.what();
  }
}

/// The header for a schema of `spec`.
std::string header_for(const json& schema)
{
  auto versions = versions_of(crd_with(schema), "backup.yaml", "odd");
  NameScope types;
  versions.at(0).root = types.add_type(type_part_of(versions.at(0).kind)).name;
  return header_text(build_header(versions.at(0), types));
}

json without(json crd, const std::string& pointer)
{
  return crd.patch({{{"op", "remove"}, {"path", pointer}}});
}
json with(json crd, const std::string& pointer, const json& value)
{
  crd[json::json_pointer(pointer)] = value;
  return crd;
}

TEST(TypesInput, WhatIsMissingIsNamedWithItsPath)
{
  const json crd = crd_with({{"type", "object"}});
  const std::string where = "backup.yaml: the CRD backups.example.org: ";
  EXPECT_EQ(problem_of(crd), "none");
  EXPECT_EQ(problem_of(without(crd, "/spec/group")), where + "spec.group: it must be a text; is the file complete?");
  EXPECT_EQ(problem_of(without(crd, "/spec/names")), where + "spec.names: it must be an object; is the file complete?");
  EXPECT_EQ(problem_of(with(crd, "/spec/scope", "Both")), where + "spec.scope: write Namespaced or Cluster");
  EXPECT_EQ(problem_of(with(crd, "/spec/versions", 1)), where + "spec.versions: it must be a list");
  EXPECT_EQ(problem_of(with(crd, "/spec/versions/0", 1)), where + "spec.versions[0]: it must be an object");
  EXPECT_THAT(problem_of(without(crd, "/spec/versions/0/schema/openAPIV3Schema")),
              HasSubstr("spec.versions[0].schema.openAPIV3Schema: it must be an object"));
  EXPECT_EQ(problem_of(with(crd, "/spec/versions/1", crd["spec"]["versions"][0])),
            where + "spec.versions[1]: another version is called v1");
}

TEST(TypesInput, ASchemaThatCannotBeFollowed)
{
  const auto problem = [](const json& schema) { return problem_of(crd_with(schema)); };
  EXPECT_THAT(problem({{"$ref", "#/definitions/a"}}),
              HasSubstr("openAPIV3Schema.properties[spec].$ref: a CRD cannot refer to another schema"));
  EXPECT_THAT(problem({{"type", "array"}, {"items", {json::object()}}}), HasSubstr("one schema for all elements"));
  EXPECT_THAT(problem({{"type", "object"}, {"properties", 1}}), HasSubstr("properties[spec].properties: it must be"));
  EXPECT_THAT(problem(1), HasSubstr("a schema must be an object"));
  json deep{{"type", "object"}};
  for (int level = 0; level < 200; ++level) deep = {{"type", "object"}, {"properties", {{"a", deep}}}};
  EXPECT_THAT(problem(deep), HasSubstr("nested more than 100 levels deep"));
  EXPECT_EQ(problem({{"type", "object"}, {"properties", {{"$ref", {{"type", "string"}}}}}}), "none")
      << "a property may be called so";
}

TEST(TypesInput, AnObjectWithTooManyPropertiesIsAnyValue)
{
  json properties = json::object();
  for (int count = 0; count < 200; ++count) properties["p" + std::to_string(count)] = {{"type", "string"}};
  EXPECT_THAT(header_for({{"type", "object"}, {"properties", properties}}), HasSubstr("struct BackupSpec {"));
  properties["p200"] = {{"type", "string"}};
  EXPECT_THAT(header_for({{"type", "object"}, {"properties", properties}}), HasSubstr("  kubexx::RawJson spec{};\n"));
}

TEST(TypesInput, AKindWithTooManyPropertiesIsRefused)
{
  json crd = crd_with({{"type", "object"}});
  json& properties = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"];
  for (const char* name : {"apiVersion", "kind", "metadata"}) properties[name] = json::object();
  for (int count = 0; count < 198; ++count) properties["p" + std::to_string(count)] = {{"type", "string"}};
  EXPECT_EQ(problem_of(crd), "none");
  properties["p198"] = {{"type", "string"}};
  EXPECT_THAT(problem_of(crd), HasSubstr("versions[0].schema.openAPIV3Schema.properties: 203 members are more than"));
}

TEST(TypesInput, NoValueIsNotZero)
{
  const auto header = header_for(json::parse(R"({"type": "object", "required": ["count", "on", "none", "text", "plain"],
      "properties": {
        "count": {"type": "integer", "default": 5}, "on": {"type": "boolean", "default": true},
        "none": {"type": "integer", "nullable": true}, "text": {"type": "string", "default": "x"},
        "plain": {"type": "integer"}, "empty": {"type": "string", "default": ""},
        "counts": {"type": "array", "items": {"type": "integer", "nullable": true}},
        "texts": {"type": "object", "additionalProperties": {"type": "string", "nullable": true}},
        "list": {"type": "array", "items": {"type": "string"}, "default": ["a"]}}})"));
  for (const char* line :
       {"std::optional<std::int64_t> count{};", "std::optional<bool> on{};", "std::optional<std::int64_t> none{};",
        "std::optional<std::string> text{};", "  std::int64_t plain{};", "  std::string empty{};",
        "std::vector<std::optional<std::int64_t>> counts{};",
        "std::map<std::string, std::optional<std::string>> texts{};",
        "std::optional<std::vector<std::string>> list{};"}) {
    EXPECT_THAT(header, HasSubstr(line));
  }
}

TEST(TypesInput, TextOfTheCrdIsNoCode)
{
  const std::string evil = "\"); } int main() { //*/ \\\n#error\n)json\"";
  const auto header =
      header_for({{"type", "object"},
                  {"description", evil},
                  {"properties",
                   {{evil, {{"type", "string"}, {"pattern", evil}, {"default", evil}, {"enum", {evil}}}},
                    {"b", {{"type", "object"}, {"title", evil}}}}}});
  EXPECT_THAT(header, testing::Not(HasSubstr("\n#error")));
  EXPECT_THAT(header, testing::Not(HasSubstr("\"\"); }")));
}

TEST(TypesInput, WrongTypesOfKeywordsAreKept)
{
  const auto header = header_for({{"type", "object"},
                                  {"required", 1},
                                  {"properties",
                                   {{"a", {{"type", "string"}, {"minLength", "x"}, {"pattern", 1}, {"enum", 2}}},
                                    {"b", {{"type", {"string"}}}},
                                    {"c", {{"type", "array"}}}}}});
  EXPECT_THAT(header, HasSubstr(R"==((a, keywords(R"({"enum":2,"minLength":"x","pattern":1})")))=="));
  EXPECT_THAT(header, HasSubstr(R"==(keywords(R"({"required":1})"))=="));
  EXPECT_THAT(header, HasSubstr(R"==((c, raw_schema(R"({"type":"array"})")))=="));
}

}  // namespace
}  // namespace kubexx::cli::types

// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/crd_validation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gadget_crd.hpp"

namespace kubexx::schema {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// The CRD with the value at a place replaced; a place at the end of an array is added.
json gadget_with(const std::string& place, json value)
{
  auto crd = gadget_crd();
  crd[json::json_pointer(place)] = std::move(value);
  return crd;
}

/// Each cause as "field reason: message".
std::vector<std::string> crd_causes(const json& crd)
{
  std::vector<std::string> result;
  for (const auto& cause : validate_crd(crd)) result.push_back(cause.field + " " + cause.reason + ": " + cause.message);
  return result;
}

constexpr const char* first_schema = "/spec/versions/0/schema/openAPIV3Schema";
constexpr const char* spec_schema = "/spec/versions/0/schema/openAPIV3Schema/properties/spec";
const std::string spec_field = "spec.versions[0].schema.openAPIV3Schema.properties[spec]";

TEST(ValidateCrd, AcceptsAValidOne)
{
  EXPECT_THAT(crd_causes(gadget_crd()), IsEmpty());
  EXPECT_THAT(crd_warnings(gadget_crd()), IsEmpty());
  auto without = gadget_crd();
  without["spec"].erase("conversion");
  EXPECT_THAT(crd_causes(without), IsEmpty());
}

TEST(ValidateCrd, Names)
{
  EXPECT_THAT(crd_causes(gadget_with("/metadata/name", "gadget.example.com")),
              ElementsAre("metadata.name FieldValueInvalid: Invalid value: \"gadget.example.com\": must be "
                          "spec.names.plural+\".\"+spec.group"));
  EXPECT_THAT(
      crd_causes(gadget_with("/metadata/labels", {{"a b", "c"}})),
      ElementsAre(HasSubstr("metadata.labels FieldValueInvalid: Invalid value: \"a b\": name part must consist")));
  EXPECT_THAT(crd_causes(gadget_with("/spec/names/listKind", "Gadget")),
              ElementsAre("spec.names.listKind FieldValueInvalid: Invalid value: \"Gadget\": kind and listKind may not "
                          "be the same"));
  EXPECT_THAT(
      crd_causes(gadget_with("/spec/names/shortNames/0", "GD")),
      ElementsAre(HasSubstr("spec.names.shortNames[0] FieldValueInvalid: Invalid value: \"GD\": a DNS-1035 label "
                            "must consist of")));
  EXPECT_THAT(crd_causes(gadget_with("/spec/scope", "Galaxy")),
              ElementsAre("spec.scope FieldValueNotSupported: Unsupported value: \"Galaxy\": supported values: "
                          "\"Cluster\", \"Namespaced\""));
  auto protected_ = gadget_with("/spec/group", "example.k8s.io");
  protected_["metadata"]["name"] = "gadgets.example.k8s.io";
  EXPECT_THAT(
      crd_causes(protected_),
      ElementsAre("metadata.annotations[api-approved.kubernetes.io] FieldValueRequired: Required value: protected "
                  "groups must have approval annotation \"api-approved.kubernetes.io\", see "
                  "https://github.com/kubernetes/enhancements/pull/1111"));
}

TEST(ValidateCrd, Versions)
{
  EXPECT_THAT(
      crd_causes(gadget_with("/spec/versions/1/storage", true)),
      ElementsAre(::testing::AllOf(HasSubstr("spec.versions FieldValueInvalid: Invalid value: [{\"Name\":\"v1\""),
                                   HasSubstr("must have exactly one version marked as storage version"))));
  EXPECT_THAT(crd_causes(gadget_with("/spec/versions/1/name", "v1")),
              ElementsAre(HasSubstr("must contain unique version names")));
  EXPECT_THAT(crd_causes(gadget_with("/spec/versions/0/schema", nullptr)),
              ElementsAre("spec.versions[0].schema.openAPIV3Schema FieldValueRequired: Required value"));
  EXPECT_THAT(
      crd_causes(gadget_with("/spec/versions/1/deprecated", false)),
      ElementsAre("spec.versions[1].deprecationWarning FieldValueInvalid: Invalid value: \"use v1\": can only be "
                  "set for deprecated versions"));
  EXPECT_THAT(crd_causes(gadget_with("/spec/preserveUnknownFields", true)),
              ElementsAre(HasSubstr("spec.preserveUnknownFields FieldValueInvalid: Invalid value: true: cannot set to "
                                    "true")));
}

TEST(ValidateCrd, TheSchemaIsStructural)
{
  EXPECT_THAT(crd_causes(gadget_with(std::string(spec_schema) + "/properties/a", json::object())),
              ElementsAre(spec_field + ".properties[a].type FieldValueRequired: Required value: must not be empty for "
                                       "specified object fields"));
  EXPECT_THAT(
      crd_causes(gadget_with(std::string(spec_schema) + "/properties/size/type", "strong")),
      ::testing::Contains(spec_field +
                          ".properties[size].type FieldValueNotSupported: Unsupported value: \"strong\": supported "
                          "values: \"array\", \"boolean\", \"integer\", \"number\", \"object\", \"string\""));
  EXPECT_THAT(crd_causes(gadget_with(std::string(spec_schema) + "/properties/colour/pattern", "(")),
              ElementsAre(HasSubstr(spec_field + ".properties[colour].pattern FieldValueInvalid: Invalid value: \"(\": "
                                                 "must be a valid regular expression, but isn't: ")));
  EXPECT_THAT(crd_causes(gadget_with(std::string(spec_schema) + "/properties/parts/items/required", json::array())),
              ElementsAre(spec_field +
                          ".properties[parts].items.properties[id].default FieldValueRequired: Required value: this "
                          "property is in x-kubernetes-list-map-keys, so it must have a default or be a required "
                          "property"));
  EXPECT_THAT(
      crd_causes(gadget_with(std::string(first_schema) + "/maxProperties", 3)),
      ElementsAre(::testing::AllOf(HasSubstr(R"("MaxProperties":3,"MinProperties":null)"),
                                   HasSubstr("fields are allowed at the root of the schema if the status subresource "
                                             "is enabled"))));
}

TEST(ValidateCrd, Defaults)
{
  EXPECT_THAT(crd_causes(gadget_with(std::string(spec_schema) + "/properties/size/default", 0)),
              ElementsAre(spec_field +
                          ".properties[size].default FieldValueInvalid: Invalid value: 0:  in body should be greater "
                          "than or equal to 1"));
  auto unknown = gadget_with(std::string(spec_schema) + "/default", {{"size", 2}, {"weight", 3}});
  EXPECT_THAT(crd_causes(unknown),
              ElementsAre(spec_field + ".default FieldValueInvalid: Invalid value: {\"size\":2,\"weight\":3}: must not "
                                       "have unknown fields"));
}

TEST(ValidateCrd, Rules)
{
  const auto rules = std::string(spec_schema) + "/x-kubernetes-validations/0/";
  EXPECT_THAT(
      crd_causes(gadget_with(rules + "rule", "self.weight < 9")),
      ElementsAre(::testing::AllOf(HasSubstr(spec_field + ".x-kubernetes-validations[0].rule FieldValueInvalid"),
                                   HasSubstr("undefined field 'weight'"))));
  EXPECT_THAT(crd_causes(gadget_with(rules + "fieldPath", ".weight")),
              ElementsAre(spec_field + ".x-kubernetes-validations[0].fieldPath FieldValueInvalid: Invalid value: "
                                       "\".weight\": must be a valid path"));
  auto expensive = gadget_with(rules + "rule", "self.parts.all(x, self.parts.all(y, x.id.contains(y.id)))");
  expensive[json::json_pointer(std::string(spec_schema) + "/properties/parts")].erase("maxItems");
  EXPECT_THAT(
      crd_causes(expensive),
      ::testing::Contains(HasSubstr(spec_field + ".x-kubernetes-validations[0].rule FieldValueForbidden: "
                                                 "Forbidden: estimated rule cost exceeds budget by factor of")));
}

TEST(ValidateCrd, OtherPartsOfAVersion)
{
  EXPECT_THAT(
      crd_causes(gadget_with("/spec/versions/0/additionalPrinterColumns/0/type", "float")),
      ElementsAre("spec.versions[0].additionalPrinterColumns[0].type FieldValueInvalid: Invalid value: \"float\": "
                  "must be one of boolean,date,integer,number,string"));
  EXPECT_THAT(crd_causes(gadget_with("/spec/versions/0/subresources/scale/specReplicasPath", ".size")),
              ElementsAre("spec.versions[0].subresources.scale.specReplicasPath FieldValueInvalid: Invalid value: "
                          "\".size\": should be a json path under .spec"));
  EXPECT_THAT(crd_causes(gadget_with("/spec/versions/0/selectableFields/0/jsonPath", ".spec.weight")),
              ElementsAre("spec.versions[0].selectableFields[0].jsonPath FieldValueInvalid: Invalid value: "
                          "\".spec.weight\": is an invalid path: does not refer to a valid field"));
}

TEST(ValidateCrd, Conversion)
{
  EXPECT_THAT(crd_causes(gadget_with("/spec/conversion", json::object())),
              ElementsAre("spec.conversion.strategy FieldValueRequired: Required value"));
  EXPECT_THAT(crd_causes(gadget_with("/spec/conversion/webhook/conversionReviewVersions", {"v2"})),
              ElementsAre("spec.conversion.conversionReviewVersions FieldValueInvalid: Invalid value: [\"v2\"]: must "
                          "include at least one of v1, v1beta1"));
  EXPECT_THAT(
      crd_causes(gadget_with("/spec/conversion/webhook/clientConfig", {{"url", "http://a"}})),
      ElementsAre("spec.conversion.webhookClientConfig.url FieldValueInvalid: Invalid value: \"http\": 'https' is "
                  "the only allowed URL scheme; desired format: https://host[/path]"));
}

TEST(ValidateCrd, EveryMistakeIsNamedInTheOrderOfAServer)
{
  auto crd = gadget_with("/spec/scope", "Galaxy");
  crd["metadata"]["name"] = "x.example.com";
  crd["spec"]["versions"][0]["storage"] = false;
  std::vector<std::string> fields;
  for (const auto& cause : validate_crd(crd)) fields.push_back(cause.field);
  EXPECT_THAT(fields, ElementsAre("metadata.name", "spec.scope", "spec.versions", "status.storedVersions"));
}

TEST(ValidateCrd, OddJsonIsACause)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const json& odd : {json(), json("a"), json(3), json(nan), json::array(), json::binary({1})}) {
    EXPECT_EQ(validate_crd(odd).size(), 1U) << odd.type_name();
    EXPECT_THAT(crd_warnings(odd), IsEmpty());
    EXPECT_THAT(crd_rule_costs(odd), IsEmpty());
  }
  EXPECT_THAT(crd_causes(json::object()),
              ElementsAre("apiVersion FieldValueInvalid: Invalid value: null: must be apiextensions.k8s.io/v1",
                          "kind FieldValueInvalid: Invalid value: null: must be CustomResourceDefinition"));
  EXPECT_THAT(crd_causes(gadget_with("/spec/names/plural", 3)),
              ElementsAre(" FieldValueTypeInvalid: CustomResourceDefinition in version \"v1\" cannot be handled as a "
                          "CustomResourceDefinition: json: cannot unmarshal number into Go struct field "
                          "CustomResourceDefinitionNames.spec.names.plural of type string"));
  json deep = "x";
  for (int level = 0; level < 100'000; ++level) deep = json::array({std::move(deep)});
  EXPECT_THAT(crd_causes(gadget_with(std::string(spec_schema) + "/default", std::move(deep))),
              ElementsAre(" FieldValueTypeInvalid: the CRD is nested deeper than 256 levels"));
}

TEST(ValidateCrd, NeverThrows)
{
  std::vector<std::string> places;
  collect_places(gadget_crd(), "", places);
  ASSERT_GT(places.size(), 80U);
  const double nan = std::numeric_limits<double>::infinity();
  const std::vector<json> odd{nullptr,
                              true,
                              -1,
                              1.5,
                              nan,
                              "",
                              "\xff",
                              json::array(),
                              json::object(),
                              json::array({nullptr}),
                              json::array({1, "a"}),
                              {{"a", {{"b", 1}}}}};
  for (const auto& place : places) {
    for (const auto& value : odd) {
      const auto crd = gadget_with(place, value);
      EXPECT_NO_THROW({
        (void)validate_crd(crd);
        (void)crd_warnings(crd);
        (void)crd_rule_costs(crd);
      }) << place;
    }
  }
}

TEST(CrdWarnings, AreThoseOfAServer)
{
  auto crd = gadget_with(std::string(spec_schema) + "/properties/colour/format", "paint");
  crd["spec"]["nams"] = 1;
  crd[json::json_pointer(spec_schema)]["requird"] = json::array();
  EXPECT_THAT(crd_warnings(crd), ElementsAre("unknown field \"spec.nams\"",
                                             "unknown field \"" + std::string("spec.versions[0].schema.openAPIV3Schema"
                                                                              ".properties.spec.requird\""),
                                             "unrecognized format \"paint\""));
  EXPECT_THAT(crd_causes(crd), IsEmpty());
}

TEST(CrdRuleCosts, GrowWithTheSchema)
{
  const auto rule = std::string(spec_schema) + "/x-kubernetes-validations/0/rule";
  auto crd = gadget_with(rule, "self.parts.all(x, x.n > 0)");
  const auto bounded = crd_rule_costs(crd);
  ASSERT_EQ(bounded.size(), 1U);
  EXPECT_EQ(bounded[0].field, spec_field + ".x-kubernetes-validations[0].rule");
  EXPECT_GT(bounded[0].cost, 0U);
  EXPECT_LT(bounded[0].cost, rule_cost_limit);
  crd[json::json_pointer(std::string(spec_schema) + "/properties/parts")].erase("maxItems");
  EXPECT_GT(crd_rule_costs(crd).at(0).cost, bounded[0].cost);
  EXPECT_THAT(crd_rule_costs(gadget_with(rule, "self.")).at(0).cost, 0U);
}

}  // namespace
}  // namespace kubexx::schema

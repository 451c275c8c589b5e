// SPDX-License-Identifier: Apache-2.0
// What the validation of built-in kinds is made of; recordings/ compares the rest with a real server.
#include <gtest/gtest.h>

#include "admission/limit_ranger.hpp"
#include "schema/schema.hpp"
#include "validation/internal_text.hpp"
#include "validation/text_diff.hpp"
#include "validation/validate_addresses.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

std::string lines(std::initializer_list<const char*> all)
{
  std::string text;
  for (const char* line : all) text += (text.empty() ? "" : "\n") + std::string(line);
  return text;
}

TEST(UnifiedDiff, HasThreeLinesAroundWhatChanged)
{
  const auto before = lines({"{", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "}"});
  const auto after = lines({"{", "0", "1", "3", "4", "5", "6", "7", "8", "9", "10", "new", "12", "13", "}"});
  EXPECT_EQ(unified_diff(before, after),
            "@@ -1,7 +1,6 @@\n {\n 0\n 1\n-2\n 3\n 4\n 5\n"
            "@@ -10,7 +9,7 @@\n 8\n 9\n 10\n-11\n+new\n 12\n 13\n }\n");
  EXPECT_EQ(unified_diff(before, before), "");
}

TEST(UnifiedDiff, OfManyEqualLinesEnds)
{
  std::string same;
  for (int line = 0; line < 20000; ++line) same += "x\n";
  EXPECT_FALSE(unified_diff(same + "a", "b\n" + same).empty());
}

TEST(InternalText, HasEveryFieldOfTheGoStruct)
{
  EXPECT_EQ(internal_text("core.SeccompProfile", {{"type", "<a>"}}),
            R"({"Type":"\u003ca\u003e","LocalhostProfile":null})");
  EXPECT_EQ(internal_lines("rbac.RoleRef", {{"kind", "Role"}, {"name", "r"}}),
            "{\n \"APIGroup\": \"\",\n \"Kind\": \"Role\",\n \"Name\": \"r\"\n}");
}

TEST(InternalText, ShowsWhatErrorsHaveByItsPlace)
{
  FieldErrors errors{
      invalid_value("spec.selector", {{"matchExpressions", Json::array()}, {"matchLabels", Json::object()}}, "x"),
      invalid_value("spec.template.metadata.labels", {{"a", "b"}}, "x"),
      invalid_value("spec.nothing[0]", Json::array({1}), "x"), unsupported_value("spec.strategy", {{"type", "X"}}, {})};
  show_internal("apps.Deployment", errors);
  EXPECT_EQ(errors[0].body, R"(Invalid value: {"matchLabels":{},"matchExpressions":[]}: x)");
  EXPECT_EQ(errors[1].body, R"(Invalid value: {"a":"b"}: x)");
  EXPECT_EQ(errors[2].body, "Invalid value: [1]: x");
  EXPECT_EQ(errors[3].body, R"(Unsupported value: {"Type":"X","RollingUpdate":null})");
}

TEST(InternalText, HasTheMetadataThatATemplateInlines)
{
  const auto text = internal_text("core.PodTemplateSpec", {{"metadata", {{"labels", {{"a", "b"}}}}}});
  EXPECT_TRUE(text.starts_with(R"({"labels":{"a":"b"},"Spec":{)")) << text;
}

std::string decode_problem(const char* type, Json object)
{
  try {
    decode_builtin(type, object);
  } catch (const DecodeError& error) {
    return error.what();
  }
  return object.dump();
}

TEST(TypedDecoding, NamesGoTypesAndInlinedStructs)
{
  const std::string begin = "json: cannot unmarshal ", middle = " into Go struct field ";
  EXPECT_EQ(decode_problem("core.v1.Volume", {{"emptyDir", 5}}),
            begin + "number" + middle + "Volume.VolumeSource.emptyDir of type v1.EmptyDirVolumeSource");
  EXPECT_EQ(decode_problem("core.v1.ServiceSpec", {{"ipFamilies", {5}}}),
            begin + "number" + middle + "ServiceSpec.ipFamilies of type v1.IPFamily");
  EXPECT_EQ(decode_problem("core.v1.ResourceRequirements", {{"limits", "x"}}),
            begin + "string" + middle + "ResourceRequirements.limits of type v1.ResourceList");
  EXPECT_EQ(decode_problem("core.v1.ServicePort", {{"targetPort", true}}),
            begin + "bool" + middle + "ServicePort.targetPort of type int32");
  EXPECT_EQ(decode_problem("autoscaling.v2.HPAScalingPolicy", {{"type", 5}}),
            begin + "number" + middle + "HPAScalingPolicy.type of type v2.HPAScalingPolicyType");
  EXPECT_TRUE(decode_problem("core.v1.ResourceRequirements", {{"limits", {{"cpu", true}}}}).starts_with("quantities"));
}

TEST(TypedDecoding, MakesZeroValuesOfNullItems)
{
  EXPECT_EQ(decode_problem("core.v1.ServiceSpec", {{"ports", {nullptr}}}), R"({"ports":[{}]})");
}

TEST(GoOrder, IsThatOfTheStructsWhereNoPatchWentThrough)
{
  const auto& schema = *builtin_schemas().at("core.v1.Pod");
  const Json pod{{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", {{"annotations", {{"b", "c"}}}, {"name", "p"}}}};
  EXPECT_EQ(go_ordered(schema, pod, Json::object()),
            R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","annotations":{"b":"c"}}})");
  EXPECT_EQ(go_ordered(schema, pod, {{"metadata", {{"labels", 5}}}}),
            R"({"apiVersion":"v1","kind":"Pod","metadata":{"annotations":{"b":"c"},"name":"p"}})");
}

TEST(Addresses, AreCheckedAsStrictlyAsUpstream)
{
  for (const char* good : {"1.2.3.4", "::", "::1", "2001:db8::1", "1:2:3:4:5:6:7:8"}) {
    EXPECT_EQ(address_problem(good), "") << good;
  }
  for (const char* bad : {"", "1.2.3", "1.2.3.256", "1.2.3.4.5", ":", ":::", "1::2::3", "12345::", "g::", "a.b.c.d"}) {
    EXPECT_NE(address_problem(bad).find("must be a valid IP address"), std::string::npos) << bad;
  }
  EXPECT_EQ(address_problem("01.2.3.4"), "must not have leading 0s");
  EXPECT_EQ(address_problem("::ffff:1.2.3.4"), "must not be an IPv4-mapped IPv6 address");
  EXPECT_EQ(canonical_address_problem("2001:DB8:0:0::1"), "must be in canonical form (\"2001:db8::1\")");
  EXPECT_EQ(address_range_problem("10.0.0.1/8"), "must not have bits set beyond the prefix length");
  EXPECT_NE(address_range_problem("10.0.0.0/33"), "");
  EXPECT_TRUE(range_contains("10.0.0.0/8", "10.1.0.0/16"));
  EXPECT_FALSE(range_contains("10.0.0.0/8", "10.0.0.0/8"));
  EXPECT_FALSE(range_contains("10.0.0.0/8", "11.0.0.0/16"));
  std::string why;
  EXPECT_TRUE(is_special_address("169.254.1.1", why));
}

TEST(LimitRanger, CountsInitContainersAsTheSchedulerDoes)
{
  const Json range{{"spec", {{"limits", Json::array({{{"type", "Pod"}, {"max", {{"cpu", "2"}}}}})}}}};
  const auto container = [](const char* cpu) { return Json{{"resources", {{"limits", {{"cpu", cpu}}}}}}; };
  Json pod{{"spec", {{"containers", Json::array({container("1"), container("1")})}}}};
  EXPECT_TRUE(pod_limit_problems(range, pod).empty());
  pod["spec"]["initContainers"] = Json::array({container("2")});
  EXPECT_TRUE(pod_limit_problems(range, pod).empty());
  pod["spec"]["initContainers"] = Json::array({container("3")});
  EXPECT_EQ(pod_limit_problems(range, pod),
            (std::vector<std::string>{"maximum cpu usage per Pod is 2, but limit is 3"}));
}

}  // namespace
}  // namespace kubexx::apiserver

// SPDX-License-Identifier: Apache-2.0
// ValidatingAdmissionPolicy. What it says in whose words is compared with a real server in tests/e2e/recordings.
#include "fixture.hpp"

namespace kubexx::testing {
namespace {

constexpr const char* policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
constexpr const char* policy_bindings = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings";
constexpr const char* maps = "/api/v1/namespaces/default/configmaps";

class PoliciesTest : public ApiServerTest {
protected:
  /// A policy about the creation of ConfigMaps, with a binding that denies.
  void policy(Json spec)
  {
    spec["matchConstraints"] = Json::parse(R"({"resourceRules": [{"apiGroups": [""], "apiVersions": ["v1"],
      "operations": ["CREATE"], "resources": ["configmaps"]}]})");
    create(policies, {{"metadata", {{"name", "p"}}}, {"spec", std::move(spec)}});
    create(policy_bindings,
           {{"metadata", {{"name", "b"}}}, {"spec", {{"policyName", "p"}, {"validationActions", {"Deny"}}}}});
  }
  Answer create_map(const std::string& name, const Json& data)
  {
    return call("POST", maps, Json{{"metadata", {{"name", name}}}, {"data", data}});
  }
};

TEST_F(PoliciesTest, ABoundPolicyDeniesAndAnUnboundOneDoesNot)
{
  policy(Json::parse(R"({"validations": [{"expression": "object.data.size() < 2", "message": "too much"}]})"));
  EXPECT_EQ(create_map("a", {{"k", "v"}}).status, 201U);
  const auto refused = create_map("b", {{"k", "v"}, {"l", "w"}});
  EXPECT_EQ(refused.status, 422U);
  EXPECT_EQ(refused.reason(), "Invalid");
  EXPECT_EQ(refused.message(),
            "configmaps \"b\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: too much");
  EXPECT_EQ(call("DELETE", std::string(policy_bindings) + "/b").status, 200U);
  EXPECT_EQ(create_map("b", {{"k", "v"}, {"l", "w"}}).status, 201U);
}

TEST_F(PoliciesTest, VariablesAreEvaluatedWhenTheyAreRead)
{
  policy(Json::parse(R"({"variables": [{"name": "fails", "expression": "object.data.absent"},
    {"name": "twice", "expression": "variables.fails + variables.fails"}],
    "validations": [{"expression": "!('read' in object.data) || variables.twice == ''"}]})"));
  EXPECT_EQ(create_map("a", {{"k", "v"}}).status, 201U);
  EXPECT_NE(create_map("b", {{"read", "v"}})
                .message()
                .find("composited variable \"twice\" fails to evaluate: composited variable \"fails\" fails to "
                      "evaluate: no such key: absent"),
            std::string::npos);
}

TEST_F(PoliciesTest, AChainOfVariablesDoesNotExhaustTheStack)
{
  Json variables = Json::array({{{"name", "v0"}, {"expression", "1"}}});
  for (int index = 1; index < 5000; ++index) {
    variables.push_back(
        {{"name", "v" + std::to_string(index)}, {"expression", "variables.v" + std::to_string(index - 1) + " + 1"}});
  }
  policy({{"variables", std::move(variables)}, {"validations", {{{"expression", "variables.v4999 == 5000"}}}}});
  EXPECT_EQ(create_map("a", {{"k", "v"}}).status, 201U);
}

TEST_F(PoliciesTest, TheBudgetIsOneForAllExpressions)
{
  // Each costs less than one evaluation may, but not all together.
  Json validations = Json::array();
  for (int index = 0; index < 20; ++index) {
    validations.push_back(
        {{"expression", "object.data.k.split('').all(x, object.data.k.split('').all(y, x + y != ''))"}});
  }
  policy({{"validations", std::move(validations)}});
  EXPECT_EQ(create_map("a", {{"k", "short"}}).status, 201U);
  EXPECT_NE(create_map("b", {{"k", std::string(300, 'x')}})
                .message()
                .find("validation failed due to running out of cost budget, no further validation rules will be run"),
            std::string::npos);
}

}  // namespace
}  // namespace kubexx::testing

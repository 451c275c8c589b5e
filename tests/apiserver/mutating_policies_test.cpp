// SPDX-License-Identifier: Apache-2.0
// MutatingAdmissionPolicy. What it says in whose words is compared with a real server in tests/e2e/recordings.
#include "webhooks.hpp"

namespace kubexx::testing {
namespace {

constexpr const char* policies = "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies";
constexpr const char* policy_bindings = "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings";
constexpr const char* pods = "/api/v1/namespaces/default/pods";

Json apply_configuration(const std::string& expression)
{
  return {{"patchType", "ApplyConfiguration"}, {"applyConfiguration", {{"expression", expression}}}};
}
Json json_patch(const std::string& expression)
{
  return {{"patchType", "JSONPatch"}, {"jsonPatch", {{"expression", expression}}}};
}

class MutatingPoliciesTest : public WebhooksTest {
protected:
  /// A policy about ConfigMaps, pods and foos, with a binding. `more` are members of its spec.
  void policy(const std::string& name, std::vector<Json> mutations, const Json& more = Json::object())
  {
    Json spec{{"matchConstraints",
               {{"resourceRules", Json::array({rule({"CREATE", "UPDATE"}, {"configmaps", "pods", "foos"})})}}},
              {"reinvocationPolicy", "Never"},
              {"mutations", Json(std::move(mutations))}};
    spec.update(more);
    create(policies, {{"metadata", {{"name", name}}}, {"spec", std::move(spec)}});
    create(policy_bindings, {{"metadata", {{"name", name}}}, {"spec", {{"policyName", name}}}});
  }
};

TEST_F(MutatingPoliciesTest, AnApplyConfigurationMergesAsServerSideApplyDoesAndOwnsNothing)
{
  policy("p",
         {apply_configuration("Object{spec: Object.spec{containers: [Object.spec.containers{name: 'b', image: 'k'}, "
                              "Object.spec.containers{name: 'c', image: object.spec.containers[0].image}]}}")});
  const auto pod = create(pods, Json::parse(R"({"metadata": {"name": "p"}, "spec": {"containers": [
    {"name": "a", "image": "i"}, {"name": "b", "image": "j", "args": ["x"]}]}})"));
  std::vector<std::string> images;
  for (const auto& container : pod["spec"]["containers"]) {
    images.push_back(container["name"].get<std::string>() + "=" + container["image"].get<std::string>());
    EXPECT_EQ(container["imagePullPolicy"], "Always");  // defaults come afterwards
  }
  EXPECT_EQ(images, (std::vector<std::string>{"a=i", "b=k", "c=i"}));
  EXPECT_EQ(pod["spec"]["containers"][1]["args"], Json({"x"}));
  EXPECT_EQ(pod["metadata"]["managedFields"].dump().find("\\\"c\\\""), std::string::npos);
}

TEST_F(MutatingPoliciesTest, OneMutationSeesWhatTheOneBeforeItMade)
{
  policy("p", {apply_configuration("Object{metadata: Object.metadata{annotations: {'a': '1'}}}"),
               json_patch("[JSONPatch{op: 'copy', from: '/metadata/annotations/a', path: '/metadata/annotations/' + "
                          "jsonpatch.escapeKey('b.io/c')}, JSONPatch{op: 'add', path: '/metadata/labels', value: {'n': "
                          "string(object.metadata.annotations.size())}}]")});
  const auto map = create(config_maps, config_map("m"));
  EXPECT_EQ(map["metadata"]["annotations"], Json({{"a", "1"}, {"b.io/c", "1"}}));
  EXPECT_EQ(map["metadata"]["labels"], Json({{"n", "1"}}));
}

TEST_F(MutatingPoliciesTest, APatchWhoseTestFailsLeavesTheObject)
{
  policy("p", {json_patch("[JSONPatch{op: 'test', path: '/data/a', value: 'x'}, JSONPatch{op: 'remove', path: "
                          "'/data/a'}]")});
  EXPECT_EQ(create(config_maps, config_map("m", {{"a", "1"}}))["data"], Json({{"a", "1"}}));
  EXPECT_FALSE(create(config_maps, config_map("n", {{"a", "x"}})).contains("data"));
}

TEST_F(MutatingPoliciesTest, WhatFailsDeniesUnlessThePolicyIgnoresIt)
{
  policy("ignores", {apply_configuration("Object{data: {'never': object.data.absent}}")},
         {{"failurePolicy", "Ignore"}});
  policy("p", {apply_configuration("Object{data: {'b': object.data.a}}")});
  EXPECT_EQ(create(config_maps, config_map("m", {{"a", "1"}}))["data"], Json({{"a", "1"}, {"b", "1"}}));
  const auto refused = call("POST", config_maps, config_map("n", {{"c", "1"}}));
  EXPECT_EQ(refused.status, 403U);
  EXPECT_EQ(refused.reason(), "Invalid");
  EXPECT_EQ(refused.message(),
            "policy 'p' with binding 'p' denied request: expression 'Object{data: {'b': object.data.a}}' resulted in "
            "error: no such key: a");
}

TEST_F(MutatingPoliciesTest, AtomicValuesAndTypesOfOtherPlacesAreRefused)
{
  policy("p",
         {apply_configuration("object.metadata.name == 'a' ? Object{spec: Object.spec{nodeSelector: {'x': 'y'}}} : "
                              "Object{spec: Object.other{}}")});
  const auto pod = [](const char* name) {
    return Json{{"metadata", {{"name", name}}}, {"spec", {{"containers", {{{"name", "c"}, {"image", "i"}}}}}}};
  };
  EXPECT_NE(call("POST", pods, pod("a"))
                .message()
                .find("may not mutate atomic arrays, maps or structs: "
                      ".spec.nodeSelector"),
            std::string::npos);
  EXPECT_NE(
      call("POST", pods, pod("b")).message().find("unexpected type name \"Object.other\", expected \"Object.spec\""),
      std::string::npos);
}

TEST_F(MutatingPoliciesTest, PoliciesComeBeforeWebhooksAndOnceMoreIfTheyWantIt)
{
  const std::string count = "Object{data: {'NAME': string(int(object.data.?NAME.orValue('0')) + 1)}}";
  const auto counting = [&](const std::string& name) {
    auto expression = count;
    for (auto at = expression.find("NAME"); at != std::string::npos; at = expression.find("NAME", at)) {
      expression.replace(at, 4, name);
    }
    return std::vector<Json>{apply_configuration(expression)};
  };
  policy("never", counting("never"));
  policy("needed", counting("needed"), {{"reinvocationPolicy", "IfNeeded"}});
  mutating("hook", rule({"CREATE"}, {"configmaps"}));
  Json seen;
  hooks->at["/hook"] = [&seen](const Json& review) {
    seen = review.at("request").at("object").at("data");
    return allowed(review, Json::array({{{"op", "add"}, {"path", "/data/hook"}, {"value", "x"}}}));
  };
  const auto map = create(config_maps, config_map("m", {{"k", "v"}}));
  EXPECT_EQ(seen, Json({{"k", "v"}, {"needed", "1"}, {"never", "1"}}));
  EXPECT_EQ(map["data"], Json({{"hook", "x"}, {"k", "v"}, {"needed", "2"}, {"never", "1"}}));
}

TEST_F(MutatingPoliciesTest, ConditionsVariablesAndParametersAreThoseOfValidatingPolicies)
{
  create(config_maps, config_map("settings", {{"text", "from params"}}));
  const Json more{{"paramKind", {{"apiVersion", "v1"}, {"kind", "ConfigMap"}}},
                  {"matchConditions", {{{"name", "named"}, {"expression", "object.metadata.name != 'skipped'"}}}},
                  {"variables", {{{"name", "text"}, {"expression", "params.data.text"}}}}};
  policy("p", {apply_configuration("Object{data: {'text': variables.text}}")}, more);
  patch(std::string(policy_bindings) + "/p",
        {{"spec", {{"paramRef", {{"name", "settings"}, {"parameterNotFoundAction", "Deny"}}}}}});
  EXPECT_EQ(create(config_maps, config_map("m"))["data"], Json({{"text", "from params"}}));
  EXPECT_FALSE(create(config_maps, config_map("skipped")).contains("data"));
}

TEST_F(MutatingPoliciesTest, CustomObjectsAreMutatedOnUpdatesToo)
{
  install_foos();
  policy("p", {json_patch("[JSONPatch{op: 'add', path: '/spec/replicas', value: object.spec.replicas + 1}]")});
  EXPECT_EQ(create(foos, foo("f", 1))["spec"]["replicas"], 2);
  EXPECT_EQ(patch(std::string(foos) + "/f", {{"spec", {{"replicas", 5}}}}).json["spec"]["replicas"], 6);
  EXPECT_EQ(call("DELETE", std::string(foos) + "/f").status, 200U);
}

TEST_F(MutatingPoliciesTest, ExpressionsAreCheckedWhenAPolicyIsWritten)
{
  const auto refused = [&](const Json& mutation) {
    const Json spec{{"matchConstraints", {{"resourceRules", Json::array({rule({"CREATE"}, {"configmaps"})})}}},
                    {"reinvocationPolicy", "Never"},
                    {"mutations", Json::array({mutation})}};
    return call("POST", policies, Json{{"metadata", {{"name", "x"}}}, {"spec", spec}}).message();
  };
  EXPECT_NE(refused(apply_configuration("Object.spec{}")).find("must evaluate to Object but got Object.spec"),
            std::string::npos);
  EXPECT_NE(refused(json_patch("[JSONPatch{op: 1}]"))
                .find("expected type of field 'op' is 'string' but provided type is 'int'"),
            std::string::npos);
  EXPECT_NE(refused(json_patch("[1]")).find("must evaluate to list(JSONPatch) but got list(int)"), std::string::npos);
  EXPECT_NE(refused(apply_configuration("Other{}")).find("undeclared reference to 'Other' (in container '')"),
            std::string::npos);
}

}  // namespace
}  // namespace kubexx::testing

// SPDX-License-Identifier: Apache-2.0
#include "fixture.hpp"

namespace kubexx::testing {
namespace {

struct BuiltIn : ApiServerTest {
  static constexpr const char* core_events = "/api/v1/namespaces/default/events";
  static constexpr const char* modern_events = "/apis/events.k8s.io/v1/namespaces/default/events";

  static Json modern_event()
  {
    return Json::parse(R"({"metadata": {"name": "e1"}, "eventTime": "2026-01-01T00:00:00.500000Z", "type": "Normal",
        "reason": "Synced", "action": "Sync", "note": "Foo synced", "reportingController": "sample-controller",
        "reportingInstance": "sample-1", "regarding": {"kind": "Foo", "name": "f", "namespace": "default",
        "apiVersion": "samplecontroller.k8s.io/v1alpha1", "uid": "u1"}})");
  }
};

TEST_F(BuiltIn, ADeploymentGetsItsDefaults)
{
  const auto made = create(deployments, deployment("web"));
  const auto& spec = made["spec"];
  EXPECT_EQ(spec["replicas"], 1);
  EXPECT_EQ(spec["revisionHistoryLimit"], 10);
  EXPECT_EQ(spec["progressDeadlineSeconds"], 600);
  EXPECT_EQ(spec["strategy"], Json::parse(R"({"type": "RollingUpdate",
      "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": "25%"}})"));
  EXPECT_EQ(spec["template"]["spec"]["restartPolicy"], "Always");
  EXPECT_EQ(spec["template"]["spec"]["containers"][0]["imagePullPolicy"], "Always");
  EXPECT_EQ(made["status"], Json::object());
}

TEST_F(BuiltIn, AnImageWithoutATagIsPulledEachTimeIfItsNameIsOne)
{
  const auto policy = [&](const std::string& image) {
    const Json pod{{"metadata", {{"name", "p"}}},
                   {"spec", {{"containers", Json::array({{{"name", "a"}, {"image", image}}})}}}};
    const auto made = call("POST", "/api/v1/namespaces/default/pods?dryRun=All", pod);
    return made.json.at("/spec/containers/0/imagePullPolicy"_json_pointer).get<std::string>();
  };
  EXPECT_EQ(policy("web"), "Always");
  EXPECT_EQ(policy("Host/web"), "Always");
  EXPECT_EQ(policy("web:1"), "IfNotPresent");
  EXPECT_EQ(policy("Web"), "IfNotPresent") << "no name of an image";
}

TEST_F(BuiltIn, ADeploymentIsValidated)
{
  auto object = deployment("web");
  object["spec"]["template"]["metadata"]["labels"] = {{"app", "other"}};
  object["spec"]["template"]["spec"]["containers"][0].erase("image");
  const auto answer = call("POST", deployments, object);
  EXPECT_EQ(answer.status, 422U);
  EXPECT_NE(answer.message().find("spec.template.metadata.labels: Invalid value: {\"app\":\"other\"}: `selector` does "
                                  "not match template `labels`"),
            std::string::npos)
      << answer.message();
  EXPECT_NE(answer.message().find("spec.template.spec.containers[0].image: Required value"), std::string::npos);
  create(deployments, deployment("web"));
  auto moved = deployment("web");
  moved["spec"]["selector"]["matchLabels"]["app"] = "x";
  moved["spec"]["template"]["metadata"]["labels"]["app"] = "x";
  const auto immutable = call("PUT", std::string(deployments) + "/web", moved);
  EXPECT_EQ(immutable.status, 422U);
  EXPECT_NE(immutable.message().find("field is immutable"), std::string::npos);
}

TEST_F(BuiltIn, TypedKindsRefuseWrongTypesAndDropUnknownFields)
{
  auto object = deployment("web");
  object["spec"]["replicas"] = "three";
  const auto answer = call("POST", deployments, object);
  EXPECT_EQ(answer.status, 400U);
  EXPECT_EQ(answer.message(),
            "Deployment in version \"v1\" cannot be handled as a Deployment: json: cannot unmarshal string into Go "
            "struct field DeploymentSpec.spec.replicas of type int32");
  object["spec"]["replicas"] = 3000000000;
  EXPECT_EQ(call("POST", deployments, object).status, 400U);
  object["spec"]["replicas"] = nullptr;
  object["spec"]["template"]["spec"]["volumes"] = Json::array();
  object["spec"]["template"]["spec"]["surplus"] = true;
  object["spec"]["template"]["spec"]["hostNetwork"] = false;
  object["spec"]["template"]["spec"]["containers"][0]["resources"] = {{"limits", {{"cpu", 2}}}};
  const auto made = create(deployments, object);
  EXPECT_EQ(made["spec"]["replicas"], 1);
  EXPECT_FALSE(made["spec"]["template"]["spec"].contains("surplus"));
  EXPECT_FALSE(made["spec"]["template"]["spec"].contains("volumes"));
  EXPECT_FALSE(made["spec"]["template"]["spec"].contains("hostNetwork"));
  EXPECT_EQ(made["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"]["cpu"], "2");
  auto labels = config_map("bad");
  labels["metadata"]["labels"] = {{"a", 1}};
  EXPECT_EQ(call("POST", config_maps, labels).status, 400U);
}

TEST_F(BuiltIn, ConfigMapsAndSecretsKeepTheirRules)
{
  EXPECT_EQ(call("POST", config_maps, config_map("a", {{"bad key", "v"}})).status, 422U);
  auto fixed = config_map("fixed", {{"k", "v"}});
  fixed["immutable"] = true;
  create(config_maps, fixed);
  EXPECT_EQ(patch(std::string(config_maps) + "/fixed", {{"data", {{"k", "w"}}}}).status, 422U);
  EXPECT_EQ(patch(std::string(config_maps) + "/fixed", {{"metadata", {{"labels", {{"a", "b"}}}}}}).status, 200U);
  const auto secret = create("/api/v1/namespaces/default/secrets",
                             {{"metadata", {{"name", "s"}}}, {"stringData", {{"password", "hunter2"}}}});
  EXPECT_EQ(secret["data"]["password"], "aHVudGVyMg==");
  EXPECT_EQ(secret["type"], "Opaque");
  EXPECT_FALSE(secret.contains("stringData"));
  EXPECT_EQ(
      call("POST", "/api/v1/namespaces/default/secrets", Json{{"metadata", {{"name", "t"}}}, {"data", {{"k", "%%%"}}}})
          .status,
      400U);
}

TEST_F(BuiltIn, BytesComeBackInCanonicalForm)
{
  const std::string secrets = "/api/v1/namespaces/default/secrets";
  // With line breaks, and with bits set that encode nothing.
  const Json data{{"wrapped", "AAEC\nAwQF\r\n"}, {"bits", "QR=="}, {"more", "QUJ="}, {"none", "\n"}, {"plain", "AAE="}};
  const Json canonical{{"wrapped", "AAECAwQF"}, {"bits", "QQ=="}, {"more", "QUI="}, {"none", ""}, {"plain", "AAE="}};
  EXPECT_EQ(create(secrets, {{"metadata", {{"name", "s"}}}, {"data", data}})["data"], canonical);
  const auto secret = get(secrets + "/s");
  EXPECT_EQ(secret["data"], canonical);
  EXPECT_EQ(create(config_maps, {{"metadata", {{"name", "b"}}}, {"binaryData", data}})["binaryData"], canonical);

  auto changed = secret;
  changed["data"] = {{"k", "QR=="}};
  EXPECT_EQ(call("PUT", secrets + "/s", changed).json["data"], Json({{"k", "QQ=="}}));
  EXPECT_EQ(patch(secrets + "/s", {{"data", {{"l", "Q\nR=="}}}}).json["data"], Json({{"k", "QQ=="}, {"l", "QQ=="}}));
  const Json applied{
      {"apiVersion", "v1"}, {"kind", "Secret"}, {"metadata", {{"name", "t"}}}, {"data", {{"k", "QUI=\n"}}}};
  const auto apply = [&] { return patch(secrets + "/t?fieldManager=m", applied, "application/apply-patch+yaml"); };
  EXPECT_EQ(apply().json["data"]["k"], "QUI=");
  const auto before = version_of(get(secrets + "/t"));
  EXPECT_EQ(version_of(apply().json), before) << "the same bytes are no change";
  const auto bad = call("POST", secrets, Json{{"metadata", {{"name", "u"}}}, {"data", {{"k", "QQ==\nQ?"}}}});
  EXPECT_EQ(bad.status, 400U);
}

TEST_F(BuiltIn, BundlesOfWebhooksComeBackInCanonicalForm)
{
  const auto hooks = [](const std::string& bundle) {
    return Json{{"metadata", {{"name", "h"}}},
                {"webhooks", Json::array({{{"name", "a.example.com"},
                                           {"clientConfig", {{"url", "https://example.com"}, {"caBundle", bundle}}},
                                           {"sideEffects", "None"},
                                           {"admissionReviewVersions", {"v1"}}}})}};
  };
  const std::string group = "/apis/admissionregistration.k8s.io/v1/";
  for (const char* plural : {"validatingwebhookconfigurations", "mutatingwebhookconfigurations"}) {
    const auto wrapped = call("POST", group + plural + "?dryRun=All", hooks("QUJD\nREVG\n"));
    ASSERT_EQ(wrapped.status, 201U) << wrapped.message();
    EXPECT_EQ(wrapped.json["webhooks"][0]["clientConfig"]["caBundle"], "QUJDREVG");
    const auto empty = call("POST", group + plural + "?dryRun=All", hooks("\n"));
    EXPECT_FALSE(empty.json["webhooks"][0]["clientConfig"].contains("caBundle")) << empty.body;
  }
}

TEST_F(BuiltIn, AStatefulSetIsNamedAsAHost)
{
  auto set = deployment("web");
  set["kind"] = "StatefulSet";
  set["spec"]["serviceName"] = "web";
  const std::string sets = "/apis/apps/v1/namespaces/default/statefulsets";
  const auto refusal = [&](const char* member, const std::string& name) {
    set["metadata"] = {{member, name}};
    const auto answer = call("POST", sets + "?dryRun=All", set);
    return answer.status == 422U ? answer.json["details"]["causes"][0]["field"].get<std::string>() : answer.body;
  };
  EXPECT_EQ(refusal("name", "a.b"), "metadata.name");
  EXPECT_EQ(refusal("name", std::string(64, 'a')), "metadata.name");
  EXPECT_EQ(refusal("generateName", "a.b-"), "metadata.generateName");
  for (const auto& name : {std::string("1-a"), std::string(63, 'a')}) {
    set["metadata"] = {{"name", name}};
    EXPECT_EQ(call("POST", sets + "?dryRun=All", set).status, 201U) << name;
  }
}

TEST_F(BuiltIn, AnIPAddressIsNamedByItself)
{
  const std::string addresses = "/apis/networking.k8s.io/v1/ipaddresses?dryRun=All";
  const auto post = [&](const std::string& name) {
    return call("POST", addresses,
                Json{{"metadata", {{"name", name}}},
                     {"spec", {{"parentRef", {{"resource", "services"}, {"namespace", "default"}, {"name", "s"}}}}}});
  };
  for (const char* name : {"10.1.2.3", "fd00::1"}) EXPECT_EQ(post(name).status, 201U) << name;
  for (const char* name : {"not-an-ip", "10.1.2.03", "FD00::1", "fd00:0::1", "::ffff:10.1.2.3"}) {
    const auto answer = post(name);
    EXPECT_EQ(answer.status, 422U) << name;
    ASSERT_EQ(answer.json["details"]["causes"].size(), 1U) << answer.body;
    EXPECT_EQ(answer.json["details"]["causes"][0]["field"], "metadata.name");
  }
}

TEST_F(BuiltIn, LeasesKeepMicrosecondsAndNeedAVersion)
{
  const std::string leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
  const auto made = create(leases, Json::parse(R"({"metadata": {"name": "l"}, "spec": {"holderIdentity": "me",
      "leaseDurationSeconds": 15, "renewTime": "2026-01-01T01:00:00.000001+01:00"}})"));
  EXPECT_EQ(made["spec"]["renewTime"], "2026-01-01T00:00:00.000001Z");
  auto update = made;
  update["metadata"].erase("resourceVersion");
  EXPECT_EQ(call("PUT", leases + "/l", update).status, 422U);
  update = made;
  update["spec"]["leaseDurationSeconds"] = 0;
  EXPECT_EQ(call("PUT", leases + "/l", update).status, 422U);
  update["spec"] = {{"renewTime", "2026-01-01T00:00:00Z"}};
  EXPECT_EQ(call("PUT", leases + "/l", update).status, 400U);
  update["spec"] = {{"renewTime", "yesterday"}};
  EXPECT_EQ(call("PUT", leases + "/l", update).status, 400U);
  auto fresh = made;
  fresh["metadata"] = {{"name", "n"}};
  EXPECT_EQ(call("PUT", leases + "/n", fresh).status, 201U);
}

TEST_F(BuiltIn, ADisruptionBudgetSaysOneOfTwo)
{
  constexpr const char* budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
  auto budget = Json::parse(R"({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "web"},
      "spec": {"minAvailable": "50%", "selector": {"matchLabels": {"app": "web"}}}})");
  const auto made = create(budgets, budget);
  EXPECT_EQ(made["status"], Json::parse(R"({"currentHealthy": 0, "desiredHealthy": 0, "disruptionsAllowed": 0,
      "expectedPods": 0})"));
  EXPECT_EQ(made["metadata"]["generation"], 1);
  budget["metadata"]["name"] = "both";
  budget["spec"]["maxUnavailable"] = 1;
  const auto refused = call("POST", budgets, budget);
  EXPECT_EQ(refused.status, 422U);
  EXPECT_NE(refused.message().find("minAvailable and maxUnavailable cannot be both set"), std::string::npos)
      << refused.message();
}

TEST_F(BuiltIn, ANetworkPolicyGetsItsDefaults)
{
  constexpr const char* policies = "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";
  const auto policy = [&](const char* name, const char* spec) {
    auto object = Json::parse(R"({"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {}})");
    object["metadata"]["name"] = name;
    object["spec"] = Json::parse(spec);
    return create(policies, object)["spec"];
  };
  EXPECT_EQ(policy("all", R"({"podSelector": {}})"), Json::parse(R"({"podSelector": {}, "policyTypes": ["Ingress"]})"));
  EXPECT_EQ(policy("out", R"({"podSelector": {}, "egress": [{"ports": [{"port": 53}]}]})"),
            Json::parse(R"({"podSelector": {}, "policyTypes": ["Ingress", "Egress"],
                "egress": [{"ports": [{"port": 53, "protocol": "TCP"}]}]})"));
  EXPECT_EQ(policy("none", R"({"podSelector": {}, "policyTypes": ["Egress"]})")["policyTypes"],
            Json::array({"Egress"}));
}

TEST_F(BuiltIn, OneEventIsSeenThroughBothGroups)
{
  const auto made = create(modern_events, modern_event());
  EXPECT_EQ(made["apiVersion"], "events.k8s.io/v1");
  EXPECT_EQ(made["eventTime"], "2026-01-01T00:00:00.500000Z");
  const auto core = get(std::string(core_events) + "/e1");
  EXPECT_EQ(core["apiVersion"], "v1");
  EXPECT_EQ(core["message"], "Foo synced");
  EXPECT_EQ(core["involvedObject"]["name"], "f");
  EXPECT_EQ(core["reportingComponent"], "sample-controller");
  EXPECT_FALSE(core.contains("note"));
  const auto changed =
      patch(std::string(modern_events) + "/e1",
            Json::parse(R"({"series": {"count": 2, "lastObservedTime": "2026-01-01T00:00:01.000000Z"}})"));
  EXPECT_EQ(changed.status, 200U) << changed.body;
  EXPECT_EQ(get(std::string(core_events) + "/e1")["series"]["count"], 2);
  EXPECT_EQ(get(std::string(core_events) + "?fieldSelector=involvedObject.name%3Df,involvedObject.kind%3DFoo")["items"]
                .size(),
            1U);
  EXPECT_EQ(get(std::string(core_events) + "?fieldSelector=type%3DWarning")["items"].size(), 0U);
  EXPECT_EQ(get(std::string(modern_events) + "?fieldSelector=regarding.name%3Df")["items"].size(), 1U);
}

TEST_F(BuiltIn, BothGroupsWatchTheSameEvents)
{
  auto core = watch(std::string(core_events) + "?watch=1");
  auto modern = watch(std::string(modern_events) + "?watch=1");
  create(modern_events, modern_event());
  const auto core_lines = core.lines();
  const auto modern_lines = modern.lines();
  ASSERT_EQ(core_lines.size(), 1U);
  ASSERT_EQ(modern_lines.size(), 1U);
  EXPECT_EQ(core_lines[0]["object"]["message"], "Foo synced");
  EXPECT_EQ(modern_lines[0]["object"]["note"], "Foo synced");
}

TEST_F(BuiltIn, EventsAreValidatedByTheirGroup)
{
  auto event = modern_event();
  event.erase("action");
  event["type"] = "Odd";
  event.erase("reportingInstance");
  const auto answer = call("POST", modern_events, event);
  EXPECT_EQ(answer.status, 422U);
  EXPECT_EQ(answer.message().rfind("Event \"e1\" is invalid: [", 0), 0U);
  for (const char* part : {"action: Required value", "reportingInstance: Required value",
                           "type: Invalid value: \"\": has invalid value: Odd"}) {
    EXPECT_NE(answer.message().find(part), std::string::npos) << answer.message();
  }
  create(modern_events, modern_event());
  EXPECT_EQ(patch(std::string(modern_events) + "/e1", {{"note", "other"}}).status, 422U);
  EXPECT_EQ(call("POST", core_events, Json::parse(R"({"metadata": {"name": "old"}, "message": "m", "reason": "r",
      "involvedObject": {"kind": "Pod", "name": "p", "namespace": "default"}})"))
                .status,
            201U);
  EXPECT_EQ(call("POST", core_events, Json::parse(R"({"metadata": {"name": "bad"},
      "involvedObject": {"kind": "Pod", "name": "p", "namespace": "elsewhere"}})"))
                .status,
            422U);
}

// Whoever may change a binding must not be able to bind another role with it.
TEST_F(BuiltIn, ABindingKeepsItsRole)
{
  const std::string bindings = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings";
  const auto made = create(bindings, Json::parse(R"({"apiVersion": "rbac.authorization.k8s.io/v1",
      "kind": "RoleBinding", "metadata": {"name": "b"}, "subjects": [],
      "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "reader"}})"));
  auto changed = made;
  changed["roleRef"]["name"] = "admin";
  const auto refused = call("PUT", bindings + "/b", changed);
  EXPECT_EQ(refused.status, 422U);
  EXPECT_NE(refused.message().find("field is immutable"), std::string::npos) << refused.message();
  EXPECT_EQ(get(bindings + "/b")["roleRef"]["name"], "reader");
  auto others = made;
  others["subjects"] = Json::parse(R"([{"kind": "User", "apiGroup": "rbac.authorization.k8s.io", "name": "u"}])");
  EXPECT_EQ(call("PUT", bindings + "/b", others).status, 200U);
}

TEST_F(BuiltIn, EverythingIsAllowed)
{
  const auto answer = call("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                           Json::parse(R"({"spec": {"resourceAttributes": {"verb": "delete", "resource": "pods"}}})"));
  EXPECT_EQ(answer.status, 201U);
  EXPECT_EQ(answer.json["status"]["allowed"], true);
  EXPECT_EQ(call("GET", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews").status, 405U);
}

TEST_F(BuiltIn, PodsCanBeSelectedByPhaseAndNode)
{
  const std::string pods = "/api/v1/namespaces/default/pods";
  create(pods, Json::parse(R"({"metadata": {"name": "p"}, "spec": {"nodeName": "n1",
      "containers": [{"name": "c", "image": "x"}]}})"));
  EXPECT_EQ(get(pods + "?fieldSelector=status.phase%3DPending,spec.nodeName%3Dn1")["items"].size(), 1U);
  EXPECT_EQ(get(pods + "?fieldSelector=status.phase!%3DPending")["items"].size(), 0U);
  EXPECT_EQ(call("DELETE", pods + "/p").json["kind"], "Pod");
}

}  // namespace
}  // namespace kubexx::testing

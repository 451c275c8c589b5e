// SPDX-License-Identifier: Apache-2.0
// Values at the edges of what a field may hold. In whose words is compared with a real server:
// tests/e2e/recordings/odd-values.yaml.
#include <gmock/gmock.h>

#include <algorithm>

#include <string>

#include "fixture.hpp"

namespace kubexx::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class OddValues : public ApiServerTest {
protected:
  OddValues() : ApiServerTest(10000) {}

  Answer post(const std::string& collection, const std::string& text)
  {
    return call("POST", collection, Json::parse(text));
  }
  static std::size_t place(const Answer& answer, const std::string& text) { return answer.message().find(text); }

  static constexpr const char* roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
  static constexpr const char* accounts = "/api/v1/namespaces/default/serviceaccounts";
  static constexpr const char* slices = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
  static constexpr const char* services = "/api/v1/namespaces/default/services";
  static constexpr const char* requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
};

// It is owned, as whoever applies it expects, and stored as protobuf keeps it.
TEST_F(OddValues, AnEmptyListOfRulesIsOwnedAndReadAsNull)
{
  const auto made = post(roles, R"({"metadata": {"name": "r"}, "rules": []})");
  ASSERT_EQ(made.status, 201) << made.body;
  EXPECT_TRUE(made.json.at("rules").is_null());
  EXPECT_EQ(made.json.at("/metadata/managedFields/0/fieldsV1"_json_pointer), Json::parse(R"({"f:rules": {}})"));
  const auto without = post(roles, R"({"metadata": {"name": "s"}})");
  EXPECT_FALSE(without.json.at("metadata").contains("managedFields"));
}

TEST_F(OddValues, WhatIsCheckedDeclarativelyIsSaidLast)
{
  const auto role = post(roles, R"({"metadata": {"name": "r"}, "rules": [{}, {}]})");
  EXPECT_EQ(role.status, 422);
  EXPECT_LT(place(role, "rules[1].resources"), place(role, "rules[0].verbs: Required value"));
  const auto binding = post("/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
                            R"({"metadata": {"name": "b"}, "subjects": [{}, {}],
                                "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "r"}})");
  EXPECT_LT(place(binding, "subjects[1].kind"), place(binding, "subjects[0].name: Required value"));
  const auto policy = post("/apis/networking.k8s.io/v1/namespaces/default/networkpolicies",
                           R"({"metadata": {"name": "n"}, "spec": {"podSelector": {}, "ingress": [
                               {"from": [{"ipBlock": {}, "podSelector": {}}]}, {"from": [{}]}]}})");
  EXPECT_LT(place(policy, "ingress[1].from[0]: Required value"), place(policy, "ipBlock.cidr: Required value"));
}

TEST_F(OddValues, OfAnAccountsSecretsTheNameIsKept)
{
  const auto made = post(accounts, R"({"metadata": {"name": "a"},
      "secrets": [{"name": "x", "kind": "Secret", "namespace": "y", "uid": "z"}, {"kind": "Secret"}]})");
  EXPECT_EQ(made.json.at("secrets"), Json::parse(R"([{"name": "x"}, {}])"));
}

TEST_F(OddValues, AnEmptyKindOfAReferenceIsNone)
{
  const auto made = post("/api/v1/namespaces/default/endpoints",
                         R"({"metadata": {"name": "e"}, "subsets": [{"addresses": [
                             {"ip": "10.1.2.3", "targetRef": {"kind": "", "apiVersion": "", "name": "p"}}]}]})");
  EXPECT_EQ(made.json.at("/subsets/0/addresses/0/targetRef"_json_pointer), Json::parse(R"({"name": "p"})"));
}

TEST_F(OddValues, ALengthIsToldInTheUnitOfWhoeverCounts)
{
  const std::string name(300, 'a');
  const auto label = call("POST", accounts, Json{{"metadata", {{"name", "a"}, {"labels", {{"k", name}}}}}});
  EXPECT_THAT(label.message(), HasSubstr("must be no more than 63 bytes"));
  const auto named = call("POST", accounts, Json{{"metadata", {{"name", name}}}});
  EXPECT_THAT(named.message(), HasSubstr("must be no more than 253 characters"));
  // All that is wrong with a name is said.
  const auto worse = call("POST", accounts, Json{{"metadata", {{"name", name + "_"}}}});
  EXPECT_THAT(worse.message(), AllOf(HasSubstr("must be no more than 253 characters"),
                                     HasSubstr("a lowercase RFC 1123 subdomain must consist of")));
}

TEST_F(OddValues, FinalizersOfSomeKindsNeedNoDomain)
{
  EXPECT_EQ(post("/apis/coordination.k8s.io/v1/namespaces/default/leases",
                 R"({"metadata": {"name": "l", "finalizers": ["x"]}})")
                .status,
            201);
  EXPECT_EQ(post(accounts, R"({"metadata": {"name": "a", "finalizers": ["x"]}})").status, 422);
}

// The strategy of a budget looks at no metadata; what all kinds must have is looked at when it has nothing to say.
TEST_F(OddValues, ABudgetsMetadataComesAfterItsSpec)
{
  const std::string budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
  EXPECT_EQ(post(budgets, R"({"metadata": {"name": "Not_A_Domain"}, "spec": {}})").status, 201);
  EXPECT_THAT(post(budgets, R"({"metadata": {"name": "a%b"}, "spec": {"minAvailable": "x"}})").message(),
              AllOf(HasSubstr("spec.minAvailable"), Not(HasSubstr("metadata.name"))));
  EXPECT_THAT(post(budgets, R"({"metadata": {"name": "a%b"}, "spec": {}})").message(),
              HasSubstr("metadata.name: Invalid value: \"a%b\": may not contain '%'"));
}

TEST_F(OddValues, ALimitRangeWithoutANameGetsOne)
{
  const auto made = post("/api/v1/namespaces/default/limitranges", R"({"metadata": {}, "spec": {"limits": []}})");
  ASSERT_EQ(made.status, 201) << made.body;
  EXPECT_FALSE(made.json.at("/metadata/name"_json_pointer).get<std::string>().empty());
}

TEST_F(OddValues, AnEmptyTimeIsNoTime)
{
  const auto refused = post(accounts, R"({"metadata": {"name": "a", "deletionTimestamp": ""}})");
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(refused.message(), HasSubstr("parsing time \"\""));
}

TEST_F(OddValues, OwnersThatAreTheSameAreDroppedWithAWarningThoughTheyHaveNoUid)
{
  const auto refused = post(accounts, R"({"metadata": {"name": "a", "ownerReferences": [{}, {}]}})");
  EXPECT_EQ(refused.status, 422);
  EXPECT_THAT(refused.header("Warning"), HasSubstr("contains duplicate entries"));
  EXPECT_THAT(refused.message(), Not(HasSubstr("ownerReferences[1]")));
}

TEST_F(OddValues, TheTopologyOfASliceIsDropped)
{
  const auto made = post(slices, R"({"metadata": {"name": "s"}, "addressType": "IPv4", "ports": [], "endpoints": [
      {"addresses": ["10.1.2.3"], "deprecatedTopology": {"Bad Key!": "x"}}]})");
  ASSERT_EQ(made.status, 201) << made.body;
  EXPECT_FALSE(made.json.at("/endpoints/0"_json_pointer).contains("deprecatedTopology"));
}

TEST_F(OddValues, ASliceOfNamesIsWarnedOf)
{
  const auto made = post(slices, R"({"metadata": {"name": "s"}, "addressType": "FQDN", "ports": [], "endpoints": [
      {"addresses": ["a.example.com"]}]})");
  EXPECT_THAT(made.header("Warning"), HasSubstr("FQDN endpoints are deprecated"));
}

TEST_F(OddValues, AServiceCannotHaveTheOtherFamily)
{
  const auto of = [](const char* spec) {
    return R"({"metadata": {"name": "s"}, "spec": {"ports": [{"port": 80}], )" + std::string(spec) + "}}";
  };
  EXPECT_THAT(post(services, of(R"("ipFamilies": ["IPv6"])")).message(), HasSubstr("not configured on this cluster"));
  EXPECT_THAT(post(services, of(R"("ipFamilyPolicy": "RequireDualStack")")).message(),
              HasSubstr("not configured for dual-stack services"));
  // One that selects nothing and has no address may have any.
  const auto open = post(services, of(R"("clusterIP": "None", "ipFamilies": ["IPv6"])"));
  ASSERT_EQ(open.status, 201) << open.body;
  EXPECT_EQ(open.json.at("/spec/ipFamilies"_json_pointer), Json::parse(R"(["IPv6", "IPv4"])"));
  // An update is no way around that.
  ASSERT_EQ(post(services, R"({"metadata": {"name": "t"}, "spec": {"ports": [{"port": 80}]}})").status, 201);
  EXPECT_EQ(
      patch(std::string(services) + "/t", Json::parse(R"({"spec": {"ipFamilyPolicy": "RequireDualStack"}})")).status,
      422);
}

TEST_F(OddValues, ARequestForACertificateSaysWhatItIsFor)
{
  const auto refused = post(requests, R"({"metadata": {"name": "c"}, "spec": {"request": "YQ==",
      "signerName": "host/path", "usages": ["x", "x"], "expirationSeconds": 0}})");
  EXPECT_THAT(refused.message(), AllOf(HasSubstr("spec.usages[0]: Unsupported value: \"x\""),
                                       HasSubstr("spec.usages[1]: Duplicate value: \"x\""),
                                       HasSubstr("should be a domain with at least two segments separated by dots"),
                                       HasSubstr("may not specify a duration less than 600 seconds (10 minutes)")));
}

TEST_F(OddValues, AnEmptyTopologyTermIsARepeatedOne)
{
  EXPECT_THAT(post("/apis/storage.k8s.io/v1/storageclasses",
                   R"({"metadata": {"name": "s"}, "provisioner": "p", "allowedTopologies": [{}]})")
                  .message(),
              HasSubstr("allowedTopologies[0].matchLabelExpressions: Duplicate value: \"\""));
}

TEST_F(OddValues, ARevisionHoldsAnObject)
{
  EXPECT_THAT(post("/apis/apps/v1/namespaces/default/controllerrevisions",
                   R"({"metadata": {"name": "r"}, "revision": 1, "data": "x"})")
                  .message(),
              HasSubstr("data must be a valid JSON object"));
}

TEST_F(OddValues, WhoWroteASubresourceOwnsIt)
{
  const std::string pods = "/api/v1/namespaces/default/pods";
  ASSERT_EQ(post(pods, R"({"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "i"}]}})").status,
            201);
  const auto changed = call("PATCH", pods + "/p/ephemeralcontainers",
                            std::string(R"({"spec": {"ephemeralContainers": [{"name": "debug", "image": "b"}]}})"),
                            {{"Content-Type", "application/strategic-merge-patch+json"}, {"User-Agent", "me/1"}});
  ASSERT_EQ(changed.status, 200) << changed.body;
  const auto& owners = changed.json.at("/metadata/managedFields"_json_pointer);
  const auto mine =
      std::find_if(owners.begin(), owners.end(), [](const Json& one) { return one.at("manager") == "me"; });
  ASSERT_NE(mine, owners.end()) << owners;
  EXPECT_EQ(mine->at("subresource"), "ephemeralcontainers");
  EXPECT_TRUE(mine->at("/fieldsV1/f:spec"_json_pointer).contains("f:ephemeralContainers"));
  // The same again is no write, and no new time.
  clock.advance(std::chrono::seconds(5));
  const auto same = call("PATCH", pods + "/p/ephemeralcontainers",
                         std::string(R"({"spec": {"ephemeralContainers": [{"name": "debug", "image": "b"}]}})"),
                         {{"Content-Type", "application/strategic-merge-patch+json"}, {"User-Agent", "me/1"}});
  EXPECT_EQ(same.json.at("metadata"), changed.json.at("metadata"));
}

TEST_F(OddValues, FinalizeTakesTheWholeNamespaceButItsStatus)
{
  ASSERT_EQ(post("/api/v1/namespaces", R"({"metadata": {"name": "n", "labels": {"a": "b"}}})").status, 201);
  const auto changed =
      call("PUT", "/api/v1/namespaces/n/finalize", Json::parse(R"({"metadata": {"name": "n", "labels": {"c": "d"}},
                                            "spec": {"finalizers": ["kubernetes", "example.com/x"]},
                                            "status": {"phase": "Terminating"}})"));
  ASSERT_EQ(changed.status, 200) << changed.body;
  EXPECT_EQ(changed.json.at("/metadata/labels/c"_json_pointer), "d");
  EXPECT_EQ(changed.json.at("/status/phase"_json_pointer), "Active");
  EXPECT_EQ(changed.json.at("/spec/finalizers"_json_pointer).size(), 2U);
}

class PodLevelResources : public OddValues {
protected:
  Answer pod_with(const std::string& resources, const std::string& of_container = "{}")
  {
    return post("/api/v1/namespaces/default/pods?dryRun=All",
                R"({"metadata": {"name": "p"}, "spec": {"resources": )" + resources +
                    R"(, "containers": [{"name": "c", "image": "i", "resources": )" + of_container + "}]}}");
  }
  static std::string quality(const Answer& answer)
  {
    return answer.json.value("/status/qosClass"_json_pointer, answer.body);
  }
};

TEST_F(PodLevelResources, WhatThePodDoesNotSayIsThatOfItsContainers)
{
  const auto resources = "/spec/resources"_json_pointer;
  EXPECT_EQ(pod_with(R"({"limits": {"cpu": "1"}})").json.at(resources),
            Json::parse(R"({"limits": {"cpu": "1"}, "requests": {"cpu": "1"}})"));
  EXPECT_EQ(pod_with(R"({"limits": {"cpu": "1"}})", R"({"requests": {"cpu": "500m"}})").json.at(resources),
            Json::parse(R"({"limits": {"cpu": "1"}, "requests": {"cpu": "500m"}})"));
  EXPECT_EQ(pod_with(R"({"requests": {"cpu": "1"}})", R"({"limits": {"cpu": "500m", "hugepages-2Mi": "4Mi"}})")
                .json.at(resources),
            Json::parse(R"({"limits": {"cpu": "1", "hugepages-2Mi": "4Mi"},
                            "requests": {"cpu": "1", "hugepages-2Mi": "4Mi"}})"));
  EXPECT_EQ(pod_with("{}", R"({"limits": {"cpu": "1"}})").json.at(resources), Json::object());
}

TEST_F(PodLevelResources, TheyDecideTheClassOfService)
{
  EXPECT_EQ(quality(pod_with(R"({"limits": {"cpu": "1", "memory": "1Gi"}})")), "Guaranteed");
  EXPECT_EQ(quality(pod_with(R"({"limits": {"cpu": "1"}})")), "Burstable");
  EXPECT_EQ(quality(pod_with(R"({"requests": {"cpu": "0"}})")), "BestEffort");
  EXPECT_EQ(quality(pod_with("{}", R"({"limits": {"cpu": "1", "memory": "1Gi"}})")), "Guaranteed");
}

TEST_F(PodLevelResources, ContainersMustFitIn)
{
  const auto refused = pod_with(R"({"requests": {"cpu": "1"}, "limits": {"cpu": "1"}})", R"({"limits": {"cpu": "2"}})");
  EXPECT_EQ(refused.status, 422U);
  EXPECT_THAT(refused.message(), AllOf(HasSubstr("must be greater than or equal to aggregate container requests of 2"),
                                       HasSubstr("spec.resources.containers[0][cpu].limits: Invalid value: \"2\": must "
                                                 "be less than or equal to pod limits of 1")));
}

}  // namespace
}  // namespace kubexx::testing

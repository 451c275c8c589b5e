// SPDX-License-Identifier: Apache-2.0
// What an update of a status may say. In whose words is compared with a real server:
// tests/e2e/recordings/statuses.yaml.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "kinds/disabled_fields.hpp"
#include "kinds/prepare_status.hpp"
#include "validation/validate.hpp"
#include "validation/validate_status.hpp"

namespace kubexx::apiserver {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Problems = std::vector<std::string>;

Problems texts(const FieldErrors& errors)
{
  Problems all;
  for (const auto& error : errors) all.push_back(error.text());
  return all;
}

/// Of the objects' JSON; `current` is what is there before.
Problems problems(const std::string& kind, const std::string& object, const std::string& current = "{}")
{
  FieldErrors errors;
  status_check(kind, WallTime())(Json::parse(object), Json::parse(current), errors);
  return texts(errors);
}

std::string with_status(const std::string& status, const std::string& spec = "{}")
{
  return R"({"spec": )" + spec + R"(, "status": )" + status + "}";
}

TEST(PodStatus, WhatIsTerminatedStartsAgainOnlyWherePoliciesLetIt)
{
  const std::string running = R"({"containerStatuses": [{"name": "a", "state": {"running": {}}}]})";
  const auto ended = [](int code) {
    return R"({"containerStatuses": [{"name": "a", "state": {"terminated": {"exitCode": )" + std::to_string(code) +
           "}}}]}";
  };
  const auto spec = [](const char* policy, const char* of_container = "") {
    return std::string(R"({"restartPolicy": ")") + policy + R"(", "containers": [{"name": "a")" + of_container + "}]}";
  };
  const auto from = [&](const std::string& pod, int code) {
    return problems("/pods", with_status(running, pod), with_status(ended(code), pod));
  };
  const auto refused =
      ElementsAre("status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state");
  EXPECT_THAT(from(spec("Always"), 0), IsEmpty());
  EXPECT_THAT(from(spec("OnFailure"), 1), IsEmpty());
  EXPECT_THAT(from(spec("OnFailure"), 0), refused);
  EXPECT_THAT(from(spec("Never"), 1), refused);
  EXPECT_THAT(from(spec("Never", R"(, "restartPolicy": "Always")"), 0), IsEmpty());
  const char* rule =
      R"(, "restartPolicyRules": [{"action": "Restart", "exitCodes": {"operator": "In", "values": [42]}}])";
  EXPECT_THAT(from(spec("Never", rule), 42), IsEmpty());
  EXPECT_THAT(from(spec("Never", rule), 43), refused);
  const char* unlisted =
      R"(, "restartPolicyRules": [{"action": "Restart", "exitCodes": {"operator": "NotIn", "values": [42]}}])";
  EXPECT_THAT(from(spec("Never", unlisted), 42), refused);
  EXPECT_THAT(from(spec("Never", unlisted), 43), IsEmpty());
  EXPECT_THAT(problems("/pods", with_status(ended(0), spec("Never")), with_status(ended(0), spec("Never"))), IsEmpty());
}

TEST(PodStatus, AddressesAgreeAndAreOneOfAFamily)
{
  const auto of = [](const std::string& status) { return problems("/pods", with_status(status)); };
  EXPECT_THAT(of(R"({"podIP": "10.0.0.1", "podIPs": [{"ip": "10.0.0.1"}, {"ip": "fd00::1"}]})"), IsEmpty());
  EXPECT_THAT(of(R"({"podIP": "10.0.0.1", "podIPs": [{"ip": "10.0.0.2"}]})"),
              ElementsAre(HasSubstr("must be equal to `podIP`")));
  EXPECT_THAT(of(R"({"podIP": "10.0.0.1"})"), ElementsAre(HasSubstr("must either both be set or both be unset")));
  EXPECT_THAT(of(R"({"podIP": "10.0.0.1", "podIPs": [{"ip": "10.0.0.1"}, {"ip": "10.0.0.2"}]})"),
              ElementsAre(HasSubstr("no more than one IP for each IP family")));
  EXPECT_THAT(of(R"({"hostIP": "10.0.0.1", "hostIPs": [{"ip": "10.0.0.3"}]})"),
              ElementsAre(HasSubstr("must be equal to `hostIP`")));
}

TEST(PodStatus, NamesAreThoseOfThePod)
{
  const std::string spec = R"({"containers": [{"name": "a", "resources": {"requests": {"cpu": "1"}}}],
    "resourceClaims": [{"name": "c"}]})";
  EXPECT_THAT(problems("/pods", with_status(R"({"resourceClaimStatuses": [{"name": "c", "resourceClaimName": "x"}],
    "containerStatuses": [{"name": "a", "allocatedResourcesStatus": [{"name": "cpu"}, {"name": "claim:c"}]}]})",
                                            spec)),
              IsEmpty());
  EXPECT_THAT(
      problems("/pods",
               with_status(R"({"resourceClaimStatuses": [{"name": "d"}, {"name": "c"}, {"name": "c"}]})", spec)),
      ElementsAre(HasSubstr("must match the name of an entry in `spec.resourceClaims`"),
                  HasSubstr("resourceClaimStatuses[2].name: Duplicate value")));
  EXPECT_THAT(problems("/pods", with_status(R"({"containerStatuses": [{"name": "a", "allocatedResourcesStatus":
    [{"name": "memory", "resources": [{"resourceID": "r", "health": "Sick"}]}]}]})",
                                            spec)),
              ElementsAre(HasSubstr("must match one of the container's resource requests"), HasSubstr("Sick")));
  EXPECT_THAT(problems("/pods", with_status(R"({"extendedResourceClaimStatus": {"resourceClaimName": "x",
    "requestMappings": [{"containerName": "b", "resourceName": "cpu", "requestName": "r"}]}})",
                                            spec)),
              ElementsAre(HasSubstr("must match the name of an entry in spec.initContainers.name")));
}

TEST(PodStatus, UsersAreInTheirRangeAndConditionsAreNamed)
{
  const auto user = [](const char* linux_user, const char* spec = "{}") {
    return problems("/pods", with_status(std::string(R"({"containerStatuses": [{"name": "a", "user": {"linux": )") +
                                             linux_user + "}}]}",
                                         spec));
  };
  EXPECT_THAT(user(R"({"uid": 4294967295, "gid": 2147483647})"), IsEmpty());
  EXPECT_THAT(
      user(R"({"uid": 4294967296, "gid": -1, "supplementalGroups": [2147483648]})"),
      ElementsAre(HasSubstr("user.linux.uid"), HasSubstr("user.linux.gid"), HasSubstr("supplementalGroups[0]")));
  EXPECT_THAT(user("{}", R"({"os": {"name": "windows"}})"), ElementsAre(HasSubstr("cannot be set for a windows pod")));
  const auto condition = [](const char* type) {
    return problems("/pods", with_status(std::string(R"({"conditions": [{"type": ")") + type + "\"}]}"));
  };
  EXPECT_THAT(condition("Ready"), IsEmpty());
  EXPECT_THAT(condition("my.io/ready"), IsEmpty());
  EXPECT_THAT(condition("not a name"), ElementsAre(HasSubstr("status.conditions[0].Type")));
}

std::string job(const std::string& status, const std::string& spec = R"({"completions": 10})")
{
  return with_status(status, spec);
}

TEST(JobStatus, IndexesOfTheFailedAndTheCompletedAreApart)
{
  const std::string spec = R"({"completions": 100000, "completionMode": "Indexed", "backoffLimitPerIndex": 1})";
  const auto of = [&](const std::string& completed, const std::string& failed) {
    return problems("batch/jobs",
                    job(R"({"completedIndexes": ")" + completed + R"(", "failedIndexes": ")" + failed + "\"}", spec));
  };
  EXPECT_THAT(of("0-3,7", "4-6,8"), IsEmpty());
  EXPECT_THAT(of("", "0-99999"), IsEmpty());
  EXPECT_THAT(of("0-3,7", "5,7"), ElementsAre(HasSubstr("overlap at index: 7")));
  EXPECT_THAT(of("2-9", "0-4"), ElementsAre(HasSubstr("overlap at index: 2")));
  std::string many = "0-99999";
  for (int i = 0; i < 100000; ++i) many += ",0-99999";  // once 10^10 steps
  EXPECT_THAT(of(many, "1"),
              ElementsAre(HasSubstr("error parsing completedIndexes"), HasSubstr("overlap at index: 1")));
}

TEST(JobStatus, ConditionsBelongTogether)
{
  const auto conditions = [](const std::vector<std::string>& types, const std::string& more = "") {
    std::string list;
    for (const auto& type : types)
      list += (list.empty() ? "" : ",") + (R"({"type": ")" + type + R"(", "status": "True"})");
    return job(R"({"startTime": "2026-01-01T00:00:00Z", "conditions": [)" + list + "]" + more + "}");
  };
  const std::string completed = R"(, "completionTime": "2026-01-01T00:00:01Z")";
  EXPECT_THAT(problems("batch/jobs", conditions({"Complete", "SuccessCriteriaMet"}, completed)), IsEmpty());
  EXPECT_THAT(problems("batch/jobs", conditions({"Complete", "SuccessCriteriaMet"})),
              ElementsAre(HasSubstr("completionTime is required for Complete jobs")));
  EXPECT_THAT(problems("batch/jobs", conditions({"Complete"}, completed)),
              ElementsAre(HasSubstr("without the SuccessCriteriaMet=true condition")));
  EXPECT_THAT(problems("batch/jobs", conditions({"Failed"})),
              ElementsAre(HasSubstr("without the FailureTarget=true condition")));
  EXPECT_THAT(problems("batch/jobs", conditions({"Failed", "FailureTarget"}, R"(, "active": 1)")),
              ElementsAre(HasSubstr("active>0 is invalid for finished job")));
  EXPECT_THAT(problems("batch/jobs", conditions({}), conditions({"Failed", "FailureTarget"})),
              ElementsAre(HasSubstr("cannot disable the terminal Failed=True"),
                          HasSubstr("cannot disable the terminal FailureTarget=True")));
}

TEST(JobStatus, CountersDoNotFall)
{
  EXPECT_THAT(
      problems("batch/jobs", job(R"({"failed": 2, "succeeded": 1, "active": 2, "ready": 1})"), job(R"({"failed": 1})")),
      IsEmpty());
  EXPECT_THAT(problems("batch/jobs", job(R"({"failed": 1})"), job(R"({"failed": 2})")),
              ElementsAre(HasSubstr("cannot decrease the failed counter")));
  EXPECT_THAT(problems("batch/jobs", job(R"({"ready": 2, "active": 1})")),
              ElementsAre(HasSubstr("cannot set more ready pods than active")));
  EXPECT_THAT(problems("batch/jobs", job(R"({"uncountedTerminatedPods": {"succeeded": ["a"], "failed": ["a", ""]}})")),
              ElementsAre(HasSubstr("Duplicate value"), HasSubstr("must not be empty")));
}

TEST(NodeStatus, AddressesAreThereOnceAndFeaturesSorted)
{
  const auto of = [](const std::string& status) {
    FieldErrors errors;
    const auto node = Json::parse(with_status(status));
    validate_node(node, &node, errors);
    return texts(errors);
  };
  EXPECT_THAT(of(R"({"capacity": {"cpu": "1"}, "addresses": [{"type": "Hostname", "address": "n"}],
    "declaredFeatures": ["A", "A/b", "B"]})"),
              IsEmpty());
  EXPECT_THAT(of(R"({"capacity": {"cpu": "-1"}, "addresses": [{"address": "n"}, {"address": "n"}],
    "declaredFeatures": ["b"]})"),
              ElementsAre(HasSubstr("status.capacity.cpu"), HasSubstr("invalid feature name \"b\""),
                          HasSubstr("status.addresses[1]: Duplicate value")));
  EXPECT_THAT(of(R"({"declaredFeatures": ["B", "A"]})"), ElementsAre(HasSubstr("must be sorted alphabetically")));
}

TEST(OtherStatuses, AreCheckedAsTheirStrategiesCheckThem)
{
  const std::string balanced = R"({"type": "LoadBalancer"})";
  const auto service = [](const char* ingress, const std::string& spec) {
    return problems("/services", with_status(std::string(R"({"loadBalancer": {"ingress": [)") + ingress + "]}}", spec));
  };
  EXPECT_THAT(service(R"({"ip": "1.2.3.4", "ipMode": "VIP"}, {"hostname": "a.b"})", balanced), IsEmpty());
  EXPECT_THAT(service(R"({"ip": "1.2.3.4", "ipMode": "VIP"})", R"({"type": "ClusterIP"})"),
              ElementsAre(HasSubstr("may only be used when `spec.type` is 'LoadBalancer'")));
  EXPECT_THAT(service(R"({"ip": "1.2.3"}, {"ipMode": "VIP"}, {"hostname": "1.2.3.4"})", balanced),
              ElementsAre(HasSubstr("ingress[0].ip"), HasSubstr("must be specified when `ip` is set"),
                          HasSubstr("may not be specified when `ip` is not set"),
                          HasSubstr("must be a DNS name, not an IP address")));
  EXPECT_THAT(problems("policy/poddisruptionbudgets", with_status(R"({"expectedPods": 0})")), IsEmpty());
  EXPECT_THAT(problems("policy/poddisruptionbudgets", with_status(R"({"expectedPods": -1})")),
              ElementsAre(HasSubstr("status.expectedPods")));
  EXPECT_THAT(problems("autoscaling/horizontalpodautoscalers", with_status(R"({"currentReplicas": -1})")),
              ElementsAre(HasSubstr("status.currentReplicas")));
  EXPECT_THAT(problems("/persistentvolumeclaims", with_status(R"({"capacity": {"storage": "1Gi"},
    "allocatedResourceStatuses": {"storage": "NodeResizePending"}})")),
              IsEmpty());
  EXPECT_THAT(problems("/persistentvolumeclaims", with_status(R"({"capacity": {"storage": "-1"},
    "allocatedResourceStatuses": {"cpu": "Sometime"}})")),
              ElementsAre(HasSubstr("must be a valid resource quantity"), HasSubstr("Unsupported value: \"cpu\""),
                          HasSubstr("ControllerResizeInProgress")));
}

TEST(OtherStatuses, ASigningRequestKeepsItsApproval)
{
  const std::string kind = "certificates.k8s.io/certificatesigningrequests";
  const std::string approved = with_status(R"({"conditions": [{"type": "Approved", "status": "True"}]})");
  EXPECT_THAT(problems(kind, approved, approved), IsEmpty());
  EXPECT_THAT(problems(kind, with_status("{}"), approved),
              ElementsAre(HasSubstr("may not remove a condition of type \"Approved\"")));
  EXPECT_THAT(problems(kind, approved, with_status("{}")),
              ElementsAre(HasSubstr("may not add a condition of type \"Approved\"")));
  EXPECT_THAT(problems(kind, with_status(R"({"certificate": "eA=="})"), with_status("{}")),
              ElementsAre(HasSubstr("must contain at least one CERTIFICATE PEM block")));
}

TEST(PreparedStatus, KeepsWhatAnUpdateMayNotTakeAway)
{
  auto pod = Json::parse(R"({"metadata": {}, "status": {"qosClass": ""}})");
  prepare_status("/pods", pod, Json::parse(R"({"metadata": {"ownerReferences": [{"name": "o"}]},
    "status": {"qosClass": "Burstable", "observedGeneration": 2}})"),
                 "now");
  EXPECT_EQ(pod, Json::parse(R"({"metadata": {"ownerReferences": [{"name": "o"}]},
    "status": {"qosClass": "Burstable", "observedGeneration": 2}})"));
  auto volume = Json::parse(R"({"status": {"phase": "Bound"}})");
  const auto available = Json::parse(R"({"status": {"phase": "Available", "lastPhaseTransitionTime": "before"}})");
  prepare_status("/persistentvolumes", volume, available, "now");
  EXPECT_EQ(volume["status"]["lastPhaseTransitionTime"], "now");
  auto same = Json::parse(R"({"status": {"phase": "Available"}})");
  prepare_status("/persistentvolumes", same, available, "now");
  EXPECT_EQ(same["status"]["lastPhaseTransitionTime"], "before");
  auto attachment = Json::parse(R"({"metadata": {"labels": {"a": "b"}, "finalizers": ["x/y"]}})");
  prepare_status("storage.k8s.io/volumeattachments", attachment, Json::parse(R"({"metadata": {"labels": {"c": "d"}}})"),
                 "now");
  EXPECT_EQ(attachment, Json::parse(R"({"metadata": {"labels": {"c": "d"}}})"));
}

TEST(DisabledFields, AreNotStored)
{
  auto deployment = Json::parse(R"({"spec": {"template": {"spec": {"schedulingGroup": {}, "containers":
    [{"name": "c", "lifecycle": {"stopSignal": "SIGUSR1", "preStop": {}}}]}}}})");
  drop_disabled("apps/deployments", deployment);
  EXPECT_EQ(deployment, Json::parse(R"({"spec": {"template": {"spec": {"containers":
    [{"name": "c", "lifecycle": {"preStop": {}}}]}}}})"));
  auto node = Json::parse(R"({"spec": {"configSource": {}, "podCIDR": "10.0.0.0/24"}})");
  drop_disabled("/nodes", node);
  EXPECT_EQ(node, Json::parse(R"({"spec": {"podCIDR": "10.0.0.0/24"}})"));
  auto map = Json::parse(R"({"spec": {"schedulingGroup": {}}})");
  drop_disabled("/configmaps", map);
  EXPECT_TRUE(map["spec"].contains("schedulingGroup"));
}

}  // namespace
}  // namespace kubexx::apiserver

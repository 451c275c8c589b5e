// SPDX-License-Identifier: Apache-2.0
// Streams: exec, attach, portforward and the proxies. What they answer is compared with a real server in
// tests/e2e/recordings/connect.yaml.
#include "webhooks.hpp"

namespace kubexx::testing {
namespace {

constexpr const char* pod_p = "/api/v1/namespaces/default/pods/p";

class ConnectTest : public WebhooksTest {
protected:
  ConnectTest()
  {
    create("/api/v1/namespaces/default/pods",
           Json::parse(R"({"metadata": {"name": "p"}, "spec": {"containers": [{"name": "a", "image": "i"}]}})"));
  }
  Answer open(const std::string& stream, const std::string& method = "POST")
  {
    return call(method, std::string(pod_p) + "/" + stream);
  }
};

TEST_F(ConnectTest, AWebhookSeesTheOptionsOfAnExec)
{
  validating("see", rule({"CONNECT"}, {"pods/exec"}));
  hooks->at["/see"] = [](const Json& review) { return denied(review, {{"message", "no shells"}}); };
  EXPECT_EQ(open("exec?command=sh&command=-c&stdin=true&tty=0&container=a", "GET").message(),
            "admission webhook \"see.test.io\" denied the request: no shells");
  ASSERT_EQ(hooks->reviews.size(), 1U);
  const auto& request = hooks->reviews.front().at("request");
  EXPECT_EQ(request.at("operation"), "CONNECT");
  EXPECT_EQ(request.at("object"), Json::parse(R"({"apiVersion": "v1", "kind": "PodExecOptions", "container": "a",
                                                  "command": ["sh", "-c"], "stdin": true})"));
  EXPECT_EQ(request.at("kind"), Json::parse(R"({"group": "", "version": "v1", "kind": "PodExecOptions"})"));
  EXPECT_EQ(request.at("resource"), Json::parse(R"({"group": "", "version": "v1", "resource": "pods"})"));
  EXPECT_EQ(request.at("subResource"), "exec");
  EXPECT_EQ(request.at("name"), "p");
  EXPECT_EQ(request.at("namespace"), "default");
  EXPECT_TRUE(request.at("oldObject").is_null());
  EXPECT_TRUE(request.at("options").is_null());
  EXPECT_EQ(request.at("dryRun"), false);
}

TEST_F(ConnectTest, EachSubresourceHasOptionsOfItsOwn)
{
  validating("see", rule({"CONNECT"}, {"*/*"}));
  hooks->at["/see"] = [](const Json& review) { return allowed(review); };
  create("/api/v1/nodes", {{"metadata", {{"name", "n"}}}});
  (void)open("attach?stdout=true");
  (void)open("portforward?ports=80,81&ports=90");
  (void)open("proxy/a/b/", "GET");
  (void)call("GET", "/api/v1/namespaces/default/services/s:http/proxy/c");
  (void)call("GET", "/api/v1/nodes/n/proxy");
  std::vector<Json> seen;
  for (const auto& review : hooks->reviews) {
    auto object = review.at("request").at("object");
    object.erase("apiVersion");
    seen.push_back(std::move(object));
  }
  EXPECT_EQ(seen, (std::vector<Json>{Json::parse(R"({"kind": "PodAttachOptions", "stdout": true})"),
                                     Json::parse(R"({"kind": "PodPortForwardOptions", "ports": [80, 81, 90]})"),
                                     Json::parse(R"({"kind": "PodProxyOptions", "path": "/a/b/"})"),
                                     Json::parse(R"({"kind": "ServiceProxyOptions", "path": "/c"})"),
                                     Json::parse(R"({"kind": "NodeProxyOptions"})")}));
}

TEST_F(ConnectTest, RulesForWritesAndSelectorsOfObjectsDoNotMatch)
{
  validating("write", rule({"CREATE", "UPDATE", "DELETE"}, {"*/*"}));
  validating("labels", rule({"*"}, {"*/*"}),
             Json::parse(R"({"objectSelector": {"matchExpressions": [{"key": "a", "operator": "DoesNotExist"}]}})"));
  hooks->at["/write"] = hooks->at["/labels"] = [](const Json& review) { return denied(review); };
  EXPECT_EQ(open("exec?command=ls").message(), "pod p does not have a host assigned");
  EXPECT_TRUE(called().empty());
}

TEST_F(ConnectTest, AMutatingWebhookChangesTheOptions)
{
  mutating("add", rule({"CONNECT"}, {"pods/exec"}));
  hooks->at["/add"] = [](const Json& review) {
    return allowed(review, Json::array({{{"op", "add"}, {"path", "/container"}, {"value", "other"}}}));
  };
  EXPECT_EQ(open("exec?command=ls").message(), "container other is not valid for pod p");
}

TEST_F(ConnectTest, APolicyIsAskedAboutStreams)
{
  create("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies", Json::parse(R"json({
    "metadata": {"name": "p"},
    "spec": {"matchConstraints": {"resourceRules": [{"apiGroups": [""], "apiVersions": ["v1"],
                                                     "operations": ["CONNECT"], "resources": ["pods/exec"]}]},
             "validations": [{"expression": "!object.?tty.orValue(false)", "message": "no terminals"}]}})json"));
  create("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
         Json::parse(R"({"metadata": {"name": "b"}, "spec": {"policyName": "p", "validationActions": ["Deny"]}})"));
  EXPECT_EQ(open("exec?command=ls").message(), "pod p does not have a host assigned");
  const auto refused = open("exec?command=ls&tty=true");
  EXPECT_EQ(refused.status, 422U);
  EXPECT_EQ(refused.message(),
            "pods \"p\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no terminals");
}

TEST_F(ConnectTest, AStreamIsNoWrite)
{
  EXPECT_EQ(open("exec?command=ls&dryRun=All").message(), "dryRun is not supported");
  EXPECT_EQ(open("exec?command=ls&fieldValidation=Bogus").message(), "pod p does not have a host assigned");
  EXPECT_EQ(open("portforward?ports=80,x").message(),
            "cannot convert to []int32: strconv.ParseUint: parsing \"x\": invalid syntax");
  EXPECT_EQ(open("exec", "PUT").status, 405U);
}

}  // namespace
}  // namespace kubexx::testing

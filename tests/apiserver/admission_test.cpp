// SPDX-License-Identifier: Apache-2.0
// Admission webhooks: who is called, with what, and what becomes of the answers.
#include <utility>

#include "webhooks.hpp"

namespace kubexx::testing {
namespace {

using Paths = std::vector<std::string>;

class Admission : public WebhooksTest {};

TEST_F(Admission, AValidatingWebhookDeniesInItsOwnWords)
{
  validating("deny", rule({"CREATE"}, {"configmaps"}));
  hooks->at["/deny"] = [](const Json& review) {
    return denied(review, {{"message", "not today"}, {"code", 403}, {"reason", "Forbidden"}});
  };
  const auto answer = call("POST", config_maps, config_map("a"));
  EXPECT_EQ(answer.status, 403U);
  EXPECT_EQ(answer.reason(), "Forbidden");
  EXPECT_EQ(answer.message(), "admission webhook \"deny.test.io\" denied the request: not today");
  EXPECT_EQ(call("GET", std::string(config_maps) + "/a").status, 404U);
  create("/api/v1/namespaces/default/secrets", {{"metadata", {{"name", "a"}}}});
  EXPECT_EQ(called(), Paths{"/deny"});
}

TEST_F(Admission, AReviewSaysWhoDoesWhat)
{
  validating("see", rule({"CREATE"}, {"configmaps"}));
  hooks->at["/see"] = [](const Json& review) { return allowed(review); };
  create(std::string(config_maps) + "?fieldManager=me", config_map("a", {{"k", "v"}}));
  ASSERT_EQ(hooks->reviews.size(), 1U);
  const auto& review = hooks->reviews.front();
  EXPECT_EQ(review.at("apiVersion"), "admission.k8s.io/v1");
  auto request = review.at("request");
  EXPECT_FALSE(request.at("uid").get<std::string>().empty());
  EXPECT_EQ(request.at("kind"), Json::parse(R"({"group": "", "version": "v1", "kind": "ConfigMap"})"));
  EXPECT_EQ(request.at("resource"), Json::parse(R"({"group": "", "version": "v1", "resource": "configmaps"})"));
  EXPECT_EQ(request.at("requestKind"), request.at("kind"));
  EXPECT_EQ(request.at("requestResource"), request.at("resource"));
  EXPECT_EQ(request.at("name"), "a");
  EXPECT_EQ(request.at("namespace"), "default");
  EXPECT_EQ(request.at("operation"), "CREATE");
  EXPECT_EQ(request.at("dryRun"), false);
  EXPECT_EQ(request.at("userInfo").at("username"), "system:anonymous");
  EXPECT_EQ(request.at("object").at("data").at("k"), "v");
  EXPECT_EQ(request.at("object").at("kind"), "ConfigMap");
  EXPECT_TRUE(request.at("oldObject").is_null());
  EXPECT_EQ(request.at("options"),
            Json::parse(R"({"kind": "CreateOptions", "apiVersion": "meta.k8s.io/v1", "fieldManager": "me"})"));
}

TEST_F(Admission, AMutatingWebhooksPatchIsStored)
{
  mutating("add", rule({"CREATE", "UPDATE"}, {"configmaps"}));
  hooks->at["/add"] = [](const Json& review) {
    return allowed(review, Json::array({{{"op", "add"}, {"path", "/data/added"}, {"value", "yes"}}}));
  };
  EXPECT_EQ(create(config_maps, config_map("a", {{"k", "v"}})).at("data").at("added"), "yes");
  const auto name = std::string(config_maps) + "/a";
  EXPECT_EQ(patch(name, {{"data", {{"added", nullptr}, {"k", "w"}}}}).json.at("data"),
            Json::parse(R"({"added": "yes", "k": "w"})"));
  EXPECT_EQ(called(), (Paths{"/add", "/add"}));
  EXPECT_EQ(hooks->reviews.back().at("request").at("operation"), "UPDATE");
  EXPECT_EQ(hooks->reviews.back().at("request").at("oldObject").at("data").at("k"), "v");
}

TEST_F(Admission, EachDeletedObjectIsAskedAbout)
{
  validating("keep", rule({"DELETE"}, {"configmaps"}));
  hooks->at["/keep"] = [](const Json& review) {
    const auto& name = review.at("request").at("oldObject").at("metadata").at("name");
    return name == "b" ? denied(review) : allowed(review);
  };
  for (const char* name : {"a", "b", "c"}) create(config_maps, config_map(name));
  const auto one = call("DELETE", std::string(config_maps) + "/b");
  EXPECT_EQ(one.status, 400U);
  EXPECT_EQ(one.message(), "admission webhook \"keep.test.io\" denied the request without explanation");
  EXPECT_EQ(call("DELETE", config_maps).status, 400U);
  EXPECT_EQ(get(config_maps).at("items").size(), 2U);
  const auto& request = hooks->reviews.front().at("request");
  EXPECT_TRUE(request.at("object").is_null());
  EXPECT_EQ(request.at("options").at("kind"), "DeleteOptions");
}

TEST_F(Admission, AFailureIsIgnoredOnlyIfItsPolicySaysSo)
{
  validating("gone", rule({"CREATE"}, {"configmaps"}));
  const auto failed = call("POST", config_maps, config_map("a"));
  EXPECT_EQ(failed.status, 500U);
  EXPECT_EQ(failed.message(),
            "Internal error occurred: failed calling webhook \"gone.test.io\": failed to call webhook: Post "
            "\"https://127.0.0.1:9443/gone?timeout=10s\": no webhook at /gone");
  validating("lax", rule({"CREATE"}, {"secrets"}), {{"failurePolicy", "Ignore"}});
  create("/api/v1/namespaces/default/secrets", {{"metadata", {{"name", "a"}}}});
}

TEST_F(Admission, IsAskedAgainAfterAnotherWriteCameBetween)
{
  create(config_maps, config_map("a", {{"k", "1"}}));
  mutating("add", rule({"UPDATE"}, {"configmaps"}));
  const auto name = std::string(config_maps) + "/a";
  bool first = true;
  hooks->at["/add"] = [&](const Json& review) {
    // The write that comes between is one of the webhook's own: nothing is locked while it is awaited.
    if (std::exchange(first, false)) patch(name, Json::parse(R"({"data": {"between": "yes"}})"));
    return allowed(review, Json::array({{{"op", "add"}, {"path", "/data/added"}, {"value", "yes"}}}));
  };
  EXPECT_EQ(patch(name, {{"data", {{"k", "2"}}}}).json.at("data"),
            Json::parse(R"({"added": "yes", "between": "yes", "k": "2"})"));
  EXPECT_EQ(called(), (Paths{"/add", "/add", "/add"}));
}

TEST_F(Admission, WhoeverWantsItIsCalledAgainAfterAChange)
{
  mutating("a-first", rule({"CREATE"}, {"configmaps"}), {{"reinvocationPolicy", "IfNeeded"}});
  mutating("b-second", rule({"CREATE"}, {"configmaps"}));
  mutating("c-never", rule({"CREATE"}, {"configmaps"}));
  hooks->at["/a-first"] = [](const Json& review) { return allowed(review); };
  hooks->at["/b-second"] = [](const Json& review) {
    return allowed(review, Json::array({{{"op", "add"}, {"path", "/data"}, {"value", {{"b", "1"}}}}}));
  };
  hooks->at["/c-never"] = hooks->at["/a-first"];
  create(config_maps, config_map("a"));
  EXPECT_EQ(called(), (Paths{"/a-first", "/b-second", "/c-never", "/a-first"}));
  EXPECT_EQ(hooks->reviews.back().at("request").at("object").at("data").at("b"), "1");
}

TEST_F(Admission, SelectorsAndScopesSayWhoIsCalled)
{
  const auto allow = [](const Json& review) { return allowed(review); };
  create("/api/v1/namespaces", {{"metadata", {{"name", "other"}, {"labels", {{"team", "x"}}}}}});
  validating("labelled", rule({"CREATE"}, {"configmaps"}), {{"objectSelector", {{"matchLabels", {{"ask", "me"}}}}}});
  validating("team", rule({"CREATE"}, {"configmaps"}), {{"namespaceSelector", {{"matchLabels", {{"team", "x"}}}}}});
  auto cluster = rule({"CREATE"}, {"*"});
  cluster["scope"] = "Cluster";
  validating("wide", cluster, {{"namespaceSelector", {{"matchLabels", {{"kubernetes.io/metadata.name", "new"}}}}}});
  auto namespaced = cluster;
  namespaced["scope"] = "Namespaced";
  validating("narrow", namespaced,
             {{"namespaceSelector", {{"matchLabels", {{"kubernetes.io/metadata.name", "new"}}}}}});
  for (const char* path : {"/labelled", "/team", "/wide", "/narrow"}) hooks->at[path] = allow;
  create(config_maps, config_map("plain"));
  EXPECT_EQ(called(), Paths{});
  auto asked = config_map("asked");
  asked["metadata"]["labels"] = {{"ask", "me"}};
  create(config_maps, asked);
  EXPECT_EQ(called(), Paths{"/labelled"});
  create("/api/v1/namespaces/other/configmaps", config_map("a"));
  EXPECT_EQ(called(), Paths{"/team"});
  create("/api/v1/namespaces", {{"metadata", {{"name", "new"}}}});
  EXPECT_EQ(called(), Paths{"/wide"});
  create("/api/v1/namespaces/new/configmaps", config_map("a"));
  EXPECT_EQ(called(), Paths{"/narrow"});
}

TEST_F(Admission, EquivalentResourcesAreAskedAboutInTheRulesVersion)
{
  auto only_core = rule({"CREATE"}, {"events"});
  only_core["apiGroups"] = {""};
  validating("old", only_core);
  validating("exact", only_core, {{"matchPolicy", "Exact"}});
  hooks->at["/old"] = [](const Json& review) { return allowed(review); };
  create("/apis/events.k8s.io/v1/namespaces/default/events", {{"metadata", {{"name", "e"}}},
                                                              {"eventTime", "2020-01-01T00:00:00.000000Z"},
                                                              {"reportingController", "c.io/x"},
                                                              {"reportingInstance", "i"},
                                                              {"action", "a"},
                                                              {"reason", "r"},
                                                              {"type", "Normal"},
                                                              {"regarding", {{"namespace", "default"}}},
                                                              {"note", "n"}});
  EXPECT_EQ(called(), Paths{"/old"});
  const auto& request = hooks->reviews.back().at("request");
  EXPECT_EQ(request.at("kind").at("group"), "");
  EXPECT_EQ(request.at("requestKind").at("group"), "events.k8s.io");
  EXPECT_EQ(request.at("object").at("apiVersion"), "v1");
  EXPECT_EQ(request.at("object").at("message"), "n");
}

TEST_F(Admission, SubresourcesAreAskedAboutAsWhatTheyTake)
{
  validating("see", rule({"*"}, {"pods/status", "pods/binding", "pods/eviction", "deployments/scale"}));
  hooks->at["/see"] = [](const Json& review) { return allowed(review); };
  const std::string pods = "/api/v1/namespaces/default/pods";
  create(pods,
         {{"metadata", {{"name", "p"}}}, {"spec", {{"containers", Json::array({{{"name", "a"}, {"image", "a"}}})}}}});
  create(deployments, deployment("d"));
  EXPECT_EQ(called(), Paths{});
  const auto asked_of = [&](const Answer& answer, unsigned status, const std::string& kind,
                            const std::string& operation) {
    EXPECT_EQ(answer.status, status) << answer.body;
    ASSERT_EQ(called(), Paths{"/see"});
    const auto& request = hooks->reviews.back().at("request");
    EXPECT_EQ(request.at("kind").at("kind"), kind);
    EXPECT_EQ(request.at("object").at("kind"), kind);
    EXPECT_EQ(request.at("operation"), operation);
  };
  asked_of(patch(std::string(deployments) + "/d/scale", Json::parse(R"({"spec": {"replicas": 3}})")), 200, "Scale",
           "UPDATE");
  asked_of(patch(pods + "/p/status", Json::parse(R"({"status": {"message": "m"}})")), 200, "Pod", "UPDATE");
  asked_of(call("POST", pods + "/p/binding", Json{{"metadata", {{"name", "p"}}}, {"target", {{"name", "n"}}}}), 201,
           "Binding", "CREATE");
  const auto& owned = hooks->reviews.back().at("/request/object/metadata/managedFields/0"_json_pointer);
  EXPECT_EQ(owned.at("fieldsV1"), Json::parse(R"({"f:target": {}})"));
  EXPECT_EQ(owned.at("subresource"), "binding");
  asked_of(call("POST", pods + "/p/eviction",
                Json{{"apiVersion", "policy/v1"}, {"kind", "Eviction"}, {"metadata", {{"name", "p"}}}}),
           201, "Eviction", "CREATE");
}

TEST_F(Admission, ADeniedSubresourceChangesNothing)
{
  validating("deny", rule({"*"}, {"*/*"}));
  hooks->at["/deny"] = [](const Json& review) {
    return review.at("request").contains("subResource") ? denied(review) : allowed(review);
  };
  create(deployments, deployment("d"));
  const auto name = std::string(deployments) + "/d";
  EXPECT_EQ(patch(name + "/scale", Json::parse(R"({"spec": {"replicas": 3}})")).status, 400U);
  EXPECT_EQ(get(name).at("spec").at("replicas"), 1);
}

TEST_F(Admission, ADryRunReachesOnlyWebhooksWithoutSideEffects)
{
  validating("see", rule({"CREATE"}, {"configmaps"}));
  hooks->at["/see"] = [](const Json& review) { return allowed(review); };
  const auto answer = call("POST", std::string(config_maps) + "?dryRun=All", config_map("a"));
  EXPECT_EQ(answer.status, 201U);
  EXPECT_EQ(hooks->reviews.back().at("request").at("dryRun"), true);
  EXPECT_EQ(hooks->reviews.back().at("request").at("options").at("dryRun"), Json::array({"All"}));
}

TEST_F(Admission, ConfigurationsOfWebhooksAreNotAskedAbout)
{
  validating("all", rule({"*"}, {"*/*"}));
  hooks->at["/all"] = [](const Json& review) { return denied(review); };
  validating("more", rule({"*"}, {"*/*"}));
  mutating("other", rule({"*"}, {"*/*"}));
  EXPECT_EQ(called(), Paths{});
  EXPECT_EQ(call("DELETE", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/all").status, 200U);
}

TEST_F(Admission, ConditionsSayWhetherAWebhookIsCalled)
{
  const auto conditions = [](const std::string& expression) {
    return Json{{"matchConditions", Json::array({{{"name", "c"}, {"expression", expression}}})}};
  };
  validating("named", rule({"CREATE"}, {"configmaps"}),
             conditions("object.metadata.name == 'asked' && request.operation == 'CREATE' && oldObject == null"));
  validating("wrong", rule({"CREATE"}, {"secrets"}), conditions("object.nothing == 1"));
  hooks->at["/named"] = [](const Json& review) { return allowed(review); };
  create(config_maps, config_map("other"));
  EXPECT_EQ(called(), Paths{});
  create(config_maps, config_map("asked"));
  EXPECT_EQ(called(), Paths{"/named"});
  const auto answer = call("POST", "/api/v1/namespaces/default/secrets", Json{{"metadata", {{"name", "a"}}}});
  EXPECT_EQ(answer.status, 403U);
  EXPECT_EQ(answer.message(),
            "secrets \"a\" is forbidden: expression 'object.nothing == 1' resulted in error: no such key: nothing");
}

TEST_F(Admission, WarningsReachTheClient)
{
  validating("warn", rule({"CREATE"}, {"configmaps"}));
  hooks->at["/warn"] = [](const Json& review) { return allowed(review, nullptr, {{"warnings", {"mind the gap"}}}); };
  EXPECT_EQ(call("POST", config_maps, config_map("a")).header("Warning"), "299 - \"mind the gap\"");
}

TEST_F(Admission, OwnersThatAWebhookRepeatsAreKeptOnceWithAWarning)
{
  const std::string uid = create(config_maps, config_map("o")).at("metadata").at("uid");
  const Json owner{{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"name", "o"}, {"uid", uid}};
  mutating("own", rule({"CREATE", "UPDATE"}, {"configmaps"}));
  hooks->at["/own"] = [owner](const Json& review) {
    return allowed(
        review,
        Json::array({{{"op", "add"}, {"path", "/metadata/ownerReferences"}, {"value", Json::array({owner, owner})}}}));
  };
  const auto warning =
      "299 - \".metadata.ownerReferences contains duplicate entries after mutating admission happens; API server "
      "dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; "
      "duplicate "
      "UID(s) observed: " +
      uid + "\"";
  const auto made = call("POST", config_maps, config_map("a"));
  EXPECT_EQ(made.json.at("metadata").at("ownerReferences"), Json::array({owner}));
  EXPECT_EQ(made.header("Warning"), warning);
  const auto changed = patch(std::string(config_maps) + "/a", {{"data", {{"k", "v"}}}});
  EXPECT_EQ(changed.json.at("metadata").at("ownerReferences"), Json::array({owner}));
  EXPECT_EQ(changed.header("Warning"), warning);
}

TEST_F(Admission, APatchThatDoesNotApplyIsAnInternalError)
{
  mutating("patch", rule({"CREATE"}, {"configmaps"}));
  const auto message_for = [&](const Json& operation) {
    hooks->at["/patch"] = [operation](const Json& review) { return allowed(review, Json::array({operation})); };
    return call("POST", config_maps, config_map("a", {{"k", "v"}})).message();
  };
  EXPECT_EQ(message_for({{"op", "remove"}, {"path", "/data/no"}}),
            "Internal error occurred: error in remove for path: '/data/no': Unable to remove nonexistent key: no: "
            "missing value");
  EXPECT_EQ(message_for({{"op", "test"}, {"path", "/data/k"}, {"value", "w"}}),
            "Internal error occurred: testing value /data/k failed: test failed");
  EXPECT_EQ(message_for({{"op", "add"}, {"path", "/data"}, {"value", 7}}).substr(0, 65),
            "Internal error occurred: json: cannot unmarshal number into Go st");
}

TEST_F(Admission, WithoutACallerTheFailureSaysSo)
{
  ApiServer::Options options;
  options.clock = &clock;
  options.random = &random;
  ApiServer lonely(options);
  HttpRequest request;
  request.method = "POST";
  request.target = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  request.headers.add("Content-Type", "application/json");
  request.body = Json{{"metadata", {{"name", "w"}}},
                      {"webhooks", Json::array({{{"name", "w.test.io"},
                                                 {"clientConfig", {{"url", "https://127.0.0.1/w"}}},
                                                 {"rules", Json::array({rule({"CREATE"}, {"configmaps"})})},
                                                 {"sideEffects", "None"},
                                                 {"admissionReviewVersions", {"v1"}}}})}}
                     .dump();
  EXPECT_EQ(lonely.handle(request).status, 201U);
  request.target = config_maps;
  request.body = config_map("a").dump();
  const auto answer = lonely.handle(request);
  EXPECT_EQ(answer.status, 500U);
  EXPECT_NE(answer.body.find("calls nobody"), std::string::npos) << answer.body;
}

/// Answers when as many have been called as there are, so that calls one after another never end.
class MeetingWebhooks final : public WebhookCaller {
public:
  explicit MeetingWebhooks(std::size_t wanted) : arrived_(wanted) {}

  awaitable<WebhookAnswer> call(WebhookCall request) override
  {
    const auto review = Json::parse(request.body);
    const auto arrived = arrived_.at(called_++);
    const bool last = called_ == arrived_.size();
    if (last) {
      for (const auto& each : arrived_) each.fire();
    }
    co_await arrived.wait();
    WebhookAnswer answer;
    answer.body = (last ? allowed(review, nullptr, {{"warnings", {"asked"}}})
                        : denied(review, {{"message", "number " + std::to_string(++denials_)}}))
                      .dump();
    co_return answer;
  }

private:
  std::vector<OneShot> arrived_;  // one for each call: a OneShot has one waiter
  std::size_t called_ = 0, denials_ = 0;
};

class AdmissionMeeting : public ApiServerTest {
protected:
  AdmissionMeeting() : ApiServerTest(10000, std::make_shared<MeetingWebhooks>(3)) {}
};

TEST_F(AdmissionMeeting, ValidatingWebhooksAreAskedAtTheSameTime)
{
  Json webhooks = Json::array();
  for (const char* name : {"a.test.io", "b.test.io", "c.test.io"}) {
    webhooks.push_back(Json::parse(R"({"clientConfig": {"url": "https://127.0.0.1:9443/x"}, "sideEffects": "None",
      "admissionReviewVersions": ["v1"], "rules": [{"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"],
      "resources": ["configmaps"]}]})"));
    webhooks.back()["name"] = name;
  }
  create("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
         {{"metadata", {{"name", "all"}}}, {"webhooks", webhooks}});
  const auto answer = call("POST", config_maps, config_map("m"));
  EXPECT_EQ(answer.status, 400U);
  EXPECT_NE(answer.message().find("denied the request: number 1"), std::string::npos) << answer.message();
  EXPECT_EQ(answer.header("Warning"), "299 - \"asked\"");
}

TEST_F(Admission, AWriteIsGivenUpWhenItsTimeIsOver)
{
  mutating("slow", rule({"CREATE"}, {"configmaps"}), {{"timeoutSeconds", 30}});
  validating("slower", rule({"CREATE"}, {"configmaps"}), {{"timeoutSeconds", 30}, {"failurePolicy", "Ignore"}});
  const auto takes = [this](std::chrono::seconds time) {
    return [this, time] {
      clock.advance(time);
      WebhookAnswer answer;
      answer.error = "context deadline exceeded";
      return answer;
    };
  };
  hooks->at["/slow"] = [this](const Json& review) {
    clock.advance(std::chrono::seconds(20));
    return allowed(review);
  };
  hooks->instead["/slower"] = takes(std::chrono::seconds(14));
  const auto late = call("POST", config_maps, config_map("m"));
  EXPECT_EQ(late.status, 504U);
  EXPECT_EQ(late.reason(), "Timeout");
  EXPECT_EQ(late.message(), "Timeout: request did not complete within requested timeout - context deadline exceeded");
  ASSERT_EQ(hooks->calls.size(), 2U);
  EXPECT_TRUE(hooks->calls[0].url.ends_with("timeout=30s")) << hooks->calls[0].url;
  EXPECT_TRUE(hooks->calls[1].url.ends_with("timeout=14s")) << hooks->calls[1].url;
  EXPECT_EQ(call("GET", std::string(config_maps) + "/m").status, 404U);
  hooks->instead["/slower"] = takes(std::chrono::seconds(1));
  EXPECT_EQ(call("POST", std::string(config_maps) + "?timeout=22s", config_map("n")).status, 201U);
  EXPECT_EQ(call("POST", std::string(config_maps) + "?timeout=5s", config_map("o")).status, 504U);
}

}  // namespace
}  // namespace kubexx::testing

// SPDX-License-Identifier: Apache-2.0
// Handlers of paths: any request, TokenReviews and SubjectAccessReviews. Names in comments are those of
// controller-runtime's pkg/webhook/server_test.go and pkg/webhook/authentication/http_test.go.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "kubexx/controller/webhook_target.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "webhook_harness.hpp"

namespace kubexx::testing {
namespace {

using nlohmann::json;
using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

HttpResponse say(std::string text)
{
  HttpResponse response;
  response.headers.add("Content-Type", "text/plain");
  response.body = std::move(text);
  return response;
}

HttpRequest request_for(std::string target, std::string method = "GET", std::string body = {})
{
  HttpRequest request;
  request.method = std::move(method);
  request.target = std::move(target);
  request.body = std::move(body);
  return request;
}

std::string error_of(const std::function<void()>& call)
{
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing";
}

// "should serve a webhook on the requested path".
TEST(WebhookPaths, AHandlerGetsTheRequestAndItsResponseIsSent)
{
  WebhookHarness h;
  h.manager.webhooks().handles("/somepath", [](const HttpRequest& request) {
    HttpResponse response = say(request.method + " " + request.target + " " + request.body + " " +
                                std::string(request.headers.find("X-Asked").value_or("")));
    response.status = 418;
    response.headers.add("X-Answered", "yes");
    return response;
  });
  h.start();
  HttpRequest request = request_for("/somepath?a=b&timeout=3s", "PATCH", "body");
  request.headers.add("X-Asked", "please");
  const HttpResponse response = h.send(std::move(request));
  EXPECT_EQ(response.status, 418U);
  EXPECT_EQ(response.body, "PATCH /somepath?a=b&timeout=3s body please");
  EXPECT_EQ(response.headers.find("Content-Type"), "text/plain");
  EXPECT_EQ(response.headers.find("X-Answered"), "yes");
  EXPECT_EQ(h.send(request_for("/somepath/below")).status, 404U);
  EXPECT_EQ(h.metric(R"(controller_runtime_webhook_requests_total{code="418",webhook="/somepath"})"), "1");
  EXPECT_EQ(h.metric(R"(controller_runtime_webhook_latency_seconds_count{webhook="/somepath"})"), "1");
}

TEST(WebhookPaths, ACoroutineHasTheCachesTheClientAndTheDeadline)
{
  WebhookHarness h;
  const auto webhooks = h.manager.webhooks();
  webhooks.reads(kConfigMaps);
  std::optional<Duration> left;
  webhooks.handles("/look", [&](const HttpRequest&, WebhookContext& context) -> awaitable<HttpResponse> {
    left = context.deadline() ? std::optional(*context.deadline() - h.sim.runtime().clock->now()) : std::nullopt;
    context.log().info("looked");
    auto getting = context.client().async_get(kConfigMaps, {"default", "a"});
    const Object asked = co_await std::move(getting);
    co_return say(std::string(asked.name()) + std::string(context.get(kConfigMaps, {"default", "a"}).name()));
  });
  h.create(kConfigMaps, "a");
  h.start();
  EXPECT_EQ(h.send(request_for("/look")).body, "aa");
  EXPECT_EQ(left, std::nullopt);
  EXPECT_EQ(h.send(request_for("/look?timeout=4s")).status, 200U);
  EXPECT_EQ(left, seconds(4));
  EXPECT_EQ(h.log->count({"looked", "webhook=/look"}), 2U) << h.log->text();
}

TEST(WebhookPaths, AnExceptionIsA500WhoseReasonOnlyTheLogHas)
{
  WebhookHarness h;
  const auto webhooks = h.manager.webhooks();
  webhooks.handles("/throws",
                   [](const HttpRequest&) -> HttpResponse { throw std::runtime_error("the secret reason"); });
  webhooks.handles("/later", [](const HttpRequest&) -> awaitable<HttpResponse> {
    throw 7;
    co_return HttpResponse();
  });
  h.start();
  const HttpResponse thrown = h.send(request_for("/throws"));
  EXPECT_EQ(thrown.status, 500U);
  EXPECT_THAT(thrown.body, AllOf(HasSubstr("/throws failed"), Not(HasSubstr("secret"))));
  EXPECT_EQ(h.log->count({"webhook handler threw an exception", "webhook=/throws", "the secret reason"}), 1U);
  EXPECT_EQ(h.send(request_for("/later")).status, 500U);
  EXPECT_EQ(h.metric("controller_runtime_webhook_panics_total"), "2");
  EXPECT_EQ(h.metric(R"(controller_runtime_webhook_requests_total{code="500",webhook="/throws"})"), "1");
}

TEST(WebhookPaths, AStatusThatEndsNoRequestIsA500)
{
  WebhookHarness h;
  const auto webhooks = h.manager.webhooks();
  for (const unsigned status : {0U, 100U, 199U, 600U, 99999U}) {
    webhooks.handles("/" + std::to_string(status), [status](const HttpRequest&) {
      HttpResponse response;
      response.status = status;
      return response;
    });
  }
  h.start();
  for (const std::string status : {"0", "100", "199", "600", "99999"}) {
    EXPECT_EQ(h.send(request_for("/" + status)).status, 500U) << status;
    EXPECT_EQ(h.log->count({"not between 200 and 599", "webhook=/" + status, "status=" + status}), 1U);
  }
}

TEST(WebhookPaths, ADeadlineThatHasPassedIsA504)
{
  WebhookHarness h;
  OneShot never;
  bool stopped = false;
  h.manager.webhooks().handles("/slow", [&](const HttpRequest&, WebhookContext& context) -> awaitable<HttpResponse> {
    const std::stop_callback note(context.stop_token(), [&] { stopped = true; });
    co_await never.wait();
    co_return say("late");
  });
  h.start();
  const SteadyTime begin = h.sim.runtime().clock->now();
  EXPECT_EQ(h.send(request_for("/slow?timeout=2s")).status, 504U);
  EXPECT_EQ(h.sim.runtime().clock->now() - begin, seconds(2));
  EXPECT_TRUE(stopped);
  EXPECT_EQ(h.log->count({"webhook took longer than the client waits", "webhook=/slow"}), 1U);
}

// "should panic if a duplicate path is registered".
TEST(WebhookPaths, APathThatIsTakenOrNoPathIsRefused)
{
  WebhookHarness h;
  const auto webhooks = h.manager.webhooks();
  const auto handler = [](const HttpRequest&) { return say("x"); };
  (void)webhooks.for_<Trip>().validates([](const Trip&) {});
  webhooks.handles("/mine", handler);
  webhooks.handles("/mine/too", handler);
  webhooks.handles(kDefaultsTrips, handler);
  const auto refused = [&](const std::string& path) { return error_of([&] { webhooks.handles(path, handler); }); };
  EXPECT_EQ(refused("/mine"), "a handler has the path /mine already: use another");
  EXPECT_THAT(refused(kValidatesTrips), HasSubstr("a webhook and a handler have the path " + kValidatesTrips));
  EXPECT_THAT(refused("/convert"), HasSubstr("is that of Webhooks::converts"));
  EXPECT_THAT(refused("mine"), HasSubstr("the path \"mine\" of a handler: begin with a slash"));
  for (const char* path : {"", "/", "/a?b", "//a"}) EXPECT_THAT(refused(path), HasSubstr("begin with a slash")) << path;
  EXPECT_THAT(error_of([&] { (void)webhooks.for_<Trip>().defaults([](Trip&) {}); }),
              HasSubstr("a handler has the path " + kDefaultsTrips));
  WebhookOptions raw;
  raw.path = "/mine";
  const auto admit = [](AdmissionContext&) { return AdmissionVerdict(); };
  EXPECT_THAT(error_of([&] { webhooks.validates(kConfigMaps, admit, raw); }),
              HasSubstr("a handler has the path /mine"));
  EXPECT_THAT(error_of([&] { webhooks.handles("/empty", std::function<HttpResponse(const HttpRequest&)>()); }),
              HasSubstr("empty"));
  h.start();
  EXPECT_THAT(refused("/later"), HasSubstr("before the manager starts"));
}

TEST(WebhookPaths, OnlyTheServiceIsPrinted)
{
  WebhookHarness h;
  h.manager.webhooks().handles("/mine", [](const HttpRequest&) { return say("x"); });
  WebhookTarget target;
  target.name = "op";
  target.namespace_ = "ops";
  EXPECT_TRUE(h.manager.webhook_configurations(target).empty());
  EXPECT_THAT(h.manager.webhook_manifests(target), AllOf(HasSubstr("kind: Service"), Not(HasSubstr("---"))));
}

class TokenReviews : public ::testing::Test {
protected:
  void SetUp() override
  {
    h.manager.webhooks().authenticates("/tokens", [this](const TokenReviewRequest& review) {
      ++called;
      if (review.token == "of-ada") {
        AdmissionUser ada;
        ada.name = "ada";
        ada.uid = "7";
        ada.groups = {"dev", "ops"};
        ada.extra["scope"] = {"read", "write"};
        return TokenVerdict::authenticated(std::move(ada), review.audiences);
      }
      if (review.token == "broken") return TokenVerdict::unauthenticated("the directory does not answer");
      if (review.token == "nameless") return TokenVerdict::authenticated({});
      return TokenVerdict();
    });
    h.start();
  }
  static json token_review(std::string_view token, std::string_view version = "v1")
  {
    return {{"kind", "TokenReview"},
            {"apiVersion", "authentication.k8s.io/" + std::string(version)},
            {"metadata", {{"creationTimestamp", nullptr}}},
            {"spec", {{"token", token}}},
            {"status", {{"user", json::object()}}}};
  }
  json ask(const json& review)
  {
    const HttpResponse response = h.post("/tokens", review.dump());
    EXPECT_EQ(response.status, 200U) << response.body;
    EXPECT_EQ(response.headers.find("Content-Type"), "application/json");
    return json::parse(response.body, nullptr, false);
  }
  void refused(const HttpResponse& response, unsigned status, std::string_view part)
  {
    EXPECT_EQ(response.status, status) << response.body;
    EXPECT_THAT(response.body, HasSubstr(part));
    EXPECT_EQ(called, 0);
    EXPECT_EQ(h.log->count({"webhook request refused", "status=" + std::to_string(status)}), 1U) << h.log->text();
  }
  WebhookHarness h;
  int called = 0;
};

// "should return the v1 response given by the handler"; "should return an 'allowed' response".
TEST_F(TokenReviews, AUserIsAnsweredInTheVersionOfTheReview)
{
  json asked = token_review("of-ada");
  asked["spec"]["audiences"] = {"there"};
  EXPECT_EQ(ask(asked), json::parse(R"({"kind":"TokenReview","apiVersion":"authentication.k8s.io/v1","status":{
    "authenticated":true,"audiences":["there"],
    "user":{"username":"ada","uid":"7","groups":["dev","ops"],"extra":{"scope":["read","write"]}}}})"));
  EXPECT_EQ(ask(token_review("of-ada", "v1beta1"))["apiVersion"], "authentication.k8s.io/v1beta1");
  EXPECT_FALSE(ask(token_review("of-ada"))["status"].contains("audiences"));
}

// "should return a 'not allowed' response"; "should return a unauthenticated response with an error".
TEST_F(TokenReviews, AnUnknownTokenAndAnError)
{
  EXPECT_EQ(ask(token_review("of-bob"))["status"], json::parse(R"({"authenticated":false})"));
  EXPECT_EQ(ask(token_review("broken"))["status"],
            json::parse(R"({"authenticated":false,"error":"the directory does not answer"})"));
}

TEST_F(TokenReviews, AnExceptionIsA500SoThatTheApiServerDoesNotKeepIt)
{
  EXPECT_EQ(h.post("/tokens", token_review("nameless").dump()).status, 500U);
  EXPECT_EQ(h.log->count({"webhook handler threw an exception", "the user has no name"}), 1U);
}

// "should return the response given by the handler with version defaulted to v1".
TEST_F(TokenReviews, WithoutAVersionItIsV1)
{
  EXPECT_EQ(ask({{"spec", {{"token", "foobar"}}}})["apiVersion"], "authentication.k8s.io/v1");
}

// "should return bad-request when given an empty body"; "should error when given a NoBody".
TEST_F(TokenReviews, NoBody)
{
  refused(h.post("/tokens", ""), 400, "the request body is empty");
}
// "should return bad-request when given the wrong content-type".
TEST_F(TokenReviews, AnotherContentType)
{
  refused(h.post("/tokens", "{}", "application/foo"), 415, "\"application/foo\" is not application/json");
}
TEST_F(TokenReviews, AnotherMethod)
{
  refused(h.send(request_for("/tokens")), 405, "a webhook is called with POST, not GET");
}
// "should return bad-request when given an undecodable body".
TEST_F(TokenReviews, NoJson)
{
  refused(h.post("/tokens", "{"), 400, "this is no TokenReview");
}
// "should return bad-request when given an undecodable body": the token is empty.
TEST_F(TokenReviews, NoToken)
{
  refused(h.post("/tokens", R"({"spec":{"token":""}})"), 400, "spec.token is empty");
}
TEST_F(TokenReviews, NoSpec)
{
  refused(h.post("/tokens", R"({"status":{}})"), 400, "the TokenReview has no spec");
}
TEST_F(TokenReviews, AudiencesThatAreNone)
{
  refused(h.post("/tokens", R"({"spec":{"token":"of-ada","audiences":"api"}})"), 400,
          "spec.audiences: expected an array of strings");
}
TEST_F(TokenReviews, AnotherKind)
{
  json asked = token_review("of-ada");
  asked["kind"] = "SubjectAccessReview";
  refused(h.post("/tokens", asked.dump()), 400, "kind \"SubjectAccessReview\" is not TokenReview");
}
TEST_F(TokenReviews, AnotherVersion)
{
  refused(h.post("/tokens", token_review("of-ada", "v2").dump()), 400, "\"authentication.k8s.io/v2\" is not");
}

// "should present the Context from the HTTP request, if any".
TEST(TokenReviewForms, ACoroutineMayAskTheApiServer)
{
  WebhookHarness h;
  h.manager.webhooks().authenticates(
      "/tokens", [](const TokenReviewRequest& review, WebhookContext& context) -> awaitable<TokenVerdict> {
        auto getting = context.client().async_get(kConfigMaps, {"default", review.token});
        const Object known = co_await std::move(getting);
        if (!known) co_return TokenVerdict();
        AdmissionUser user;
        user.name = known.name();
        co_return TokenVerdict::authenticated(std::move(user));
      });
  h.create(kConfigMaps, "a");
  h.start();
  EXPECT_THAT(h.post("/tokens", R"({"spec":{"token":"a"}})").body, HasSubstr(R"("username":"a")"));
}

class AccessReviews : public ::testing::Test {
protected:
  void SetUp() override
  {
    h.manager.webhooks().authorizes("/access", [this](const AccessReviewRequest& review) {
      asked = review;
      if (review.path == "/metrics") return AccessVerdict::allowed();
      if (review.resource == "secrets") return AccessVerdict::denied("secrets stay secret");
      return review.resource == "pods" ? AccessVerdict::no_opinion("not mine") : AccessVerdict();
    });
    h.start();
  }
  static json access_review(json spec, std::string_view version = "v1")
  {
    return {{"kind", "SubjectAccessReview"},
            {"apiVersion", "authorization.k8s.io/" + std::string(version)},
            {"spec", std::move(spec)}};
  }
  json ask(json spec, std::string_view version = "v1")
  {
    const HttpResponse response = h.post("/access", access_review(std::move(spec), version).dump());
    EXPECT_EQ(response.status, 200U) << response.body;
    const json answer = json::parse(response.body, nullptr, false);
    EXPECT_EQ(answer.value("kind", ""), "SubjectAccessReview");
    EXPECT_EQ(answer.value("apiVersion", ""), "authorization.k8s.io/" + std::string(version));
    return answer.value("status", json());
  }
  void refused(const std::string& body, std::string_view part)
  {
    const HttpResponse response = h.post("/access", body);
    EXPECT_EQ(response.status, 400U);
    EXPECT_THAT(response.body, HasSubstr(part));
    EXPECT_EQ(asked.verb, "");
  }
  WebhookHarness h;
  AccessReviewRequest asked;
};

TEST_F(AccessReviews, ADenialHasItsReasonAndTheHandlerTheWholeRequest)
{
  const json spec = json::parse(R"({"user":"ada","uid":"7","groups":["dev"],"extra":{"k":["v"]},"resourceAttributes":{
    "namespace":"ns","verb":"get","group":"g","version":"v1","resource":"secrets","subresource":"sub","name":"n"}})");
  EXPECT_EQ(ask(spec), json::parse(R"({"allowed":false,"denied":true,"reason":"secrets stay secret"})"));
  EXPECT_EQ(asked.user.name + asked.user.uid, "ada7");
  EXPECT_THAT(asked.user.groups, ElementsAre("dev"));
  EXPECT_THAT(asked.user.extra["k"], ElementsAre("v"));
  EXPECT_EQ(asked.namespace_ + asked.verb + asked.group + asked.version, "nsgetgv1");
  EXPECT_EQ(asked.resource + asked.subresource + asked.name, "secretssubn");
  EXPECT_EQ(asked.path, "");
}

TEST_F(AccessReviews, APathIsAllowedAndOtherwiseThereIsNoOpinion)
{
  EXPECT_EQ(ask({{"user", "ada"}, {"nonResourceAttributes", {{"path", "/metrics"}, {"verb", "get"}}}}),
            json::parse(R"({"allowed":true})"));
  EXPECT_EQ(asked.verb, "get");
  EXPECT_EQ(ask({{"user", "ada"}, {"resourceAttributes", {{"resource", "pods"}}}}),
            json::parse(R"({"allowed":false,"reason":"not mine"})"));
  EXPECT_EQ(ask({{"user", "ada"}, {"resourceAttributes", {{"resource", "nodes"}}}}),
            json::parse(R"({"allowed":false})"));
}

// In v1beta1 the member is "group".
TEST_F(AccessReviews, V1beta1HasTheGroupsUnderAnotherName)
{
  (void)ask({{"user", "ada"}, {"group", {"dev", "ops"}}, {"resourceAttributes", {{"resource", "pods"}}}}, "v1beta1");
  EXPECT_THAT(asked.user.groups, ElementsAre("dev", "ops"));
}

TEST_F(AccessReviews, MalformedOnesAreRefused)
{
  refused(access_review({{"user", "ada"}}).dump(), "spec has not one of resourceAttributes and nonResourceAttributes");
  refused(
      access_review({{"resourceAttributes", {{"verb", "get"}}}, {"nonResourceAttributes", {{"verb", "get"}}}}).dump(),
      "spec has not one of");
  refused(access_review({{"resourceAttributes", "pods"}}).dump(), "spec.resourceAttributes: expected an object");
  refused(access_review({{"groups", {1}}}).dump(), "spec.groups: expected an array of strings");
  refused(R"({"spec":{"resourceAttributes":{"verb":"get"}}})", "apiVersion \"\" is not authorization.k8s.io/v1");
}

}  // namespace
}  // namespace kubexx::testing

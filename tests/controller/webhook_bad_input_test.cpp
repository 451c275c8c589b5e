// SPDX-License-Identifier: Apache-2.0
// Requests that are no reviews. Names in comments are those of controller-runtime's http_test.go.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "kubexx/controller/webhooks.hpp"
#include "webhook_harness.hpp"

namespace kubexx::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class WebhookBadInput : public ::testing::Test {
protected:
  void SetUp() override
  {
    (void)h.manager.webhooks().for_<Trip>().validates([this](const Trip&) { ++called; });
    h.start();
  }
  // The request is refused with this status and a text with `part`, and a log line says so.
  void refused(const HttpResponse& response, unsigned status, std::string_view part)
  {
    EXPECT_EQ(response.status, status) << response.body;
    EXPECT_THAT(response.body, HasSubstr(part));
    EXPECT_EQ(response.headers.find("Content-Type"), "text/plain; charset=utf-8");
    EXPECT_EQ(called, 0);
    EXPECT_EQ(h.log->count({"webhook request refused", "status=" + std::to_string(status)}), 1U) << h.log->text();
  }
  WebhookHarness h;
  int called = 0;
};

TEST(WebhookHandlers, EmptyOnesAreRefusedAtTheDeclaration)
{
  const WebhookHarness h;
  const auto trips = h.manager.webhooks().for_<Trip>();
  const auto refused = [](const auto& declare) { EXPECT_THROW(declare(), std::invalid_argument); };
  using Default = void (*)(Trip&);
  using Check = FieldErrors (*)(const Trip&);
  using Update = FieldErrors (*)(const Trip&, const Trip&);
  auto webhooks = trips;
  refused([&] { webhooks.defaults(Default{}); });
  refused([&] { webhooks.defaults(std::function<void(Trip&)>()); });
  refused([&] { webhooks.defaults(std::function<awaitable<void>(Trip&)>()); });
  refused([&] { webhooks.validates(Check{}); });
  refused([&] { webhooks.validates(std::function<awaitable<void>(const Trip&)>()); });
  refused([&] { webhooks.validates_update(Update{}); });
  refused([&] { webhooks.validates_deletion(Check{}); });
  using Mutate = Object (*)(AdmissionContext&);
  using Validate = void (*)(AdmissionContext&);
  refused([&] { h.manager.webhooks().mutates(resource_of<Trip>(), Mutate{}); });
  refused([&] {
    h.manager.webhooks().mutates(resource_of<Trip>(), std::function<awaitable<Object>(AdmissionContext&)>());
  });
  refused([&] { h.manager.webhooks().validates(resource_of<Trip>(), Validate{}); });
  webhooks.defaults([](Trip&) {});
}

// "should return bad-request when given an empty body", "… when given a NoBody body".
TEST_F(WebhookBadInput, NoBody)
{
  refused(h.post(kValidatesTrips, ""), 400, "the request body is empty");
}

// "should return bad-request when given the wrong content-type".
TEST_F(WebhookBadInput, AnotherContentType)
{
  refused(h.post(kValidatesTrips, "{}", "application/foo"), 415, "\"application/foo\" is not application/json");
}

TEST_F(WebhookBadInput, ParametersOfTheContentTypeAreAccepted)
{
  const json body = review("CREATE", trip("a", json::object()));
  EXPECT_EQ(h.post(kValidatesTrips, body.dump(), "Application/JSON ; charset=utf-8").status, 200U);
  EXPECT_EQ(called, 1);
}

// "should return bad-request when given an undecodable body".
TEST_F(WebhookBadInput, NoJson)
{
  refused(h.post(kValidatesTrips, "{"), 400, "this is no AdmissionReview");
}

TEST_F(WebhookBadInput, AnotherMethod)
{
  HttpRequest request;
  request.method = "GET";
  request.target = kValidatesTrips;
  const HttpResponse response = h.send(std::move(request));
  refused(response, 405, "a webhook is called with POST, not GET");
  EXPECT_EQ(response.headers.find("Allow"), "POST");
}

TEST_F(WebhookBadInput, AnotherPath)
{
  refused(h.post("/elsewhere", "{}"), 404, "there is no webhook at /elsewhere");
}

TEST_F(WebhookBadInput, AnotherVersion)
{
  json body = review("CREATE", trip("a", json::object()));
  body["apiVersion"] = "admission.k8s.io/v2";
  refused(h.post(kValidatesTrips, body.dump()), 400, "\"admission.k8s.io/v2\" is not admission.k8s.io/v1 or");
}

TEST_F(WebhookBadInput, AnotherKind)
{
  json body = review("CREATE", trip("a", json::object()));
  body["kind"] = "ConversionReview";
  refused(h.post(kValidatesTrips, body.dump()), 400, "kind \"ConversionReview\" is not AdmissionReview");
}

TEST_F(WebhookBadInput, NoRequest)
{
  refused(h.post(kValidatesTrips, R"({"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":null})"),
          400, "the AdmissionReview has no request");
}

TEST_F(WebhookBadInput, NoUid)
{
  json body = review("CREATE", trip("a", json::object()));
  body["request"].erase("uid");
  refused(h.post(kValidatesTrips, body.dump()), 400, "request.uid is missing");
}

TEST_F(WebhookBadInput, AnUnknownOperationWithTheUidInTheText)
{
  refused(h.post(kValidatesTrips, review("PATCH", trip("a", json::object())).dump()), 400,
          "request.operation \"PATCH\" is not CREATE, UPDATE, DELETE or CONNECT (request request-1)");
}

TEST_F(WebhookBadInput, AnObjectThatIsNone)
{
  json body = review("CREATE", trip("a", json::object()));
  body["request"]["object"] = {1, 2};
  refused(h.post(kValidatesTrips, body.dump()), 400, "request.object: expected an object");
}

TEST_F(WebhookBadInput, TwoReviewsInOneBody)
{
  const std::string body = review("CREATE", trip("a", json::object())).dump();
  refused(h.post(kValidatesTrips, body + body), 400, "text after the review");
}

// As in Go, the last one counts, and nothing of the one before.
TEST_F(WebhookBadInput, TwoRequestsInOneReview)
{
  const std::string whole = review("CREATE", trip("a", json::object()))["request"].dump();
  const std::string head = R"({"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":)";
  refused(h.post(kValidatesTrips, head + whole + R"(,"request":{"uid":"second"}})"), 400,
          "request.operation \"\" is not CREATE, UPDATE, DELETE or CONNECT (request second)");
}

TEST_F(WebhookBadInput, ADeepObject)
{
  json body = review("CREATE", trip("a", json::object()));
  std::string text = body.dump();
  const std::string deep = std::string(20'000, '[') + std::string(20'000, ']');
  text.replace(text.find("\"spec\":{}"), 9, "\"spec\":" + deep);
  refused(h.post(kValidatesTrips, text), 400, "request.object");
}

// "should default to v1 when no version is given"; without kind and apiVersion, as controller-runtime.
TEST_F(WebhookBadInput, AReviewWithoutAVersionIsV1)
{
  json body = review("CREATE", trip("a", json::object()));
  body.erase("apiVersion");
  body.erase("kind");
  const HttpResponse response = h.post(kValidatesTrips, body.dump());
  EXPECT_EQ(json::parse(response.body)["apiVersion"], "admission.k8s.io/v1");
}

// "should return the same version as requested": v1beta1.
TEST_F(WebhookBadInput, V1beta1IsAnsweredInItsVersion)
{
  json body = review("CREATE", trip("a", json::object()));
  body["apiVersion"] = "admission.k8s.io/v1beta1";
  EXPECT_EQ(h.ask(kValidatesTrips, body)["allowed"], true);
}

// kubernetes#74373: the object may lack apiVersion and kind.
TEST_F(WebhookBadInput, AnObjectWithoutItsKindIsAccepted)
{
  json object = trip("a", json::object());
  object.erase("kind");
  object.erase("apiVersion");
  EXPECT_EQ(h.ask(kValidatesTrips, review("CREATE", object))["allowed"], true);
  EXPECT_EQ(called, 1);
}

TEST_F(WebhookBadInput, TextsThatAreNotUtf8DoNotSpoilTheAnswer)
{
  WebhookHarness other;
  (void)other.manager.webhooks().for_<Trip>().validates([](const Trip&, AdmissionContext& context) {
    context.warn("\xff");
    throw AdmissionDenied("caf\xe9");
  });
  other.start();
  const json answer = other.ask(kValidatesTrips, review("CREATE", trip("a", json::object())));
  EXPECT_EQ(answer["status"]["message"], "caf\xef\xbf\xbd");
}

}  // namespace
}  // namespace kubexx::testing

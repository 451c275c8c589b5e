// SPDX-License-Identifier: Apache-2.0
// ConversionReviews and their answers. Names in comments are those of controller-runtime's tests
// (pkg/webhook/conversion).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "conversion_kinds.hpp"
#include "kubexx/apimachinery/lossless_conversion.hpp"
#include "kubexx/controller/builder.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "webhook_harness.hpp"

namespace kubexx::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

json conversion_review(const std::string& to, json objects)
{
  // {object} is a list to g++ and a copy of the object to clang.
  if (objects.is_object() && !objects.empty()) objects = json::array({std::move(objects)});
  return {{"kind", "ConversionReview"},
          {"apiVersion", "apiextensions.k8s.io/v1"},
          {"request", {{"uid", "request-1"}, {"desiredAPIVersion", to}, {"objects", std::move(objects)}}}};
}

class WebhookConversion : public ::testing::Test {
protected:
  void serve(Conversions conversions = road_conversions(), ConversionOptions options = {})
  {
    h.manager.webhooks().converts(std::move(conversions), options);
    h.start();
  }
  /// The `response` of the answer.
  json ask(const json& body)
  {
    const HttpResponse response = h.post("/convert", body.dump());
    EXPECT_EQ(response.status, 200U) << response.body;
    EXPECT_EQ(response.headers.find("Content-Type"), "application/json");
    const json answer = json::parse(response.body, nullptr, false);
    EXPECT_EQ(answer.value("kind", ""), "ConversionReview") << response.body;
    EXPECT_EQ(answer.value("apiVersion", ""), body.at("apiVersion").get<std::string>());
    EXPECT_EQ(answer.at("response").value("uid", ""), "request-1");
    return answer["response"];
  }
  json convert(const std::string& to, json objects) { return ask(conversion_review(to, std::move(objects))); }
  /// The objects of a successful answer.
  json converted(const std::string& to, json objects)
  {
    const json response = convert(to, std::move(objects));
    EXPECT_EQ(response["result"], json::parse(R"({"status": "Success"})"));
    return response["convertedObjects"];
  }
  /// The message of a failure.
  std::string failure(const std::string& to, json objects)
  {
    const json response = convert(to, std::move(objects));
    EXPECT_EQ(response["result"]["status"], "Failure") << response;
    EXPECT_EQ(response["convertedObjects"], json::array());
    return response["result"].value("message", "");
  }
  void refused(const std::string& body, const std::string& part)
  {
    const HttpResponse response = h.post("/convert", body);
    EXPECT_EQ(response.status, 400U) << response.body;
    EXPECT_EQ(response.headers.find("Content-Type"), "text/plain; charset=utf-8");
    EXPECT_THAT(response.body, HasSubstr(part));
    EXPECT_EQ(h.log->count({"webhook request refused", "path=/convert", "status=400", part}), 1U) << h.log->text();
  }

  WebhookHarness h;
};

// "should convert spoke to hub successfully", "should convert hub to spoke successfully".
TEST_F(WebhookConversion, ConvertsInBothDirections)
{
  serve();
  const json old = road("v1beta1", "a", {{"miles", 2}});
  const json now = road("v1", "a", {{"metres", 2000}});
  EXPECT_EQ(converted(kRoadV1, {old}), json::array({now}));
  EXPECT_EQ(converted(kRoadV1Beta1, {now}), json::array({old}));
}

// "should convert spoke to spoke successfully".
TEST_F(WebhookConversion, GoesOverTheVersionInBetween)
{
  serve();
  EXPECT_EQ(converted("travel.example.org/v1alpha1", {road("v1beta1", "a", {{"miles", 2}})}),
            json::array({road("v1alpha1", "a", {{"yards", "2000"}})}));
}

// "should return error when dest/src objects belong to different API groups".
TEST_F(WebhookConversion, AnotherGroupIsAFailure)
{
  serve();
  EXPECT_EQ(failure("other.example.org/v1", {road("v1beta1", "a", {})}),
            "cannot convert Road default/a from travel.example.org/v1beta1 to other.example.org/v1: a conversion stays "
            "in the group of the object");
  EXPECT_EQ(h.log->count({"conversion failed", "request=request-1", "other.example.org/v1"}), 1U);
}

// "should return error when dest/src objects are of same type": an API server does not ask, and we leave it as it is.
TEST_F(WebhookConversion, AnObjectThatHasTheVersionStaysAsItIs)
{
  serve();
  const json mixed = converted(kRoadV1, {road("v1", "a", {{"metres", 7}}), road("v1beta1", "b", {{"miles", 1}})});
  EXPECT_EQ(mixed, json::array({road("v1", "a", {{"metres", 7}}), road("v1", "b", {{"metres", 1000}})}));
}

// "should return error when the API group does not have a hub defined".
TEST_F(WebhookConversion, AFailureNamesTheKindsThatThereAre)
{
  serve();
  EXPECT_EQ(failure("travel.example.org/v1",
                    {{{"apiVersion", "travel.example.org/v2"}, {"kind", "Bridge"}, {"metadata", {{"name", "a"}}}}}),
            "there is no conversion of Bridge travel.example.org/v2; this server converts Road.travel.example.org "
            "(v1beta1, v1, v1alpha1)");
  EXPECT_THAT(failure("travel.example.org/v1", {road("v7", "a", {})}), HasSubstr("no conversion of Road travel"));
  EXPECT_THAT(failure("travel.example.org/v7", {road("v1", "a", {})}),
              HasSubstr("no conversions lead to this version"));
}

// "should handle panics in conversion".
TEST_F(WebhookConversion, AnExceptionOfAFunctionIsAFailureThatIsCounted)
{
  Conversions conversions;
  conversions.add<road_v1beta1::Road, road_v1::Road>(
      [](const road_v1beta1::Road& from, road_v1::Road&) {
        if (from.spec.miles == 1) throw std::runtime_error("a bug");
        if (from.spec.miles == 2) throw 3;
        throw ConversionError("too long");
      },
      [](const road_v1::Road&, road_v1beta1::Road&) {});
  serve(std::move(conversions));
  const std::string series = "controller_runtime_conversion_webhook_panics_total";
  const std::string start = "cannot convert Road default/a from travel.example.org/v1beta1 to travel.example.org/v1: ";
  EXPECT_EQ(h.metric(series), "0");
  EXPECT_EQ(failure(kRoadV1, {road("v1beta1", "a", {{"miles", 1}})}), start + "a bug");
  EXPECT_EQ(h.metric(series), "1");
  EXPECT_EQ(failure(kRoadV1, {road("v1beta1", "a", {{"miles", 2}})}),
            start + "an exception that is not a std::exception");
  EXPECT_EQ(h.metric(series), "2");
  EXPECT_EQ(h.log->count({"conversion function threw an exception", "a bug"}), 1U);
  EXPECT_EQ(failure(kRoadV1, {road("v1beta1", "a", {{"miles", 3}})}), start + "too long");
  EXPECT_EQ(failure(kRoadV1, {road("v1beta1", "a", {{"miles", "x"}})}),
            start + "Road \"default/a\": spec.miles: expected an integer, got string");
  EXPECT_EQ(h.metric(series), "2") << "a refusal is no mistake";
}

// apiextensions: TestGetConvertedObjectsFromResponse.
TEST_F(WebhookConversion, AnswersHaveTheSameCountAndOrder)
{
  serve();
  json objects = json::array();
  for (int i = 0; i < 300; ++i) objects.push_back(road("v1beta1", "road-" + std::to_string(i), {{"miles", i + 1}}));
  const json answer = converted(kRoadV1, objects);
  ASSERT_EQ(answer.size(), objects.size());
  for (std::size_t i = 0; i < answer.size(); ++i) {
    EXPECT_EQ(answer[i]["metadata"], objects[i]["metadata"]);
    EXPECT_EQ(answer[i]["spec"].value("metres", 0), static_cast<int>(i + 1) * 1000);
  }
  EXPECT_EQ(converted(kRoadV1, json::array()), json::array());
}

TEST_F(WebhookConversion, OneBadObjectFailsTheReview)
{
  serve();
  EXPECT_THAT(failure(kRoadV1, {road("v1beta1", "a", {}), {{"kind", "Road"}, {"metadata", 7}}}),
              HasSubstr("request.objects[1]: "));
  EXPECT_THAT(failure(kRoadV1, {road("v1beta1", "a", {}), json::object()}), HasSubstr("there is no conversion of"));
}

TEST_F(WebhookConversion, V1Beta1IsAnsweredInItsOwnVersion)
{
  serve();
  json body = conversion_review(kRoadV1, {road("v1beta1", "a", {{"miles", 2}})});
  body["apiVersion"] = "apiextensions.k8s.io/v1beta1";
  EXPECT_EQ(ask(body)["convertedObjects"].size(), 1U);
}

// apiextensions: TestRestoreObjectMeta.
TEST_F(WebhookConversion, MetadataIsUntouched)
{
  serve();
  json old = road("v1beta1", "a", {{"miles", 2}});
  old["metadata"].update({{"uid", "u"},
                          {"resourceVersion", "7"},
                          {"finalizers", {"f"}},
                          {"labels", {{"l", "m"}}},
                          {"annotations", {{"x", "y"}}},
                          {"managedFields", {{{"manager", "m"}}}},
                          {"later", {1}}});
  EXPECT_EQ(converted(kRoadV1, {old})[0]["metadata"], old["metadata"]);
}

TEST_F(WebhookConversion, WhatTheOlderVersionCannotExpressIsKept)
{
  serve();
  const json now = road("v1", "a", {{"metres", 1500}, {"lanes", 4}});
  json old = converted(kRoadV1Beta1, {now})[0];
  EXPECT_EQ(old["spec"], json::parse(R"({"miles": 1})"));
  EXPECT_EQ(converted(kRoadV1, {old}), json::array({now}));
  old["spec"]["miles"] = 3;
  EXPECT_EQ(converted(kRoadV1, {old}), json::array({road("v1", "a", {{"metres", 3000}, {"lanes", 4}})}));
}

TEST_F(WebhookConversion, WithoutTheOptionTheFunctionsAloneDecide)
{
  ConversionOptions options;
  options.keeps_lost_members = false;
  serve(road_conversions(), options);
  EXPECT_EQ(converted(kRoadV1Beta1, {road("v1", "a", {{"metres", 1500}, {"lanes", 4}})}),
            json::array({road("v1beta1", "a", {{"miles", 1}})}));
}

TEST_F(WebhookConversion, ALossIsLoggedOnceForEachKindAndVersion)
{
  serve();
  json large = road("v1", "a", {{"metres", 1500}, {"lanes", 4}});
  large["metadata"]["annotations"]["x"] = std::string(std::size_t{256} << 10U, 'x');
  EXPECT_FALSE(converted(kRoadV1Beta1, {large, large})[0]["metadata"]["annotations"].contains(
      std::string(conversion_data_annotation)));
  EXPECT_EQ(h.log->count({"a conversion loses what the version cannot express", "kind=Road", "object=default/a"}), 1U);
  EXPECT_EQ(converted("travel.example.org/v1alpha1", {large}).size(), 1U);
  EXPECT_EQ(h.log->count({"a conversion loses what the version cannot express"}), 2U);
}

// The answers to these have no uid that an API server could compare.
TEST_F(WebhookConversion, WhatIsNoReviewIsRefused)
{
  serve();
  const json good = conversion_review(kRoadV1, {road("v1beta1", "a", {})});
  const auto without = [&](const char* member) {
    json body = good;
    body["request"].erase(member);
    return body.dump();
  };
  refused("", "the request body is empty");
  refused("{", "this is no ConversionReview");
  refused(R"({"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1"})",
          "the ConversionReview has no request");
  refused(without("uid"), "request.uid is missing");
  refused(without("desiredAPIVersion"), "request.desiredAPIVersion is missing (request request-1)");
  json body = good;
  body["apiVersion"] = "apiextensions.k8s.io/v2";
  refused(body.dump(), "apiVersion \"apiextensions.k8s.io/v2\" is not apiextensions.k8s.io/v1");
}

TEST_F(WebhookConversion, WhatIsNoReviewIsRefusedWithAPlace)
{
  serve();
  json body = conversion_review(kRoadV1, {road("v1beta1", "a", {})});
  refused(body.dump() + "x", "text after the review");
  body["kind"] = "AdmissionReview";
  refused(body.dump(), "is not ConversionReview");
  body = conversion_review(kRoadV1, json::object());
  refused(body.dump(), "request.objects: expected an array");
  body = conversion_review(kRoadV1, {road("v1beta1", "a", {}), 7});
  refused(body.dump(), "request.objects[1]: expected an object");
  body = conversion_review(kRoadV1, json::array());
  body["request"]["uid"] = 7;
  refused(body.dump(), "request.uid: expected a string");
}

TEST_F(WebhookConversion, AnObjectThatIsTooDeepIsAFailure)
{
  serve();
  std::string deep(9000, '[');
  deep += std::string(9000, ']');
  const std::string body = conversion_review(kRoadV1, {road("v1beta1", "a", {{"miles", 1}, {"deep", "HERE"}})}).dump();
  const std::size_t at = body.find("\"HERE\"");
  const HttpResponse response = h.post("/convert", body.substr(0, at) + deep + body.substr(at + 6));
  EXPECT_EQ(response.status, 200U);
  EXPECT_THAT(response.body, HasSubstr(R"("status":"Failure")"));
  EXPECT_THAT(response.body, HasSubstr("nested"));
}

TEST_F(WebhookConversion, HasTheMetricsOfItsPath)
{
  serve();
  (void)converted(kRoadV1, {road("v1beta1", "a", {})});
  refused("", "the request body is empty");
  EXPECT_EQ(h.metric(R"(controller_runtime_webhook_requests_total{code="200",webhook="/convert"})"), "1");
  EXPECT_EQ(h.metric(R"(controller_runtime_webhook_requests_total{code="400",webhook="/convert"})"), "1");
  EXPECT_EQ(h.metric(R"(controller_runtime_webhook_latency_seconds_count{webhook="/convert"})"), "2");
  EXPECT_EQ(h.metric(R"(controller_runtime_webhook_requests_in_flight{webhook="/convert"})"), "0");
}

TEST_F(WebhookConversion, AnApiServerThatDoesNotWaitLongerCostsNoMore)
{
  int calls = 0;
  Conversions conversions;
  conversions.add<road_v1beta1::Road, road_v1::Road>(
      [&](const road_v1beta1::Road&, road_v1::Road&) {
        ++calls;
        h.sim.clock().advance(std::chrono::seconds(20));
      },
      [](const road_v1::Road&, road_v1beta1::Road&) {});
  ConversionOptions options;
  options.keeps_lost_members = false;
  serve(std::move(conversions), options);
  HttpRequest request;
  request.method = "POST";
  request.target = "/convert";
  request.headers.add("Content-Type", "application/json");
  const json some = road("v1beta1", "a", {});
  request.body = conversion_review(kRoadV1, {some, some, some, some, some}).dump();
  EXPECT_THAT(h.send(std::move(request)).body,
              HasSubstr("the API server does not wait longer: 2 of 5 objects were converted in time"));
  EXPECT_EQ(calls, 2);
}

template <class Function>
std::string message_of(Function function)
{
  try {
    function();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing";
}

// NewHubSpokeConverter: what is missing or there twice is an error of the declaration.
TEST(WebhookConversionDeclarations, MistakesAreErrorsThatSayWhatToDo)
{
  WebhookHarness h;
  const auto webhooks = h.manager.webhooks();
  EXPECT_THAT(message_of([&] { webhooks.converts({}); }), HasSubstr("there are no conversions"));
  webhooks.converts(road_conversions());
  EXPECT_THAT(message_of([&] { webhooks.converts(road_conversions()); }),
              HasSubstr("Road.travel.example.org has conversions already"));
  WebhookOptions options;
  options.path = "/convert";
  EXPECT_THAT(message_of([&] { (void)webhooks.for_<Trip>(options).validates([](const Trip&) {}); }),
              HasSubstr("is the path of Webhooks::converts"));
  h.start();
  EXPECT_THAT(message_of([&] { webhooks.converts(road_conversions()); }), HasSubstr("before the manager starts"));
}

TEST(WebhookConversionDeclarations, SeveralKindsShareThePath)
{
  Conversions bridges;
  bridges.add<bridge_v1beta1::Bridge, bridge_v1::Bridge>([](const bridge_v1beta1::Bridge&, bridge_v1::Bridge&) {},
                                                         [](const bridge_v1::Bridge&, bridge_v1beta1::Bridge&) {});
  WebhookHarness h;
  h.manager.webhooks().converts(road_conversions());
  h.manager.webhooks().converts(std::move(bridges));
  h.start();
  const json bridge = {{"apiVersion", kRoadV1Beta1}, {"kind", "Bridge"}, {"metadata", {{"name", "b"}}}};
  const json body = conversion_review(kRoadV1, {road("v1beta1", "a", {}), bridge});
  const json answer = json::parse(h.post("/convert", body.dump()).body);
  EXPECT_EQ(answer["response"]["convertedObjects"][1]["apiVersion"], kRoadV1) << answer;
}

TEST(WebhookConversionDeclarations, WithoutConversionsThereIsNoPath)
{
  WebhookHarness h;
  (void)h.manager.webhooks().for_<Trip>().validates([](const Trip&) {});
  h.start();
  EXPECT_EQ(h.post("/convert", "{}").status, 404U);
}

// controller-runtime#1685, #2321: the caches need the converter, and the converter's pod must be ready to be called.
TEST(WebhookConversionReadiness, DoesNotWaitForCaches)
{
  for (const bool converts : {false, true}) {
    WebhookHarness h;
    h.transport->hang = [](const HttpRequest& request) {
      return request.target.find("/configmaps") != std::string::npos;
    };
    h.manager.controller().named("roads").for_(kConfigMaps).build([](Context&, const Request&) {
      return Result::done();
    });
    h.manager.webhooks().reads(kSecrets);
    if (converts) h.manager.webhooks().converts(road_conversions());
    h.manager.start();
    h.sim.run_for(std::chrono::seconds(3));
    const HealthReport report = h.manager.readiness();
    const std::string text = report.text("readyz", true);
    EXPECT_EQ(report.ok(), converts) << text;
    EXPECT_THAT(text, HasSubstr("watch-configmaps"));
    EXPECT_THAT(text, HasSubstr("controller-roads"));
    if (converts) {
      EXPECT_THAT(text, HasSubstr("[+]watch-configmaps ok: but has not synced yet"));
      EXPECT_THAT(text, HasSubstr("(not awaited: this program serves conversions)"));
      EXPECT_THAT(text, HasSubstr("[+]webhooks ok"));
    }
    h.transport->hang = nullptr;
  }
}

}  // namespace
}  // namespace kubexx::testing

// SPDX-License-Identifier: Apache-2.0
// What typed and raw webhooks answer. Names in comments are those of controller-runtime's tests
// (pkg/webhook/admission).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "webhook_harness.hpp"

namespace kubexx::testing {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// defaulter_custom_test: "should preserve unknown fields by default".
TEST(WebhookDefaults, ThePatchHasTheChangesOfTheHandlerAndNothingElse)
{
  WebhookHarness h;
  (void)h.manager.webhooks().for_<Trip>().defaults([](Trip& trip) {
    if (!trip.spec.seats) trip.spec.seats = 4;
    trip.metadata.labels["seen"] = "yes";
  });
  h.start();

  const json answer = h.ask(kDefaultsTrips, review("CREATE", trip("a", {{"route", "r"}, {"unknown", {1, 2}}})));

  EXPECT_EQ(answer["allowed"], true);
  EXPECT_EQ(WebhookHarness::patch_of(answer),
            json::parse(R"([{"op":"add","path":"/metadata/labels","value":{"seen":"yes"}},
                            {"op":"add","path":"/spec/seats","value":4}])"));
  EXPECT_FALSE(answer.contains("status"));
}

TEST(WebhookDefaults, AnObjectThatStaysAsItIsGetsNoPatch)
{
  WebhookHarness h;
  (void)h.manager.webhooks().for_<Trip>().defaults([](Trip& trip) { trip.spec.seats = 4; });
  h.start();

  const json answer =
      h.ask(kDefaultsTrips,
            review("UPDATE", trip("a", {{"route", ""}, {"seats", 4}, {"steps", nullptr}}), trip("a", json::object())));

  EXPECT_EQ(answer, json::parse(R"({"uid":"request-1","allowed":true})"));
}

// What controller-runtime's patch loses: the members of an element that the type does not know, when it moves.
TEST(WebhookDefaults, UnknownMembersOfElementsMoveWithThem)
{
  WebhookHarness h;
  (void)h.manager.webhooks().for_<Trip>().defaults([](Trip& trip) {
    trip.spec.steps.erase(trip.spec.steps.begin());
    trip.spec.steps.insert(trip.spec.steps.begin(), Step{.name = "first", .weight = {}});
    for (auto& step : trip.spec.steps) step.weight = 1;
  });
  h.start();
  const json before =
      trip("a", {{"steps", {{{"name", "x"}, {"note", "gone"}}, {{"name", "y"}, {"note", "kept"}}, {{"name", "z"}}}}});

  const json answer = h.ask(kDefaultsTrips, review("CREATE", before));

  EXPECT_EQ(
      before.patch(WebhookHarness::patch_of(answer))["spec"]["steps"],
      json::parse(R"([{"name":"first","weight":1},{"name":"y","weight":1,"note":"kept"},{"name":"z","weight":1}])"));
}

TEST(WebhookDefaults, ADefaultThatMakesElementsAlikeDoesNotMixUpTheirUnknownMembers)
{
  WebhookHarness h;
  (void)h.manager.webhooks().for_<Trip>().defaults([](Trip& trip) {
    for (auto& step : trip.spec.steps) step.weight = step.weight.value_or(1);
  });
  h.start();
  const json before = trip("a", {{"steps", {{{"note", "x"}}, {{"weight", 1}, {"note", "y"}}, {{"note", "z"}}}}});

  const json answer = h.ask(kDefaultsTrips, review("CREATE", before));

  EXPECT_EQ(before.patch(WebhookHarness::patch_of(answer))["spec"]["steps"],
            json::parse(R"([{"weight":1,"note":"x"},{"weight":1,"note":"y"},{"weight":1,"note":"z"}])"));
}

// defaulter_custom_test: "should return ok if received delete verb"; validator_custom_test: "connect".
TEST(WebhookDefaults, OperationsThatItIsNotForAreAllowed)
{
  WebhookHarness h;
  int called = 0;
  (void)h.manager.webhooks().for_<Trip>().defaults([&](Trip&) { ++called; });
  h.start();

  EXPECT_EQ(h.ask(kDefaultsTrips, review("DELETE", nullptr, trip("a", json::object())))["allowed"], true);
  EXPECT_EQ(h.ask(kDefaultsTrips,
                  review("CONNECT",
                         {{"kind", "PodExecOptions"}, {"apiVersion", "v1"}, {"metadata", json::object()}}))["allowed"],
            true);
  EXPECT_EQ(called, 0);
}

TEST(WebhookDefaults, AnObjectThatDoesNotFitIsABadRequestThatNamesTheField)
{
  WebhookHarness h;
  (void)h.manager.webhooks().for_<Trip>().defaults([](Trip&) {});
  h.start();

  const json answer = h.ask(kDefaultsTrips, review("CREATE", trip("a", {{"seats", "four"}})));

  EXPECT_EQ(answer["allowed"], false);
  EXPECT_EQ(answer["status"]["code"], 400);
  EXPECT_EQ(answer["status"]["reason"], "BadRequest");
  EXPECT_EQ(answer["status"]["message"], "Trip \"default/a\": spec.seats: expected an integer, got string");
  EXPECT_EQ(h.metric(R"(kubexx_webhook_admission_total{result="error",webhook="/mutate-travel-example-org-v1-trip"})"),
            "1");
}

// validator_custom_test: create, update and delete with and without an error.
TEST(WebhookValidates, EachOperationHasItsFunction)
{
  WebhookHarness h;
  std::string called;
  (void)h.manager.webhooks()
      .for_<Trip>()
      .validates([&](const Trip& trip) { called += "validates " + trip.spec.route + ";"; })
      .validates_update([&](const Trip& before, const Trip& now) {
        called += "update " + before.spec.route + " " + now.spec.route + ";";
      })
      .validates_deletion([&](const Trip& before, AdmissionContext& context) {
        called += "deletion " + before.spec.route + " by " + context.user().name + ";";
      });
  h.start();
  const json a = trip("x", {{"route", "a"}});
  const json b = trip("x", {{"route", "b"}});

  EXPECT_EQ(h.ask(kValidatesTrips, review("CREATE", a))["allowed"], true);
  EXPECT_EQ(h.ask(kValidatesTrips, review("UPDATE", b, a))["allowed"], true);
  EXPECT_EQ(h.ask(kValidatesTrips, review("DELETE", nullptr, b))["allowed"], true);

  EXPECT_EQ(called, "validates a;validates b;update a b;deletion b by ada;");
}

TEST(WebhookValidates, FieldErrorsOfBothFunctionsAreCausesOfOneDenial)
{
  WebhookHarness h;
  (void)h.manager.webhooks()
      .for_<Trip>()
      .validates([](const Trip& trip) {
        FieldErrors errors;
        if (trip.spec.route.empty()) errors.required("spec.route", "name a place");
        return errors;
      })
      .validates_update([](const Trip&, const Trip& now) {
        return std::vector<StatusCause>(FieldErrors().invalid("spec.seats", *now.spec.seats, "at most 3").causes());
      });
  h.start();

  const json answer = h.ask(kValidatesTrips, review("UPDATE", trip("a", {{"seats", 9}}), trip("a", {{"seats", 1}})));

  EXPECT_EQ(answer["allowed"], false);
  EXPECT_EQ(answer["status"], json::parse(R"json({
    "status": "Failure", "code": 422, "reason": "Invalid",
    "message": "Trip.travel.example.org \"a\" is invalid: [spec.route: Required value: name a place, spec.seats: Invalid value: 9: at most 3]",
    "details": {"name": "a", "group": "travel.example.org", "kind": "Trip", "causes": [
      {"reason": "FieldValueRequired", "message": "Required value: name a place", "field": "spec.route"},
      {"reason": "FieldValueInvalid", "message": "Invalid value: 9: at most 3", "field": "spec.seats"}]}})json"));
}

TEST(WebhookValidates, ADenialAnErrorAnExceptionAndATimeoutAreFourThings)
{
  WebhookHarness h;
  const auto validate = [](const Trip& trip, AdmissionContext& context) -> awaitable<AdmissionVerdict> {
    const std::string& route = trip.spec.route;
    if (route == "denied") co_return AdmissionVerdict::denied("not on Sundays");
    if (route == "thrown") throw AdmissionDenied("nor on Mondays");
    if (route == "error") throw ApiError({.code = 429, .reason = "TooManyRequests", .message = "later"}, "what");
    if (route == "exception") throw std::runtime_error("a bug");
    if (route == "timeout") co_await async_wait_stop(context.stop_token());
    if (route == "timeout") co_await async_sleep(*context.client().runtime().clock, std::chrono::hours(1));
    co_return AdmissionVerdict();
  };
  (void)h.manager.webhooks().for_<Trip>().validates(validate);
  h.start();
  const auto status = [&](const std::string& route) {
    const json answer = h.ask(kValidatesTrips, review("CREATE", trip("a", {{"route", route}})));
    EXPECT_EQ(answer["allowed"], route == "fine");
    return answer.value("status", json::object());
  };
  const auto count = [&](const std::string& result) {
    return h.metric("kubexx_webhook_admission_total{result=\"" + result + "\",webhook=\"" + kValidatesTrips + "\"}");
  };

  EXPECT_EQ(status("fine"), json::object());
  EXPECT_EQ(count("allowed"), "1");
  EXPECT_EQ(status("denied"),
            json::parse(R"({"status":"Failure","code":403,"reason":"Forbidden","message":"not on Sundays"})"));
  EXPECT_EQ(status("thrown")["message"], "nor on Mondays");
  EXPECT_EQ(count("denied"), "2");
  EXPECT_EQ(status("error"),
            json::parse(R"({"status":"Failure","code":429,"reason":"TooManyRequests","message":"later"})"));
  EXPECT_EQ(count("error"), "1");
  EXPECT_EQ(h.log->count({"threw an exception"}), 0U);
  EXPECT_EQ(status("exception"), json::parse(R"({"status":"Failure","code":500,"reason":"InternalError",
      "message":"the webhook /validate-travel-example-org-v1-trip failed: a bug"})"));
  EXPECT_EQ(count("exception"), "1");
  EXPECT_EQ(h.metric("controller_runtime_webhook_panics_total"), "1");
  EXPECT_EQ(h.log->count({"webhook handler threw an exception"}), 1U);
  const SteadyTime before = h.sim.runtime().clock->now();
  EXPECT_EQ(status("timeout")["code"], 504);
  EXPECT_EQ(h.sim.runtime().clock->now() - before, std::chrono::seconds(10));
  EXPECT_EQ(count("timeout"), "1");
  EXPECT_EQ(h.metric("controller_runtime_webhook_panics_total"), "1");
}

TEST(WebhookValidates, NoFieldErrorsAreNoDenialToThrow)
{
  WebhookHarness h;
  (void)h.manager.webhooks().for_<Trip>().validates([](const Trip&) { throw AdmissionDenied(FieldErrors()); });
  h.start();

  const json answer = h.ask(kValidatesTrips, review("CREATE", trip("a", {{"route", "A1"}})));

  EXPECT_EQ(answer["allowed"], false);
  const json status = answer.value("status", json::object());
  EXPECT_EQ(status.value("code", 0), 500);
  EXPECT_THAT(status.value("message", ""), HasSubstr("the verdict is an admission"));
}

TEST(WebhookValidates, LettingGoOfAFinalizerIsNotValidatedUnlessAskedFor)
{
  for (const bool asked : {false, true}) {
    WebhookHarness h;
    WebhookOptions options;
    options.validates_deleting = asked;
    (void)h.manager.webhooks().for_<Trip>(options).validates(
        [](const Trip&) { return AdmissionVerdict::denied("a new rule"); });
    h.start();
    json before = trip("a", {{"route", "old"}});
    before["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z";
    before["metadata"]["finalizers"] = {"x/y"};
    json now = before;
    now["metadata"].erase("finalizers");

    EXPECT_EQ(h.ask(kValidatesTrips, review("UPDATE", now, before))["allowed"], !asked);
    now["spec"]["route"] = "other";
    EXPECT_EQ(h.ask(kValidatesTrips, review("UPDATE", now, before))["allowed"], false);
    EXPECT_EQ(h.ask(kValidatesTrips, review("CREATE", before))["allowed"], false);
  }
}

TEST(WebhookContext, HasTheRequestAndItsNotesReachTheAnswer)
{
  WebhookHarness h;
  (void)h.manager.webhooks().for_<Trip>().validates([](const Trip&, AdmissionContext& context) {
    context.warn("mind the gap");
    context.audit("why", "because");
    EXPECT_EQ(context.request().uid, "request-1");
    EXPECT_EQ(context.operation(), AdmissionOperation::update);
    EXPECT_TRUE(context.user().is_in("dev"));
    EXPECT_FALSE(context.user().is_in("ops"));
    EXPECT_THAT(context.user().extra.at("k"), ElementsAre("v"));
    EXPECT_TRUE(context.is_dry_run());
    EXPECT_EQ(context.old_object<Trip>()->spec.route, "before");
    EXPECT_TRUE(context.deadline().has_value());
    EXPECT_EQ(context.request().key().to_string(), "default/a");
    context.log().info("looked");
    return AdmissionVerdict::denied("no");
  });
  h.start();
  json body = review("UPDATE", trip("a", json::object()), trip("a", {{"route", "before"}}));
  body["request"]["dryRun"] = true;

  const json answer = h.ask(kValidatesTrips, body);

  EXPECT_EQ(answer["warnings"], json::parse(R"(["mind the gap"])"));
  EXPECT_EQ(answer["auditAnnotations"], json::parse(R"({"why":"because"})"));
  EXPECT_EQ(h.log->count({"looked", "webhook=/validate-travel-example-org-v1-trip", "operation=UPDATE",
                          "resource=trips.travel.example.org", "user=ada", "request=request-1"}),
            1U);
}

TEST(WebhookContext, ReadsTheCachesThatWereDeclared)
{
  WebhookHarness h;
  h.manager.webhooks().reads(kConfigMaps);
  (void)h.manager.webhooks().for_<Trip>().validates([](const Trip& trip, AdmissionContext& context) {
    return context.get(kConfigMaps, {"default", trip.spec.route}) ? AdmissionVerdict()
                                                                  : AdmissionVerdict::denied("no such route");
  });
  h.create(kConfigMaps, "known");
  h.start();

  EXPECT_EQ(h.ask(kValidatesTrips, review("CREATE", trip("a", {{"route", "known"}})))["allowed"], true);
  EXPECT_EQ(h.ask(kValidatesTrips, review("CREATE", trip("a", {{"route", "other"}})))["allowed"], false);
  EXPECT_EQ(h.manager.permissions().rules().size(), 1U);
}

TEST(WebhookContext, ACoroutineMayAskTheApiServer)
{
  WebhookHarness h;
  const auto validate = [](const Trip& trip, AdmissionContext& context) -> awaitable<AdmissionVerdict> {
    auto getting = context.client().async_get(kConfigMaps, {"default", trip.spec.route});
    const Object found = co_await std::move(getting);
    co_return AdmissionVerdict::denied("uid " + std::string(found.uid().empty() ? "none" : "there"));
  };
  (void)h.manager.webhooks().for_<Trip>().validates(validate);
  h.create(kConfigMaps, "known");
  h.start();

  EXPECT_EQ(h.ask(kValidatesTrips, review("CREATE", trip("a", {{"route", "known"}})))["status"]["message"],
            "uid there");
  EXPECT_EQ(h.ask(kValidatesTrips, review("CREATE", trip("a", {{"route", "missing"}})))["status"]["reason"],
            "NotFound");
}

TEST(WebhookHistory, WhyMentionsADenialAndThePatchedPaths)
{
  WebhookHarness h;
  (void)h.manager.webhooks()
      .for_<Trip>()
      .defaults([](Trip& trip) { trip.spec.seats = 4; })
      .validates([](const Trip& trip) {
        FieldErrors errors;
        if (trip.spec.route.empty()) errors.required("spec.route");
        return errors;
      });
  h.start();
  (void)h.ask(kDefaultsTrips, review("CREATE", trip("a", json::object())));
  (void)h.ask(kValidatesTrips, review("CREATE", trip("a", {{"route", "r"}})));
  (void)h.ask(kValidatesTrips, review("CREATE", trip("a", json::object())));

  const auto explanations = h.manager.why(Request(ObjectKey{"default", "a"}));
  ASSERT_EQ(explanations.size(), 2U);
  EXPECT_EQ(explanations[0].controller, kDefaultsTrips);
  EXPECT_TRUE(explanations[0].has("admitted"));
  EXPECT_THAT(explanations[0].past[0].record.calls[0].changed, ElementsAre("/spec/seats"));
  EXPECT_TRUE(explanations[1].has("denied"));
  EXPECT_EQ(explanations[1].past.size(), 2U);
  const std::string text = to_text(explanations);
  EXPECT_THAT(text,
              HasSubstr("default/a in webhook /validate-travel-example-org-v1-trip:\n  the last request was denied: "
                        "Trip.travel.example.org \"a\" is invalid: spec.route: Required value\ncalled 2 times:\n"));
  EXPECT_THAT(text, HasSubstr("patch trips.travel.example.org default/a after"));
  EXPECT_THAT(to_json(explanations), HasSubstr("\"webhook\": \"/mutate-travel-example-org-v1-trip\""));
  EXPECT_EQ(h.manager.why(Request(ObjectKey{"default", "a"}), kValidatesTrips).size(), 1U);
  EXPECT_TRUE(h.manager.why(Request(ObjectKey{"default", "b"})).empty());
}

struct TripRules {
  void defaults(Trip& trip, AdmissionContext&) { trip.spec.seats = 2; }
  FieldErrors validates(const Trip&, AdmissionContext&) { return FieldErrors().forbidden("spec", "closed"); }
};

TEST(WebhookForms, AnObjectHandlesWhatItHasFunctionsFor)
{
  WebhookHarness h;
  (void)h.manager.webhooks().for_<Trip>().handled_by(std::make_shared<TripRules>());
  h.start();

  EXPECT_EQ(WebhookHarness::patch_of(h.ask(kDefaultsTrips, review("CREATE", trip("a", json::object())))),
            json::parse(R"([{"op":"add","path":"/spec/seats","value":2}])"));
  EXPECT_EQ(h.ask(kValidatesTrips, review("CREATE", trip("a", json::object())))["status"]["reason"], "Invalid");
}

TEST(WebhookForms, RawHandlersGetAnyKindAndSubresource)
{
  WebhookHarness h;
  const ResourceType pods{"", "v1", "Pod", "pods", Scope::namespaced};
  WebhookOptions connects;
  connects.subresource = "exec";
  connects.operations = {AdmissionOperation::connect};
  h.manager.webhooks().validates(
      pods,
      [](AdmissionContext& context) { return AdmissionVerdict::denied(std::string(context.request().object.kind())); },
      connects);
  h.manager.webhooks().mutates(pods, [](AdmissionContext& context) -> awaitable<Object> {
    json pod = context.request().object.json();
    pod["spec"]["hostNetwork"] = false;
    co_return Object::from_json(pod);
  });
  h.start();

  const json pod = {
      {"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", {{"generateName", "p-"}}}, {"spec", json::object()}};
  EXPECT_EQ(WebhookHarness::patch_of(h.ask("/mutate--v1-pod", review("CREATE", pod))),
            json::parse(R"([{"op":"add","path":"/spec/hostNetwork","value":false}])"));
  EXPECT_EQ(h.ask("/validate--v1-pod-exec", review("CONNECT", {{"kind", "PodExecOptions"},
                                                               {"apiVersion", "v1"},
                                                               {"metadata", json::object()}}))["status"]["message"],
            "PodExecOptions");
}

TEST(WebhookDeclarations, MistakesAreErrorsThatSayWhatToDo)
{
  WebhookHarness h;
  const auto webhooks = h.manager.webhooks();
  (void)webhooks.for_<Trip>().validates([](const Trip&) {});
  const auto message = [](const auto& function) -> std::string {
    try {
      function();
    } catch (const std::exception& error) {
      return error.what();
    }
    return "nothing";
  };

  EXPECT_THAT(message([&] { (void)webhooks.for_<Trip>().validates([](const Trip&) {}); }),
              HasSubstr("validates was called twice for Trip"));
  WebhookOptions options;
  options.path = "/a b";
  EXPECT_THAT(message([&] { (void)webhooks.for_<Trip>(options).validates([](const Trip&) {}); }), HasSubstr("/a b"));
  options.path = kValidatesTrips;
  EXPECT_THAT(message([&] { (void)webhooks.for_<Trip>(options).defaults([](Trip&) {}); }),
              HasSubstr("two webhooks have the path"));
  options.path.clear();
  options.validates_deleting = true;
  EXPECT_THAT(message([&] { (void)webhooks.for_<Trip>(options).validates_deletion([](const Trip&) {}); }),
              HasSubstr("have different options for the path " + kValidatesTrips));
  EXPECT_THAT(message([&] { (void)webhooks.for_<Trip>().handled_by(std::shared_ptr<TripRules>()); }),
              HasSubstr("null"));
  h.start();
  EXPECT_THAT(message([&] { (void)webhooks.for_<Trip>().defaults([](Trip&) {}); }),
              HasSubstr("before the manager starts"));
}

}  // namespace
}  // namespace kubexx::testing

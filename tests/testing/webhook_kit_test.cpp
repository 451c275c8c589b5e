// SPDX-License-Identifier: Apache-2.0
// An OperatorTest has the API server call the webhooks of its operator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/controller.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/listener.hpp"
#include "kubexx/testing/operator_test.hpp"
#include "testing/note_operator.hpp"

namespace kubexx::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

constexpr const char* kDefaults = "/mutate-example-org-v1-note";

/// Adds "!" to the text of a Note, and refuses "rude" ones.
void add_note_webhooks(Manager& manager, const WebhookOptions& options = {})
{
  (void)manager.webhooks()
      .for_<Note>(options)
      .defaults([](Note& note) {
        if (!note.spec.text.ends_with("!")) note.spec.text += "!";
      })
      .validates([](const Note& note, AdmissionContext& context) {
        FieldErrors errors;
        if (note.spec.text.starts_with("rude")) errors.invalid("spec.text", note.spec.text, "be polite");
        context.warn("notes are read by everyone");
        return errors;
      });
}

OperatorTestOptions with_webhooks(TestServer server = TestServer::simulated(), const WebhookOptions& options = {})
{
  OperatorTestOptions made = with_definition();
  made.server = std::move(server);
  made.setup = [options](Manager& manager) { add_note_webhooks(manager, options); };
  return made;
}

OperatorTestOptions with_setup(std::function<void(Manager&)> setup)
{
  OperatorTestOptions options = with_definition();
  options.setup = std::move(setup);
  return options;
}

/// The text of the Note that is stored, or the error of its creation.
std::string created(const OperatorTest& test, const std::string& name, const std::string& text = "hello")
{
  try {
    return api<Note>(test.user()).create(note(test, name, text))->spec.text;
  } catch (const ApiError& error) {
    return error.what();
  }
}

// Simulated, embedded, and with KUBEBUILDER_ASSETS on a kube-apiserver.
class WebhookKit : public ::testing::TestWithParam<const char*> {
public:
  static TestServer server()
  {
    if (std::string_view(GetParam()) == "embedded") return TestServer::embedded();
    if (std::string_view(GetParam()) == "simulated") return TestServer::simulated();
    static const TestServer shared = TestServer::from_environment();
    return shared;
  }
};
INSTANTIATE_TEST_SUITE_P(Servers, WebhookKit, ::testing::Values("simulated", "embedded", "environment"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST_P(WebhookKit, TheApiServerCallsTheWebhooksFromTheStartOn)
{
  OperatorTest test(with_webhooks(server()));
  EXPECT_EQ(created(test, "early"), "hello");
  test.start();

  EXPECT_EQ(created(test, "a"), "hello!");
  EXPECT_THAT(created(test, "b", "rude"),
              AllOf(HasSubstr("admission webhook \"validate.note.v1.example.org\" denied the request"),
                    HasSubstr("spec.text: Invalid value: \"rude!\": be polite")));

  test.crash();
  EXPECT_EQ(created(test, "c"), "hello!");
  test.restart();
  EXPECT_EQ(created(test, "d"), "hello!");
  test.stop();
  EXPECT_THAT(created(test, "e"), HasSubstr("failed calling webhook \"mutate.note.v1.example.org\""))
      << "nobody serves it, and its failure policy is Fail";
  test.start();
  test.stop();
}

TEST_P(WebhookKit, FaultsAreFailedCalls)
{
  for (const auto policy : {FailurePolicy::fail, FailurePolicy::ignore}) {
    WebhookOptions webhook;
    webhook.failure_policy = policy;
    webhook.timeout = 1s;
    OperatorTest test(with_webhooks(server(), webhook));
    test.start();
    int number = 0;
    for (const auto fault : {WebhookFault::timeout, WebhookFault::garbage, WebhookFault::down}) {
      test.fail_webhook(fault, kDefaults);
      const std::string text = created(test, "n" + std::to_string(++number));
      if (policy == FailurePolicy::ignore) {
        EXPECT_EQ(text, "hello") << to_string(fault);
      } else {
        EXPECT_THAT(text, HasSubstr("failed calling webhook \"mutate.note")) << to_string(fault);
      }
      EXPECT_EQ(created(test, "n" + std::to_string(++number)), "hello!") << "the next call is well";
    }
    test.stop();
  }
}

TEST_P(WebhookKit, AFaultThatDoesNotHappenFailsTheStop)
{
  OperatorTest test(with_webhooks(server()));
  test.start();
  test.fail_webhook(WebhookFault::garbage, "/elsewhere", 2);
  test.fail_webhook(WebhookFault::down);
  EXPECT_THAT(created(test, "a"), HasSubstr("failed calling webhook"));
  EXPECT_EQ(created(test, "b"), "hello!");
  EXPECT_THAT(failure_of([&] { test.stop(); }), HasSubstr("the webhook /elsewhere answers garbage (2 more)"));
}

HttpRequest request_to(std::string method, std::string target, std::string body = {})
{
  HttpRequest request;
  request.method = std::move(method);
  request.target = std::move(target);
  request.headers.add("Content-Type", "application/json");
  request.body = std::move(body);
  return request;
}

TEST_P(WebhookKit, TheTestCallsHandlersOfPathsItself)
{
  OperatorTestOptions options = with_definition();
  options.server = server();
  options.setup = [](Manager& manager) {
    const auto greet = [](const HttpRequest& request) {
      HttpResponse response;
      response.status = 202;
      response.headers.add("X-Way", "back");
      response.body = request.method + " " + request.target + " " + request.body;
      return response;
    };
    const auto webhooks = manager.webhooks();
    webhooks.handles("/greet", greet);
    webhooks.authenticates("/tokens", [](const TokenReviewRequest& review) {
      return review.token == "a" ? TokenVerdict::authenticated({.name = "ada"}) : TokenVerdict();
    });
  };
  OperatorTest test(std::move(options));
  EXPECT_THROW((void)test.call_webhook(request_to("GET", "/greet")), std::logic_error);
  test.start();
  const HttpResponse greeted = test.call_webhook(request_to("PUT", "/greet?a=b", "you"));
  EXPECT_EQ(greeted.status, 202U);
  EXPECT_EQ(greeted.headers.find("X-Way"), "back");
  EXPECT_EQ(greeted.body, "PUT /greet?a=b you");
  const HttpResponse token = test.call_webhook(request_to("POST", "/tokens", R"({"spec":{"token":"a"}})"));
  EXPECT_THAT(token.body, HasSubstr(R"("user":{"username":"ada"})"));
  test.restart();
  EXPECT_EQ(test.call_webhook(request_to("GET", "/greet")).status, 202U);
  test.stop();
}

// On a shared server their configurations neither have one name nor select the objects of the other.
TEST_P(WebhookKit, TwoTestsAtOneTime)
{
  OperatorTest one(with_webhooks(server()));
  one.start();
  {
    OperatorTestOptions options = with_definition();
    options.server = server();
    options.setup = [](Manager& manager) {
      (void)manager.webhooks().for_<Note>().defaults([](Note& note) { note.spec.text += "?"; });
    };
    OperatorTest two(std::move(options));
    two.start();
    EXPECT_EQ(created(one, "a"), "hello!");
    EXPECT_EQ(created(two, "a"), "hello?");
    two.stop();
  }
  EXPECT_EQ(created(one, "b"), "hello!");
  one.stop();
}

// --- what a handler may do within the step of a request ---

OperatorTestOptions with_handler(const Webhooks::ValidatingHandler& handler)
{
  return with_setup([handler](Manager& manager) {
    manager.webhooks().validates(resource_of<Note>(), handler);
    Permissions needed;
    needed.allow(resources::config_maps, {Verb::get, Verb::create});
    manager.declare(needed);
  });
}

awaitable<AdmissionVerdict> ask_for_quota(AdmissionContext& context)
{
  const ObjectKey key{"default", "quota"};
  try {
    const Object found = co_await context.client().async_get(resources::config_maps, key);
    co_return AdmissionVerdict();
  } catch (const ApiError& error) {
    if (!is_not_found(error)) throw;
  }
  co_return AdmissionVerdict::denied("there is no quota");
}

TEST(SimulatedWebhook, AHandlerMayCallItsClient)
{
  OperatorTest test(with_handler(ask_for_quota));
  test.start();
  EXPECT_THAT(created(test, "a"), HasSubstr("there is no quota"));
  test.apply_text("{apiVersion: v1, kind: ConfigMap, metadata: {name: quota}}");
  const SteadyTime before = test.runtime().clock->now();
  EXPECT_EQ(created(test, "a"), "hello");
  EXPECT_EQ(test.runtime().clock->now(), before) << "it is one step";
  EXPECT_EQ(test.count(Verb::get, "configmaps"), 2U);
  test.stop();
}

AdmissionVerdict block(AdmissionContext& context)
{
  (void)context.client().get(resources::config_maps, {"default", "quota"});
  return {};
}
awaitable<AdmissionVerdict> block_in_coroutine(AdmissionContext& context)
{
  co_return block(context);
}

TEST(SimulatedWebhook, ABlockingVerbThrowsAsInProduction)
{
  for (const auto& handler : {Webhooks::ValidatingHandler(block), Webhooks::ValidatingHandler(block_in_coroutine)}) {
    OperatorTest test(with_handler(handler));
    test.start();
    EXPECT_THAT(created(test, "a"), HasSubstr("async_get"));
    test.stop();
  }
}

awaitable<AdmissionVerdict> sleep_a_while(AdmissionContext& context)
{
  co_await async_sleep(*context.client().runtime().clock, std::chrono::seconds(1));
  co_return AdmissionVerdict();
}
awaitable<AdmissionVerdict> wait_for_another(AdmissionContext& /*context*/)
{
  const OneShot never;
  co_await never.wait();
  co_return AdmissionVerdict();
}

TEST(SimulatedWebhook, AHandlerThatWaitsForSomethingElseFailsTheTest)
{
  for (const auto& handler :
       {Webhooks::ValidatingHandler(sleep_a_while), Webhooks::ValidatingHandler(wait_for_another)}) {
    OperatorTest test(with_handler(handler));
    test.start();
    const auto is_named = HasSubstr("the webhook /validate-example-org-v1-note waits for something other");
    EXPECT_THAT(created(test, "a"), is_named);
    EXPECT_THAT(failure_of([&] { test.run_for(1s); }), is_named);
    EXPECT_THAT(created(test, "a"), is_named);
    EXPECT_THAT(failure_of([&] { test.stop(); }), is_named);
  }
}

awaitable<AdmissionVerdict> create_another(AdmissionContext& context)
{
  const Object another = Object::parse(R"({"metadata":{"generateName":"more-","namespace":"default"}})");
  (void)co_await context.client().async_create(resources::config_maps, another);
  co_return AdmissionVerdict();
}

TEST(SimulatedWebhook, AWebhookThatCallsItselfWithoutEndFailsTheTest)
{
  OperatorTest test(with_setup([](Manager& manager) {
    manager.webhooks().validates(resources::config_maps, Webhooks::ValidatingHandler(create_another));
    Permissions needed;
    needed.allow(resources::config_maps, {Verb::create});
    manager.declare(needed);
  }));
  test.start();
  EXPECT_THROW(test.apply_text("{apiVersion: v1, kind: ConfigMap, metadata: {name: first}}"), std::runtime_error);
  EXPECT_THAT(failure_of([&] { test.stop(); }), HasSubstr("without end"));
}

// The operator's own writes pass the webhooks, in the step of the write.
TEST(SimulatedWebhook, AReconcilerMeetsTheWebhooks)
{
  OperatorTest test(with_setup([](Manager& manager) {
    add_note_controller(manager);
    manager.webhooks().mutates(resources::config_maps, Webhooks::MutatingHandler([](AdmissionContext& context) {
                                 ConfigMap copy = context.request().object.as<ConfigMap>();
                                 copy.data["seen"] = "yes";
                                 return context.request().object.with(copy);
                               }));
  }));
  test.start();
  (void)created(test, "a");
  test.wait_for<ConfigMap>({"default", "a"}, "the mutation", [](const Typed<ConfigMap>& copy) {
    return copy->data.contains("seen") && copy->data.contains("text");
  });
  test.stop();
}

// --- options ---

TEST(OperatorTestOptionsOfWebhooks, WithoutServingNothingIsCalled)
{
  for (const auto& server : {TestServer::simulated(), TestServer::embedded()}) {
    OperatorTestOptions options = with_webhooks(server);
    options.serve_webhooks = false;
    OperatorTest test(std::move(options));
    test.start();
    EXPECT_EQ(created(test, "a", "rude"), "rude");
    test.stop();
  }
}

TEST(OperatorTestOptionsOfTheServer, SimulatedControllersMakePodsReady)
{
  for (const auto& server : {TestServer::simulated(), TestServer::embedded()}) {
    OperatorTestOptions options = with_webhooks(server);
    options.simulate_controllers = true;
    OperatorTest test(std::move(options));
    test.start();
    test.apply_text(R"(
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
)");
    test.wait_for_object(resources::deployments, {"default", "web"}, "its pod is ready", [](const Object& web) {
      return web && web.bytes().find("\"readyReplicas\":1") != std::string_view::npos;
    });
    test.stop();
  }
}

TEST(OperatorTestOptionsOfTheServer, ASimulationBeginsWhenTheTestSaysSo)
{
  OperatorTestOptions options = with_webhooks();
  const WallTime when = std::chrono::sys_days(std::chrono::year(2031) / 5 / 6) + 7h;
  options.start_time = when;
  OperatorTest test(std::move(options));
  EXPECT_EQ(test.runtime().clock->wall_now(), when);
  test.start();
  const auto note = api<Note>(test.user()).create(kubexx::testing::note(test, "a"));
  EXPECT_THAT(note->metadata.creationTimestamp->to_string(), HasSubstr("2031-05-06T07:0"));
  test.stop();
}

TEST(OperatorTestOptionsOfTheServer, ThoseThatDoNotFitItAreRefused)
{
  const auto refuses = [](OperatorTestOptions options) {
    EXPECT_THROW(OperatorTest test(std::move(options)), std::invalid_argument);
  };
  OperatorTestOptions late = with_webhooks(TestServer::embedded());
  late.start_time = WallTime();
  refuses(std::move(late));
  OperatorTestOptions services = with_webhooks();
  services.webhook_services["default/hooks"] = "127.0.0.1:1";
  refuses(std::move(services));
}

awaitable<HttpResponse> deny(HttpRequest request)
{
  HttpResponse response;
  response.headers.add("Content-Type", "application/json");
  const std::string uid = nlohmann::json::parse(request.body).at("request").at("uid");
  response.body =
      R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"allowed":false,"uid":")" + uid +
      "\"}}";
  co_return response;
}

TEST(OperatorTestOptionsOfTheServer, TheEmbeddedServerReachesTheServicesOfTheTest)
{
  SystemRuntime system;
  const CertificateAuthority authority(*system.runtime().clock);
  CertificateRequest leaf;
  leaf.common_name = "policy";
  leaf.dns_names = {"policy.other.svc"};
  const CertificateAndKey made = authority.issue(leaf);
  ListenerOptions listen;
  listen.tls.emplace();
  listen.tls->cert_chain_pem = made.cert_pem;
  listen.tls->key_pem = made.key_pem;
  HttpListener listener(system.runtime(), std::move(listen), deny);
  OperatorTestOptions options = with_webhooks(TestServer::embedded());
  options.webhook_services["other/policy"] = "127.0.0.1:" + std::to_string(listener.port());
  {
    OperatorTest test(std::move(options));
    test.apply_text(R"(
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: policy}
webhooks:
- name: policy.example.org
  admissionReviewVersions: [v1]
  sideEffects: None
  clientConfig: {service: {name: policy, namespace: other}, caBundle: )" +
                    encode_base64(authority.cert_pem()) + R"(}
  rules:
  - {apiGroups: [example.org], apiVersions: [v1], operations: [CREATE], resources: [notes]}
)");
    test.start();
    EXPECT_THAT(created(test, "a"), HasSubstr("admission webhook \"policy.example.org\" denied the request"));
    test.stop();
  }
  listener.stop();
}

}  // namespace
}  // namespace kubexx::testing

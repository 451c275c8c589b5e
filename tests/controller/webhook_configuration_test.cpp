// SPDX-License-Identifier: Apache-2.0
// What the configurations of declared webhooks say. Names in comments are those of controller-tools' tests
// (pkg/webhook/parser_integration_test.go).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/controller/builder.hpp"
#include "kubexx/controller/run_operator.hpp"
#include "kubexx/controller/webhook_target.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "webhook_harness.hpp"

namespace kubexx::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const ResourceType kMutatingConfigurations{"admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration",
                                           "mutatingwebhookconfigurations", Scope::cluster};
const ResourceType kValidatingConfigurations{"admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration",
                                             "validatingwebhookconfigurations", Scope::cluster};

WebhookTarget target()
{
  WebhookTarget target;
  target.name = "travel";
  target.namespace_ = "travel-system";
  return target;
}

/// The only webhook of the only configuration.
json only_webhook(const WebhookHarness& h, const WebhookTarget& where = target())
{
  const auto all = h.manager.webhook_configurations(where);
  EXPECT_EQ(all.size(), 1U);
  const json webhooks = all.at(0).json().at("webhooks");
  EXPECT_EQ(webhooks.size(), 1U);
  return webhooks.at(0);
}

/// The text of the std::invalid_argument that declaring a webhook with these options throws.
std::string refusal_of(const ResourceType& type, const WebhookOptions& options)
{
  const WebhookHarness h;
  try {
    h.manager.webhooks().validates(type, [](AdmissionContext&) {}, options);
  } catch (const std::invalid_argument& error) {
    EXPECT_TRUE(h.manager.webhook_configurations(target()).empty());
    return error.what();
  }
  return "accepted";
}
std::string refusal_of(const std::function<void(WebhookOptions&)>& set, const ResourceType& type = resource_of<Trip>())
{
  WebhookOptions options;
  set(options);
  return refusal_of(type, options);
}

// "should properly generate the webhook definition".
TEST(WebhookConfiguration, ThePrintedOnesSayWhatIsDeclared)
{
  WebhookHarness h;
  WebhookOptions options;
  options.timeout = std::chrono::seconds(3);
  options.side_effects = SideEffects::none_on_dry_run;
  options.match_policy = MatchPolicy::exact;
  options.reinvocation_policy = ReinvocationPolicy::if_needed;
  options.object_selector = LabelSelector().eq("tier", "gold").not_exists("draft");
  options.match_conditions = {{"not-by-nodes", "!('system:nodes' in request.userInfo.groups)"}};
  (void)h.manager.webhooks()
      .for_<Trip>(options)
      .defaults([](Trip&) {})
      .validates([](const Trip&) {})
      .validates_deletion([](const Trip&) {});

  EXPECT_EQ(h.manager.webhook_manifests(target()), R"(apiVersion: v1
kind: Service
metadata:
  labels:
    app.kubernetes.io/name: travel
  name: travel-webhooks
  namespace: travel-system
spec:
  ports:
  - name: webhooks
    port: 443
    targetPort: 9443
  selector:
    app.kubernetes.io/name: travel
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata:
  labels:
    app.kubernetes.io/name: travel
  name: travel
webhooks:
- admissionReviewVersions:
  - v1
  clientConfig:
    service:
      name: travel-webhooks
      namespace: travel-system
      path: /mutate-travel-example-org-v1-trip
      port: 443
  failurePolicy: Fail
  matchConditions:
  - expression: '!(''system:nodes'' in request.userInfo.groups)'
    name: not-by-nodes
  matchPolicy: Exact
  name: mutate.trip.v1.travel.example.org
  namespaceSelector:
    matchExpressions:
    - key: kubernetes.io/metadata.name
      operator: NotIn
      values:
      - kube-system
      - travel-system
  objectSelector:
    matchExpressions:
    - key: draft
      operator: DoesNotExist
    - key: tier
      operator: In
      values:
      - gold
  reinvocationPolicy: IfNeeded
  rules:
  - apiGroups:
    - travel.example.org
    apiVersions:
    - v1
    operations:
    - CREATE
    - UPDATE
    resources:
    - trips
    scope: Namespaced
  sideEffects: NoneOnDryRun
  timeoutSeconds: 3
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  labels:
    app.kubernetes.io/name: travel
  name: travel
webhooks:
- admissionReviewVersions:
  - v1
  clientConfig:
    service:
      name: travel-webhooks
      namespace: travel-system
      path: /validate-travel-example-org-v1-trip
      port: 443
  failurePolicy: Fail
  matchConditions:
  - expression: '!(''system:nodes'' in request.userInfo.groups)'
    name: not-by-nodes
  matchPolicy: Exact
  name: validate.trip.v1.travel.example.org
  namespaceSelector:
    matchExpressions:
    - key: kubernetes.io/metadata.name
      operator: NotIn
      values:
      - kube-system
      - travel-system
  objectSelector:
    matchExpressions:
    - key: draft
      operator: DoesNotExist
    - key: tier
      operator: In
      values:
      - gold
  rules:
  - apiGroups:
    - travel.example.org
    apiVersions:
    - v1
    operations:
    - CREATE
    - UPDATE
    - DELETE
    resources:
    - trips
    scope: Namespaced
  sideEffects: NoneOnDryRun
  timeoutSeconds: 3
)");
}

TEST(WebhookConfiguration, AProgramWithoutWebhooksPrintsNothing)
{
  const WebhookHarness h;
  EXPECT_EQ(h.manager.webhook_manifests(target()), "");
}

// "should generate the ordered webhook definitions"; controller-tools' order was not stable once (ct#1295).
TEST(WebhookConfiguration, TheOrderIsThatOfTheNames)
{
  const auto order = [](const std::vector<std::string>& names) {
    const WebhookHarness h;
    for (const auto& name : names) {
      WebhookOptions options;
      options.path = "/" + name;
      h.manager.webhooks().validates(resource_of<Trip>(), [](AdmissionContext&) {}, options);
    }
    return h.manager.webhook_manifests(target());
  };
  EXPECT_EQ(order({"b", "a", "c"}), order({"c", "b", "a"}));
}

// "should properly generate the webhook definition with url instead of service". There is no counterpart of "should
// fail to generate when both path and url are set": the path is appended to the URL.
TEST(WebhookConfiguration, AUrlIsUsedInPlaceOfTheService)
{
  WebhookHarness h;
  (void)h.manager.webhooks().for_<Trip>().validates([](const Trip&) {});
  WebhookTarget where = target();
  where.url = "https://127.0.0.1:9443/";
  where.ca_bundle = "pem";
  where.authority_mark = "travel-system.travel-ca";

  EXPECT_EQ(only_webhook(h, where).at("clientConfig"),
            json::parse(R"({"url":"https://127.0.0.1:9443/validate-travel-example-org-v1-trip","caBundle":"cGVt"})"));
  EXPECT_THAT(h.manager.webhook_manifests(where), ::testing::Not(HasSubstr("kind: Service")));
  EXPECT_EQ(h.manager.webhook_configurations(where)
                .at(0)
                .json()
                .at("metadata")
                .at("labels")
                .at("kubexx.dev/webhook-authority"),
            "travel-system.travel-ca");

  where.url = "http://127.0.0.1:9443";
  EXPECT_THROW((void)h.manager.webhook_configurations(where), std::invalid_argument);
  where.url.clear();
  where.namespace_.clear();
  EXPECT_THROW((void)h.manager.webhook_configurations(where), std::invalid_argument);
}

// "should properly generate the webhook definition when the Service is customized with the `kubebuilder:webhook`
// marker".
TEST(WebhookConfiguration, TheServiceHasTheNameAndThePortThatAreGiven)
{
  ManagerOptions options = without_listener();
  options.webhooks.address = ":8443";
  Harness h(std::move(options));
  h.manager.webhooks().validates(resource_of<Trip>(), [](AdmissionContext&) {});
  WebhookTarget where = target();
  where.service = "hooks";
  where.service_port = 4443;

  const std::string text = h.manager.webhook_manifests(where);

  EXPECT_THAT(text, HasSubstr("  name: hooks\n  namespace: travel-system\nspec:\n  ports:\n  - name: webhooks\n    "
                              "port: 4443\n    targetPort: 8443\n"));
  EXPECT_THAT(text, HasSubstr("      name: hooks\n      namespace: travel-system\n      path: "
                              "/validate-travel-example-org-v1-trip\n      port: 4443\n"));
  for (const std::string wrong : {"a/b", "Hooks", "a.b", "-a"}) {
    where.service = wrong;
    EXPECT_THROW((void)h.manager.webhook_manifests(where), std::invalid_argument) << wrong;
  }
}

TEST(WebhookConfiguration, OwnRequestsPassTheWebhooksOfOwnKindsWithFail)
{
  for (const auto policy : {FailurePolicy::fail, FailurePolicy::ignore}) {
    for (const bool own : {true, false}) {
      WebhookHarness h;
      WebhookOptions options;
      options.failure_policy = policy;
      (void)h.manager.webhooks().for_<Trip>(options).validates([](const Trip&) {});
      ControllerBuilder builder = h.manager.controller();
      if (own) {
        builder.for_<Trip>();
      } else {
        builder.for_(kConfigMaps).watches(resource_of<Trip>(), map_to_itself());
      }
      builder.build([](Context&, const Request&) { return Result::done(); });
      const bool passes = own && policy == FailurePolicy::fail;

      const json webhook = only_webhook(h);
      EXPECT_EQ(webhook.contains("matchConditions"), passes);
      if (passes) {
        EXPECT_EQ(webhook["matchConditions"], json::parse(R"([{"name":"kubexx-own-requests","expression":
            "request.userInfo.username != \"system:serviceaccount:travel-system:travel\""}])"));
        WebhookTarget where = target();
        where.service_account = "robot";
        EXPECT_THAT(only_webhook(h, where)["matchConditions"].dump(), HasSubstr("travel-system:robot"));
      }
      h.manager.start();
      EXPECT_EQ(h.log->count({"own service account"}), passes ? 1U : 0U);
    }
  }
}

TEST(WebhookConfiguration, TheConditionForOwnRequestsNeedsRoom)
{
  WebhookHarness h;
  WebhookOptions options;
  for (int i = 0; i < 64; ++i) options.match_conditions.push_back({"c" + std::to_string(i), "true"});
  (void)h.manager.webhooks().for_<Trip>(options).validates([](const Trip&) {});
  EXPECT_EQ(only_webhook(h)["matchConditions"].size(), 64U);
  h.manager.controller().for_<Trip>().build([](Context&, const Request&) { return Result::done(); });
  EXPECT_THROW((void)h.manager.webhook_configurations(target()), std::invalid_argument);
}

// "should fail with invalid timeout seconds". There is no counterpart of "should fail with invalid side effects",
// "should fail without admissionReviewVersions specified" and "should fail generating a v1beta1 webhook": an enum has
// no invalid value, and the server answers v1.
TEST(WebhookConfiguration, WhatAnApiServerWouldRefuseIsRefusedAtTheDeclaration)
{
  using std::chrono::milliseconds, std::chrono::seconds;
  for (const Duration wrong : {Duration(seconds(0)), Duration(seconds(31)), Duration(milliseconds(1500))}) {
    EXPECT_THAT(refusal_of([&](WebhookOptions& options) { options.timeout = wrong; }), HasSubstr("from 1 to 30"));
  }
  EXPECT_EQ(refusal_of([](WebhookOptions& options) { options.timeout = seconds(30); }), "accepted");
  for (const char* wrong : {"a.b", "A.b.c", "a..c", "a_b.c.d"}) {
    EXPECT_THAT(refusal_of([&](WebhookOptions& options) { options.name = wrong; }), HasSubstr("at least three parts"));
  }
  EXPECT_EQ(refusal_of([](WebhookOptions& options) { options.name = "a.b.c"; }), "accepted");
  const auto conditions = [](std::vector<MatchCondition> all) {
    return refusal_of([&](WebhookOptions& options) { options.match_conditions = std::move(all); });
  };
  EXPECT_THAT(conditions({{"", "true"}}), HasSubstr("name it"));
  EXPECT_THAT(conditions({{"a", ""}}), HasSubstr("the expression is empty"));
  EXPECT_THAT(conditions({{"a", "true"}, {"a", "false"}}), HasSubstr("two conditions have the name"));
  EXPECT_THAT(conditions(std::vector<MatchCondition>(65, {"a", "true"})), HasSubstr("API servers accept 64"));
  EXPECT_THAT(refusal_of([](WebhookOptions& options) { options.object_selector = LabelSelector::parse("a>1"); }),
              HasSubstr("object_selector"));
}

TEST(WebhookConfiguration, NamesAreUniqueAmongTheWebhooksOfAConfiguration)
{
  const WebhookHarness h;
  WebhookOptions options;
  options.name = "trips.example.org";
  (void)h.manager.webhooks().for_<Trip>(options).defaults([](Trip&) {}).validates([](const Trip&) {});
  options.path = "/other";
  try {
    h.manager.webhooks().validates(resource_of<Trip>(), [](AdmissionContext&) {}, options);
    ADD_FAILURE() << "it was accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "the webhook /other: the name \"trips.example.org\" is that of /validate-travel-example-org-v1-trip: "
                 "set another WebhookOptions::name");
  }
}

TEST(WebhookConfiguration, FailOnWhatKeepsTheClusterAliveNeedsASelector)
{
  const ResourceType all{"*", "*", "", "*"};
  const ResourceType pods_of_any{"*", "*", "", "pods"};
  const ResourceType all_of_cluster{"*", "*", "", "*", Scope::cluster};
  const auto with = [](const ResourceType& type, const std::function<void(WebhookOptions&)>& set) {
    return refusal_of(set, type);
  };
  const auto nothing = [](WebhookOptions&) {};
  const auto every_namespace = [](WebhookOptions& options) { options.namespace_selector = LabelSelector(); };
  const std::string remedy = "set WebhookOptions::object_selector or namespace_selector";
  for (const auto& type :
       {resources::pods, resources::secrets, resources::leases, resources::namespaces, all, pods_of_any}) {
    EXPECT_EQ(with(type, nothing), "accepted") << type.plural;
    EXPECT_THAT(with(type, every_namespace), HasSubstr(remedy)) << type.plural;
    const auto some = [](WebhookOptions& options) { options.namespace_selector = LabelSelector().eq("team", "a"); };
    EXPECT_EQ(with(type, some), "accepted") << type.plural;
  }
  for (const auto& type : {resources::nodes, all_of_cluster}) {
    EXPECT_THAT(with(type, nothing), HasSubstr(remedy)) << type.plural;
    const auto some = [](WebhookOptions& options) { options.namespace_selector = LabelSelector().eq("team", "a"); };
    EXPECT_THAT(with(type, some), HasSubstr(remedy)) << "nodes have no namespace";
    const auto labelled = [](WebhookOptions& options) { options.object_selector = LabelSelector().exists("mine"); };
    EXPECT_EQ(with(type, labelled), "accepted") << type.plural;
    const auto ignoring = [](WebhookOptions& options) { options.failure_policy = FailurePolicy::ignore; };
    EXPECT_EQ(with(type, ignoring), "accepted") << type.plural;
  }
  EXPECT_EQ(with(resources::config_maps, every_namespace), "accepted");
}

TEST(WebhookConfiguration, APathThatNoServiceMayHaveNeedsAUrl)
{
  const WebhookHarness h;
  WebhookOptions options;
  options.path = "/pods/No_Exec";
  h.manager.webhooks().validates(resource_of<Trip>(), [](AdmissionContext&) {}, options);
  EXPECT_THROW((void)h.manager.webhook_configurations(target()), std::invalid_argument);
  WebhookTarget where = target();
  where.url = "https://127.0.0.1:9443";
  EXPECT_EQ(only_webhook(h, where)["clientConfig"]["url"], "https://127.0.0.1:9443/pods/No_Exec");
}

TEST(WebhookConfiguration, LeasesOfNodesAreLeftOutToo)
{
  const WebhookHarness h;
  h.manager.webhooks().validates(resources::leases, [](AdmissionContext&) {});
  EXPECT_THAT(only_webhook(h)["namespaceSelector"].dump(),
              HasSubstr(R"(["kube-node-lease","kube-system","travel-system"])"));

  const WebhookHarness other;
  const ResourceType leases_of_flats{"example.org", "v1", "Lease", "leases"};
  other.manager.webhooks().validates(leases_of_flats, [](AdmissionContext&) {});
  EXPECT_THAT(only_webhook(other)["namespaceSelector"].dump(), HasSubstr(R"(["kube-system","travel-system"])"));
}

std::string printed(std::vector<std::string> arguments, const std::function<void(Manager&)>& setup,
                    const OperatorOptions& options = {})
{
  std::vector<char*> pointers;
  for (auto& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  ::testing::internal::CaptureStdout();
  const int code = run_operator(static_cast<int>(arguments.size()), pointers.data(), options, setup);
  const std::string text = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(code, 0);
  return text;
}

TEST(PrintWebhooks, PrintsThemWithTheNamesOfTheRolesAndExits)
{
  const auto declare = [](Manager& manager) {
    EXPECT_EQ(manager.options().webhooks.certificate_folder, "/certs");
    manager.webhooks().validates(resource_of<Trip>(), [](AdmissionContext&) {});
  };
  const std::vector<std::string> usual{"/bin/My_Trips", "--print-webhooks", "--webhook-address=:10443",
                                       "--webhook-cert-path=/certs"};
  const std::string text = printed(usual, declare);
  EXPECT_THAT(text, HasSubstr("targetPort: 10443\n"));
  EXPECT_THAT(text, HasSubstr("      name: my-trips-webhooks\n      namespace: my-trips\n"));
  auto elsewhere = usual;
  elsewhere.emplace_back("--leader-election-namespace=ops");
  EXPECT_THAT(printed(elsewhere, declare), HasSubstr("      namespace: ops\n"));
  EXPECT_EQ(printed({"my-trips", "--print-webhooks"}, [](Manager&) {}), "");
  auto both = usual;
  both.emplace_back("--print-rbac");
  const auto reading = [&](Manager& manager) {
    declare(manager);
    manager.webhooks().reads<Trip>();
  };
  EXPECT_THAT(printed(both, reading), ::testing::MatchesRegex("apiVersion: rbac(.|\n)*\n---\napiVersion: v1\nkind: "
                                                              "Service(.|\n)*"));
}

TEST(PrintWebhooks, AnAuthorityHasTheServiceAndTheNamespaceOfTheProgram)
{
  const auto declare = [](Manager& manager) {
    manager.webhooks().validates(resource_of<Trip>(), [](AdmissionContext&) {});
  };
  OperatorOptions options;
  options.manager.webhooks.authority.emplace();
  const std::vector<std::string> usual{"trips", "--print-webhooks"};
  const std::string text = printed(usual, declare, options);
  EXPECT_THAT(text, HasSubstr("      name: trips-webhooks\n      namespace: trips\n"));
  EXPECT_THAT(text, HasSubstr("kubexx.dev/webhook-authority: trips.trips-webhooks-certificates"));

  auto elsewhere = usual;
  elsewhere.insert(elsewhere.end(), {"--leader-election-namespace=ops", "--webhook-service=doors"});
  const std::string moved = printed(elsewhere, declare, options);
  EXPECT_THAT(moved, HasSubstr("      name: doors\n      namespace: ops\n"));
  EXPECT_THAT(moved, HasSubstr("kubexx.dev/webhook-authority: ops.doors-certificates"));

  auto files = usual;
  files.emplace_back("--webhook-cert-path=/certs");
  EXPECT_THAT(printed(files, declare, options), Not(HasSubstr("webhook-authority"))) << "the files are used instead";
  auto off = usual;
  off.insert(off.end(), {"--print-rbac", "--webhook-address=0"});
  EXPECT_THAT(printed(off, declare, options), Not(HasSubstr("secrets"))) << "nothing is served";
}

/// What an API server defaults and validates.
TEST(WebhookConfiguration, AnApiServerAcceptsThemAsTheyAre)
{
  WebhookHarness h;
  (void)h.manager.webhooks().for_<Trip>().defaults([](Trip&) {}).validates([](const Trip&) {});
  h.manager.controller().for_<Trip>().build([](Context&, const Request&) { return Result::done(); });
  WebhookOptions labelled;
  labelled.object_selector = LabelSelector().exists("mine").ne("a", "b").in("c", {"d", "e"});
  h.manager.webhooks().validates(resources::nodes, [](AdmissionContext&) {}, labelled);
  WebhookOptions status;
  status.subresource = "status";
  status.operations = {AdmissionOperation::update};
  h.manager.webhooks().mutates({"*", "*", "", "*"}, [](AdmissionContext&) { return Object(); }, status);
  WebhookOptions exec;
  exec.subresource = "exec";
  exec.operations = {AdmissionOperation::connect};
  exec.path = "/pods/no-exec";
  h.manager.webhooks().validates(resources::pods, [](AdmissionContext&) {}, exec);
  WebhookTarget where = target();
  where.ca_bundle = CertificateAuthority(*h.sim.runtime().clock).cert_pem();
  WriteOptions strict;
  strict.field_validation = "Strict";
  for (const bool by_url : {false, true}) {
    where.url = by_url ? "https://127.0.0.1:9443" : "";
    where.name = by_url ? "by-url" : "by-service";
    const auto all = h.manager.webhook_configurations(where);
    ASSERT_EQ(all.size(), 2U);
    for (const Object& made : all) {
      const bool mutating = made.kind() == "MutatingWebhookConfiguration";
      const Object stored = h.user.create(mutating ? kMutatingConfigurations : kValidatingConfigurations, made, strict);
      // Nothing is left to the API server's defaults.
      EXPECT_EQ(stored.json().at("webhooks"), made.json().at("webhooks"));
    }
  }
}

}  // namespace
}  // namespace kubexx::testing

// SPDX-License-Identifier: Apache-2.0
// The listings of docs/guides/webhooks.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "controller/webhook_harness.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/controller.hpp"
#include "kubexx/schema/typed_schema.hpp"

namespace kubexx::testing {
namespace {

struct PolicySpec {
  std::string schedule;
  std::optional<std::int32_t> keep;
  std::string target;
};
KUBEXX_DESCRIBE(PolicySpec, (schedule, required, min_length(1)), (keep, minimum(1)), target);

struct Policy {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Policy", "policies"};
  ObjectMeta metadata;
  PolicySpec spec;
};
KUBEXX_DESCRIBE(Policy, metadata, (spec, required));

void set_defaults(Policy& policy)
{
  if (!policy.spec.keep) policy.spec.keep = 7;
}

FieldErrors check(const Policy& policy, AdmissionContext& context)
{
  FieldErrors errors;
  if (policy.spec.schedule == "now") errors.invalid("spec.schedule", policy.spec.schedule, "use an interval");
  if (policy.spec.keep.value_or(0) > 100) context.warn("more than 100 backups are kept");
  return errors;
}

FieldErrors check_update(const Policy& before, const Policy& now)
{
  FieldErrors errors;
  if (now.spec.target != before.spec.target) errors.forbidden("spec.target", "create another Policy");
  return errors;
}

AdmissionVerdict check_deletion(const Policy& before, AdmissionContext& context)
{
  if (before.metadata.labels.contains("protected") && !context.user().is_in("backup-admins")) {
    return AdmissionVerdict::denied("only backup-admins delete a protected Policy");
  }
  return {};
}

void add_policy_webhooks(Manager& manager)
{
  manager.webhooks()
      .for_<Policy>()
      .defaults(set_defaults)
      .validates(check)
      .validates_update(check_update)
      .validates_deletion(check_deletion);
}

void add_schema_webhook(Manager& manager)
{
  const schema::TypedSchema<Policy> schema;
  manager.webhooks().for_<Policy>().validates([schema](const Policy& policy) { return schema.validate(policy); });
}

awaitable<AdmissionVerdict> target_exists(const Policy& policy, AdmissionContext& context)
{
  if (context.get(resources::config_maps, {policy.metadata.namespace_, policy.spec.target}))
    co_return AdmissionVerdict();
  // The cache may be behind, so ask the API server.
  auto getting = context.client().async_list(resources::config_maps);
  const ObjectList all = co_await std::move(getting);
  for (const Object& one : all.items) {
    if (one.name() == policy.spec.target) co_return AdmissionVerdict();
  }
  co_return FieldErrors().not_found("spec.target", policy.spec.target);
}

void add_lookup(Manager& manager)
{
  const auto webhooks = manager.webhooks();
  webhooks.reads(resources::config_maps);
  webhooks.for_<Policy>().validates(target_exists);
}

using nlohmann::json;

HttpResponse show_version(const HttpRequest& request)
{
  HttpResponse response;
  response.headers.add("Content-Type", "text/plain");
  response.body = request.method == "GET" ? "1.2.3\n" : "";
  if (request.method != "GET") response.status = 405;
  return response;
}

TokenVerdict whose_token(const TokenReviewRequest& review)
{
  if (review.token != "s3cret") return {};
  AdmissionUser user;
  user.name = "ada";
  user.groups = {"backup-admins"};
  return TokenVerdict::authenticated(std::move(user));
}

AccessVerdict may_read_backups(const AccessReviewRequest& review)
{
  if (review.resource != "backups") return {};
  if (review.verb == "get" && review.user.is_in("backup-admins")) return AccessVerdict::allowed();
  return AccessVerdict::denied("only backup-admins read backups");
}

void add_paths(Manager& manager)
{
  const auto webhooks = manager.webhooks();
  webhooks.handles("/version", show_version);
  webhooks.authenticates("/tokens", whose_token);
  webhooks.authorizes("/access", may_read_backups);
}

json policy_review(std::string_view operation, json spec, json old_spec = nullptr, json labels = json::object())
{
  const auto object = [&](json of) -> json {
    if (of.is_null()) return nullptr;
    return {{"apiVersion", "example.org/v1"},
            {"kind", "Policy"},
            {"metadata", {{"name", "p"}, {"namespace", "default"}, {"labels", labels}}},
            {"spec", std::move(of)}};
  };
  return review(operation, object(std::move(spec)), object(std::move(old_spec)));
}

const std::string kDefaultsPolicies = "/mutate-example-org-v1-policy";
const std::string kValidatesPolicies = "/validate-example-org-v1-policy";

TEST(WebhookGuide, TypedWebhooks)
{
  WebhookHarness h;
  add_policy_webhooks(h.manager);
  h.start();
  EXPECT_EQ(WebhookHarness::patch_of(h.ask(kDefaultsPolicies, policy_review("CREATE", {{"schedule", "1h"}}))),
            json::parse(R"([{"op":"add","path":"/spec/keep","value":7}])"));
  EXPECT_EQ(h.ask(kValidatesPolicies, policy_review("CREATE", {{"schedule", "now"}}))["status"]["code"], 422);
  EXPECT_EQ(h.ask(kValidatesPolicies, policy_review("CREATE", {{"keep", 101}}))["warnings"].size(), 1U);
  EXPECT_EQ(h.ask(kValidatesPolicies, policy_review("UPDATE", {{"target", "a"}}, {{"target", "b"}}))["allowed"], false);
  EXPECT_EQ(h.ask(kValidatesPolicies,
                  policy_review("DELETE", nullptr, json::object(), {{"protected", ""}}))["status"]["code"],
            403);
}

TEST(WebhookGuide, TheSchemaOfTheCrd)
{
  WebhookHarness h;
  add_schema_webhook(h.manager);
  h.start();
  const json answer = h.ask(kValidatesPolicies, policy_review("CREATE", {{"schedule", "1h"}, {"keep", 0}}));
  EXPECT_EQ(answer["status"]["details"]["causes"][0]["field"], "spec.keep");
}

TEST(WebhookGuide, CachesAndTheClient)
{
  WebhookHarness h;
  add_lookup(h.manager);
  h.create(kConfigMaps, "known");
  h.start();
  EXPECT_EQ(h.ask(kValidatesPolicies, policy_review("CREATE", {{"target", "known"}}))["allowed"], true);
  EXPECT_EQ(h.ask(kValidatesPolicies,
                  policy_review("CREATE", {{"target", "other"}}))["status"]["details"]["causes"][0]["reason"],
            "FieldValueNotFound");
}

TEST(WebhookGuide, OtherRequests)
{
  WebhookHarness h;
  add_paths(h.manager);
  h.start();
  HttpRequest get;
  get.target = "/version";
  EXPECT_EQ(h.send(get).body, "1.2.3\n");
  EXPECT_EQ(h.post("/version", "").status, 405U);
  const auto status = [&](const std::string& path, const json& body) {
    return json::parse(h.post(path, body.dump()).body, nullptr, false).value("status", json());
  };
  EXPECT_EQ(status("/tokens", {{"spec", {{"token", "s3cret"}}}})["user"]["username"], "ada");
  EXPECT_EQ(status("/tokens", {{"spec", {{"token", "other"}}}})["authenticated"], false);
  const auto access = [&](const std::string& verb, const std::string& resource) {
    return status("/access", {{"kind", "SubjectAccessReview"},
                              {"apiVersion", "authorization.k8s.io/v1"},
                              {"spec",
                               {{"user", "ada"},
                                {"groups", {"backup-admins"}},
                                {"resourceAttributes", {{"verb", verb}, {"resource", resource}}}}}});
  };
  EXPECT_EQ(access("get", "backups")["allowed"], true);
  EXPECT_EQ(access("update", "backups")["denied"], true);
  EXPECT_FALSE(access("get", "pods").contains("denied"));
}

}  // namespace
}  // namespace kubexx::testing

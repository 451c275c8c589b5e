// SPDX-License-Identifier: Apache-2.0
// The certificates of a webhook authority: replicas with one server, in virtual time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "webhook_certificates_harness.hpp"

namespace kubexx::testing {
namespace {

using nlohmann::json;
using std::chrono::hours;
using std::chrono::minutes;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr Duration kDay = hours(24);

/// Two replicas that serve, and everything that the authority's certificate is written into.
void start_two(CertificatesHarness& h)
{
  h.create_everything();
  (void)h.start_replica();
  (void)h.start_replica();
  ASSERT_TRUE(h.until([&] { return h.leader() != nullptr && h.complete(); })) << h.log->text();
  ASSERT_EQ(h.problem(), "");
}

TEST(WebhookAuthority, TwoReplicasStartTogetherAndServeOneCertificate)
{
  CertificatesHarness h;
  h.create_everything();
  (void)h.add_replica();
  (void)h.add_replica();
  EXPECT_THAT(h.replicas[0]->manager->readiness().text("readyz", true), HasSubstr("webhooks"));
  for (const auto& replica : h.replicas) replica->manager->start();

  ASSERT_TRUE(h.until([&] { return h.complete(); })) << h.log->text();

  EXPECT_EQ(h.problem(), "");
  EXPECT_EQ(h.replicas[0]->served().cert_chain_pem, h.replicas[1]->served().cert_chain_pem);
  EXPECT_EQ(h.replicas[0]->served().key_pem, h.replicas[1]->served().key_pem);
  EXPECT_EQ(h.log->count({"wrote the webhook certificates"}), 1U);
  EXPECT_THAT(h.bundles("plain"), Each(IsEmpty()));
  EXPECT_THAT(h.bundles("foreign"), Each(IsEmpty()));
  EXPECT_EQ(h.user.get(kSecrets, kCertificates).json().at("type"), "kubernetes.io/tls");
  for (const auto& replica : h.replicas) EXPECT_TRUE(h.until([&] { return replica->manager->ready(); }));
}

// The leader is an old version.
void let_another_lead(CertificatesHarness& h)
{
  h.user.create(ResourceType{"coordination.k8s.io", "v1", "Lease", "leases", Scope::namespaced},
                Object::parse(R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"trips",
        "namespace":"default"},"spec":{"holderIdentity":"old","leaseDurationSeconds":86400,
        "acquireTime":"2026-01-01T00:00:00.000000Z","renewTime":"2026-01-01T00:00:00.000000Z"}})"));
}

// A rolling update from a version without webhooks: the leader waits for the new one.
TEST(WebhookAuthority, AReplicaThatDoesNotLeadMakesTheFirstCertificate)
{
  CertificatesHarness h;
  let_another_lead(h);
  Replica& replica = h.start_replica();

  ASSERT_TRUE(h.until([&] { return replica.manager->ready(); }))
      << replica.manager->readiness().text("readyz", true) << h.log->text();

  EXPECT_FALSE(replica.manager->is_leader());
  EXPECT_EQ(replica.served().cert_chain_pem, h.secret("tls.crt"));
}

// As a chart makes it, so that uninstalling deletes it.
TEST(WebhookAuthority, ASecretWithoutDataIsFilledLikeOneThatIsMissing)
{
  CertificatesHarness h;
  let_another_lead(h);
  h.user.create(kSecrets, Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"default",
      "name":"trips-certificates","labels":{"of":"release"}}})"));
  Replica& replica = h.start_replica();

  ASSERT_TRUE(h.until([&] { return replica.manager->ready(); }, std::chrono::seconds(10)))
      << replica.manager->readiness().text("readyz", true) << h.log->text();

  EXPECT_EQ(replica.served().cert_chain_pem, h.secret("tls.crt"));
  const auto secret = h.user.get(kSecrets, kCertificates).json();
  EXPECT_EQ(secret.at("type"), "Opaque");
  EXPECT_EQ(secret.at("metadata").at("labels").at("of"), "release");
  EXPECT_EQ(h.log->count({"the webhook certificates cannot be used"}), 0U);
}

// Twenty years with the lifetimes that nobody has set, in jumps as of machines that were suspended, and with
// everything that happens at the jumps in virtual time.
TEST(WebhookAuthority, InTwentyYearsNoBundleRefusesWhatAReplicaServes)
{
  CertificatesHarness h;
  start_two(h);
  if (::testing::Test::HasFatalFailure()) return;
  std::set<std::string> certificates{h.secret("tls.crt")};
  std::set<std::string> authorities{h.secret("ca.key")};
  h.watch_for_problems();
  h.every_second_patch_fails = true;

  for (Duration passed{}; passed < 20 * 365 * kDay; passed += 50 * kDay) {
    h.clock.jump(50 * kDay);
    h.run_checked(hours(1) + minutes(2));
    ASSERT_EQ(h.found_problem, "") << passed / kDay << " days\n" << h.log->text();
    certificates.insert(h.secret("tls.crt"));
    authorities.insert(h.secret("ca.key"));
  }

  EXPECT_TRUE(h.until([&] { return h.complete(); }));
  EXPECT_GE(certificates.size(), 22U);
  EXPECT_GE(authorities.size(), 3U);
  EXPECT_GT(h.checks, 300);
  EXPECT_THAT(h.bundles("plain"), Each(IsEmpty()));
  EXPECT_THAT(h.bundles("foreign"), Each(IsEmpty()));
}

// The same without jumps, with short lifetimes, and with replicas that come and go.
TEST(WebhookAuthority, RotatesOnTimeWhileLeadersChange)
{
  WebhookAuthorityOptions options = authority_options();
  options.authority_lifetime = hours(108);
  options.certificate_lifetime = hours(36);
  options.overlap = hours(6);
  CertificatesHarness h(options);
  start_two(h);
  if (::testing::Test::HasFatalFailure()) return;
  std::set<std::string> authorities{h.secret("ca.key")};

  for (int round = 0; round < 7; ++round) {
    h.watch_for_problems();
    h.run_checked(kDay);
    ASSERT_EQ(h.found_problem, "") << round << "\n" << h.log->text();
    authorities.insert(h.secret("ca.key"));
    Replica* const leader = h.leader();
    ASSERT_NE(leader, nullptr);
    (void)h.start_replica();
    ASSERT_TRUE(h.until([&] { return h.complete(); }));
    h.stop(*leader);
    ASSERT_TRUE(h.until([&] { return h.leader() != nullptr; }));
  }
  EXPECT_GE(authorities.size(), 3U);
}

TEST(WebhookAuthority, ALeaderThatGoesInTheMiddleOfARotationIsFollowedByOneThatEndsIt)
{
  CertificatesHarness h;
  start_two(h);
  if (::testing::Test::HasFatalFailure()) return;
  const std::string old_key = h.secret("ca.key");
  const std::string old_bundle = h.secret("ca.crt");
  h.watch_for_problems();
  h.clock.jump(std::chrono::hours(24 * 2430));  // every certificate has expired, and the authority is due soon
  ASSERT_TRUE(h.until([&] { return h.complete(); }, hours(2)));
  h.clock.jump(std::chrono::hours(24 * 5));
  ASSERT_TRUE(h.until([&] { return !h.secret("next-ca.key").empty(); }, hours(2))) << h.log->text();
  EXPECT_EQ(h.secret("ca.key"), old_key);

  Replica* const leader = h.leader();
  h.stop(*leader);
  ASSERT_TRUE(h.until([&] { return h.leader() != nullptr; }));
  h.found_problem.clear();
  h.run_checked(minutes(5));

  EXPECT_NE(h.secret("ca.key"), old_key) << h.log->text();
  EXPECT_EQ(h.secret("next-ca.key"), "");
  EXPECT_EQ(h.found_problem, "");
  EXPECT_THAT(h.secret("ca.crt"), HasSubstr(old_bundle));
  h.run_checked(kDay + hours(1));
  EXPECT_EQ(h.found_problem, "");
  EXPECT_THAT(h.secret("ca.crt"), ::testing::Not(HasSubstr(old_bundle)));
  EXPECT_TRUE(h.complete());
}

TEST(WebhookAuthority, PutsBackABundleThatSomebodyTookOut)
{
  CertificatesHarness h;
  start_two(h);
  if (::testing::Test::HasFatalFailure()) return;

  h.user.patch(kCrds, {"", "marked.travel.example.org"},
               Patch(R"({"spec":{"conversion":{"webhook":{"clientConfig":{"caBundle":null}}}}})"));
  h.user.patch(kMutating, {"", "marked"},
               Patch(PatchType::json, R"([{"op":"remove","path":"/webhooks/1/clientConfig/caBundle"}])"));
  EXPECT_FALSE(h.complete());

  EXPECT_TRUE(h.until([&] { return h.complete(); }));
}

TEST(WebhookAuthority, InjectsIntoWhatGetsTheMarkLater)
{
  CertificatesHarness h;
  start_two(h);
  if (::testing::Test::HasFatalFailure()) return;

  h.user.patch(kValidating, {"", "plain"},
               Patch(R"({"metadata":{"labels":{"kubexx.dev/webhook-authority":"default.trips-certificates"}}})"));

  EXPECT_TRUE(h.until([&] { return h.bundles("plain").front() == h.secret("ca.crt"); }));
}

// The list is turned round between the read and the patch: the patch must not write into another's webhook, nor undo.
TEST(WebhookAuthority, APatchNeverOverwritesAChangeOfSomebodyElse)
{
  CertificatesHarness h({authority_options()}, false);
  h.create_everything();
  Replica& replica = h.add_replica();
  bool turned = false;
  replica.transport->on_request = [&](const HttpRequest& request) -> std::unique_ptr<HttpResponse> {
    if (turned || request.method != "PATCH" || request.target.find("validating") == std::string::npos) return nullptr;
    turned = true;
    json object = h.user.get(kValidating, {"", "marked"}).json();
    json& webhooks = object["webhooks"];
    webhooks = json::array({webhooks[1], webhooks[0]});
    webhooks[0]["timeoutSeconds"] = 7;
    h.user.update(kValidating, Object::from_json(object));
    return nullptr;
  };
  replica.manager->start();

  ASSERT_TRUE(h.until([&] { return h.complete(); })) << h.log->text();

  EXPECT_TRUE(turned);
  const json webhooks = h.user.get(kValidating, {"", "marked"}).json().at("webhooks");
  EXPECT_EQ(webhooks[0].at("name"), "b.travel.example.org");
  EXPECT_EQ(webhooks[0].at("timeoutSeconds"), 7);
  EXPECT_EQ(replica.transport->requests["PATCH /apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/"
                                        "marked"],
            2);
}

TEST(WebhookAuthority, GarbageInTheSecretIsUndone)
{
  CertificatesHarness h;
  start_two(h);
  if (::testing::Test::HasFatalFailure()) return;
  const std::string bundle = h.secret("ca.crt");
  const std::string garbage = encode_base64("garbage");
  h.watch_for_problems();
  const std::vector<json> edits = {
      {{"ca.crt", garbage}, {"ca.key", garbage}, {"tls.crt", garbage}, {"tls.key", garbage}},
      {{"ca.crt", nullptr}, {"ca.key", nullptr}},
      {{"tls.key", garbage}},
  };
  for (const auto& edit : edits) {
    h.edit_secret(edit);
    EXPECT_EQ(h.problem(), "");
    h.run_checked(minutes(1));
    EXPECT_EQ(h.found_problem, "") << edit;
    EXPECT_EQ(h.secret("ca.crt"), bundle) << edit;
    EXPECT_TRUE(h.complete()) << edit;
  }
}

// A key without a certificate, as of a Secret that somebody began to write.
TEST(WebhookAuthority, AKeyWithoutACertificateGetsOne)
{
  CertificatesHarness h;
  h.user.create(kSecrets, Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"trips-certificates",
    "namespace":"default","labels":{"mine":"yes"}},"type":"Opaque","data":{"tls.key":"a2V5","other":"eA=="}})"));
  start_two(h);
  if (::testing::Test::HasFatalFailure()) return;
  const json kept = h.user.get(kSecrets, kCertificates).json();
  EXPECT_EQ(kept.at("data").at("other"), "eA==");
  EXPECT_EQ(kept.at("metadata").at("labels").at("mine"), "yes");
}

TEST(WebhookAuthority, ADeletedSecretIsMadeAgainAndTheAuthorityRotates)
{
  CertificatesHarness h;
  start_two(h);
  if (::testing::Test::HasFatalFailure()) return;
  const std::string key = h.secret("ca.key");
  h.watch_for_problems();

  h.user.delete_(kSecrets, kCertificates);
  h.run_checked(minutes(3));

  EXPECT_EQ(h.found_problem, "") << h.log->text();
  EXPECT_NE(h.secret("ca.key"), key);
  EXPECT_TRUE(h.complete());
}

TEST(WebhookAuthority, AfterYearsOffItBeginsAnew)
{
  CertificatesHarness h;
  start_two(h);
  if (::testing::Test::HasFatalFailure()) return;
  for (const auto& replica : h.replicas) h.stop(*replica);
  const std::string bundle = h.secret("ca.crt");
  h.clock.jump(15 * 365 * kDay);

  (void)h.start_replica();
  (void)h.start_replica();

  ASSERT_TRUE(h.until([&] { return h.leader() != nullptr && h.complete() && h.secret("ca.crt") != bundle; }, hours(4)))
      << h.log->text();
  EXPECT_EQ(h.problem(), "");
}

TEST(WebhookAuthority, WithoutPermissionItSaysWhatToGrantAndWaits)
{
  CertificatesHarness h;
  h.create_everything();
  Replica& replica = h.add_replica();
  bool allowed = false;
  replica.transport->on_request = [&](const HttpRequest& request) -> std::unique_ptr<HttpResponse> {
    if (allowed || request.target.find("/secrets") == std::string::npos) return nullptr;
    return status_answer(403, "Forbidden", "secrets is forbidden");
  };

  replica.manager->start();

  EXPECT_TRUE(h.until([&] {
    const std::string report = replica.manager->readiness().text("readyz", true);
    return report.find("grant") != std::string::npos || report.find("it needs get, list, watch") != std::string::npos;
  })) << replica.manager->readiness().text("readyz", true);
  EXPECT_FALSE(replica.manager->ready());
  EXPECT_GE(h.log->count({"Secret default/trips-certificates", "--print-rbac"}), 1U) << h.log->text();

  allowed = true;
  EXPECT_TRUE(h.until([&] { return replica.manager->ready() && h.complete(); })) << h.log->text();
}

TEST(WebhookAuthority, WithoutPermissionToInjectItServesAndSaysWhatToGrant)
{
  CertificatesHarness h;
  h.create_everything();
  Replica& replica = h.add_replica();
  bool allowed = false;
  replica.transport->on_request = [&](const HttpRequest& request) -> std::unique_ptr<HttpResponse> {
    if (allowed || request.method != "PATCH" || request.target.find("webhookconf") == std::string::npos) return nullptr;
    return status_answer(403, "Forbidden", "no patching");
  };
  replica.manager->start();

  EXPECT_TRUE(h.until([&] { return replica.manager->ready(); }));
  EXPECT_TRUE(h.until([&] {
    return h.log->count({"cannot write the webhook authority's certificate", "list, watch and patch"}) > 0;
  })) << h.log->text();

  allowed = true;
  EXPECT_TRUE(h.until([&] { return h.complete(); })) << h.log->text();
}

// A certificate is valid an hour before it is made, so that clocks may differ by that.
TEST(WebhookAuthority, ClocksMayDiffer)
{
  CertificatesHarness h;
  h.create_everything();
  Replica& late = h.add_replica();
  late.clock->jump(-minutes(50));
  Replica& early = h.add_replica();
  early.clock->jump(minutes(50));
  late.manager->start();
  early.manager->start();

  ASSERT_TRUE(h.until([&] { return h.leader() != nullptr && h.complete(); })) << h.log->text();
  EXPECT_EQ(h.problem(), "");
  const std::string certificate = h.secret("tls.crt");
  h.run_checked(hours(8));
  EXPECT_EQ(h.secret("tls.crt"), certificate);
  EXPECT_EQ(h.found_problem, "");
}

TEST(WebhookAuthority, AStandbyWithoutALeaderRepairsWhatCannotBeServed)
{
  CertificatesHarness h;
  start_two(h);
  if (::testing::Test::HasFatalFailure()) return;
  Replica* const standby = h.standby();
  ASSERT_NE(standby, nullptr);
  h.leader()->transport->on_request = [](const HttpRequest& request) -> std::unique_ptr<HttpResponse> {
    if (request.target.find("/secrets") == std::string::npos) return nullptr;
    return status_answer(403, "Forbidden", "not any more");
  };
  const std::string garbage = encode_base64("garbage");
  h.edit_secret({{"tls.crt", garbage}, {"tls.key", garbage}, {"ca.key", nullptr}});

  EXPECT_TRUE(h.until([&] { return h.secret("tls.crt") != "garbage"; }, minutes(2))) << h.log->text();
  EXPECT_EQ(h.problem(), "");
}

TEST(WebhookAuthority, ThePermissionsNameTheSecret)
{
  CertificatesHarness h;
  const Manager& manager = *h.add_replica().manager;

  const std::string roles = manager.roles({"op", "system"});

  EXPECT_THAT(roles, HasSubstr("resourceNames:\n  - trips-certificates\n"));
  EXPECT_THAT(roles, HasSubstr("op-webhook-certificates"));
  EXPECT_THAT(roles, HasSubstr("mutatingwebhookconfigurations"));
  for (const auto& rule : manager.permissions().rules()) EXPECT_NE(rule.resource, "secrets");
  EXPECT_EQ(manager.certificate_permissions().rules().size(), 1U);
  EXPECT_TRUE(Harness().manager.certificate_permissions().empty());
}

TEST(WebhookAuthority, MistakesInItsOptionsAreErrorsOfTheManager)
{
  Harness h;
  ManagerOptions options;
  options.webhooks.authority = WebhookAuthorityOptions{};
  EXPECT_THROW(Manager(h.user, options), std::invalid_argument);
}

}  // namespace
}  // namespace kubexx::testing

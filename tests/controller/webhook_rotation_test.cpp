// SPDX-License-Identifier: Apache-2.0
// The decisions of a webhook authority, without a server.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "webhook/authority_injection.hpp"
#include "webhook/authority_rotation.hpp"

namespace kubexx::testing {
namespace {

using namespace kubexx::detail;
using std::chrono::hours;

constexpr Duration kDay = hours(24);
constexpr Duration kYear = 365 * kDay;
const std::string kName = "trips.system.svc";

WebhookAuthorityOptions options_of()
{
  WebhookAuthorityOptions options;
  options.service = "trips";
  options.namespace_ = "system";
  return options;
}

class RotationTest : public ::testing::Test {
protected:
  /// Takes steps until there is nothing to do.
  void settle(bool trusted = true)
  {
    for (int steps = 0; steps < 10; ++steps) {
      RotationView view{examine(options, clock, record), held, trusted};
      if (view.seen.serves(clock.wall_now())) held = view.seen;
      auto step = next_step(options, clock, view);
      if (!step) return;
      record = step->record;
      why = step->why;
      history.push_back(step->why);
    }
    FAIL() << "it never ends: " << why;
  }
  [[nodiscard]] AuthorityState state() const { return examine(options, clock, record); }
  [[nodiscard]] std::string refused_by(const std::string& bundle) const
  {
    return certificate_problem({record.tls_crt, record.tls_key, {}}, bundle, kName, clock.wall_now()).value_or("");
  }

  WebhookAuthorityOptions options = options_of();
  ManualClock clock;
  AuthorityRecord record;
  std::optional<AuthorityState> held;
  std::string why;
  std::vector<std::string> history;
};

TEST_F(RotationTest, BeginsWithAnAuthorityThatClientsAccept)
{
  settle();

  EXPECT_EQ(refused_by(record.ca_crt), "");
  EXPECT_EQ(certificate_problem({record.tls_crt, record.tls_key, {}}, record.ca_crt, kName + ".cluster.local",
                                clock.wall_now()),
            std::nullopt);
  EXPECT_EQ(history.size(), 1U);
  EXPECT_EQ(record.next_ca_key, "");
  const auto authority = *certificate_validity(record.ca_crt);
  const auto certificate = *certificate_validity(record.tls_crt);
  EXPECT_EQ(authority.not_before, clock.wall_now() - hours(1));
  EXPECT_EQ(authority.not_after, clock.wall_now() + 10 * kYear);
  EXPECT_EQ(certificate.not_before, clock.wall_now() - hours(1));
  EXPECT_EQ(certificate.not_after, clock.wall_now() + kYear);
}

// At every moment of decades, the bundle of this step and that of the step before accept the certificate of this
// step and that of the step before.
TEST_F(RotationTest, DecadesPassAndNoBundleRefusesWhatIsServed)
{
  std::set<std::string> authorities;
  std::set<std::string> certificates;
  settle();
  for (Duration passed{}; passed < 24 * kYear; passed += 45 * kDay) {
    clock.advance(45 * kDay);
    // First nothing trusts a new authority, then everything does.
    for (const bool trusted : {false, true, true}) {
      const AuthorityRecord before = record;
      settle(trusted);
      ASSERT_EQ(refused_by(record.ca_crt), "");
      ASSERT_EQ(refused_by(before.ca_crt), "") << why;
      ASSERT_EQ(certificate_problem({before.tls_crt, before.tls_key, {}}, record.ca_crt, kName, clock.wall_now()),
                std::nullopt)
          << why;
    }
    authorities.insert(record.ca_crt);
    certificates.insert(record.tls_crt);
    ASSERT_LE(state().authorities.size(), 2U);
    // Nothing is older than two thirds of its life.
    ASSERT_LT(clock.wall_now() - (state().certificate->not_after - kYear), kYear * 2 / 3 + 46 * kDay);
  }
  EXPECT_GE(certificates.size(), 30U);
  EXPECT_LE(certificates.size(), 40U);
  EXPECT_GE(authorities.size(), 4U);
}

TEST_F(RotationTest, AnAuthorityThatIsNeverTrustedDoesNotSignUntilNothingElseCan)
{
  settle(false);
  const std::string first = record.ca_crt;
  while (clock.wall_now() < renewal_of(certificate_validity(first).value())) clock.advance(30 * kDay);
  settle(false);
  EXPECT_NE(record.next_ca_key, "");
  for (Duration passed{}; passed < 3 * kYear; passed += 30 * kDay) {
    clock.advance(30 * kDay);
    settle(false);
    ASSERT_EQ(refused_by(first), "");
  }
  clock.advance(kYear);
  settle(false);
  EXPECT_EQ(why.substr(0, 30), "the next authority signs early");
  EXPECT_EQ(refused_by(record.ca_crt), "");
}

TEST_F(RotationTest, RepairsWithTheSameAuthorityIfItCan)
{
  settle();
  const AuthorityRecord good = record;
  const auto damaged = [&](const std::function<void(AuthorityRecord&)>& damage) {
    record = good;
    damage(record);
    settle();
    EXPECT_EQ(refused_by(good.ca_crt), "") << why;
    EXPECT_EQ(refused_by(record.ca_crt), "") << why;
  };
  damaged([](AuthorityRecord& r) { r.tls_crt.clear(); });  // a key without a certificate
  damaged([](AuthorityRecord& r) { r.tls_key = "garbage"; });
  damaged([](AuthorityRecord& r) { r.tls_crt = r.ca_crt; });
  damaged([](AuthorityRecord& r) { r.ca_crt = "garbage"; });
  damaged([](AuthorityRecord& r) { r = {}; });
  // Nothing can be renewed without the authority's key, so another one is introduced.
  record = good;
  record.ca_key.clear();
  settle(false);
  EXPECT_EQ(record.tls_crt, good.tls_crt);
  EXPECT_NE(record.next_ca_key, "");
  settle(true);
  EXPECT_NE(record.ca_key, "");
  EXPECT_EQ(refused_by(record.ca_crt), "");
}

TEST_F(RotationTest, OffForTooLongBeginsAnew)
{
  settle();
  const AuthorityRecord old = record;
  clock.advance(2 * kYear);
  settle();
  EXPECT_EQ(record.ca_crt, old.ca_crt);
  EXPECT_EQ(refused_by(old.ca_crt), "");

  clock.advance(20 * kYear);
  settle();
  EXPECT_EQ(refused_by(record.ca_crt), "");
  EXPECT_EQ(state().authorities.size(), 1U);
}

TEST_F(RotationTest, WhatAClockInTheFutureMadeIsReplacedInTwoSteps)
{
  ManualClock future(clock.wall_now() + 3 * hours(1));
  RotationView nothing;
  record = next_step(options, future, nothing)->record;
  const AuthorityRecord made = record;

  settle(false);  // This clock may be the wrong one, so the old certificate stays.
  EXPECT_EQ(record.tls_crt, made.tls_crt);
  EXPECT_EQ(state().authorities.size(), 2U);
  settle(true);
  EXPECT_EQ(refused_by(record.ca_crt), "");
}

TEST_F(RotationTest, AnotherNameOfTheServiceIsAnotherCertificate)
{
  settle();
  const std::string bundle = record.ca_crt;
  options.dns_names = {"trips.example.org"};
  settle();
  EXPECT_EQ(record.ca_crt, bundle);
  EXPECT_EQ(certificate_problem({record.tls_crt, record.tls_key, {}}, bundle, "trips.example.org", clock.wall_now()),
            std::nullopt);
}

TEST(AuthorityOptions, MistakesAreNamed)
{
  EXPECT_EQ(mistakes_of(options_of()), std::vector<std::string>());
  EXPECT_EQ(mistakes_of({}).size(), 2U);
  WebhookAuthorityOptions wrong = options_of();
  wrong.secret = std::string(60, 'a');
  wrong.certificate_lifetime = 5 * kYear;
  wrong.overlap = 3 * kYear;
  wrong.settle = -kDay;
  EXPECT_EQ(mistakes_of(wrong).size(), 3U);
  wrong.mark = std::string(64, 'm');
  EXPECT_EQ(mistakes_of(wrong).size(), 4U);
}

// A chart computes the same (sha256sum and trunc 40 of Helm's templates).
TEST(AuthorityOptions, TheMarkOfLongNamesIsAHash)
{
  WebhookAuthorityOptions options = options_of();
  options.namespace_ = "ns";
  options.secret = std::string(60, 'a');
  EXPECT_EQ(mark_of(options), "ns." + std::string(60, 'a')) << "63 characters, as many as a label may have";
  options.secret += 'a';
  EXPECT_EQ(mark_of(options), "23fb97da13379b175c6602cf7891cd1512d8e92f") << "printf ns.aaa… | sha256sum | cut -c1-40";
  EXPECT_EQ(mistakes_of(options), std::vector<std::string>());
  options.mark = "mine";
  EXPECT_EQ(mark_of(options), "mine");
}

TEST(AuthorityInjection, ChangesTheBundlesOfMarkedObjectsOnly)
{
  nlohmann::json object = {{"apiVersion", "admissionregistration.k8s.io/v1"},
                           {"kind", "ValidatingWebhookConfiguration"},
                           {"metadata", {{"name", "a"}, {"labels", {{"kubexx.dev/webhook-authority", "m"}}}}},
                           {"webhooks",
                            {{{"name", "x"}, {"clientConfig", {{"caBundle", "Yg=="}}}},
                             {{"name", "y"}, {"clientConfig", {{"url", "https://y"}}}}}}};
  const auto patch = injection(Object::from_json(object), "m", "b");
  ASSERT_TRUE(patch);
  EXPECT_EQ(patch->type, PatchType::json);
  EXPECT_EQ(nlohmann::json::parse(patch->body), nlohmann::json::parse(R"([
      {"op":"test","path":"/metadata/labels/kubexx.dev~1webhook-authority","value":"m"},
      {"op":"test","path":"/webhooks/1/name","value":"y"},
      {"op":"add","path":"/webhooks/1/clientConfig/caBundle","value":"Yg=="}])"));
  EXPECT_FALSE(injection(Object::from_json(object), "other", "b"));
  object["webhooks"].erase(1);
  EXPECT_FALSE(injection(Object::from_json(object), "m", "b"));
  const nlohmann::json crd = {{"apiVersion", "apiextensions.k8s.io/v1"},
                              {"kind", "CustomResourceDefinition"},
                              {"metadata", {{"name", "a"}, {"labels", {{"kubexx.dev/webhook-authority", "m"}}}}},
                              {"spec", {{"conversion", {{"strategy", "None"}}}}}};
  EXPECT_FALSE(injection(Object::from_json(crd), "m", "b"));
}

}  // namespace
}  // namespace kubexx::testing

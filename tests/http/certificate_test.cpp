// SPDX-License-Identifier: Apache-2.0
// Authorities that are kept, and what clients would say of a certificate.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/certificate_validity.hpp"

namespace kubexx::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::string_literals;

class CertificateTest : public testing::Test {
protected:
  CertificateAndKey server(const CertificateAuthority& by, Duration lifetime = std::chrono::hours(24)) const
  {
    CertificateRequest request;
    request.dns_names = {"a.example"};
    request.not_after = lifetime;
    return by.issue(request);
  }
  std::string problem(const CertificateAndKey& pair, const std::string& bundle, const std::string& host = "a.example")
  {
    return certificate_problem({pair.cert_pem, pair.key_pem, {}}, bundle, host, clock.wall_now()).value_or("none");
  }
  std::string why_not(const std::string& certificate, const std::string& key)
  {
    try {
      const CertificateAuthority kept(clock, CertificateAndKey{certificate, key});
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "none";
  }

  ManualClock clock;
  CertificateAuthority authority{clock, "one"};
};

TEST_F(CertificateTest, AnAuthorityThatWasKeptSignsAsBefore)
{
  const CertificateAuthority kept(clock, CertificateAndKey{authority.cert_pem(), authority.key_pem()});
  EXPECT_EQ(kept.cert_pem(), authority.cert_pem());
  EXPECT_EQ(kept.key_pem(), authority.key_pem());
  EXPECT_EQ(problem(server(kept), authority.cert_pem()), "none");
}

TEST_F(CertificateTest, WhatIsNoAuthorityIsAnErrorThatSaysWhy)
{
  const CertificateAndKey leaf = server(authority);
  const CertificateAuthority other(clock, "two");
  EXPECT_THAT(why_not("garbage", authority.key_pem()), HasSubstr("certificate is not PEM"));
  EXPECT_THAT(why_not(authority.cert_pem(), "garbage"), HasSubstr("key is not"));
  EXPECT_THAT(why_not(authority.cert_pem(), other.key_pem()), HasSubstr("does not belong"));
  EXPECT_THAT(why_not(leaf.cert_pem, leaf.key_pem), HasSubstr("CA:TRUE"));
}

TEST_F(CertificateTest, AClientsProblemsAreNamed)
{
  const CertificateAuthority other(clock, "one");  // the same name, another key
  const CertificateAndKey pair = server(authority);
  const std::string both = other.cert_pem() + authority.cert_pem();
  EXPECT_EQ(problem(pair, authority.cert_pem()), "none");
  EXPECT_EQ(problem(pair, both), "none");
  EXPECT_NE(problem(pair, other.cert_pem()), "none");
  EXPECT_THAT(problem(pair, both, "b.example"), HasSubstr("b.example"));
  EXPECT_THAT(problem({pair.cert_pem, authority.key_pem()}, both), HasSubstr("does not belong"));
  EXPECT_THAT(problem({"", pair.key_pem}, both), HasSubstr("not PEM"));
  EXPECT_THAT(problem(pair, "garbage"), HasSubstr("authority is not PEM"));
  EXPECT_THAT(problem(pair, ""), HasSubstr("authority is not PEM"));
  CertificateRequest client;
  client.server = false;
  client.dns_names = {"a.example"};
  EXPECT_NE(problem(authority.issue(client), both), "none");
  clock.advance(std::chrono::hours(25));
  EXPECT_THAT(problem(pair, both), HasSubstr("expired"));
  EXPECT_EQ(certificate_problem({pair.cert_pem, pair.key_pem, {}}, both, "a.example", std::nullopt), std::nullopt);
}

TEST_F(CertificateTest, ABundleIsSplitIntoItsCertificates)
{
  const CertificateAuthority other(clock, "two");
  EXPECT_EQ(split_certificates("# text\n" + authority.cert_pem() + "\n" + other.cert_pem()),
            (std::vector<std::string>{authority.cert_pem(), other.cert_pem()}));
  EXPECT_THAT(split_certificates(""), IsEmpty());
  std::string broken = other.cert_pem();
  broken[40] = '!';
  EXPECT_THAT(split_certificates(authority.cert_pem() + broken), IsEmpty());
}

}  // namespace
}  // namespace kubexx::test

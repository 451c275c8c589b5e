// SPDX-License-Identifier: Apache-2.0
// What is in the certificates, keys and requests of certificates.k8s.io. The messages are compared with a real server
// in tests/e2e/recordings/certificates.yaml; here is what takes a certificate of now, and the reading of PEM.
#include <gmock/gmock.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include "core/server.hpp"
#include "fixture.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/base/detail/free_with.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "validation/pem.hpp"
#include "validation/x509.hpp"

namespace kubexx::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* bundles = "/apis/certificates.k8s.io/v1/clustertrustbundles";
constexpr const char* pod_requests = "/apis/certificates.k8s.io/v1/namespaces/default/podcertificaterequests";

using BioPtr = std::unique_ptr<BIO, detail::FreeWith<BIO_free>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, detail::FreeWith<EVP_PKEY_free>>;
using CertificatePtr = std::unique_ptr<X509, detail::FreeWith<X509_free>>;
using TimePtr = std::unique_ptr<ASN1_TIME, detail::FreeWith<ASN1_TIME_free>>;
using RequestPtr = std::unique_ptr<X509_REQ, detail::FreeWith<X509_REQ_free>>;

KeyPtr read_key(const std::string& pem)
{
  const BioPtr bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  return KeyPtr(PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, nullptr));
}

/// A PKCS#10 request of that key, base64.
std::string request_of(const std::string& key_pem)
{
  const auto key = read_key(key_pem);
  const RequestPtr request(X509_REQ_new());
  X509_REQ_set_pubkey(request.get(), key.get());
  X509_REQ_sign(request.get(), key.get(), EVP_sha256());
  unsigned char* bytes = nullptr;
  const int size = i2d_X509_REQ(request.get(), &bytes);
  auto text = encode_base64({reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)});
  OPENSSL_free(bytes);
  return text;
}

std::vector<std::string> types_in(std::string_view text)
{
  std::vector<std::string> types;
  while (const auto block = apiserver::take_pem_block(text)) types.push_back(block->type);
  return types;
}

TEST(Pem, ABlockIsFoundAsGoFindsIt)
{
  const std::string a = "-----BEGIN A-----\nAAAA\n-----END A-----\n";
  EXPECT_THAT(types_in("text\n" + a + "more: text\n-----BEGIN B C-----\nAA\nAA\n-----END B C-----"),
              ElementsAre("A", "B C"));
  EXPECT_THAT(types_in(" " + a), ElementsAre()) << "not at the start of a line";
  EXPECT_THAT(types_in("-----BEGIN A-----\n-----END A-----\n"), ElementsAre("A"));
  EXPECT_THAT(types_in("-----BEGIN A-----\nAAAA\n-----END B-----\n" + a), ElementsAre("A"));
  EXPECT_THAT(types_in("-----BEGIN A-----\n!!!!\n-----END A-----\n" + a), ElementsAre("A"));
  EXPECT_THAT(types_in("-----BEGIN A-----\n" + a), ElementsAre("A")) << "the last BEGIN before an END counts";
  EXPECT_THAT(types_in("-----BEGIN A-----"), ElementsAre());
  std::string_view headed = "-----BEGIN A-----\nK: v\n\nAAAA\n-----END A-----\nrest";
  const auto block = apiserver::take_pem_block(headed);
  ASSERT_TRUE(block);
  EXPECT_TRUE(block->has_headers);
  EXPECT_EQ(block->bytes, std::string(3, '\0'));
  EXPECT_EQ(headed, "rest");
}

// Here each END line is a header of the block before, for Go too. Reading them again for every block takes minutes.
TEST(Pem, LinesThatLookLikeHeadersAreReadOnce)
{
  const std::string one = "-----BEGIN :-----\n-----END :-----\n";
  EXPECT_THAT(types_in(one + "-----BEGIN A-----\nAAAA\n-----END A-----\n"), ElementsAre("A"));
  std::string many;
  constexpr std::size_t size = std::size_t{8} << 20U;
  while (many.size() < size) many += one;
  EXPECT_THAT(types_in(many), ElementsAre());
}

TEST(X509, BytesAfterTheirEndMakeThemInvalid)
{
  const ManualClock clock;
  const CertificateAuthority authority(clock);
  std::string_view text = authority.cert_pem();
  const auto block = apiserver::take_pem_block(text);
  ASSERT_TRUE(block);
  const auto parsed = apiserver::parse_certificate(block->bytes);
  ASSERT_TRUE(parsed);
  EXPECT_TRUE(parsed->is_authority);
  EXPECT_EQ(parsed->key.curve(), "P-256");
  EXPECT_FALSE(apiserver::parse_certificate(block->bytes + "x"));
  EXPECT_FALSE(apiserver::parse_certificate(""));
  EXPECT_FALSE(apiserver::parse_certificate_request(block->bytes));
}

/// That certificate with other times, in the form of GeneralizedTime; nobody looks at its signature.
std::string with_times(const std::string& pem, const char* not_before, const char* not_after)
{
  const BioPtr from(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  const CertificatePtr certificate(PEM_read_bio_X509(from.get(), nullptr, nullptr, nullptr));
  const auto set = [](const char* text, const auto& use) {
    const TimePtr time(ASN1_TIME_new());
    ASN1_TIME_set_string(time.get(), text);
    use(time.get());
  };
  if (not_before != nullptr) set(not_before, [&](ASN1_TIME* time) { X509_set1_notBefore(certificate.get(), time); });
  if (not_after != nullptr) set(not_after, [&](ASN1_TIME* time) { X509_set1_notAfter(certificate.get(), time); });
  i2d_re_X509_tbs(certificate.get(), nullptr);  // OpenSSL 3.0 would write what it has read
  const BioPtr to(BIO_new(BIO_s_mem()));
  PEM_write_bio_X509(to.get(), certificate.get());
  const char* text = nullptr;
  const auto written = BIO_get_mem_data(to.get(), &text);
  return {text, static_cast<std::size_t>(written)};
}

class CertificatesTest : public ApiServerTest {
protected:
  Answer bundle(const std::string& name, const Json& spec)
  {
    return call("POST", bundles, Json{{"metadata", {{"name", name}}}, {"spec", spec}});
  }
  /// A request for the key of `issued`, with these members of the spec more.
  Answer request(const CertificateAndKey& issued, const Json& more = Json::object())
  {
    Json spec{{"signerName", "example.com/signer"},
              {"podName", "p"},
              {"podUID", "uid"},
              {"serviceAccountName", "s"},
              {"serviceAccountUID", "u"},
              {"nodeName", "n"},
              {"nodeUID", "u"},
              {"stubPKCS10Request", request_of(issued.key_pem)}};
    spec.update(more);
    return call("POST", pod_requests, Json{{"metadata", {{"name", "r"}}}, {"spec", spec}});
  }
  [[nodiscard]] std::string at(Duration from_now) const { return Time(clock.wall_now() + from_now).to_string(); }
  Answer issue(const std::string& chain, const Json& more = Json::object())
  {
    Json status{{"certificateChain", chain},
                {"notBefore", at({})},
                {"notAfter", at(std::chrono::hours(2))},
                {"beginRefreshAt", at(std::chrono::hours(1))},
                {"conditions", Json::array({{{"type", "Issued"},
                                             {"status", "True"},
                                             {"reason", "R"},
                                             {"message", "m"},
                                             {"lastTransitionTime", at({})}}})}};
    status.update(more);
    return patch(std::string(pod_requests) + "/r/status", {{"status", status}});
  }
  [[nodiscard]] CertificateAndKey certificate(Duration lifetime = std::chrono::hours(2)) const
  {
    CertificateRequest wanted;
    wanted.common_name = "p";
    wanted.not_before = {};
    wanted.not_after = lifetime;
    return authority.issue(wanted);
  }

  CertificateAuthority authority{clock};
};

TEST_F(CertificatesTest, ATrustBundleHoldsAuthorities)
{
  EXPECT_EQ(bundle("a", {{"trustBundle", authority.cert_pem()}}).status, 201U);
  EXPECT_THAT(bundle("b", {{"trustBundle", certificate().cert_pem}}).message(),
              HasSubstr("spec.trustBundle: Invalid value: \"<value omitted>\": entry 0 does not have the CA bit set"));
  EXPECT_THAT(bundle("b", {{"trustBundle", authority.cert_pem() + authority.cert_pem()}}).message(),
              HasSubstr("duplicate trust anchor (indices [0 1])"));
  EXPECT_THAT(bundle("b", {{"trustBundle", "none"}}).message(), HasSubstr("at least one trust anchor"));
}

TEST_F(CertificatesTest, ATrustBundleIsNamedAfterItsSigner)
{
  const Json spec{{"trustBundle", authority.cert_pem()}, {"signerName", "example.com/x"}};
  EXPECT_EQ(bundle("example.com:x:a", spec).status, 201U);
  EXPECT_THAT(bundle("a", spec).message(),
              HasSubstr("ClusterTrustBundle for signerName example.com/x must be named with prefix example.com:x:"));
  EXPECT_THAT(bundle("a:b", {{"trustBundle", authority.cert_pem()}}).message(),
              HasSubstr("ClusterTrustBundle without signer name must not have \":\" in its name"));
  EXPECT_THAT(patch(std::string(bundles) + "/example.com:x:a", {{"spec", {{"signerName", "example.com/y"}}}}).message(),
              HasSubstr("spec.signerName: Invalid value: \"example.com/y\": field is immutable"));
}

TEST_F(CertificatesTest, ARequestOfAPodIsSignedByItsKey)
{
  const auto issued = certificate();
  EXPECT_EQ(request(issued).json.at("spec").at("maxExpirationSeconds"), 86400);
  auto broken = *decode_base64(request_of(issued.key_pem));
  broken.back() = static_cast<char>(broken.back() ^ 1);
  EXPECT_THAT(request(issued, {{"stubPKCS10Request", encode_base64(broken)}}).message(),
              HasSubstr("spec.stubPKCS10Request: Invalid value: invalid signature"));
  EXPECT_THAT(request(issued, {{"stubPKCS10Request", "AAAA"}}).message(), HasSubstr("must be a valid PKCS#10 CSR"));
  EXPECT_THAT(request(issued, {{"stubPKCS10Request", nullptr}}).message(),
              HasSubstr("exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set"));
  EXPECT_THAT(patch(std::string(pod_requests) + "/r", {{"spec", {{"podName", "q"}}}}).message(),
              HasSubstr("field is immutable"));
}

TEST_F(CertificatesTest, ACertificateIsIssuedForTheKeyAndTheTimesOfTheRequest)
{
  const auto issued = certificate();
  ASSERT_EQ(request(issued, {{"maxExpirationSeconds", 7200}}).status, 201U);
  EXPECT_THAT(issue(certificate().cert_pem).message(),
              HasSubstr("leaf certificate was not issued to the requested public key"));
  EXPECT_THAT(issue(issued.cert_pem, {{"notAfter", at(std::chrono::hours(3))}}).message(),
              HasSubstr("must be set to the NotAfter time encoded in the leaf certificate"));
  EXPECT_THAT(issue(issued.cert_pem, {{"beginRefreshAt", at(std::chrono::minutes(9))}}).message(),
              HasSubstr("must be at least 10 minutes after status.notBefore"));
  EXPECT_THAT(issue(issued.cert_pem, {{"beginRefreshAt", at(std::chrono::minutes(111))}}).message(),
              HasSubstr("must be at least 10 minutes before status.notAfter"));
  EXPECT_THAT(issue(issued.cert_pem + "-----BEGIN X-----\nAAAA\n-----END X-----\n").message(),
              HasSubstr("issued certificate chain must consist entirely of CERTFICATE PEM blocks"));
  const auto done = issue(issued.cert_pem + authority.cert_pem());
  EXPECT_EQ(done.status, 200U) << done.message();
  EXPECT_THAT(issue(issued.cert_pem).message(),
              HasSubstr("immutable after PodCertificateRequest is issued, denied, or failed"));
}

TEST_F(CertificatesTest, ACertificateThatIsNotOfNowIsRefused)
{
  const auto issued = certificate();
  ASSERT_EQ(request(issued).status, 201U);
  const auto before = at({});
  const auto after = at(std::chrono::hours(2));
  clock.advance(std::chrono::minutes(5));
  EXPECT_THAT(issue(issued.cert_pem, {{"notBefore", before}, {"notAfter", after}}).message(),
              HasSubstr("must be set to within 5 minutes of kube-apiserver's current time"));
}

TEST_F(CertificatesTest, ACertificateLivesAsLongAsTheRequestAllows)
{
  const auto issued = certificate();
  ASSERT_EQ(request(issued, {{"maxExpirationSeconds", 3600}}).status, 201U);
  EXPECT_THAT(issue(issued.cert_pem).message(),
              HasSubstr("7200000000000: leaf certificate lifetime must be <= spec.maxExpirationSeconds (3600)"));
  EXPECT_THAT(
      issue(with_times(issued.cert_pem, nullptr, "99991231235959Z"), {{"notAfter", "9999-12-31T23:59:59Z"}}).message(),
      HasSubstr("9223372036854775807: leaf certificate lifetime must be <= spec.maxExpirationSeconds (3600)"));
  EXPECT_THAT(
      issue(with_times(issued.cert_pem, "16000101000000Z", nullptr), {{"notBefore", "1600-01-01T00:00:00Z"}}).message(),
      HasSubstr("must be set to within 5 minutes of kube-apiserver's current time"));
}

}  // namespace
}  // namespace kubexx::testing

// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/certificate_authority.hpp"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include <chrono>
#include <stdexcept>
#include <utility>

#include "openssl_handles.hpp"

namespace kubexx {

using detail::BioPtr;
using detail::KeyPtr;
using detail::X509Ptr;

namespace {

constexpr int kSerialBits = 127;

void require(bool success, const char* what)
{
  if (success) return;
  ERR_clear_error();
  throw std::runtime_error(std::string("OpenSSL cannot ") + what);
}

KeyPtr new_key(KeyKind kind)
{
  constexpr unsigned kRsaBits = 2048;
  KeyPtr key(kind == KeyKind::rsa_2048 ? EVP_RSA_gen(kRsaBits) : EVP_EC_gen("P-256"));
  require(key != nullptr, "create a key");
  return key;
}

void add_name(X509_NAME* name, const char* field, const std::string& value)
{
  require(X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8, reinterpret_cast<const unsigned char*>(value.data()),
                                     static_cast<int>(value.size()), -1, 0) == 1,
          "set the subject of a certificate");
}

void set_time(ASN1_TIME* time, WallTime when)
{
  const auto whole = std::chrono::time_point_cast<std::chrono::system_clock::duration>(when);
  require(ASN1_TIME_set(time, std::chrono::system_clock::to_time_t(whole)) != nullptr,
          "set the validity of a certificate");
}

void extend(X509* certificate, X509* issuer, int extension, const char* value)
{
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* made = X509V3_EXT_conf_nid(nullptr, &context, extension, value);
  require(made != nullptr, "create a certificate extension");
  const int added = X509_add_ext(certificate, made, -1);
  X509_EXTENSION_free(made);
  require(added == 1, "add a certificate extension");
}

// Names are put in by value, not through OpenSSL's configuration syntax, where a comma would start another one.
void add_subject_alternative_names(X509* certificate, const CertificateRequest& request)
{
  if (request.dns_names.empty() && request.ip_addresses.empty()) return;
  const detail::NamesPtr names(GENERAL_NAMES_new());
  require(names != nullptr, "create a list of names");
  for (const auto& dns : request.dns_names) {
    GENERAL_NAME* name = GENERAL_NAME_new();
    require(name != nullptr && sk_GENERAL_NAME_push(names.get(), name) > 0, "add a name");
    ASN1_IA5STRING* text = ASN1_IA5STRING_new();
    require(text != nullptr && ASN1_STRING_set(text, dns.data(), static_cast<int>(dns.size())) == 1, "copy a name");
    GENERAL_NAME_set0_value(name, GEN_DNS, text);
  }
  for (const auto& address : request.ip_addresses) {
    ASN1_OCTET_STRING* bytes = a2i_IPADDRESS(address.c_str());
    if (bytes == nullptr) {
      ERR_clear_error();
      throw std::invalid_argument("\"" + address + "\" is not an IP address");
    }
    GENERAL_NAME* name = GENERAL_NAME_new();
    require(name != nullptr && sk_GENERAL_NAME_push(names.get(), name) > 0, "add an address");
    GENERAL_NAME_set0_value(name, GEN_IPADD, bytes);
  }
  require(X509_add1_ext_i2d(certificate, NID_subject_alt_name, names.get(), 0, 0) == 1, "add the names");
}

X509Ptr new_certificate(EVP_PKEY* key, WallTime from, WallTime until)
{
  X509Ptr certificate(X509_new());
  require(certificate != nullptr && X509_set_version(certificate.get(), X509_VERSION_3) == 1, "create a certificate");
  const std::unique_ptr<BIGNUM, detail::FreeWith<BN_free>> serial(BN_new());
  require(serial != nullptr && BN_rand(serial.get(), kSerialBits, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1 &&
              BN_to_ASN1_INTEGER(serial.get(), X509_get_serialNumber(certificate.get())) != nullptr,
          "create a serial number");
  set_time(X509_getm_notBefore(certificate.get()), from);
  set_time(X509_getm_notAfter(certificate.get()), until);
  require(X509_set_pubkey(certificate.get(), key) == 1, "set the key of a certificate");
  return certificate;
}

void sign(X509* certificate, EVP_PKEY* key)
{
  require(X509_sign(certificate, key, EVP_sha256()) > 0, "sign a certificate");
}

// Never asks a terminal: an encrypted key is an error.
int no_passphrase(char* /*buffer*/, int /*size*/, int /*writing*/, void* /*data*/)
{
  return 0;
}

std::string text_of(const BioPtr& bio)
{
  char* data = nullptr;
  const auto length = BIO_get_mem_data(bio.get(), &data);
  return {data, static_cast<std::size_t>(length)};
}

std::string pem_of(X509* certificate)
{
  const BioPtr bio(BIO_new(BIO_s_mem()));
  require(bio != nullptr && PEM_write_bio_X509(bio.get(), certificate) == 1, "write a certificate");
  return text_of(bio);
}

std::string pem_of(EVP_PKEY* key)
{
  const BioPtr bio(BIO_new(BIO_s_secmem()));
  require(bio != nullptr && PEM_write_bio_PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1,
          "write a key");
  return text_of(bio);
}

}  // namespace

struct CertificateAuthority::Impl {
  const Clock* clock = nullptr;
  KeyPtr key;
  X509Ptr certificate;
  std::string pem;
};

CertificateAuthority::CertificateAuthority(const Clock& clock, const std::string& common_name, Duration lifetime)
    : impl_(std::make_unique<Impl>())
{
  impl_->clock = &clock;
  impl_->key = new_key(KeyKind::ec_p256);
  const auto now = clock.wall_now();
  impl_->certificate = new_certificate(impl_->key.get(), now - std::chrono::hours(1), now + lifetime);
  X509* own = impl_->certificate.get();
  add_name(X509_get_subject_name(own), "CN", common_name);
  require(X509_set_issuer_name(own, X509_get_subject_name(own)) == 1, "set the issuer of a certificate");
  extend(own, own, NID_basic_constraints, "critical,CA:TRUE");
  extend(own, own, NID_key_usage, "critical,keyCertSign,cRLSign,digitalSignature");
  extend(own, own, NID_subject_key_identifier, "hash");
  sign(own, impl_->key.get());
  impl_->pem = pem_of(own);
}

CertificateAuthority::CertificateAuthority(const Clock& clock, const CertificateAndKey& own)
    : impl_(std::make_unique<Impl>())
{
  impl_->clock = &clock;
  const BioPtr certificate(BIO_new_mem_buf(own.cert_pem.data(), static_cast<int>(own.cert_pem.size())));
  if (certificate) impl_->certificate.reset(PEM_read_bio_X509(certificate.get(), nullptr, no_passphrase, nullptr));
  const BioPtr key(BIO_new_mem_buf(own.key_pem.data(), static_cast<int>(own.key_pem.size())));
  if (key) impl_->key.reset(PEM_read_bio_PrivateKey(key.get(), nullptr, no_passphrase, nullptr));
  const bool fits =
      impl_->certificate && impl_->key && X509_check_private_key(impl_->certificate.get(), impl_->key.get()) == 1;
  ERR_clear_error();
  if (!impl_->certificate) throw std::invalid_argument("the authority's certificate is not PEM text");
  if (!impl_->key) throw std::invalid_argument("the authority's key is not an unencrypted private key in PEM text");
  if (!fits) throw std::invalid_argument("the authority's key does not belong to its certificate");
  if (X509_check_ca(impl_->certificate.get()) != 1) {
    throw std::invalid_argument("the authority's certificate is not that of an authority (CA:TRUE)");
  }
  impl_->pem = pem_of(impl_->certificate.get());
}

CertificateAuthority::~CertificateAuthority() = default;
CertificateAuthority::CertificateAuthority(CertificateAuthority&&) noexcept = default;
CertificateAuthority& CertificateAuthority::operator=(CertificateAuthority&&) noexcept = default;

const std::string& CertificateAuthority::cert_pem() const noexcept
{
  return impl_->pem;
}

std::string CertificateAuthority::key_pem() const
{
  return pem_of(impl_->key.get());
}

CertificateAndKey CertificateAuthority::issue(const CertificateRequest& request) const
{
  const auto key = new_key(request.key);
  const auto now = impl_->clock->wall_now();
  const auto certificate = new_certificate(key.get(), now + request.not_before, now + request.not_after);
  X509* leaf = certificate.get();
  X509* issuer = impl_->certificate.get();
  for (const auto& organization : request.organizations) add_name(X509_get_subject_name(leaf), "O", organization);
  if (!request.common_name.empty()) add_name(X509_get_subject_name(leaf), "CN", request.common_name);
  require(X509_set_issuer_name(leaf, X509_get_subject_name(issuer)) == 1, "set the issuer of a certificate");
  extend(leaf, issuer, NID_basic_constraints, "critical,CA:FALSE");
  extend(leaf, issuer, NID_key_usage, "critical,digitalSignature");
  extend(leaf, issuer, NID_ext_key_usage, request.server ? "serverAuth,clientAuth" : "clientAuth");
  extend(leaf, issuer, NID_subject_key_identifier, "hash");
  extend(leaf, issuer, NID_authority_key_identifier, "keyid");
  add_subject_alternative_names(leaf, request);
  sign(leaf, impl_->key.get());
  return {pem_of(leaf), pem_of(key.get())};
}

}  // namespace kubexx

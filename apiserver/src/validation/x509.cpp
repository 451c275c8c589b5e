// SPDX-License-Identifier: Apache-2.0
#include "validation/x509.hpp"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <array>
#include <ctime>

#include "kubexx/base/detail/free_with.hpp"

namespace kubexx::apiserver {

struct PublicKey::Handle {
  std::unique_ptr<EVP_PKEY, detail::FreeWith<EVP_PKEY_free>> key;
};

namespace {

using CertificatePtr = std::unique_ptr<X509, detail::FreeWith<X509_free>>;
using RequestPtr = std::unique_ptr<X509_REQ, detail::FreeWith<X509_REQ_free>>;
using ConstraintsPtr = std::unique_ptr<BASIC_CONSTRAINTS, detail::FreeWith<BASIC_CONSTRAINTS_free>>;
using SubjectNamesPtr = std::unique_ptr<GENERAL_NAMES, detail::FreeWith<GENERAL_NAMES_free>>;

/// What OpenSSL finds wrong with a client's bytes stays out of the thread's queue of errors.
struct ErrorsCleared {
  ErrorsCleared() = default;
  ErrorsCleared(const ErrorsCleared&) = delete;
  ErrorsCleared& operator=(const ErrorsCleared&) = delete;
  ~ErrorsCleared() { ERR_clear_error(); }
};

const unsigned char* octets(std::string_view bytes)
{
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

/// All of the bytes, read by a d2i function.
template <class Pointer, class Read>
Pointer read_whole(std::string_view bytes, Read read)
{
  const auto* at = octets(bytes);
  Pointer parsed(read(nullptr, &at, static_cast<long>(bytes.size())));
  if (parsed && at != octets(bytes) + bytes.size()) parsed.reset();
  return parsed;
}

PublicKey shared_key(EVP_PKEY* key)
{
  auto handle = std::make_shared<PublicKey::Handle>();
  EVP_PKEY_up_ref(key);
  handle->key.reset(key);
  return PublicKey(std::move(handle));
}

std::int64_t asn1_seconds(const ASN1_TIME* time)
{
  std::tm fields{};
  return ASN1_TIME_to_tm(time, &fields) == 1 ? static_cast<std::int64_t>(timegm(&fields)) : 0;
}

void read_subject_names(X509* certificate, ParsedCertificate& parsed)
{
  const SubjectNamesPtr names(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  for (int index = 0; names && index < sk_GENERAL_NAME_num(names.get()); ++index) {
    const auto* name = sk_GENERAL_NAME_value(names.get(), index);
    if (name->type != GEN_DNS && name->type != GEN_EMAIL) continue;
    const auto* text = name->type == GEN_DNS ? name->d.dNSName : name->d.rfc822Name;
    auto& list = name->type == GEN_DNS ? parsed.dns_names : parsed.email_addresses;
    list.emplace_back(reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
                      static_cast<std::size_t>(ASN1_STRING_length(text)));
  }
}

std::vector<std::string> organizations_of(const X509_NAME* subject)
{
  std::vector<std::string> all;
  for (int at = X509_NAME_get_index_by_NID(subject, NID_organizationName, -1); at >= 0;
       at = X509_NAME_get_index_by_NID(subject, NID_organizationName, at)) {
    unsigned char* text = nullptr;
    const int size = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, at)));
    if (size < 0) continue;
    all.emplace_back(reinterpret_cast<const char*>(text), static_cast<std::size_t>(size));
    OPENSSL_free(text);
  }
  return all;
}

}  // namespace

PublicKey::Sort PublicKey::sort() const
{
  switch (EVP_PKEY_get_base_id(handle_->key.get())) {
    case EVP_PKEY_ED25519:
      return Sort::ed25519;
    case EVP_PKEY_EC:
      return Sort::ecdsa;
    case EVP_PKEY_RSA:
      return Sort::rsa;
    default:
      return Sort::other;
  }
}

int PublicKey::bits() const
{
  return EVP_PKEY_get_size(handle_->key.get()) * 8;
}

std::string PublicKey::curve() const
{
  std::array<char, 64> name{};
  std::size_t length = 0;
  EVP_PKEY_get_utf8_string_param(handle_->key.get(), OSSL_PKEY_PARAM_GROUP_NAME, name.data(), name.size(), &length);
  const std::string_view openssl(name.data(), length);
  for (const auto& [theirs, nist] :
       {std::pair("secp224r1", "P-224"), {"prime256v1", "P-256"}, {"secp384r1", "P-384"}, {"secp521r1", "P-521"}}) {
    if (openssl == theirs) return nist;
  }
  return std::string(openssl);
}

std::string PublicKey::encoded() const
{
  const ErrorsCleared cleared;
  unsigned char* bytes = nullptr;
  const int size = i2d_PUBKEY(handle_->key.get(), &bytes);
  if (size <= 0) return {};
  std::string text(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
  OPENSSL_free(bytes);
  return text;
}

std::optional<ParsedCertificate> parse_certificate(std::string_view bytes)
{
  const ErrorsCleared cleared;
  const auto certificate = read_whole<CertificatePtr>(bytes, d2i_X509);
  auto* key = certificate ? X509_get0_pubkey(certificate.get()) : nullptr;
  if (key == nullptr) return std::nullopt;
  ParsedCertificate parsed{shared_key(key), false, 0, 0, {}, {}};
  const ConstraintsPtr constraints(
      static_cast<BASIC_CONSTRAINTS*>(X509_get_ext_d2i(certificate.get(), NID_basic_constraints, nullptr, nullptr)));
  parsed.is_authority = constraints && constraints->ca != 0;
  parsed.not_before = asn1_seconds(X509_get0_notBefore(certificate.get()));
  parsed.not_after = asn1_seconds(X509_get0_notAfter(certificate.get()));
  read_subject_names(certificate.get(), parsed);
  return parsed;
}

std::optional<ParsedRequest> parse_certificate_request(std::string_view bytes)
{
  const ErrorsCleared cleared;
  const auto request = read_whole<RequestPtr>(bytes, d2i_X509_REQ);
  auto* key = request ? X509_REQ_get0_pubkey(request.get()) : nullptr;
  if (key == nullptr) return std::nullopt;
  return ParsedRequest{shared_key(key), X509_REQ_verify(request.get(), key) == 1,
                       organizations_of(X509_REQ_get_subject_name(request.get()))};
}

}  // namespace kubexx::apiserver

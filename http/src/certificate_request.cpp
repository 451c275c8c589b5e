// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/certificate_request.hpp"

#include <openssl/err.h>
#include <openssl/x509.h>

#include "openssl_handles.hpp"

namespace kubexx {
namespace {

using RequestPtr = std::unique_ptr<X509_REQ, detail::FreeWith<X509_REQ_free>>;

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

std::optional<CertificateRequest> read_certificate_request(std::string_view der)
{
  const auto* at = reinterpret_cast<const unsigned char*>(der.data());
  const auto* end = at + der.size();
  const RequestPtr request(d2i_X509_REQ(nullptr, &at, static_cast<long>(der.size())));
  std::optional<CertificateRequest> read;
  if (request && at == end) {
    auto* key = X509_REQ_get0_pubkey(request.get());
    const bool holds = key != nullptr && X509_REQ_verify(request.get(), key) == 1;
    read = CertificateRequest{organizations_of(X509_REQ_get_subject_name(request.get())), holds};
  }
  ERR_clear_error();
  return read;
}

bool is_certificate(std::string_view der)
{
  const auto* at = reinterpret_cast<const unsigned char*>(der.data());
  const auto* end = at + der.size();
  const detail::X509Ptr certificate(d2i_X509(nullptr, &at, static_cast<long>(der.size())));
  ERR_clear_error();
  return certificate != nullptr && at == end;
}

}  // namespace kubexx

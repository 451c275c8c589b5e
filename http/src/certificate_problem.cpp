// SPDX-License-Identifier: Apache-2.0
// What clients would say of a server's certificate, without a connection.
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509_vfy.h>

#include <chrono>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "kubexx/http/certificate_validity.hpp"
#include "openssl_handles.hpp"

namespace kubexx {

namespace {

using StorePtr = std::unique_ptr<X509_STORE, detail::FreeWith<X509_STORE_free>>;
using StoreContextPtr = std::unique_ptr<X509_STORE_CTX, detail::FreeWith<X509_STORE_CTX_free>>;

detail::BioPtr bio_of(const std::string& text)
{
  detail::BioPtr bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  if (!bio) throw std::bad_alloc();
  return bio;
}

int refuse_password(char* /*buffer*/, int /*size*/, int /*writing*/, void* /*data*/)
{
  return 0;
}

// None if one of them cannot be read.
std::vector<detail::X509Ptr> certificates_in(const std::string& pem)
{
  const auto bio = bio_of(pem);
  std::vector<detail::X509Ptr> found;
  while (X509* certificate = PEM_read_bio_X509(bio.get(), nullptr, refuse_password, nullptr)) {
    found.emplace_back(certificate);
  }
  const auto error = ERR_peek_last_error();
  const bool ended = ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
  ERR_clear_error();
  if (!ended) found.clear();
  return found;
}

std::optional<std::string> problem_of_key(X509* certificate, const std::string& key_pem)
{
  const auto bio = bio_of(key_pem);
  const detail::KeyPtr key(PEM_read_bio_PrivateKey(bio.get(), nullptr, refuse_password, nullptr));
  const bool fits = key && X509_check_private_key(certificate, key.get()) == 1;
  ERR_clear_error();
  if (!key) return "the key is not an unencrypted private key in PEM text";
  if (!fits) return "the key does not belong to the certificate";
  return std::nullopt;
}

}  // namespace

std::vector<std::string> split_certificates(const std::string& pem)
{
  std::vector<std::string> texts;
  for (const auto& certificate : certificates_in(pem)) {
    const detail::BioPtr bio(BIO_new(BIO_s_mem()));
    if (!bio || PEM_write_bio_X509(bio.get(), certificate.get()) != 1) throw std::bad_alloc();
    char* data = nullptr;
    const auto length = BIO_get_mem_data(bio.get(), &data);
    texts.emplace_back(data, static_cast<std::size_t>(length));
  }
  return texts;
}

std::optional<std::string> certificate_problem(const TlsServerConfig& shown, const std::string& ca_pem,
                                               const std::string& host, std::optional<WallTime> at)
{
  const auto chain = certificates_in(shown.cert_chain_pem);
  if (chain.empty()) return "the certificate is not PEM text";
  if (auto problem = problem_of_key(chain.front().get(), shown.key_pem)) return problem;
  const auto authorities = certificates_in(ca_pem);
  if (authorities.empty()) return "the certificate of the authority is not PEM text";

  const StorePtr store(X509_STORE_new());
  const StoreContextPtr context(X509_STORE_CTX_new());
  const std::unique_ptr<STACK_OF(X509), void (*)(STACK_OF(X509)*)> between(
      sk_X509_new_null(), [](STACK_OF(X509) * stack) { sk_X509_free(stack); });
  if (!store || !context || !between) throw std::bad_alloc();
  for (const auto& authority : authorities) {
    if (X509_STORE_add_cert(store.get(), authority.get()) != 1) throw std::bad_alloc();
  }
  for (std::size_t index = 1; index < chain.size(); ++index) {
    if (sk_X509_push(between.get(), chain[index].get()) <= 0) throw std::bad_alloc();
  }
  if (X509_STORE_CTX_init(context.get(), store.get(), chain.front().get(), between.get()) != 1) throw std::bad_alloc();
  X509_VERIFY_PARAM* const wanted = X509_STORE_CTX_get0_param(context.get());
  X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
  (void)X509_VERIFY_PARAM_set1_host(wanted, host.data(), host.size());
  (void)X509_VERIFY_PARAM_set_purpose(wanted, X509_PURPOSE_SSL_SERVER);
  // Any of the authorities may be the anchor, as in Go.
  unsigned long flags = X509_V_FLAG_PARTIAL_CHAIN;
  if (!at) flags |= X509_V_FLAG_NO_CHECK_TIME;
  (void)X509_VERIFY_PARAM_set_flags(wanted, flags);
  if (at) {
    const auto whole = std::chrono::time_point_cast<std::chrono::system_clock::duration>(*at);
    X509_VERIFY_PARAM_set_time(wanted, std::chrono::system_clock::to_time_t(whole));
  }
  const bool verified = X509_verify_cert(context.get()) == 1;
  const int verdict = X509_STORE_CTX_get_error(context.get());
  ERR_clear_error();
  if (verified) return std::nullopt;
  return std::string("the certificate is refused for \"") + host + "\": " + X509_verify_cert_error_string(verdict);
}

}  // namespace kubexx

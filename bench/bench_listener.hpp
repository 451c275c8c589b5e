// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "kubexx/http/certificate_authority.hpp"

namespace kubexx::bench {

/// For servers that clients are measured against. The caller owns it, as SSL_CTX_new's. Throws std::runtime_error.
inline SSL_CTX* tls_context(const CertificateAndKey& leaf)
{
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());
  const auto memory = [](const std::string& text) {
    return std::unique_ptr<BIO, decltype(&BIO_free)>(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())),
                                                     BIO_free);
  };
  const std::unique_ptr<X509, decltype(&X509_free)> certificate(
      PEM_read_bio_X509(memory(leaf.cert_pem).get(), nullptr, nullptr, nullptr), X509_free);
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
      PEM_read_bio_PrivateKey(memory(leaf.key_pem).get(), nullptr, nullptr, nullptr), EVP_PKEY_free);
  // kube-apiserver's choice with every client, where the processor has AES.
  const bool usable = SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256") == 1 &&
                      SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1 &&
                      SSL_CTX_use_certificate(context, certificate.get()) == 1 &&
                      SSL_CTX_use_PrivateKey(context, key.get()) == 1;
  if (!usable) throw std::runtime_error("cannot use the certificate");
  return context;
}

/// Listens on a free port of the loopback address. The caller closes it. Throws std::runtime_error.
inline int listening_socket()
{
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool listens =
      ::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 && ::listen(listener, 64) == 0;
  if (!listens) throw std::runtime_error("cannot listen");
  return listener;
}

inline std::string url_of(int listener)
{
  sockaddr_in address{};
  socklen_t size = sizeof address;
  ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  return "https://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
}

}  // namespace kubexx::bench

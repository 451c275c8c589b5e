// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// A certificate and its private key, PEM. `key_pem` is a secret.
struct CertificateAndKey {
  std::string cert_pem = {};
  std::string key_pem = {};
};

/// The algorithm of a private key.
enum class KeyKind { ec_p256, rsa_2048 };

/// The contents of a certificate.
struct CertificateRequest {
  std::string common_name = {};
  std::vector<std::string> organizations = {};        ///< the groups of a client
  std::vector<std::string> dns_names = {};            ///< subject alternative names of a server
  std::vector<std::string> ip_addresses = {};         ///< IPv4 and IPv6 literals of a server
  Duration not_before = -std::chrono::hours(1);       ///< relative to now; in the past, because clocks differ
  Duration not_after = std::chrono::hours(24 * 365);  ///< relative to now
  bool server = true;                                 ///< valid for servers and clients; false: only for clients
  KeyKind key = KeyKind::ec_p256;
};

/// A certificate authority in memory, for the embedded API server, webhooks and tests. A new one generates its own key
/// (EC P-256) and certificate, which is valid since an hour ago. That certificate is never used as a server
/// certificate, because rustls refuses that. Serial numbers are random. Times come from `clock`, which is used only
/// inside the calls. Thread safe. Throws std::runtime_error if OpenSSL fails, and std::invalid_argument for an invalid
/// address.
class CertificateAuthority {
public:
  explicit CertificateAuthority(const Clock& clock, const std::string& common_name = "kubexx-ca",
                                Duration lifetime = std::chrono::hours(24 * 3650));
  /// An authority that exists already: the certificate of `own`, which must be the first in its text, and its key.
  /// Throws std::invalid_argument, which names the mistake, if they cannot be read, do not belong to each other, or
  /// are not those of an authority. Does not check the validity period.
  CertificateAuthority(const Clock& clock, const CertificateAndKey& own);
  ~CertificateAuthority();
  CertificateAuthority(CertificateAuthority&&) noexcept;
  CertificateAuthority& operator=(CertificateAuthority&&) noexcept;

  /// The authority's certificate, which clients must trust.
  [[nodiscard]] const std::string& cert_pem() const noexcept;
  /// Its private key, unencrypted PEM, to keep it. A secret: whoever has it can sign certificates that clients trust.
  [[nodiscard]] std::string key_pem() const;
  /// Generates a key and a certificate for it, signed by this authority.
  [[nodiscard]] CertificateAndKey issue(const CertificateRequest& request) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kubexx

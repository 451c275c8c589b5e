// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/controller/webhook_authority.hpp"
#include "kubexx/http/certificate_validity.hpp"
#include "kubexx/http/tls.hpp"

namespace kubexx::detail {

/// What the Secret of a webhook authority holds, PEM. The keys are secrets.
struct AuthorityRecord {
  std::string ca_crt = {};                         ///< every authority that clients shall trust
  std::string ca_key = {};                         ///< of the one of them that signs
  std::string tls_crt = {}, tls_key = {};          ///< what every replica serves
  std::string next_ca_crt = {}, next_ca_key = {};  ///< the authority that will sign once it is trusted everywhere

  friend bool operator==(const AuthorityRecord&, const AuthorityRecord&) = default;
};

/// Members that are missing or no base64 are empty. Of an empty Object: an empty record.
[[nodiscard]] AuthorityRecord record_of(const Object& secret);
/// `secret` with this record, and with everything else that it has; a new Secret if it is empty.
[[nodiscard]] Object secret_with(const Object& secret, const ObjectKey& key, const AuthorityRecord& record);

/// One authority of a bundle.
struct TrustedAuthority {
  std::string pem;
  CertificateValidity validity;
};

/// A record, and what is right with it, whatever the time.
struct AuthorityState {
  AuthorityRecord record = {};
  std::vector<TrustedAuthority> authorities = {};       ///< those in ca_crt; none if it cannot be read
  std::optional<TrustedAuthority> signer = {};          ///< whose key is ca_key
  std::optional<TrustedAuthority> next = {};            ///< whose key is next_ca_key
  std::optional<CertificateValidity> certificate = {};  ///< if clients accept it for every name
  bool signed_by_signer = false;                        ///< the certificate
  std::string problem = {};                             ///< why they do not

  /// Whether clients accept the certificate now; one that is not valid yet counts, as this clock may be the wrong one.
  [[nodiscard]] bool serves(WallTime now) const { return certificate && now < certificate->not_after; }
};

[[nodiscard]] AuthorityState examine(const WebhookAuthorityOptions& options, const Clock& clock,
                                     AuthorityRecord record);
[[nodiscard]] std::vector<std::string> names_of(const WebhookAuthorityOptions& options);

}  // namespace kubexx::detail

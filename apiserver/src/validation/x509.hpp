// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What validation looks at in certificates and in requests for them. Bytes are DER.
namespace kubexx::apiserver {

/// A public key. Immutable; copies share it.
class PublicKey {
public:
  struct Handle;
  explicit PublicKey(std::shared_ptr<const Handle> handle) : handle_(std::move(handle)) {}

  enum class Sort { ed25519, ecdsa, rsa, other };
  [[nodiscard]] Sort sort() const;
  [[nodiscard]] int bits() const;             ///< of the modulus of an RSA key, in whole bytes
  [[nodiscard]] std::string curve() const;    ///< of an ECDSA key: "P-256"
  [[nodiscard]] std::string encoded() const;  ///< PKIX

private:
  std::shared_ptr<const Handle> handle_;
};

struct ParsedCertificate {
  PublicKey key;
  bool is_authority = false;
  std::int64_t not_before = 0, not_after = 0;  ///< seconds since 1970
  std::vector<std::string> dns_names, email_addresses;
};
/// Nullopt for other bytes, and for more than one certificate.
[[nodiscard]] std::optional<ParsedCertificate> parse_certificate(std::string_view bytes);

/// A PKCS#10 request.
struct ParsedRequest {
  PublicKey key;
  bool is_signed = false;                  ///< by the key
  std::vector<std::string> organizations;  ///< the O fields of the subject
};
[[nodiscard]] std::optional<ParsedRequest> parse_certificate_request(std::string_view bytes);

}  // namespace kubexx::apiserver

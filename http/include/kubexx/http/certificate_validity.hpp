// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/http/tls.hpp"

namespace kubexx {

/// The validity period of a certificate. A value type.
struct CertificateValidity {
  WallTime not_before;
  WallTime not_after;
};

/// Returns the validity of the first certificate in `cert_pem`, or nullopt if none can be read. Thread safe.
[[nodiscard]] std::optional<CertificateValidity> certificate_validity(const std::string& cert_pem);

/// Returns the certificates in `pem`, each as a text of its own, or none if one of them cannot be read. Thread safe.
[[nodiscard]] std::vector<std::string> split_certificates(const std::string& pem);

/// Returns why clients that trust the authorities in `ca_pem` would refuse a server that shows `shown` under `host`, or
/// nullopt if they would not. Also checks that the key belongs to the certificate. The validity periods count at `at`;
/// nullopt: they are not checked. Thread safe.
[[nodiscard]] std::optional<std::string> certificate_problem(const TlsServerConfig& shown, const std::string& ca_pem,
                                                             const std::string& host, std::optional<WallTime> at);

}  // namespace kubexx

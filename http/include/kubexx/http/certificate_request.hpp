// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kubexx {

/// What a PKCS#10 request for a certificate says. A value.
struct CertificateRequest {
  std::vector<std::string> organizations;  ///< the O fields of the subject
  bool signature_holds = false;            ///< it was signed with the key that it names
};

/// Reads DER; nullopt when it is no such request. Any thread.
[[nodiscard]] std::optional<CertificateRequest> read_certificate_request(std::string_view der);

/// Whether DER is one X.509 certificate. Any thread.
[[nodiscard]] bool is_certificate(std::string_view der);

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// When a certificate is valid. A value.
struct CertificateValidity {
  WallTime not_before;
  WallTime not_after;
};

/// The validity of the first certificate in `cert_pem`; nullopt when none can be read. Thread safe.
[[nodiscard]] std::optional<CertificateValidity> certificate_validity(const std::string& cert_pem);

}  // namespace kubexx

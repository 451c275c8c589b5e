// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// The validity period of a certificate. A value.
struct CertificateValidity {
  WallTime not_before;
  WallTime not_after;
};

/// Returns the validity of the first certificate in `cert_pem`, or nullopt if none can be read. Thread safe.
[[nodiscard]] std::optional<CertificateValidity> certificate_validity(const std::string& cert_pem);

}  // namespace kubexx

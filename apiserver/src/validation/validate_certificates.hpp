// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json.hpp"
#include "core/status.hpp"

namespace kubexx::apiserver {

inline constexpr const char* signing_requests = "certificates.k8s.io/certificatesigningrequests";

/// Of a CertificateSigningRequest whose status is written.
void check_status_of_request(const Json& object, const Json& current, FieldErrors& errors);
/// Of one that is approved or denied.
void check_approval_of_request(const Json& object, const Json& current, FieldErrors& errors);

}  // namespace kubexx::apiserver

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/json.hpp"

namespace kubexx::apiserver {

/// What the status strategy of a built-in kind (PrepareForUpdate) does beyond keeping the spec. `now` is a time as the
/// API writes it.
void prepare_status(const std::string& kind, Json& object, const Json& current, const std::string& now);

/// Of a CertificateSigningRequest: its conditions get times. With `approval` they are all that changes; without, those
/// that approve or deny it stay.
void prepare_request_status(Json& object, const Json& current, bool approval, const std::string& now);

}  // namespace kubexx::apiserver

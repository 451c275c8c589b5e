// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/json.hpp"

namespace kubexx::apiserver {

/// What the status strategy of a built-in kind (PrepareForUpdate) does beyond keeping the spec. `now` is a time as the
/// API writes it.
void prepare_status(const std::string& kind, Json& object, const Json& current, const std::string& now);

/// The times that conditions of a CertificateSigningRequest lack: a transition's is that of the same condition before.
void fill_request_times(Json& object, const Json& current, const std::string& now);

}  // namespace kubexx::apiserver

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server.hpp"

namespace kubexx::apiserver {

/// Turns what a client sent into the stored form of `call.kind`, without apiVersion and kind: checks the type against
/// the URL, brings metadata into its canonical form, drops unknown fields (or refuses them, by fieldValidation) and
/// fills defaults. Throws Failures.
[[nodiscard]] Json decode_object(Call& call, Json body);

/// Keeps the known fields of ObjectMeta, without empty ones. Throws a bad-request Failure for values of a wrong type.
void clean_metadata(Json& object, const Kind& kind, std::vector<std::string>& unknown);

}  // namespace kubexx::apiserver

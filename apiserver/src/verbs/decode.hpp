// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/server.hpp"
#include "schema/schema.hpp"

namespace kubexx::apiserver {

/// Turns what a client sent into the stored form of `call.kind`, without apiVersion and kind: checks the type against
/// the URL, brings metadata into its canonical form, drops unknown fields (or refuses them, by fieldValidation) and
/// fills defaults. Throws Failures, and DecodeError for values of a wrong type.
[[nodiscard]] Json decode_object(Call& call, Json body);

/// The body of a create or an update, likewise. Throws Failures alone.
[[nodiscard]] Json decode_body(Call& call);

/// The answers to a DecodeError: of a body, and of what a patch made.
[[nodiscard]] Failure unreadable(const std::string& kind, const std::string& version, const DecodeError& error);
[[nodiscard]] Failure unreadable_patched(const Json& patched, const DecodeError& error);

/// Keeps the known fields of ObjectMeta, without empty ones. Throws DecodeError for values of a wrong type.
void clean_metadata(Json& object, const Kind& kind, std::vector<std::string>& unknown);

}  // namespace kubexx::apiserver

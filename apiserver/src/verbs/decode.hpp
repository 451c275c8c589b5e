// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/server.hpp"
#include "schema/schema.hpp"
#include "verbs/patch.hpp"

namespace kubexx::apiserver {

/// What fieldValidation looks at beside the object.
struct Strictness {
  std::vector<std::string> problems = {};        ///< found before: those of a patch itself
  std::vector<std::string> yaml = {};            ///< keys that are there twice
  std::string_view text = {};                    ///< the JSON that the object was read from; empty: it was put together
  bool twice = false;                            ///< `text` has a member twice
  std::function<std::string()> text_later = {};  ///< makes the text, for the order of what is wrong with it
  Nulls nulls = Nulls::dropped;                  ///< of custom objects
};

/// Turns what a client sent into the stored form of `call.kind`, without apiVersion and kind: checks the type against
/// the URL, brings metadata into its canonical form, drops unknown fields (or refuses them, by fieldValidation) and
/// fills defaults. Throws Failures, and DecodeError for values of a wrong type, another kind, and strict decoding.
[[nodiscard]] Json decode_object(Call& call, Json body, Strictness strictness = {});

/// The body of a create or an update, likewise. Throws Failures alone.
[[nodiscard]] Json decode_body(Call& call);

/// The Go type with which a real server works, "core.ConfigMap".
[[nodiscard]] std::string internal_type(const Kind& kind);

/// Checks the type that the body of a subresource says it has, if any. `package` is the Go package of the internal
/// type, which a refusal names. Throws bad requests.
void check_named_type(const Json& body, const std::string& api_version, const std::string& kind,
                      const std::string& package);

/// What admission made of an object of that version, without apiVersion and kind, likewise: what is unknown is dropped,
/// and named in `unknown`. Throws DecodeError.
[[nodiscard]] Json decode_admitted(const Kind& kind, const ServedVersion& version, Json object,
                                   std::vector<std::string>& unknown);

/// What Go's YAML decoder says of such keys.
[[nodiscard]] std::string yaml_problem(const std::vector<std::string>& repeated);

/// The answers to a DecodeError: of a body, and of what a patch made.
[[nodiscard]] Failure unreadable(const std::string& kind, const std::string& version, const DecodeError& error);
/// `schema` is that of what was patched.
[[nodiscard]] Failure unreadable_patched(const Patch& patch, const Json& patched, const Schema& schema,
                                         const DecodeError& error);

/// `object`, as it is stored, with `patch` applied in the version of the call, decoded. Throws Failures alone.
[[nodiscard]] Json decode_patched(Call& call, const Patch& patch, Json object);

}  // namespace kubexx::apiserver

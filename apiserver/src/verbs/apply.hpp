// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "verbs/verbs.hpp"

namespace kubexx::apiserver {

/// Whether a PATCH is a server-side apply.
[[nodiscard]] bool is_apply(const HttpRequest& request);
[[nodiscard]] bool is_forced(const Call& call);

/// `config` applied to `current`, which is `before` in the version of the call, and as a new object. Neither needs the
/// lock. Throw Failures.
[[nodiscard]] UpdateRequest applied_update(const Server& server, Call& call, const Json& config,
                                           const StoredPtr& current, const Json& before);
[[nodiscard]] std::pair<Json, Ownership> applied_create(const Server& server, Call& call, const Json& config);

/// The configuration in the body, which must be of that kind. Throws bad requests.
[[nodiscard]] Json parse_apply(Call& call, const std::string& api_version, const std::string& kind);

/// Of the parameter or member dryRun, "All" is the one value.
void check_dry_run(const std::vector<std::string>& values, FieldErrors& errors);
/// The parameters fieldManager, force, dryRun and fieldValidation; `options` names the kind of the query in failures:
/// "PatchOptions".
void check_write_options(const Call& call, const char* options, bool apply);

/// Of the request's field manager.
[[nodiscard]] Ownership ownership_of(const Call& call);

}  // namespace kubexx::apiserver

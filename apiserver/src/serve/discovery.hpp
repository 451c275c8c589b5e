// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/server.hpp"

namespace kubexx::apiserver {

/// Answers paths that are no resource: health, version, discovery, OpenAPI. Nullopt for every other path.
[[nodiscard]] std::optional<HttpResponse> answer_without_resource(const KindMap& kinds, const HttpRequest& request,
                                                                  const std::vector<std::string>& segments,
                                                                  const Query& query);
/// Whether anything is served there.
[[nodiscard]] bool serves_group(const KindMap& kinds, std::string_view group, std::string_view version);

/// The plain-text 404 of a path that leads nowhere.
[[nodiscard]] HttpResponse page_not_found();

/// What kubectl prints as the server's version.
inline constexpr const char* emulated_version = "v1.37.1";

}  // namespace kubexx::apiserver

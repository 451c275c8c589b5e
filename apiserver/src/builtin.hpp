// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server.hpp"

namespace kubexx::apiserver {

/// Registers every built-in kind and creates the namespaces that a cluster starts with.
void install_builtin_kinds(Server& server);

/// The kinds of one source file each.
[[nodiscard]] std::vector<Kind> core_kinds();
[[nodiscard]] std::vector<Kind> apps_kinds();
[[nodiscard]] std::vector<Kind> event_kinds();
[[nodiscard]] std::vector<Kind> other_kinds();

/// A kind with one version, "v1" unless said otherwise, and the usual names derived from `kind`.
[[nodiscard]] Kind make_kind(std::string group, std::string kind, std::string plural, bool namespaced = true);

/// Shared by pods and pod templates; `spec` is a PodSpec below `field`.
void default_pod_spec(Json& spec);
void validate_pod_spec(const Json& spec, const std::string& field, FieldErrors& errors);

}  // namespace kubexx::apiserver

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/server.hpp"

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

/// The columns and cells that nearly every kind has; `what` is the kind's name in a sentence.
[[nodiscard]] Column name_column(const std::string& what);
[[nodiscard]] Column age_column(const std::string& what);
[[nodiscard]] Json name_cell(const Json& object);
[[nodiscard]] Json age_cell(const Json& object, WallTime now);

/// Shared by pods and pod templates; `spec` is a PodSpec below `field`.
void default_pod_spec(Json& spec);
void validate_pod_spec(const Json& spec, const std::string& field, FieldErrors& errors);

}  // namespace kubexx::apiserver

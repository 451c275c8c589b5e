// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/server.hpp"

namespace kubexx::apiserver {

/// Registers every built-in kind and creates the namespaces that a cluster starts with.
void install_builtin_kinds(Server& server);

/// Whether a real server's Go types have a kind of that name in that group and version, as far as they are served.
[[nodiscard]] bool in_builtin_scheme(std::string_view api_version, std::string_view kind);

/// The kinds of one API group each, or of a few small ones.
[[nodiscard]] std::vector<Kind> core_kinds();
[[nodiscard]] std::vector<Kind> apps_kinds();
[[nodiscard]] std::vector<Kind> batch_kinds();
[[nodiscard]] std::vector<Kind> autoscaling_kinds();
[[nodiscard]] std::vector<Kind> networking_kinds();
[[nodiscard]] std::vector<Kind> policy_kinds();
[[nodiscard]] std::vector<Kind> rbac_kinds();
[[nodiscard]] std::vector<Kind> storage_kinds();
[[nodiscard]] std::vector<Kind> event_kinds();
[[nodiscard]] std::vector<Kind> other_kinds();
[[nodiscard]] std::vector<Kind> generic_kinds();

/// A row of a group's table. `flags` are words:
///   cluster            not namespaced
///   review             answered and not stored
///   status, scale      has that subresource
///   keeps-status       the status that a create sends is kept
///   creates            PUT creates what is missing (AllowCreateOnUpdate)
///   versioned          PUT needs a resourceVersion (no AllowUnconditionalUpdate)
///   returns-deleted    DELETE answers with the object
///   generation         a change of spec moves it; generation-all: a change of anything but metadata and status
///   label, label-1035, segment   the rule of its name, instead of a DNS subdomain
struct KindRow {
  const char *kind, *plural, *flags, *short_names, *categories;
};
[[nodiscard]] std::vector<Kind> make_kinds(const std::string& group, std::span<const KindRow> rows);

/// A kind with one version, "v1", and the usual names derived from `kind`.
[[nodiscard]] Kind make_kind(std::string group, std::string kind, std::string plural, bool namespaced = true);

/// The plugin StorageObjectInUseProtection: adds a finalizer, which gc.cpp takes off.
void protect(Json& object, const char* finalizer);

/// The kind of that plural among `kinds`, which must have it.
[[nodiscard]] Kind& kind_among(std::vector<Kind>& kinds, std::string_view plural);

}  // namespace kubexx::apiserver

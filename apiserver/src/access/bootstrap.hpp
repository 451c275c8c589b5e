// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/server.hpp"

namespace kubexx::apiserver {

/// The roles and bindings of a new cluster, in the format that schemas/bootstrap_roles.py explains.
extern const std::string_view bootstrap_table;

/// Creates them. Those that are aggregated have no rules yet. Wants the lock held.
void install_bootstrap_roles(Server& server);

}  // namespace kubexx::apiserver

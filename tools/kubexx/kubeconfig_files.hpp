// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "global_flags.hpp"

namespace kubexx::cli {

/// The kubeconfig files as kubectl reads and shows them: without what it does not know, entries sorted by name, fields
/// in the order of its types.
using Kubeconfig = nlohmann::ordered_json;

/// The files that are read, in order: --kubeconfig alone, or those of KUBECONFIG, or ~/.kube/config.
[[nodiscard]] std::vector<std::string> kubeconfig_paths(const GlobalFlags& flags);
/// All of them as one: of equal names, and of current-context, the first counts. Files that do not exist are nothing,
/// unless --kubeconfig names one. Throws CommandError.
[[nodiscard]] Kubeconfig merged_kubeconfig(const GlobalFlags& flags);
/// One file as it is. Throws CommandError, also when there is none.
[[nodiscard]] Kubeconfig read_kubeconfig(const std::string& path);
/// Reads the file, lets `change` change it, and replaces it in one step; it is readable by its owner alone. Holds
/// kubectl's lock file PATH.lock meanwhile. Throws CommandError, also when there is no such file or it is locked.
void change_kubeconfig(const std::string& path, const std::function<void(Kubeconfig&)>& change);
/// The file that a change goes to.
[[nodiscard]] std::string kubeconfig_to_change(const GlobalFlags& flags);

/// The entry of that name in "clusters", "contexts" or "users"; null when there is none.
[[nodiscard]] const Kubeconfig* find_entry(const Kubeconfig& config, const char* list, const std::string& name);

}  // namespace kubexx::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "config/yaml_place.hpp"
#include "kubexx/client/client_config.hpp"

namespace kubexx::detail {

/// Fill `config` from an entry of clusters or users, whose name is `name`. Throw ConfigError.
void read_cluster(const YamlPlace& entry, const std::string& name, ClientConfig& config);
/// After read_cluster: credentials are read only for an https server, as kubectl does.
void read_user(const YamlPlace& user_entry, const std::string& name, const YamlPlace& cluster_entry,
               ClientConfig& config);

/// Which entries are meant; empty: those that the files say.
struct KubeconfigChoice {
  std::string context, cluster, user;
};
/// load_kubeconfig and load_kubeconfigs.
[[nodiscard]] ClientConfig load_file(const std::string& path, const KubeconfigChoice& choice);
[[nodiscard]] ClientConfig load_files(const std::vector<std::string>& paths, const KubeconfigChoice& choice);

/// Adds to ClientConfig::fields what was found at `place`.
void record_field(ClientConfig& config, const YamlPlace& place, const std::string& name, const std::string& value);

inline constexpr const char* redacted = "REDACTED";
inline constexpr const char* omitted = "DATA+OMITTED";

}  // namespace kubexx::detail

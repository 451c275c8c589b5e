// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "config/yaml_place.hpp"
#include "kubexx/client/client_config.hpp"

namespace kubexx::detail {

/// Fill `config` from an entry of clusters or users, whose name is `name`. Throw ConfigError. A `server` that is not
/// empty is used in place of the entry's: nothing that the entry says of its own server is read then.
void read_cluster(const YamlPlace& entry, const std::string& name, const std::string& server, ClientConfig& config);
/// After read_cluster: credentials are read only for an https server, as kubectl does.
void read_user(const YamlPlace& user_entry, const std::string& name, const YamlPlace& cluster_entry,
               ClientConfig& config);

/// Makes `server`, which ConfigOptions asks for, that of `config`. Throws ConfigError.
void use_server(ClientConfig& config, const std::string& server);

/// Which entries and which server are meant; empty: those that the files say.
struct KubeconfigChoice {
  std::string context = {}, cluster = {}, user = {}, server = {};
};
/// load_kubeconfig and load_kubeconfigs.
[[nodiscard]] ClientConfig load_file(const std::string& path, const KubeconfigChoice& choice);
[[nodiscard]] ClientConfig load_files(const std::vector<std::string>& paths, const KubeconfigChoice& choice);

/// Adds to ClientConfig::fields what was found at `place`.
void record_field(ClientConfig& config, const YamlPlace& place, const std::string& name, const std::string& value);

inline constexpr const char* redacted = "REDACTED";
inline constexpr const char* omitted = "DATA+OMITTED";

}  // namespace kubexx::detail

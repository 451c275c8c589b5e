// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/client/client_config.hpp"

namespace kubexx::cli {

/// kubectl's flags that every command has: where the server is, and as whom to speak to it.
struct GlobalFlags {
  std::string kubeconfig, context, cluster, user;
  std::string namespace_;
  std::string server, tls_server_name, certificate_authority;
  bool insecure_skip_tls_verify = false;
  std::string client_certificate, client_key;
  std::string token, username, password;
  std::string as, as_uid;
  std::vector<std::string> as_groups;
  std::string request_timeout = "0";
  int verbosity = 0;
};

void add_global_flags(CommandLine app, GlobalFlags& flags);

/// The configuration that these flags mean. Without any kubeconfig: http://localhost:8080, as kubectl. Throws
/// ConfigError and CommandError.
[[nodiscard]] ClientConfig config_of(const GlobalFlags& flags);

/// --request-timeout: a Go duration or a number of seconds; 0: none. Throws CommandError.
[[nodiscard]] std::optional<Duration> request_timeout_of(const GlobalFlags& flags);

}  // namespace kubexx::cli

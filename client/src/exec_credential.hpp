// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kubexx/base/clock.hpp"
#include "kubexx/client/client_config.hpp"

/// The format of client.authentication.k8s.io: what a credential plugin is told and what it answers.
namespace kubexx::detail {

/// The value of KUBERNETES_EXEC_INFO: an ExecCredential, with the cluster when the plugin asks for it.
[[nodiscard]] std::string exec_info(const ExecConfig& exec, const ClientConfig& config, bool interactive);

/// What a plugin answered. Secrets.
struct ExecAnswer {
  std::string token;
  std::string cert_pem, key_pem;  ///< both or none
  std::optional<WallTime> expires;
};
/// Reads an ExecCredential, in JSON or YAML. Throws ConfigError that says what is wrong, without anything of `output`.
[[nodiscard]] ExecAnswer parse_exec_credential(std::string_view output, const std::string& api_version);

}  // namespace kubexx::detail

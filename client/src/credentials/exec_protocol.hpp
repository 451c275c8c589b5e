// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kubexx/base/clock.hpp"
#include "kubexx/client/client_config.hpp"

/// The format of client.authentication.k8s.io: what a credential plugin gets and what it answers.
namespace kubexx::detail {

/// The value of KUBERNETES_EXEC_INFO: an ExecCredential, with the cluster when the plugin asks for it.
[[nodiscard]] std::string exec_info(const ExecConfig& exec, const ClientConfig& config, bool interactive);

/// The plugin's name for messages: without what looks like its arguments, which belong to `args` and may be secret.
[[nodiscard]] std::string shown_command(std::string_view command);

/// The end of what a plugin complained, on one line and after ": ", without anything that the kubeconfig gave to it,
/// that it wrote as its answer (`out`), that it said before (`header`), or that looks like a token; empty for nothing.
[[nodiscard]] std::string plugin_complaint(const ExecConfig& exec, std::string_view out, std::string_view header,
                                           std::string text);

/// Text of others, on one line and without control characters.
[[nodiscard]] std::string one_line(std::string text);

/// What a plugin answered. Secrets.
struct ExecAnswer {
  std::string token;
  std::string cert_pem, key_pem;  ///< both or none
  std::optional<WallTime> expires;
};
/// Reads an ExecCredential, in JSON or YAML. Throws ConfigError that says what is wrong, without anything of `output`.
[[nodiscard]] ExecAnswer parse_exec_credential(std::string_view output, const std::string& api_version);

}  // namespace kubexx::detail

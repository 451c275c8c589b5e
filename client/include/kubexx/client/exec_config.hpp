// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kubexx {

/// Whether a credential plugin gets the standard input of this program.
enum class ExecInteraction {
  never,
  if_available,  ///< if it is a terminal
  always,        ///< required: without a terminal, there are no credentials
};

/// A program that prints credentials (client.authentication.k8s.io, ExecCredential): `exec` of a kubeconfig user. A
/// value type; `args` and `env` may contain secrets.
struct ExecConfig {
  std::string api_version = {};  ///< "client.authentication.k8s.io/v1" or ".../v1beta1"
  std::string command = {};      ///< a path, or a name to look up in PATH
  std::vector<std::string> args = {};
  std::vector<std::pair<std::string, std::string>> env = {};  ///< added to the inherited environment
  std::string install_hint = {};                              ///< shown if the program does not exist
  bool provide_cluster_info = false;                          ///< describes the cluster in KUBERNETES_EXEC_INFO
  /// With `provide_cluster_info`: the cluster's extension client.authentication.k8s.io/exec; may be empty.
  std::string cluster_config_json = {};
  ExecInteraction interaction = ExecInteraction::if_available;
  std::string place = {};  ///< its position, for error texts: "kubeconfig /a/config: users[1].user.exec"
};

}  // namespace kubexx

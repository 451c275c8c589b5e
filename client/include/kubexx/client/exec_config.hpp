// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kubexx {

/// Whether a credential plugin gets this program's standard input.
enum class ExecInteraction {
  never,
  if_available,  ///< when that is a terminal
  always,        ///< and when it is no terminal, no credentials can be had
};

/// A program that prints credentials (client.authentication.k8s.io, ExecCredential): `exec` of a kubeconfig's user. A
/// value; `args` and `env` may hold secrets.
struct ExecConfig {
  std::string api_version = {};  ///< "client.authentication.k8s.io/v1" or ".../v1beta1"
  std::string command = {};      ///< a path, or a name that is looked for in PATH
  std::vector<std::string> args = {};
  std::vector<std::pair<std::string, std::string>> env = {};  ///< added to this process's environment
  std::string install_hint = {};                              ///< shown when there is no such program
  bool provide_cluster_info = false;                          ///< describe the cluster in KUBERNETES_EXEC_INFO
  std::string cluster_config_json =
      {};  ///< with that: the cluster's extension client.authentication.k8s.io/exec; or empty
  ExecInteraction interaction = ExecInteraction::if_available;
  std::string place = {};  ///< where this stands, for errors: "kubeconfig /a/config: users[1].user.exec"
};

}  // namespace kubexx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kubexx/apiserver/apiserver.hpp"

namespace CLI {
class App;
}

namespace kubexx::tool {

/// What kubexx-apiserver is told on its command line. It understands kube-apiserver's flags as well, so that whoever
/// starts a kube-apiserver (controller-runtime's envtest) can start this instead.
struct ServerFlags {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;
  std::string kubeconfig;
  std::size_t history = 10000;
  std::size_t threads = 2;
  bool simulate_controllers = false;
  std::vector<std::string> authorization{"AlwaysAllow"};  ///< modes in kube-apiserver's spelling
  std::string cert_dir;   ///< with apiserver.crt and apiserver.key; empty: a certificate of an own authority
  std::string cert_file;  ///< instead of cert_dir
  std::string key_file;   ///< of cert_file
  std::string client_ca;  ///< file; also signs clients' certificates
  std::string tokens;     ///< file of tokens, users, uids and groups
  std::string issuer;     ///< of ServiceAccounts' tokens; empty: the usual one
  std::vector<std::string> webhook_services;  ///< "NAMESPACE/NAME[:PORT]=HOST:PORT"
  std::string assets;                         ///< folder in which to put links for envtest; empty: serve
};

/// Adds every flag to `app`. Both must outlive the parsing.
void add_flags(CLI::App& app, ServerFlags& flags);

/// The flags of kube-apiserver that were given and change nothing here.
[[nodiscard]] std::vector<std::string> given_without_effect(const CLI::App& app);

/// Where services are that webhooks are reached through. Throws std::invalid_argument.
[[nodiscard]] std::map<std::string, std::string> webhook_services_of(const ServerFlags& flags);

/// One mode that allows is enough, so that AlwaysAllow makes the others superfluous. Of Node nothing is done: the group
/// system:nodes has what its bindings give it.
[[nodiscard]] ApiServer::Authorization authorization_of(const ServerFlags& flags);

}  // namespace kubexx::tool

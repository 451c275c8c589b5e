// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "kubexx/client/client_config.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/controller/run_operator.hpp"
#include "kubexx/election/leader_election.hpp"

namespace kubexx::detail {

/// The command line flags of run_operator.
struct OperatorFlags {
  std::string kubeconfig, context;
  std::vector<std::string> namespaces;
  std::size_t workers = 1;
  std::string metrics_address, health_address;
  bool metrics_secure = false;
  std::string metrics_cert_path;
  std::string debug_address;
  std::string webhook_address, webhook_cert_path, webhook_service;
  std::string log_format = "text";
  int verbosity = 0;
  bool leader_elect = false;
  LeaderElectionOptions election;
  std::string service_account_folder;
  bool print_rbac = false;
  bool print_webhooks = false;
  bool print_crd = false;
  std::string output_dir;
  bool check_crds = false, install_crds = false, force_crds = false;
};

/// The values of the flags that are not given.
[[nodiscard]] OperatorFlags default_flags(const ManagerOptions& options, const std::string& name);

/// Adds all flags to `app`. `flags` must outlive it.
void add_flags(CLI::App& app, OperatorFlags& flags, const OperatorOptions& options);

/// The options of the program, as the flags change them.
[[nodiscard]] ManagerOptions manager_options(const OperatorOptions& options, const OperatorFlags& flags,
                                             const std::string& name);

/// The name of a program as one that an object may have.
[[nodiscard]] std::string object_name(std::string name);

/// The name and the namespace of the program in the cluster.
[[nodiscard]] RoleSubject subject_of(const OperatorFlags& flags, const std::string& name);

/// Where the program runs: the Service of its webhooks and their Secret are there.
[[nodiscard]] std::string namespace_of(const OperatorFlags& flags, const ClientConfig& config);

}  // namespace kubexx::detail

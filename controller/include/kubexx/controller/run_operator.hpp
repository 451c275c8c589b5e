// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "kubexx/apimachinery/crd_set.hpp"
#include "kubexx/controller/manager.hpp"

namespace CLI {
class App;
}

namespace kubexx {

/// The properties of the program that are not flags, for run_operator. The zero value is the default.
struct OperatorOptions {
  std::string name = {};         ///< in events, logs and --help; default: the file name of the program
  std::string description = {};  ///< the first line of --help
  std::string version = {};      ///< printed by --version; default: no such flag
  /// The defaults of the flags, and the options without a flag. An empty metrics_address means ":8080", an empty
  /// health_address ":8081"; "0" means none.
  ManagerOptions manager = {};
  /// Threads that run coroutines; 0 means 1. With more than one, coroutine reconcilers of different keys run at the
  /// same time and need locks for what they share. One is enough unless it is busy all the time: with several, each
  /// event costs more (docs/benchmarks/controller-cost.md).
  std::size_t io_threads = 1;
  /// The CRDs of the program: `crds<Backup>()` (kubexx/schema/crds.hpp). Empty: the flags --print-crd and
  /// --install-crds do not exist. The CRDs of kinds that `setup` converts (Webhooks::converts) are added, with their
  /// versions and spec.conversion, so both flags call `setup`.
  CrdSet crds = {};
  /// Adds the program's own flags; include CLI/CLI.hpp.
  std::function<void(CLI::App&)> add_flags = {};
};

/// The main function of an operator: flags, configuration, log, metrics, probes, signals. `setup` creates the
/// controllers; then the manager runs until SIGTERM or SIGINT. Returns the exit code: 0 after a stop, 1 if it cannot
/// run (the reason is on stderr or in the log), 2 for wrong flags.
///
///     int main(int argc, char** argv)
///     {
///       return run_operator(argc, argv, [](Manager& manager) { manager.controller().for_<Foo>().build(reconcile); });
///     }
///
/// Flags: --kubeconfig, --context, --namespace (repeatable), --workers, --metrics-address, --metrics-secure,
/// --metrics-cert-path, --health-address, --debug-address, --webhook-address, --webhook-cert-path, --webhook-service,
/// --print-webhooks, --print-rbac, --print-crd, --output-dir, --check-crds, --install-crds, --force-crds, --log-format,
/// -v, --leader-elect, --leader-election-id, --leader-election-namespace, --leader-elect-lease-duration,
/// --leader-elect-renew-deadline, --leader-elect-retry-period, --version, --help. Without --kubeconfig it uses the
/// files in KUBECONFIG, then the service account of the pod, then ~/.kube/config.
[[nodiscard]] int run_operator(int argc, char** argv, const std::function<void(Manager&)>& setup);
[[nodiscard]] int run_operator(int argc, char** argv, const OperatorOptions& options,
                               const std::function<void(Manager&)>& setup);

}  // namespace kubexx

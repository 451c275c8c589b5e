// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/process.hpp"

namespace kubexx::e2e {

using namespace support;

/// A real control plane cannot run here; the text says why and what to do. Tests are skipped, never passed.
class CannotRun : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The programs of a control plane.
struct Assets {
  std::filesystem::path etcd, apiserver, kubectl;
  std::filesystem::path controller_manager;  ///< empty with KUBEBUILDER_ASSETS that have none
};
/// From the folder that KUBEBUILDER_ASSETS names, else from build-controlplane.sh, which builds them when its cache has
/// none (minutes). Throws CannotRun. `kubernetes`: that version ("1.36"), always of that script; empty: its usual one.
[[nodiscard]] Assets find_assets(const std::string& kubernetes = {});
/// The same, but nothing is built: nullopt when the cache has none.
[[nodiscard]] std::optional<Assets> find_built_assets(const std::string& kubernetes = {});

/// etcd, kube-apiserver and kube-controller-manager on loopback ports, with TLS, RBAC and certificates of their own.
/// The processes are killed if this one dies: construct it on the main thread. Not thread safe.
class ControlPlane {
public:
  struct Options {
    std::filesystem::path directory;  ///< certificates, data and logs; emptied first
    std::vector<std::string> apiserver_flags = {};
    bool controller_manager = true;  ///< when the assets have one
    /// For Pods that run (e2e-node): they reach the API server at every address of this machine, it reaches Services by
    /// their EndpointSlices, and each Pod gets its ServiceAccount.
    bool with_pods = false;
    std::string controllers =
        "garbage-collector-controller,namespace-controller,deployment-controller,replicaset-controller,"
        "disruption-controller";
  };
  /// Starts all, waits until the server says that it is ready, and applies what the tests take for granted: the
  /// namespace, CRD, ServiceAccount and roles of manifests/. Throws with the end of the log of what failed.
  ControlPlane(Assets assets, Options options);
  ~ControlPlane();
  ControlPlane(const ControlPlane&) = delete;
  ControlPlane& operator=(const ControlPlane&) = delete;

  /// In order: controller-manager, apiserver, etcd.
  void stop();

  /// A crash of the API server: no connection is ended in order.
  void kill_apiserver();
  void signal_apiserver(int number) const { apiserver_.signal(number); }
  /// After kill_apiserver, on the same port; waits until it is ready.
  void start_apiserver();
  /// Copies what etcd has to `folder`, which must not exist yet. API server and etcd are restarted for it.
  void save_state(const std::filesystem::path& folder);
  /// Kills API server and etcd, and starts both with the state that save_state wrote to `folder`; with none at all when
  /// it is empty.
  void restore_state(const std::filesystem::path& folder);
  [[nodiscard]] bool has_controller_manager() const { return !assets_.controller_manager.empty(); }

  [[nodiscard]] const std::filesystem::path& directory() const { return options_.directory; }
  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] int etcd_port() const { return etcd_port_; }

private:
  void start_etcd();
  void kill_state();
  [[nodiscard]] std::filesystem::path etcd_data() const { return options_.directory / "etcd"; }
  void start_controller_manager();
  void launch_apiserver();
  void apply_manifests() const;
  void wait_ready(std::chrono::milliseconds limit);
  [[noreturn]] void fail(const std::string& what, const Process& process) const;

  Assets assets_;
  Options options_;
  int etcd_port_ = 0, port_ = 0;
  Process etcd_, apiserver_, controller_manager_;
};

/// What a test needs to know of a control plane that another process may have started; paths inside its directory.
struct PlaneFiles {
  std::filesystem::path directory;
  [[nodiscard]] std::filesystem::path kubeconfig() const { return directory / "admin.kubeconfig"; }  ///< system:masters
  [[nodiscard]] std::filesystem::path ca() const { return directory / "ca.crt"; }
  [[nodiscard]] std::filesystem::path audit_log() const { return directory / "audit.log"; }
};

/// Tokens of users that exist from the start, beside the ServiceAccounts.
inline constexpr const char* admin_token = "admin-of-the-e2e-tests";      ///< group system:masters
inline constexpr const char* powerless_token = "powerless-in-e2e-tests";  ///< user "nobody-special", no rights at all

/// The folder manifests/ of the sources.
[[nodiscard]] std::filesystem::path manifests();

/// A kubeconfig with one context named `name`, in YAML.
[[nodiscard]] std::string kubeconfig_text(const std::string& name, const std::string& server,
                                          const std::filesystem::path& ca, const std::string& token);

}  // namespace kubexx::e2e

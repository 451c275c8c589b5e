// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "kubexx/client/client_config.hpp"
#include "kubexx/client/config.hpp"

namespace kubexx::testing {

/// The API server that an OperatorTest works against. A copyable handle.
class TestServer {
public:
  /// The embedded server on the test's own thread, under virtual time: hours pass in milliseconds, and the same seed
  /// gives the same run. Each OperatorTest gets a new one.
  [[nodiscard]] static TestServer simulated();
  /// The embedded server behind TLS on a loopback port, in real time with real threads. Each OperatorTest gets a new
  /// one.
  [[nodiscard]] static TestServer embedded();
  /// etcd and kube-apiserver of the folder `assets`, as KUBEBUILDER_ASSETS names it, started now on loopback ports.
  /// They end with the last copy of the handle: keep one for all tests of a program, because a start takes seconds.
  /// Throws std::runtime_error with the end of what the program wrote when one does not start.
  [[nodiscard]] static TestServer control_plane(const std::filesystem::path& assets);
  /// A cluster that runs already. Each OperatorTest works in a namespace of its own there, and deletes it at its end.
  [[nodiscard]] static TestServer cluster(ClientConfig config);
  /// KUBEBUILDER_ASSETS, when it is set: control_plane. Otherwise KUBECONFIG: cluster. Otherwise: simulated. Choose it
  /// for tests that may run against whatever KUBECONFIG names. Throws what these throw, and ConfigError.
  [[nodiscard]] static TestServer from_environment(const Environment& environment = system_environment());

  /// Whether time is virtual, and everything runs on the test's thread.
  [[nodiscard]] bool is_simulated() const noexcept;
  /// Whether it is a kube-apiserver.
  [[nodiscard]] bool is_real() const noexcept;

  class Backend;  ///< of the implementation alone
  [[nodiscard]] const std::shared_ptr<Backend>& backend() const noexcept { return backend_; }

private:
  explicit TestServer(std::shared_ptr<Backend> backend);
  std::shared_ptr<Backend> backend_;
};

}  // namespace kubexx::testing

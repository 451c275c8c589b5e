// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "kubexx/client/client_config.hpp"
#include "kubexx/client/load_config.hpp"

namespace kubexx::testing {

/// The API server that an OperatorTest works against. A copyable handle.
class TestServer {
public:
  /// The embedded server on the test's own thread, in virtual time: hours pass in milliseconds, and the same seed
  /// repeats the same run. Each OperatorTest gets a new one.
  [[nodiscard]] static TestServer simulated();
  /// The embedded server behind TLS on a loopback port, in real time with real threads. Each OperatorTest gets a new
  /// one.
  [[nodiscard]] static TestServer embedded();
  /// Starts etcd and kube-apiserver of the folder `assets` (see KUBEBUILDER_ASSETS) on loopback ports. They stop with
  /// the last copy of the handle: keep one for all tests of a program, because a start takes seconds. If a program does
  /// not start, throws std::runtime_error with the end of its output.
  [[nodiscard]] static TestServer control_plane(const std::filesystem::path& assets);
  /// A running cluster. Each OperatorTest works there in its own namespace, which it deletes at its end.
  [[nodiscard]] static TestServer cluster(ClientConfig config);
  /// control_plane if KUBEBUILDER_ASSETS is set, otherwise cluster if KUBECONFIG is set, otherwise simulated. Use it
  /// only for tests that may run against any cluster that KUBECONFIG names. Throws what these throw, and ConfigError.
  [[nodiscard]] static TestServer from_environment(const Environment& environment = system_environment());

  /// True if time is virtual and everything runs on the test's thread.
  [[nodiscard]] bool is_simulated() const noexcept;
  /// True if it is a kube-apiserver, not the embedded server.
  [[nodiscard]] bool is_real() const noexcept;

  class Backend;  ///< internal
  [[nodiscard]] const std::shared_ptr<Backend>& backend() const noexcept { return backend_; }

private:
  explicit TestServer(std::shared_ptr<Backend> backend);
  std::shared_ptr<Backend> backend_;
};

}  // namespace kubexx::testing

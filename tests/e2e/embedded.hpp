// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "real_server.hpp"
#include "support/embedded_server.hpp"

namespace kubexx::e2e {

/// A test that has a kubexx-apiserver of its own, in which the Foo CRD is established. Skipped where there is no
/// kubectl.
class WithEmbeddedServer : public WithKubectl {
protected:
  void SetUp() override;
  void TearDown() override;

  [[nodiscard]] const std::filesystem::path& kubeconfig() const { return server_->kubeconfig(); }
  [[nodiscard]] Command command(std::vector<std::string> arguments) const;
  Outcome kubectl(std::vector<std::string> arguments, std::string_view input = {}) const;
  /// The same, and a failed exit fails the test; the standard output.
  std::string must(std::vector<std::string> arguments, std::string_view input = {}) const;

private:
  std::unique_ptr<EmbeddedServer> server_;
};

}  // namespace kubexx::e2e

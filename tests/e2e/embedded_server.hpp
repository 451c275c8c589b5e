// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "process.hpp"

namespace kubexx::e2e {

/// kubexx-apiserver as a process on a free port, with a folder for its files and the manifests' CRD on request.
class EmbeddedServer {
public:
  explicit EmbeddedServer(const std::filesystem::path& folder);
  [[nodiscard]] const std::filesystem::path& kubeconfig() const { return kubeconfig_; }
  [[nodiscard]] Process& process() { return process_; }

private:
  std::filesystem::path kubeconfig_;
  Process process_;
};

/// A test of kubectl (1.32 of kubectl/, or that of KUBEBUILDER_ASSETS) against the embedded server. Skipped, saying
/// why, where there is no kubectl.
class KubectlAgainstEmbedded : public testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;
  [[nodiscard]] Command command(std::vector<std::string> arguments) const;
  Outcome kubectl(std::vector<std::string> arguments, std::string_view input = {}) const;
  /// The same, and a failed exit fails the test; the standard output.
  std::string must(std::vector<std::string> arguments, std::string_view input = {}) const;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

private:
  std::filesystem::path folder_, kubectl_;
  std::unique_ptr<EmbeddedServer> server_;
};

}  // namespace kubexx::e2e

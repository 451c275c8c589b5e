// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "support/process.hpp"

namespace sample {

/// A test that runs a sample as a process. Its files are kept when it fails.
class ProgramTest : public testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  /// With no environment but an empty HOME and what is given.
  [[nodiscard]] kubexx::support::Command isolated(std::vector<std::string> argv,
                                                  std::map<std::string, std::string> environment = {}) const;
  /// The sample controller so, with no fixed port, and `arguments`.
  [[nodiscard]] kubexx::support::Command sample(std::vector<std::string> arguments,
                                                std::map<std::string, std::string> environment = {}) const;
  /// A file of the test's folder; its path.
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  /// Asks `condition` again and again until it is true; false after 20 s.
  static bool eventually(const std::function<bool()>& condition);

private:
  std::filesystem::path folder_;
};

/// What must not be printed.
inline constexpr const char* secret = "c2VjcmV0LXRva2Vu.do-not-print";
inline const std::string token_user = std::string("    token: ") + secret + "\n";

/// Two contexts: "here", which is the current one, and "there", whose user is missing. `cluster_more` and `user` are
/// lines of YAML.
[[nodiscard]] std::string kubeconfig(const std::string& server, const std::string& cluster_more = {},
                                     const std::string& user = token_user);

}  // namespace sample

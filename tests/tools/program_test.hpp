// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/process.hpp"

namespace kubexx::test {

/// Runs kubexx as a program, in a folder of the test and without a kubeconfig of whoever runs the tests.
class ProgramTest : public ::testing::Test {
protected:
  void SetUp() override
  {
    std::filesystem::remove_all(folder());
    std::filesystem::create_directories(folder());
  }
  void TearDown() override { std::filesystem::remove_all(folder()); }

  [[nodiscard]] static std::filesystem::path folder()
  {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(test->test_suite_name()) + "." + test->name();
    std::replace(name.begin(), name.end(), '/', '.');
    return std::filesystem::path(TOOLS_TEST_FOLDER) / name;
  }
  /// Writes a file of the test and returns its path.
  [[nodiscard]] static std::string file(const std::string& name, const std::string& text)
  {
    support::write_file(folder() / name, text);
    return folder() / name;
  }
  /// `words` begin with the command.
  [[nodiscard]] static support::Outcome run_kubexx(std::vector<std::string> words, const std::string& input = {})
  {
    words.insert(words.begin(), TOOLS_TEST_KUBEXX);
    return support::run(
        {std::move(words), {{"KUBECONFIG", folder() / "none"}, {"HOME", folder()}, {"KUBERNETES_SERVICE_HOST", ""}}},
        input);
  }
};

}  // namespace kubexx::test

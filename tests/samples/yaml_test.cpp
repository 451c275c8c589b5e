// SPDX-License-Identifier: Apache-2.0
#include "support/yaml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace kubexx::support {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(Yaml, ErrorsNameTheFile)
{
  const auto file = std::filesystem::path(testing::TempDir()) / "kubexx-yaml-test.yaml";
  std::ofstream(file) << "a: [";
  const auto error = [](const std::filesystem::path& path) -> std::string {
    try {
      (void)read_yaml(path);
    } catch (const std::runtime_error& thrown) {
      return thrown.what();
    }
    return "accepted";
  };
  EXPECT_THAT(error(file), AllOf(HasSubstr("cannot read "), HasSubstr(file.string())));
  EXPECT_THAT(error(testing::TempDir()), HasSubstr("cannot read "));
  std::filesystem::remove(file);
  EXPECT_THAT(error(file), HasSubstr("cannot read " + file.string()));
}

}  // namespace
}  // namespace kubexx::support

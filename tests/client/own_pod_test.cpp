// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/own_pod.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace kubexx {
namespace {

Environment environment_of(std::map<std::string, std::string, std::less<>> variables)
{
  return [variables = std::move(variables)](std::string_view name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

class OwnPodTest : public ::testing::Test {
protected:
  OwnPodTest()
  {
    root_ = ::testing::TempDir() + "own_pod_" + ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(root_);
  }
  ~OwnPodTest() override { std::filesystem::remove_all(root_); }
  void write_namespace(const std::string& text) const { std::ofstream(root_ + "/namespace") << text; }

  std::string root_;
};

TEST_F(OwnPodTest, TheDownwardApiComesFirst)
{
  write_namespace("from-file");
  const auto environment =
      environment_of({{"POD_NAME", "web-1"}, {"POD_NAMESPACE", "prod"}, {"HOSTNAME", "another-name"}});
  EXPECT_EQ(own_namespace(environment, root_), "prod");
  EXPECT_EQ(own_pod(environment, root_), (ObjectKey{"prod", "web-1"}));
}

TEST_F(OwnPodTest, WithoutItTheHostNameAndTheServiceAccountsNamespace)
{
  write_namespace("from-file\n");
  EXPECT_EQ(own_pod(environment_of({{"HOSTNAME", "web-1"}}), root_), (ObjectKey{"from-file", "web-1"}));
  EXPECT_EQ(own_namespace(environment_of({{"POD_NAMESPACE", ""}}), root_), "from-file") << "empty is not set";
}

TEST_F(OwnPodTest, WhatIsNoNameIsRefusedWithItsPlace)
{
  const auto error_of = [&](std::map<std::string, std::string, std::less<>> variables) {
    try {
      static_cast<void>(own_pod(environment_of(std::move(variables)), root_));
    } catch (const ConfigError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(error_of({{"POD_NAME", "web"}, {"POD_NAMESPACE", "a/b"}}),
            "POD_NAMESPACE: 'a/b' is not the name of a namespace: set it with fieldPath metadata.namespace");
  EXPECT_EQ(error_of({{"POD_NAME", "$(POD)\n"}, {"POD_NAMESPACE", "a"}}),
            "POD_NAME: '$(POD) ' is not the name of a pod: set it with fieldPath metadata.name");
  EXPECT_NE(error_of({{"POD_NAME", "web"}, {"POD_NAMESPACE", "a.b"}}), "no error") << "a label has no dot";
  EXPECT_NE(error_of({{"POD_NAME", "web"}, {"POD_NAMESPACE", std::string(64, 'a')}}), "no error");
  write_namespace(std::string(100000, '\xff'));
  const std::string error = error_of({{"POD_NAME", "web"}});
  EXPECT_EQ(error.find(root_ + "/namespace: "), 0U) << error;
  EXPECT_LT(error.size(), 600U);
  write_namespace("  prod \r\n");
  EXPECT_EQ(own_namespace({}, root_), "prod");
  write_namespace(" \n");
  EXPECT_EQ(own_namespace({}, root_), std::nullopt);
}

TEST_F(OwnPodTest, AHostNameThatNoPodCanHaveNamesNone)
{
  write_namespace("prod");
  EXPECT_EQ(own_pod(environment_of({{"HOSTNAME", "My_Laptop"}}), root_), std::nullopt);
}

TEST_F(OwnPodTest, OutsideAClusterThereIsNone)
{
  EXPECT_EQ(own_pod(environment_of({{"HOSTNAME", "laptop"}}), root_), std::nullopt);
  EXPECT_EQ(own_namespace({}, root_), std::nullopt);
  write_namespace("x");
  EXPECT_EQ(own_pod({}, root_), std::nullopt) << "nothing names the pod";
}

TEST_F(OwnPodTest, AFileThatCannotBeReadIsAnError)
{
  std::filesystem::create_directories(root_ + "/namespace");
  EXPECT_THROW(static_cast<void>(own_namespace({}, root_)), ConfigError);
}

}  // namespace
}  // namespace kubexx

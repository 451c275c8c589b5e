// SPDX-License-Identifier: Apache-2.0
// kubexx-apiserver where a control plane's programs are expected: by their names, with their flags.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "kubexx/testing/operator_test.hpp"
#include "support/process.hpp"
#include "testing/note_operator.hpp"

namespace kubexx::testing {
namespace {

namespace fs = std::filesystem;
using kubexx::support::Command;
using kubexx::support::run;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

fs::path assets()
{
  const fs::path folder = fs::path(TESTING_TEST_FOLDER) / "envtest-assets";
  const auto outcome = run(Command{{KUBEXX_APISERVER, "--envtest-assets", folder.string()}, {}});
  EXPECT_EQ(outcome.exit.code, 0) << outcome.all();
  EXPECT_EQ(outcome.out, "KUBEBUILDER_ASSETS=" + folder.string() + "\n");
  return folder;
}

TEST(EnvtestAssets, AControlPlaneIsStartedFromThem)
{
  OperatorTestOptions options;
  options.setup = add_note_controller;
  options.server = TestServer::control_plane(assets());
  OperatorTest test(options);
  run_through(test);
}

// envtest looks whether the program has a flag before it gives it.
TEST(EnvtestAssets, HelpNamesOnlyFlagsThatThereAre)
{
  const auto outcome = run(Command{{(assets() / "kube-apiserver").string(), "--help"}, {}});
  EXPECT_EQ(outcome.exit.code, 0);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("--secure-port"), HasSubstr("--client-ca-file"), Not(HasSubstr("--insecure-port"))));
}

TEST(EnvtestAssets, AFlagThatKubeApiserverDoesNotHaveIsRefused)
{
  const auto outcome = run(Command{{(assets() / "kube-apiserver").string(), "--insecure-port=0"}, {}});
  EXPECT_EQ(outcome.exit.code, 2);
  EXPECT_THAT(outcome.all(), HasSubstr("--insecure-port"));
}

TEST(EnvtestAssets, WhatHasNoEffectIsSaid)
{
  const auto outcome = run(
      Command{{(assets() / "kube-apiserver").string(), "--allow-privileged", "--etcd-servers=http://a",
               "--etcd-servers", "http://b", "--v=2", "--tls-cert-file=/nowhere", "--tls-private-key-file=/nowhere"},
              {}});
  EXPECT_EQ(outcome.exit.code, 1);
  EXPECT_THAT(outcome.all(), AllOf(HasSubstr("--etcd-servers has no effect here\n"),
                                   HasSubstr("--allow-privileged has no effect here\n"),
                                   HasSubstr("--v has no effect here\n"), HasSubstr("cannot read /nowhere")));
}

}  // namespace
}  // namespace kubexx::testing
